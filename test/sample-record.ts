/** A small study's record for tests: two negotiations from replies that are written out here. */

import { fileURLToPath } from 'node:url'
import { GENESIS, sealEvent } from '../src/record/chain.ts'
import {
  type AssignmentRecord,
  FORMAT,
  type NegotiationEvent,
  type ParleyEvent,
  type Stamped,
} from '../src/record/events.ts'
import { sha256 } from '../src/record/hash.ts'
import { Play } from '../src/record/play.ts'
import { endRecord, pointsRecord, submissionLabel } from '../src/record/read.ts'
import { scenarioHash } from '../src/record/scenario-hash.ts'
import { loadScenario } from '../src/scenario/folder.ts'
import type { Game } from '../src/scenario/game.ts'
import { makeGame } from '../src/scenario/game.ts'
import { scoreEnd } from '../src/scenario/score.ts'
import type { Scenario } from '../src/scenario/types.ts'
import type { StoredEvent } from '../src/store/contract.ts'

export const scenarioFolder = fileURLToPath(new URL('../scenarios/concert-tickets', import.meta.url))

export const sampleScenario = (): Promise<Scenario> => loadScenario(scenarioFolder)

const terms = (price: string, fee: string, hours: string): string =>
  `{"unit_price_usd": ${price}, "cancellation_fee_pct": ${fee}, "name_change_notice_hours": ${hours}}`

export const offer = (price: string, fee: string, hours: string, message = 'Here is an offer.'): string =>
  `{"action": "OFFER", "offer_id": null, "terms": ${terms(price, fee, hours)}, "message": ${JSON.stringify(message)}}`

export const accept = (id: string): string =>
  `{"action": "ACCEPT", "offer_id": "${id}", "terms": null, "message": "Agreed."}`

export const none = '{"action": "NONE", "offer_id": null, "terms": null, "message": "Let me think."}'

/** A deal with a repair that changes the terms, a turn lost to faults, and a move that was chosen to be none. */
export const DEAL = [
  offer('62.00', '5.00', '4.00'),
  offer('920.00', '60.00', '90.00'),
  offer('92.00', '60.00', '80.00', 'Sorry: \u001b[31mred\u001b[0m \u202ereversed.'),
  none,
  'I accept your kind offer!',
  'no, really',
  offer('67.50', '24.00', '96.00'),
  accept('O3'),
]

/** Nobody ever moves. */
export const SILENCE = Array.from({ length: 12 }, () => none)

/** The events of one negotiation; unfinished where the replies do not lead to an end. */
export function eventsOf(
  game: Game,
  id: string,
  texts: readonly string[],
  seats: Readonly<Record<string, string>> = SEATS,
): NegotiationEvent[] {
  const { scenario, protocol, opener } = game
  const play = new Play(game)
  const events: NegotiationEvent[] = [
    {
      type: 'negotiation.started',
      format: FORMAT,
      study: 'sample',
      negotiation: id,
      scenario: scenarioHash(scenario),
      protocol: protocol.name,
      version: protocol.version,
      opener,
      seats,
      seed: `seed/${id}`,
    },
  ]
  for (const text of texts) {
    const seat = play.mover!
    const { turn, repair } = play.view(seat)
    const checked = play.reply(text, play.view(seat), events.length)
    const claim = checked.ok ? { read: submissionLabel(play.state) } : { fault: checked.fault }
    events.push({ type: 'reply.received', seat, turn, repair, text, ...claim })
  }
  const { end } = play
  const points = end && scoreEnd(scenario, end)
  if (end) {
    const told = endRecord(scenario.issues, end)
    events.push({ type: 'negotiation.ended', end: told, ...(points ? { points: pointsRecord(points) } : {}) })
  }
  return events
}

const SEATS = { buyer: 'a', seller: 'b' }

/** Numbers and times, as a run gives them. */
export const stamp = <E extends ParleyEvent>(events: readonly E[]): Stamped<E>[] =>
  events.map((event, seq) => ({ ...event, seq, at: `2026-01-01T00:00:00.${String(seq).padStart(3, '0')}Z` }))

/** A stream as it is stored. */
export function seal(events: readonly ParleyEvent[]): StoredEvent[] {
  const stored: StoredEvent[] = []
  for (const event of stamp(events)) {
    // One sealed value, so that tests can change it.
    const sealed =
      event.seq === 1 ? { note: { salt: '0123456789abcdef'.repeat(2), value: 'private' } } : undefined
    stored.push(sealEvent(event, stored.at(-1)?.hash ?? GENESIS, sha256, sealed))
  }
  return stored
}

export interface SampleRecord {
  readonly study: StoredEvent[]
  readonly streams: Map<string, StoredEvent[]>
}

/** The record of a study of two negotiations, complete. `edit` changes a negotiation's events before they are chained. */
export function sampleRecord(
  scenario: Scenario,
  edit: (id: string, events: NegotiationEvent[]) => NegotiationEvent[] = (_, events) => events,
): SampleRecord {
  const plans: readonly [string, string, readonly string[]][] = [
    ['sample-1-deal', 'buyer', DEAL],
    ['sample-2-silence', 'seller', SILENCE],
  ]
  const streams = new Map<string, StoredEvent[]>()
  const assignments: AssignmentRecord[] = plans.map(([id, opener], i) => {
    return { id, block: 1, position: i + 1, pairing: 'P', opener, seats: SEATS }
  })
  for (const [id, opener, texts] of plans) {
    streams.set(id, seal(edit(id, eventsOf(makeGame(scenario, opener), id, texts))))
  }
  const { protocol } = makeGame(scenario)
  const study = seal([
    {
      type: 'study.created',
      format: FORMAT,
      study: 'sample',
      title: 'A sample',
      seed: 'seed',
      scenario: scenarioHash(scenario),
      pack: scenario.files,
      negotiators: { a: {}, b: {} },
      assignments,
      protocol: protocol.name,
      version: protocol.version,
      parley: '0.0.0',
      node: 'v0',
    },
    { type: 'run.started', run: 'r', parley: '0.0.0', node: 'v0' },
    ...plans.map(([id]) => {
      const stored = streams.get(id)!
      return {
        type: 'negotiation.closed' as const,
        negotiation: id,
        events: stored.length,
        head: stored.at(-1)!.hash,
      }
    }),
    { type: 'run.stopped', run: 'r', reason: 'complete' },
  ])
  return { study, streams }
}
