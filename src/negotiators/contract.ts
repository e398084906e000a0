/** A negotiator sits down at one seat of one negotiation and answers what that seat sees. */
import type { SeatView } from '../protocols/contract.ts'
import type { Brief } from '../scenario/types.ts'

export type Reply =
  /** Words, to be read and checked by the protocol: models, programs that speak JSON text. */
  | { readonly kind: 'text'; readonly text: string }
  /** A move that is a submission already: scripts, people's forms. It is recorded as the text it stands for. */
  | { readonly kind: 'submission'; readonly submission: unknown }
  /** No reply will come. `code` is stable, `detail` is for people and may hold private things. */
  | { readonly kind: 'absent'; readonly code: string; readonly detail?: string }

export interface Player {
  /** Called whenever it is this seat's move. What is returned depends on brief, seed and view alone. */
  reply(view: SeatView): Reply | Promise<Reply>
}

export interface Negotiator {
  readonly name: string
  /** Takes a seat. `seed` is the negotiation's; draws must also depend on the seat and the turn. */
  sit(brief: Brief, seed: string): Player
}
