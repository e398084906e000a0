/** Made-up moments of a negotiation, to render every template against before anything is spent. */
import { type Issue, valueText } from '../core/issue.ts'
import type { Presented, PresentedEntry, PresentedOffer, SeatView } from '../protocols/contract.ts'
import { fault } from '../protocols/faults.ts'
import type { Scenario, TemplateName } from './types.ts'

/** Moments that a template must render in: before any word, and with a record that holds every kind of entry. */
export function sampleMoments(scenario: Scenario, template: TemplateName): readonly Presented[] {
  if (scenario.protocol.type === 'package-votes') return votesMoments(scenario, template)
  const empty: Presented = { turn: 1, turnsLeft: 3, record: [], offers: [] }
  const [first, second] = scenario.parties.map((party) => party.id) as [string, string]
  const offer = (id: string, seat: string): PresentedOffer => ({
    id,
    seat,
    text: sampleTerms(scenario.issues),
  })
  const entry = (turn: number, seat: string, action: string, made?: PresentedOffer): PresentedEntry => ({
    turn,
    seat,
    action,
    message: action === 'PASS' ? '' : 'Sample words, with "quotes".',
    ...(made ? { offer: made } : {}),
  })
  const spoken = [
    entry(1, first, 'NONE'),
    entry(2, second, 'PASS'),
    entry(3, first, 'OFFER', offer('O1', first)),
  ]
  const standing = offer('O1', first)
  const full: Presented = { turn: 4, turnsLeft: 1, record: spoken, standing, offers: [standing] }
  if (template === 'opening') return [empty]
  // A talk without offers goes on from what was said; its first message has a template of its own.
  if (scenario.protocol.type === 'free-talk' && template === 'turn') return [full]
  return template === 'final' ? [full] : [empty, full]
}

/** The same where parties vote: offers with and without votes, a lost turn, somebody who has left. */
function votesMoments(scenario: Scenario, template: TemplateName): readonly Presented[] {
  const empty: Presented = { turn: 1, turnsLeft: 11, round: 1, walked: [], record: [], offers: [] }
  const seats = scenario.parties.map((party) => party.id)
  const text = sampleTerms(scenario.issues)
  const offer = { id: 'P1', seat: seats[0]!, text }
  const actions = ['propose', 'accept', 'reject', 'VOTE', 'none', 'PASS', 'walk']
  const record = actions.map((action, i): PresentedEntry => {
    const message = action === 'PASS' ? '' : 'Sample words, with "quotes".'
    const about = ['propose', 'accept', 'reject'].includes(action) ? { offer } : {}
    return { turn: i + 1, round: 1, seat: seats[i % seats.length]!, action, message, ...about }
  })
  const votes = seats.map((seat, i) => ({ seat, vote: i === 1 ? 'reject' : 'accept' }))
  const offers = [
    { ...offer, votes },
    { id: 'P2', seat: seats[1]!, text, votes: [] },
  ]
  const full: Presented = { turn: 8, turnsLeft: 4, round: 2, walked: seats.slice(-1), record, offers }
  if (template === 'opening') return [empty]
  return template === 'final' ? [full, { ...full, offers: [] }] : [empty, full]
}

const sampleTerms = (issues: readonly Issue[]): string =>
  issues.map((issue) => `${issue.id} ${valueText(issue, issue.type === 'number' ? issue.min : 0)}`).join(', ')

/** A view that asks for a repair. */
export const sampleRepair = (seat: string): SeatView => ({
  seat,
  turn: 4,
  repair: 1,
  fault: fault('not-json', { problem: 'a sample of what can be wrong' }),
})
