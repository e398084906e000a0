/**
 * What every protocol is: a pure machine. It has no clock, no prompts and no points; a state is made by `start`
 * and changed by `apply`, `fault` and `absent` alone, each of which returns a new state. A negotiator's mistake
 * is data (a Fault); a caller's mistake (moving out of turn, say) throws.
 */
import type { ZodType } from 'zod'
import type { Issue, Outcome } from '../core/issue.ts'
import type { Fault } from './faults.ts'

/** A place at the table: a party's id, or an observer's. */
export type Seat = string

/** How a negotiation ended. What ended as `interrupted` has no known outcome: it is not a zero. */
export type End =
  | {
      readonly kind: 'agreement'
      readonly offer: string
      readonly by: Seat
      readonly turn: number
      readonly outcome: Outcome
      /** Whom the deal binds, where not every party was still at the table. */
      readonly parties?: readonly Seat[]
      /** Who supported it, where a deal may pass without the support of all. */
      readonly supporters?: readonly Seat[]
    }
  /** The parties settled in free talk, by what an observer read: an agreement without an outcome, so without points. */
  | {
      readonly kind: 'settled'
      /** The message after which it was read. */
      readonly turn: number
      /** The observer's seat whose reading closed the talk. */
      readonly by: Seat
      /** The kind of agreement, as the observer's options name it. */
      readonly type: string
      /** All that the reading reports. */
      readonly fields: Readonly<Record<string, string | number | boolean>>
    }
  | { readonly kind: 'no-agreement'; readonly reason: string; readonly turn: number }
  | { readonly kind: 'interrupted'; readonly reason: string; readonly turn: number }

/** Every protocol's view tells at least this. */
export interface SeatView {
  readonly seat: Seat
  readonly turn: number
  /** Whose move it is; undefined once the negotiation has ended. */
  readonly actor?: Seat
  /** How many repairs of this turn have been asked for: 0 at the first try. */
  readonly repair: number
  /** What was wrong with the last try, in a repair. */
  readonly fault?: Fault
}

export type Checked<Submission> =
  | { readonly ok: true; readonly submission: Submission }
  | { readonly ok: false; readonly fault: Fault }

/**
 * All that the view's seat may submit now, words aside, without listing it: for people, random play and counting.
 * Nothing where it is not its move.
 */
export interface Actions<Submission> {
  readonly count: bigint
  /** The k-th, 0 <= k < count; throws a RangeError elsewhere. */
  at(k: bigint): Submission
}

/** Which template asks for this turn, and the shape of reply that is asked for (a JSON Schema). */
export interface Ask {
  readonly template: 'opening' | 'turn' | 'repair' | 'final' | 'transcript'
  readonly schema: Readonly<Record<string, unknown>>
  /** `text`: the reply is no JSON but words (see `readsText`). `schema` is then empty. */
  readonly reply?: 'text'
}

/** Offers and actions as text, for templates; who is called what is the scenario's to add. */
export interface Presented {
  readonly turn: number
  readonly turnsLeft: number
  readonly record: readonly PresentedEntry[]
  readonly standing?: PresentedOffer
  readonly offers: readonly PresentedOffer[]
  /** The round that is being played, and who has left for good, where the protocol knows such things. */
  readonly round?: number
  readonly walked?: readonly Seat[]
}

export interface PresentedEntry {
  readonly turn: number
  /** Where turns are counted in rounds. */
  readonly round?: number
  readonly seat: Seat
  readonly message: string
  readonly action: string
  readonly offer?: PresentedOffer
}

export interface PresentedOffer {
  readonly id: string
  readonly seat: Seat
  readonly text: string
  /** How parties voted on it last, where there are votes and they may be seen. */
  readonly votes?: readonly { readonly seat: Seat; readonly vote: string }[]
}

/** What a scenario and an assignment give to any protocol, beside the protocol's own settings. */
export interface Table {
  readonly parties: readonly Seat[]
  readonly opener: Seat
  readonly issues: readonly Issue[]
  /** Parties without which no deal passes. */
  readonly vetoes?: readonly Seat[]
  /** For rules that go by the score sheets; where parties have none it is missing. */
  readonly accepts?: Accepts
  /** Who reads the talk, where somebody does. */
  readonly observer?: ObserverBlock
}

/** What an observer reports: the `observer` block of a pack. */
export interface ObserverBlock {
  readonly fields: Readonly<Record<string, FieldRule>>
  readonly closes?: string | undefined
  readonly kind?: string | undefined
  readonly none?: string | undefined
}

/** The values of one field: true or false, words, one of a list, a number from min to max. */
export type FieldRule =
  | 'boolean'
  | 'text'
  | readonly string[]
  | { readonly min: number; readonly max: number }

/** Whether an outcome gives a party at least its threshold. Made by the scenario: no protocol knows points. */
export type Accepts = (seat: Seat, outcome: Outcome) => boolean

export interface Protocol<Settings, Config, State, View extends SeatView, Submission> {
  readonly name: string
  /** Raised whenever the same replies could lead to another state. */
  readonly version: number
  /** The pack's `protocol` block, with its defaults. */
  readonly settings: ZodType<Settings>
  /** The rules of one negotiation. Throws a RangeError where table and settings do not fit together. */
  configure(settings: Settings, table: Table): Config
  start(config: Config): State
  /** Whose move it is; undefined once it has ended. */
  actor(state: State): Seat | undefined
  /** What one seat may see of the state. */
  view(state: State, seat: Seat): View
  actions(view: View): Actions<Submission>
  /** Reads a reply that is JSON already (see read.ts) as a submission, or says what is wrong with it. */
  check(json: unknown, view: View): Checked<Submission>
  /** Throws an Error when it is not this seat's move or the submission is not allowed. */
  apply(state: State, seat: Seat, submission: Submission): State
  /** The seat's reply had a fault: a repair is asked for, or the turn is spent as the settings say. */
  fault(state: State, seat: Seat, fault: Fault): State
  /** The seat's reply will never come. */
  absent(state: State, seat: Seat): State
  /** A submission as the text of a reply: reading and checking it gives the submission back. */
  format(submission: Submission, view: View): string
  /**
   * What of a reply may be published, where it may hold what only its writer knows (a scratchpad). `json`: the
   * reply as it was read, undefined where it could not be. Returns undefined where the reply is public as it
   * stands, else the text of a reply that leads to the same state, or '' where none can be told apart.
   */
  publicText?(json: unknown, view: View): string | undefined
  ask(view: View): Ask
  /** Whether the view's seat replies in words, which `check` is given as a string. JSON alone unless there is one. */
  readsText?(view: View): boolean
  present(view: View): Presented
  outcome(state: State): End | undefined
}

/** A protocol whose own types are of no concern to the one who runs it. */
export type AnyProtocol = Protocol<unknown, unknown, unknown, SeatView, unknown>
