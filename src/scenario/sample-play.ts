/**
 * Turns that nobody played: seeded, legal, random moves, so that a prompt of a later turn can be looked at before
 * anything is spent. They say of themselves that they are samples.
 */
import { type Random, randomOf } from '../core/random.ts'
import type { Game } from './game.ts'

/**
 * The state at the beginning of `turn` (from 1) after random legal moves that do not end the talk.
 * Returns undefined where no move leads on to that turn.
 */
export function samplePlay(game: Game, turn: number, seed: string): unknown {
  const { protocol, config } = game
  const random = randomOf('sample play', game.scenario.id, seed)
  let state: unknown = protocol.start(config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return undefined
    const view = protocol.view(state, seat)
    if (view.turn === turn) return state
    if (view.turn > turn) return undefined
    const next = sampleMove(game, state, seat, view.turn, random)
    if (next === undefined) return undefined
    state = next
  }
}

/** How often a move that would end the talk is drawn anew. */
const TRIES = 100

function sampleMove(game: Game, state: unknown, seat: string, turn: number, random: Random): unknown {
  const { protocol } = game
  const actions = protocol.actions(protocol.view(state, seat))
  const chat = game.scenario.protocol.settings.chat !== false
  for (let i = 0; i < TRIES; i++) {
    const submission = actions.at(below(random, actions.count)) as object
    const words = chat && 'message' in submission ? { message: `(Sample words of turn ${turn}.)` } : {}
    const next = protocol.apply(state, seat, { ...submission, ...words })
    if (protocol.outcome(next) === undefined) return next
  }
  return undefined
}

/** A whole number from 0 to count - 1, for counts of any size (63 bits beyond them, so that no bias shows). */
function below(random: Random, count: bigint): bigint {
  let value = 0n
  for (let reach = 1n; reach < count << 63n; reach <<= 32n)
    value = (value << 32n) | BigInt(random.int(0, 0xffff_ffff))
  return value % count
}
