/** What alternating offers are made of: the rules of one negotiation, moves, the public record, state and view. */
import type { Issue, Outcome } from '../../core/issue.ts'
import type { Log } from '../../core/log.ts'
import type { End, Seat, SeatView } from '../contract.ts'
import type { Fault } from '../faults.ts'
import type { Repair } from '../repairs.ts'
import type { Settings } from './settings.ts'

export type { Repair }

export interface Config {
  readonly parties: readonly [Seat, Seat]
  readonly opener: Seat
  readonly issues: readonly Issue[]
  readonly turns: number
  readonly finalReply: boolean
  readonly repairs: number
  readonly messageWords: number
  readonly onFault: Settings['on_fault']
  readonly strict: boolean
}

export interface Offer {
  readonly id: string
  readonly by: Seat
  readonly turn: number
  readonly outcome: Outcome
}

export type Submission =
  | { readonly action: 'OFFER'; readonly outcome: Outcome; readonly message: string }
  | { readonly action: 'ACCEPT'; readonly offer: string; readonly message: string }
  | { readonly action: 'NONE' | 'END'; readonly message: string }

/** One line of the public record. PASS is a turn lost to faults: nobody chose it. */
export interface Entry {
  readonly turn: number
  readonly seat: Seat
  readonly message: string
  readonly action: Submission['action'] | 'PASS'
  readonly offer?: Offer
}

export interface State {
  readonly config: Config
  /** The turn that is being played, from 1; the final reply counts as the turn after the last. */
  readonly turn: number
  readonly record: Log<Entry>
  readonly offers: number
  readonly standing?: Offer
  /** Faults of the turn that is being played. */
  readonly faults: readonly Fault[]
  readonly repairs: Log<Repair>
  readonly end?: End
}

export interface View extends SeatView {
  readonly config: Config
  /** The turn after the last: the other side's offer may be accepted or left. */
  readonly final: boolean
  /** How many turns come after this one, the final reply not counted. */
  readonly turnsLeft: number
  readonly record: Log<Entry>
  readonly standing?: Offer
  readonly end?: End
}
