/** What free talk is made of: the rules of one talk, messages, readings, state, and the views of the two kinds of seat. */
import type { Log } from '../../core/log.ts'
import type { End, FieldRule, Seat, SeatView } from '../contract.ts'
import type { Fault, FaultCode } from '../faults.ts'
import type { Repair } from '../repairs.ts'
import type { Settings } from './settings.ts'

export type { FieldRule, Repair }

/** What of the rules a party may know. */
export interface TalkRules {
  readonly parties: readonly [Seat, Seat]
  readonly opener: Seat
  /** How many messages there are at most. */
  readonly turns: number
  readonly repairs: number
  readonly message: Settings['message']
  readonly onFault: Settings['on_fault']
}

/** What an observer reports, and which of it says that the talk is over. */
export interface ObserverRules {
  readonly fields: Readonly<Record<string, FieldRule>>
  /** The field, true or false, that says whether there is an agreement. */
  readonly closes: string
  /** The field that says of which kind it is, one of a list; missing where the pack has no list. */
  readonly kind?: string
  /** The option of `kind` that means no agreement; missing where there is no such option. */
  readonly none?: string
}

export interface Config {
  readonly talk: TalkRules
  /** Missing where nobody observes: the talk then ends at its bound. */
  readonly observer?: ObserverRules
  readonly confirm: Settings['confirm']
  readonly audit: boolean
}

/** What one reading reports, field by field. */
export type Fields = Readonly<Record<string, string | number | boolean>>

/** A party says something; an observer reads. */
export type Submission =
  | { readonly action: 'SAY'; readonly message: string }
  | { readonly action: 'READ'; readonly fields: Fields }

/** One line of the public record. PASS is a turn lost to faults: nobody chose it. */
export interface Entry {
  readonly turn: number
  readonly seat: Seat
  readonly message: string
  readonly action: 'SAY' | 'PASS'
}

/** One reading of the talk up to the message of `turn`, or the lack of one. */
export interface Reading {
  readonly turn: number
  readonly seat: Seat
  /** What it reports; missing where there is no reading. */
  readonly reading?: Fields
  /** Whether it reports an agreement; missing where there is no reading. A lack of a reading is never a no. */
  readonly agreed?: boolean
  /** The kind that it reports, where the observer tells kinds apart. */
  readonly type?: string
  /** Why there is no reading: `absent`, or the fault that was left when the repairs were used up. */
  readonly missing?: 'absent' | FaultCode
}

/** The close of a talk: who closed it, after which message, and what its reading reports. */
export interface Closed {
  readonly turn: number
  readonly by: Seat
  readonly type: string
  readonly fields: Fields
}

/** Where the reading of the message just said stands. */
export interface Underway {
  /** Which reading is due, from 1. */
  readonly number: number
  readonly agreed: number
  readonly missing: number
}

export interface State {
  readonly config: Config
  /** The message that is being said, or read, from 1. */
  readonly turn: number
  readonly record: Log<Entry>
  /** How many messages have been said: turns that were not lost. */
  readonly said: number
  readonly readings: Log<Reading>
  /** Set while an observer's reading is due. */
  readonly reading?: Underway
  /** Whether it is unknown if the last message that was read closed the talk, for want of readings. */
  readonly unread: boolean
  /** The close; under `audit` the talk goes on after it. */
  readonly closed?: Closed
  /** Faults of the move that is due. */
  readonly faults: readonly Fault[]
  readonly repairs: Log<Repair>
  readonly end?: End
}

/** What every seat sees of a talk. No view holds a reading, and none tells how many there are of a message. */
interface TalkView extends SeatView {
  readonly rules: TalkRules
  readonly record: Log<Entry>
  /** How many messages may come after this one. */
  readonly turnsLeft: number
}

/** What a party sees: the talk alone. `actor` is `observer` while the talk is read, whichever reading it is. */
export interface PartyView extends TalkView {
  readonly role: 'party'
}

/** What an observer sees: the talk, and what it is to report. */
export interface ObserverView extends TalkView {
  readonly role: 'observer'
  readonly observer: ObserverRules
}

export type View = PartyView | ObserverView
