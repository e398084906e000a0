/** A negotiation's first event and its end beside what the study's own stream says of them. */
import { GENESIS } from './chain.ts'
import { tailWords } from './check-plan.ts'
import { type Difference, eventPlace } from './difference.ts'
import type { AssignmentRecord, NegotiationClosed, NegotiationStarted, Stamped } from './events.ts'
import type { StoredEvent } from './stored.ts'

/** Where a first event claims something else than was planned. `scenario`: the hash of the planned one. */
export function startDifferences(
  start: Stamped<NegotiationStarted>,
  planned: AssignmentRecord,
  study: string,
  scenario: string,
): Difference[] {
  const claims: readonly (readonly [what: string, found: string, expected: string])[] = [
    ['names another negotiation', start.negotiation, planned.id],
    ['names another study', start.study, study],
    ['has another opener than was planned', start.opener, planned.opener],
    ['has other negotiators than were planned', seatsText(start.seats), seatsText(planned.seats)],
    ['names another scenario than the study', start.scenario, scenario],
  ]
  const place = eventPlace(start.seq, planned.id)
  return claims.flatMap(([what, found, expected]): Difference[] =>
    found === expected ? [] : [{ depth: 'rules', place, message: `The start ${what}.`, found, expected }],
  )
}

const seatsText = (seats: Readonly<Record<string, string>>): string =>
  Object.keys(seats)
    .sort()
    .map((party) => `${party}: ${seats[party]}`)
    .join(', ')

/** Where a stream does not end as the study's own stream closed it. `id`: the negotiation's. */
export function tailDifference(
  id: string,
  closed: NegotiationClosed | undefined,
  stored: readonly StoredEvent[],
): Difference | undefined {
  const found = stored.at(-1)?.hash ?? GENESIS
  if (!closed || (closed.events === stored.length && closed.head === found)) return undefined
  const missing = closed.events - stored.length
  const message = tailWords(closed.events, missing)
  const seq = missing > 0 ? stored.length : closed.events - (missing < 0 ? 0 : 1)
  return { depth: 'chain', place: eventPlace(seq, id), message, found, expected: closed.head }
}
