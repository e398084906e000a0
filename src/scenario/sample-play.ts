/**
 * Turns that nobody played: seeded, legal, random moves, so that a prompt of a later turn can be looked at before
 * anything is spent. They say of themselves that they are samples.
 */
import { type Random, randomOf } from '../core/random.ts'
import type { SeatView } from '../protocols/contract.ts'
import { isObserver } from '../protocols/seats.ts'
import type { Game } from './game.ts'

export interface SampleOptions {
  /** Go on to where an observer reads the message of the turn. */
  readonly observed?: boolean
  /** Shown each made-up move: what its seat saw, and its reply. */
  readonly made?: (view: SeatView, reply: string) => void
}

/**
 * The state at the beginning of `turn` (from 1) after random legal moves that do not end the talk.
 * Returns undefined where no move leads on to that turn.
 */
export function samplePlay(
  game: Game,
  turn: number,
  seed: string,
  { observed = false, made }: SampleOptions = {},
): unknown {
  const { protocol, config } = game
  const random = randomOf('sample play', game.scenario.id, seed)
  let state: unknown = protocol.start(config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return undefined
    const view = protocol.view(state, seat)
    if (view.turn === turn && isObserver(seat) === observed) return state
    if (view.turn > turn) return undefined
    const next = sampleMove(game, state, view, random)
    if (next === undefined) return undefined
    made?.(view, protocol.format(next.submission, view))
    state = next.state
  }
}

/** How often a move that would end the talk is drawn anew. */
const TRIES = 100

interface Sample {
  readonly submission: unknown
  readonly state: unknown
}

function sampleMove(game: Game, before: unknown, view: SeatView, random: Random): Sample | undefined {
  const { protocol } = game
  const actions = protocol.actions(view)
  for (let i = 0; i < TRIES; i++) {
    const submission = actions.at(below(random, actions.count)) as object
    const spoken = speak(game, submission, view)
    const state = protocol.apply(before, view.seat, spoken)
    if (protocol.outcome(state) === undefined) return { submission: spoken, state }
  }
  return undefined
}

/** The same move with words that say what they are, where there may be words, and such. */
function speak({ protocol, scenario }: Game, submission: object, view: SeatView): object {
  if (!('message' in submission) || scenario.protocol.settings.chat === false) return submission
  if (protocol.ask(view).reply !== 'text')
    return { ...submission, message: `(Sample words of turn ${view.turn}.)` }
  // What may be said in a talk can be limited: the first of its shortest sentences makes room.
  const message = String(submission.message).replace(/^\S+/, `These are sample words of turn ${view.turn}.`)
  return protocol.check(message, view).ok ? { ...submission, message } : submission
}

/** A whole number from 0 to count - 1, for counts of any size (63 bits beyond them, so that no bias shows). */
function below(random: Random, count: bigint): bigint {
  let value = 0n
  for (let reach = 1n; reach < count << 63n; reach <<= 32n)
    value = (value << 32n) | BigInt(random.int(0, 0xffff_ffff))
  return value % count
}
