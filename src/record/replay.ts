/**
 * A negotiation's state is replay(events) and nothing else. Each reply's text is read again by the rules and
 * applied; what the event claims of it (whose move, which turn, what it was read as, the end, the points) is
 * compared with what the rules now say. A record that is wrong gives differences, never an exception.
 */
import type { Game } from '../scenario/game.ts'
import type { NegotiationEvent, Stamped } from './events.ts'
import { Fold, type Standing } from './fold.ts'

export type { Try, Turn, TurnReading } from './play.ts'

/**
 * What replay finds. `state`: the protocol's, after the last event that could be applied. `started`: whether the
 * stream begins with a start that fits the game; else nothing was replayed. `closed`: whether the record itself
 * says that it has ended. `end` and `points`: how the rules say it ended; undefined while a move is due, which is
 * no difference (points also where the outcome is unknown).
 */
export type Replayed = Standing

/**
 * Replays one negotiation's stream by the game that it was played in (the scenario, and who opened). `sealed`: of
 * each event the sealed values that the record still holds; what is not there is replayed by its public part.
 * Never throws on a record that is wrong: every difference is told, and replay goes on where it can.
 */
export function replayNegotiation(
  events: readonly Stamped<NegotiationEvent>[],
  game: Game,
  sealed: readonly Readonly<Record<string, string>>[] = [],
): Replayed {
  const fold = new Fold(game)
  for (const [i, event] of events.entries()) {
    if (!fold.take(event, sealed[i])) break
  }
  return fold.standing()
}
