/**
 * A person's seat as plain JSON: what the page of a seat, or a terminal, shows, and the move that is asked for. All
 * of it comes from the seat's brief and its view; there is no other way in, so nothing of another seat can be here.
 */
import type { Issue } from '../../core/issue.ts'
import type { Seat } from '../../protocols/contract.ts'
import type { ProtocolName } from '../../protocols/index.ts'
import type { PublicParty, SheetRow } from '../types.ts'

/** Points of one issue's values as exact texts: decimals, or fractions (`1/3`). */
export type PointTable =
  | { readonly type: 'options'; readonly points: readonly string[] }
  | { readonly type: 'linear'; readonly knots: readonly { readonly at: string; readonly points: string }[] }

/** A party with what its points are, as its own seat knows it; of others only where the scenario is open. */
export interface SeatParty extends PublicParty {
  /** As they stood in the pack. */
  readonly reservation: string
  /** What should not be gone below, where that is not the reservation value. */
  readonly threshold?: string
  readonly sheet: readonly SheetRow[]
  readonly formula?: string
  /** One table an issue; missing where the scenario scores nothing. */
  readonly tables?: readonly PointTable[]
}

export interface SeatBrief {
  readonly you: SeatParty
  readonly situation: string
  readonly issues: readonly Issue[]
  readonly parties: readonly PublicParty[]
  readonly information: 'private' | 'common'
  readonly open: readonly SeatParty[]
  /** What a model at this seat is told, word for word. */
  readonly instructions: string
}

export interface SeatOffer {
  readonly id: string
  readonly by: Seat
  readonly text: string
  /** Each issue's value as text. */
  readonly terms: Readonly<Record<string, string>>
  /** What it is worth to this seat, exactly, and as it is printed. */
  readonly points?: { readonly exact: string; readonly printed: string }
  /** How parties voted on it last, as far as this seat may know. */
  readonly votes?: readonly { readonly seat: Seat; readonly vote: string }[]
}

/** One line of the public record. */
export interface SeatLine {
  readonly turn: number
  readonly round?: number
  readonly seat: Seat
  readonly message: string
  readonly action: string
  readonly offer?: SeatOffer
}

/** How it ended, as far as this seat may know. */
export interface SeatEnd {
  readonly kind: string
  readonly turn: number
  readonly reason?: string
  /** The deal, where there is one. */
  readonly offer?: string
  readonly by?: Seat
  readonly terms?: Readonly<Record<string, string>>
  /** What an observer read the deal as, in free talk. */
  readonly type?: string
  /** This seat's own points; missing where they are unknown or nothing is scored. */
  readonly points?: { readonly exact: string; readonly printed: string }
}

interface Form {
  /** Which move it is: a submission for another one is refused. */
  readonly turn: number
  readonly repair: number
  /** What was wrong with the last try, in words. */
  readonly fault?: string
}

/** Offers in turn: number and choice issues, an acceptance of what stands, or neither. */
export interface OffersForm extends Form {
  readonly kind: 'offers'
  readonly actions: readonly ('OFFER' | 'ACCEPT' | 'NONE' | 'END')[]
  readonly accept?: string
  readonly messageWords: number
}

/** Package votes: a whole package, a vote on what is on the table, leaving for good, or nothing. */
export interface VotesForm extends Form {
  readonly kind: 'votes'
  readonly actions: readonly ('propose' | 'accept' | 'reject' | 'walk' | 'none')[]
  readonly offers: readonly string[]
  /** 0 where nobody speaks at this table. */
  readonly messageWords: number
}

/** Free talk: words, within the limits that the pack sets. */
export interface TalkForm extends Form {
  readonly kind: 'talk'
  readonly limits: {
    readonly words?: number
    readonly sentences?: { readonly min?: number; readonly max?: number }
    readonly bullets: boolean
    readonly stageDirections: boolean
  }
}

export type MoveForm = OffersForm | VotesForm | TalkForm

export interface SeatPage {
  readonly scenario: { readonly id: string; readonly title: string }
  readonly protocol: ProtocolName
  readonly seat: Seat
  readonly brief: SeatBrief
  readonly turn: number
  readonly turnsLeft: number
  readonly round?: number
  readonly rounds?: number
  /** The last reply, or the last round, where less is allowed. */
  readonly final: boolean
  /** Whose move it is; missing once it has ended. */
  readonly actor?: Seat
  readonly record: readonly SeatLine[]
  readonly standing?: SeatOffer
  /** What is on the table, where several offers can be. */
  readonly offers: readonly SeatOffer[]
  readonly walked: readonly Seat[]
  /** What this seat is asked for now; missing where it is not its move. */
  readonly move?: MoveForm
  readonly end?: SeatEnd
}
