/** What package votes are made of: the rules of one negotiation, moves, offers with votes, state and view. */
import type { ChoiceIssue, Outcome } from '../../core/issue.ts'
import type { Log } from '../../core/log.ts'
import type { Accepts, End, Seat, SeatView } from '../contract.ts'
import type { Fault } from '../faults.ts'
import type { Repair } from '../repairs.ts'
import type { Settings } from './settings.ts'

export type { Repair }

/** What everybody at the table may know of how it is played. */
export interface Rules {
  /** In the order of the rotation. */
  readonly parties: readonly Seat[]
  readonly vetoes: readonly Seat[]
  readonly opener: Seat
  readonly issues: readonly ChoiceIssue[]
  readonly rounds: number
  readonly rotateOpener: boolean
  readonly chat: boolean
  readonly messageWords: number
  readonly scratchpad: boolean
  readonly accept: Settings['accept']
  readonly countedOf: NonNullable<Settings['counted_of']>
  readonly vetoesNeeded: boolean
  readonly agreement: Settings['agreement']
  readonly settle: NonNullable<Settings['settle']>
  readonly newOfferWithdraws: boolean
  readonly rejectKills: boolean
  readonly votesSeen: Settings['votes_seen']
  readonly openingPackage?: { readonly by: Seat; readonly outcome: Outcome }
  readonly finalProposer?: Seat
  readonly repairs: number
  readonly onFault: Settings['on_fault']
  readonly strict: boolean
}

/** The rules, and where score sheets decide, who accepts what: the one thing that no view holds. */
export interface Config {
  readonly rules: Rules
  readonly accepts?: Accepts
}

export type Vote = 'accept' | 'reject'

/** A package as it was put forward. */
export interface Offer {
  readonly id: string
  readonly by: Seat
  readonly turn: number
  readonly outcome: Outcome
}

/** An offer that is on the table, and how parties voted on it last; who has not voted on it is not there. */
export interface LiveOffer extends Offer {
  readonly votes: Readonly<Record<Seat, Vote>>
}

interface Words {
  /** To all; empty where nothing is said. */
  readonly message: string
  /** To nobody: it is checked, kept in the sealed part of the record, and changes nothing. */
  readonly scratchpad?: string
}

export type Submission =
  | (Words & { readonly action: 'propose'; readonly outcome: Outcome })
  | (Words & { readonly action: Vote; readonly offer: string })
  | (Words & { readonly action: 'walk' | 'none' })

/**
 * One line of the record. PASS is a turn lost to faults: nobody chose it. VOTE is what others are shown of an
 * accept or reject where votes are not for all to see. The opening package stands in turn 0.
 */
export interface Entry {
  readonly turn: number
  readonly round: number
  readonly seat: Seat
  readonly message: string
  readonly action: Submission['action'] | 'PASS' | 'VOTE'
  readonly offer?: Offer
}

export interface State {
  readonly config: Config
  /** The turn that is being played, from 1, counted over all parties. */
  readonly turn: number
  /** The round that is being played, from 1. */
  readonly round: number
  /** Who still has a turn in this round, in order; the first of them moves. */
  readonly queue: readonly Seat[]
  /** Who has left, in the order of leaving. */
  readonly walked: readonly Seat[]
  /** How many offers were made. */
  readonly offers: number
  /** Those on the table, lowest id first. */
  readonly live: readonly LiveOffer[]
  readonly record: Log<Entry>
  /** The record as all may read it; the record itself where every vote is seen. */
  readonly open: Log<Entry>
  /** Faults of the turn that is being played. */
  readonly faults: readonly Fault[]
  readonly repairs: Log<Repair>
  readonly end?: End
}

export interface View extends SeatView {
  readonly rules: Rules
  readonly round: number
  /** The last round, where one party's proposal is the only one. */
  readonly final: boolean
  /** How many turns come after this one, at most. */
  readonly turnsLeft: number
  /** The parties still at the table, in the order of the rotation. */
  readonly present: readonly Seat[]
  readonly walked: readonly Seat[]
  readonly record: Log<Entry>
  /** The offers on the table, lowest id first, with the votes that this seat may see. */
  readonly offers: readonly LiveOffer[]
  readonly end?: End
}
