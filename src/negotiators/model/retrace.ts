/** Where a seat's calls stand after what the record holds: a negotiator that goes on after a stop begins here. */
import type { Wire } from '../../models/wire/contract.ts'
import type { Seat } from '../../protocols/contract.ts'
import type { Asking } from '../../record/asking.ts'
import { Play } from '../../record/play.ts'
import { SeatCalls } from '../../record/seat-calls.ts'
import type { Game } from '../../scenario/game.ts'
import type { Desk } from '../contract.ts'

/**
 * Follows the history from its start. Throws an Error where what was sent, or an answer that is still to be read,
 * is no longer in the record: nothing can be gone on with from there.
 */
export function retrace(
  history: Desk['history'],
  seat: Seat,
  asking: Asking,
  wire: Wire,
  game: (opener: string) => Game,
): SeatCalls {
  const calls = new SeatCalls(asking, wire)
  let play: Play | undefined
  for (const opened of history) {
    const { event } = opened
    if (event.type === 'negotiation.started') play = new Play(game(event.opener))
    if (!('seat' in event) || !play) continue
    if (event.seat === seat) calls.take(opened, play.view(seat))
    if (event.type === 'reply.received') play.received(event, opened.sealed, play.view(event.seat))
    if (event.type === 'seat.absent') play.absent(event.seat, event.code)
  }
  const { attempts, body, gap } = calls
  if (body === undefined || gap || (attempts?.answered && !attempts.answer)) {
    throw new Error(
      'requests or responses were left out of the record: the negotiation cannot be gone on with',
    )
  }
  return calls
}
