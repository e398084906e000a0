/**
 * How a reply is read, in one place for those who play and those who check: text to JSON, JSON to a submission or
 * a fault, and the short label under which the record claims what it was.
 */
import type { Issue, Outcome } from '../core/issue.ts'
import { outcomeRecord } from '../core/issue.ts'
import type { Log } from '../core/log.ts'
import { exactText, type Rational } from '../core/rational.ts'
import type { Checked, End, Seat, SeatView } from '../protocols/contract.ts'
import type { Fault } from '../protocols/faults.ts'
import { readReply } from '../protocols/read.ts'
import type { Game } from '../scenario/game.ts'
import type { EndRecord } from './events.ts'

/** An offer as every protocol's state keeps it. */
export interface KeptOffer {
  readonly id: string
  readonly by: Seat
  readonly turn: number
  readonly outcome: Outcome
}

/** One line of the public record as every protocol's state keeps it; PASS is a turn lost to faults. */
export interface KeptEntry {
  readonly turn: number
  readonly seat: Seat
  readonly message: string
  readonly action: string
  readonly offer?: KeptOffer
}

/** A turn that took a repair. */
export interface KeptRepair {
  readonly turn: number
  readonly seat: Seat
  readonly faults: readonly Fault[]
  readonly changedTerms: boolean
}

/** What replay reads of a state, whatever the protocol. */
export interface KeptState {
  readonly turn: number
  readonly record: Log<KeptEntry>
  readonly repairs: Log<KeptRepair>
  readonly standing?: KeptOffer
}

/** A state as replay reads it. */
export const kept = (state: unknown): KeptState => state as KeptState

/**
 * Reads a reply's text for the seat whose view is given: JSON first, then the protocol's rules.
 * Never throws: what cannot be read or is not allowed comes back as a fault.
 */
export function readAs(game: Game, text: string, view: SeatView): Checked<unknown> {
  const read = readReply(text, game.scenario.protocol.settings.strict === true)
  return read.ok ? game.protocol.check(read.value, view) : read
}

/**
 * What a reply was read as: the action and, where one is made or accepted, the offer's id (`OFFER O3`,
 * `ACCEPT O9`, `NONE`, `END`). Takes the state after the reply was applied, which gives an offer its id.
 */
export function submissionLabel(after: unknown): string {
  const entry = kept(after).record.at(-1)
  if (!entry) throw new RangeError('no reply has been applied yet')
  return entry.offer ? `${entry.action} ${entry.offer.id}` : entry.action
}

/** An end as `negotiation.ended` tells it: outcomes by issue, as text. */
export const endRecord = (issues: readonly Issue[], end: End): EndRecord =>
  end.kind === 'agreement' ? { ...end, outcome: outcomeRecord(issues, end.outcome) } : end

/** Points as the record tells them: each party's, as exact text. */
export const pointsRecord = (points: Readonly<Record<string, Rational>>): Record<string, string> =>
  Object.fromEntries(Object.entries(points).map(([party, value]) => [party, exactText(value)]))
