/** A negotiator sits down at one seat of one negotiation and answers what that seat sees. */
import type { SeatView } from '../protocols/contract.ts'
import type { OpenedEvent } from '../record/chain.ts'
import type { CallEvent, NegotiationEvent } from '../record/events.ts'
import type { Brief } from '../scenario/types.ts'

export type Reply =
  /** Words, to be read and checked by the protocol: models, programs that speak JSON text. */
  | { readonly kind: 'text'; readonly text: string }
  /** A move that is a submission already: scripts, people's forms. It is recorded as the text it stands for. */
  | { readonly kind: 'submission'; readonly submission: unknown }
  /** No reply will come. `code` is stable, `detail` is for people and may hold private things. */
  | { readonly kind: 'absent'; readonly code: string; readonly detail?: string }
  /**
   * No reply now: the negotiation is left where it stands, and the next run goes on with it. `scope`: who else has
   * to wait, this negotiation alone, all that need the same model, or the whole study.
   */
  | { readonly kind: 'halt'; readonly code: string; readonly scope: HaltScope; readonly detail?: string }

export type HaltScope = 'negotiation' | 'model' | 'study'

/**
 * A negotiator's side of the record, for those that do more than reply: whoever makes paid calls writes each of
 * them down, and finds them again after a stop.
 */
export interface Desk {
  /** The negotiation's id. */
  readonly negotiation: string
  /** This negotiation's events when the seat was taken, sealed values opened; empty where it has only begun. */
  readonly history: readonly OpenedEvent<NegotiationEvent>[]
  /** Writes an event down; it is durable once a `commit` that follows has returned. */
  record(event: CallEvent, sealed?: Readonly<Record<string, string>>): void
  /** Whoever asks in the same turn of the event loop shares one commit. Throws where the record cannot be written. */
  commit(): Promise<void>
}

export interface Player {
  /** Called whenever it is this seat's move. What is returned depends on brief, seed and view alone. */
  reply(view: SeatView): Reply | Promise<Reply>
}

export interface Negotiator {
  readonly name: string
  /**
   * Takes a seat. `seed` is the negotiation's; draws must also depend on the seat and the turn. Without a `desk`
   * (a play that keeps no record) what a negotiator does beside replying is not written down.
   */
  sit(brief: Brief, seed: string, desk?: Desk): Player
}
