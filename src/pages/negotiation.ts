/** One negotiation as page data: the talk, what bound, what it was worth, what each party knew, why it ended. */
import { isAgreed } from '../protocols/ends.ts'
import { OBSERVER } from '../protocols/seats.ts'
import type { PlayedBy } from '../publication/played.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped } from '../record/events.ts'
import { type KeptOffer, kept } from '../record/read.ts'
import type { Replayed } from '../record/replay.ts'
import { type StoryResult, tellResult } from '../record/story.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Spent } from '../study/spending.ts'
import { figure, figures, given } from './figure.ts'
import { observerData } from './observer.ts'
import { offersOf, termsOf } from './offers.ts'
import { briefData, issueData, partyTags } from './parties.ts'
import { protocolName, votingRule } from './rules-text.ts'
import { listed } from './sections/contract.ts'
import { spaceData } from './space.ts'
import { fieldsOf, turnsOf } from './turns.ts'
import type { AttemptRow, EndData, NegotiationLive, NegotiationPage } from './types.ts'
import { endSentences, negotiatorWords } from './words.ts'

export interface NegotiationOf {
  readonly study: string
  readonly studyTitle: string
  readonly scenarioKey: string
  readonly assignment: AssignmentRecord
  readonly row: AttemptRow
  readonly by: PlayedBy
  readonly replayed: Replayed
  readonly events: readonly Stamped<NegotiationEvent>[]
  readonly spent?: readonly Spent[]
  readonly neighbours: Pick<NegotiationPage, 'previous' | 'next' | 'samePairing'>
  /** Of one that has not ended. */
  readonly studyState?: NegotiationPage['studyState']
}

export function negotiationPage(of: NegotiationOf): NegotiationPage {
  const { study, studyTitle, assignment, row, by, replayed, events } = of
  const { scenario, terms, renderer } = by
  const { seats, opener, id } = assignment
  const tags = partyTags(scenario)
  const observer = seats[OBSERVER]
  const settings = scenario.protocol.settings
  const who = listed(tags.map(({ id: party, label }) => `${label} (${seats[party] ?? 'nobody'})`))
  return given({
    kind: 'negotiation' as const,
    study,
    studyTitle,
    id,
    title: `${who}, number ${row.number}`,
    description: `${scenario.title}: ${who}. ${row.outcomeText}.`,
    row,
    protocol: protocolName(scenario.protocol.type),
    scenario: { key: of.scenarioKey, title: scenario.title },
    parties: tags.map((tag, i) => {
      const negotiator = seats[tag.id] ?? 'nobody'
      const spec = terms.negotiators[negotiator]
      const { text, kind } = negotiatorWords(spec)
      return {
        ...tag,
        negotiator,
        negotiatorText: text,
        kind,
        opens: tag.id === opener,
        brief: briefData(scenario.parties[i]!, renderer.system(tag.id)),
      }
    }),
    issues: scenario.issues.map(issueData),
    ...moving(of),
    studyState: of.studyState,
    turnsAtMost: typeof settings.turns === 'number' ? settings.turns : undefined,
    space: spaceData(scenario),
    reservations: figures(
      Object.fromEntries(
        scenario.parties.flatMap((party) => (party.utility ? [[party.id, party.reservation.value]] : [])),
      ),
    ),
    votingRule: votingRule(scenario),
    observer: observerData(
      scenario,
      observer,
      observer === undefined ? undefined : terms.negotiators[observer],
    ),
    differences: replayed.differences.map(({ place, message }) => `${place}: ${message}`),
    startedAt: events[0]?.at,
    endedAt: row.endedAt,
    ...of.neighbours,
  })
}

type Moving = Omit<Extract<NegotiationLive, { type: 'turns' }>, 'type'>

/** What changes while it is played. */
export function moving({
  assignment,
  by,
  replayed,
  events,
  spent,
}: Omit<NegotiationOf, 'neighbours'>): Moving {
  const { scenario, game } = by
  const { seats } = assignment
  const { end, turns, started } = replayed
  const state = started ? kept(replayed.state) : undefined
  const live = (state as { readonly live?: readonly KeptOffer[] } | undefined)?.live
  const passed = end?.kind === 'agreement' ? end.offer : undefined
  const offers = state ? offersOf(scenario, state.record.slice(), live, passed) : []
  const standing = state?.standing ?? (live ? live.at(-1) : undefined)
  const absent = turns.at(-1)?.absent ?? turns.at(-1)?.readings?.at(-1)?.absent
  return given({
    events: events.length,
    turns: turnsOf({ scenario, replayed, events, seats, ...(spent ? { spent } : {}) }),
    offers,
    mover: started && !end ? game.protocol.actor(replayed.state) : undefined,
    standing: standing?.id,
    end: end && endData(scenario, tellResult(scenario, end), absent),
  })
}

function endData(scenario: Scenario, result: StoryResult, absent: string | undefined): EndData {
  const { end, points, gains, jointGain, belowReservation } = result
  const scored = points && Object.keys(points).length > 0
  return given({
    kind: end.kind,
    reason: 'reason' in end ? (absent ?? end.reason) : undefined,
    text: endSentences(end, scenario, absent),
    turn: end.turn,
    offer: end.kind === 'agreement' ? end.offer : undefined,
    terms: end.kind === 'agreement' ? termsOf(scenario, end.outcome) : undefined,
    points: scored ? figures(points) : undefined,
    gains: scored && gains ? figures(gains) : undefined,
    joint: scored && jointGain ? figure(jointGain) : undefined,
    below: isAgreed(end) ? belowReservation : [],
    supporters: end.kind === 'agreement' ? end.supporters : undefined,
    type: end.kind === 'settled' ? end.type : undefined,
    by: end.kind === 'agreement' || end.kind === 'settled' ? end.by : undefined,
    fields: end.kind === 'settled' ? fieldsOf(end.fields, scenario) : undefined,
  })
}

/** What a live view is told: turns from the one that was last before, whole. */
export function liveTurns(now: Moving, sinceTurn: number): NegotiationLive {
  const { turns, ...rest } = now
  return { type: 'turns', ...rest, turns: turns.filter(({ turn }) => turn >= sinceTurn) }
}
