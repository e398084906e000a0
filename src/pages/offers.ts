/** Every offer of a negotiation with its terms, its points for all parties, and the votes on it. */
import { outcomeRecord } from '../core/issue.ts'
import { ZERO } from '../core/rational.ts'
import type { KeptEntry, KeptOffer } from '../record/read.ts'
import type { Scenario } from '../scenario/types.ts'
import { figure } from './figure.ts'
import type { ByParty, Figure, OfferData } from './types.ts'

type Vote = NonNullable<OfferData['votes']>[number]

/** `live`: the offers that a vote may still be on; undefined where nobody votes. `passed`: the one agreed on. */
export function offersOf(
  scenario: Scenario,
  entries: readonly KeptEntry[],
  live: readonly KeptOffer[] | undefined,
  passed: string | undefined,
): OfferData[] {
  const votes = scenario.protocol.type === 'package-votes'
  const made = new Map<string, { readonly offer: KeptOffer; readonly votes: Vote[] }>()
  for (const { offer, action, seat, turn } of entries) {
    if (!offer) continue
    const known = made.get(offer.id) ?? { offer, votes: [] }
    made.set(offer.id, known)
    if (action === 'accept' || action === 'reject') known.votes.push({ turn, seat, vote: action })
  }
  for (const offer of live ?? []) if (!made.has(offer.id)) made.set(offer.id, { offer, votes: [] })
  const stands = new Set((live ?? []).map(({ id }) => id))
  return [...made.values()].map(({ offer, votes: own }) => ({
    ...offerData(scenario, offer),
    ...(votes
      ? { votes: own, fate: offer.id === passed ? 'passed' : stands.has(offer.id) ? 'live' : 'gone' }
      : {}),
  }))
}

function offerData(scenario: Scenario, { id, by, turn, outcome }: KeptOffer): OfferData {
  const points: Record<string, Figure> = {}
  const below: string[] = []
  for (const party of scenario.parties) {
    if (!party.utility) continue
    const worth = party.utility.points(outcome)
    points[party.id] = figure(worth)
    if (worth.sub(party.reservation.value).compare(ZERO) < 0) below.push(party.id)
  }
  return { id, by, turn, terms: termsOf(scenario, outcome), points: points satisfies ByParty<Figure>, below }
}

export const termsOf = ({ issues }: Scenario, outcome: KeptOffer['outcome']): OfferData['terms'] =>
  Object.entries(outcomeRecord(issues, outcome)).map(([issue, value]) => ({ issue, value }))
