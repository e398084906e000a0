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

/** One reading of a talk as its state keeps it, or the lack of one. */
export interface KeptReading {
  /** The message after which it was made. */
  readonly turn: number
  readonly seat: Seat
  readonly reading?: Readonly<Record<string, string | number | boolean>>
  readonly agreed?: boolean
  readonly type?: string
  /** Why there is none: `absent`, or the code of the fault that was left. */
  readonly missing?: string
}

/** What replay reads of a state, whatever the protocol. */
export interface KeptState {
  readonly turn: number
  readonly record: Log<KeptEntry>
  readonly repairs: Log<KeptRepair>
  readonly standing?: KeptOffer
  /** Where somebody observes; those of a message stand after it. */
  readonly readings?: Log<KeptReading>
  /** The reading that closed a talk, also where it went on. */
  readonly closed?: { readonly turn: number; readonly by: Seat; readonly type: string }
}

/** A state as replay reads it. */
export const kept = (state: unknown): KeptState => state as KeptState

/**
 * Reads a reply's text for the seat whose view is given: JSON first (where words alone are not what is asked for),
 * then the protocol's rules.
 * Never throws: what cannot be read or is not allowed comes back as a fault.
 */
export function readAs(game: Game, text: string, view: SeatView): Checked<unknown> {
  const { protocol } = game
  if (protocol.readsText?.(view)) return protocol.check(text, view)
  const read = readReply(text, game.scenario.protocol.settings.strict === true)
  return read.ok ? protocol.check(read.value, view) : read
}

/**
 * What a reply was read as: the action and, where one is made or accepted, the offer's id (`OFFER O3`,
 * `ACCEPT O9`, `NONE`, `END`); of an observer's reading whether it agreed, and the kind (`AGREED lopsided`,
 * `NOT AGREED`). Takes the state after the reply was applied, which gives an offer its id.
 */
export function submissionLabel(after: unknown): string {
  const { record, readings } = kept(after)
  const entry = record.at(-1)
  const reading = readings?.at(-1)
  // Those of a message stand after it, and before the next one.
  if (reading && reading.turn === entry?.turn) return readingLabel(reading)
  if (!entry) throw new RangeError('no reply has been applied yet')
  return entry.offer ? `${entry.action} ${entry.offer.id}` : entry.action
}

/** A reading as a short label. */
export function readingLabel({ agreed, type, missing }: KeptReading): string {
  if (agreed === undefined) return `NO READING ${missing ?? ''}`.trimEnd()
  return agreed ? `AGREED ${type ?? ''}`.trimEnd() : 'NOT AGREED'
}

/** An end as `negotiation.ended` tells it: outcomes by issue, as text. */
export const endRecord = (issues: readonly Issue[], end: End): EndRecord =>
  end.kind === 'agreement' ? { ...end, outcome: outcomeRecord(issues, end.outcome) } : end

/** Points as the record tells them: each party's, as exact text. */
export const pointsRecord = (points: Readonly<Record<string, Rational>>): Record<string, string> =>
  Object.fromEntries(Object.entries(points).map(([party, value]) => [party, exactText(value)]))
