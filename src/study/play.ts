/**
 * One negotiation, from a state to its end: ask whose move it is, show that seat its view, take its reply, go on.
 * As long as the replies are there at once nothing is awaited, and without a recorder no text is made.
 */

import type { Player, Reply } from '../negotiators/contract.ts'
import type { Seat, SeatView } from '../protocols/contract.ts'
import type { NegotiationEvent } from '../record/events.ts'
import { readAs, submissionLabel } from '../record/read.ts'
import type { Game } from '../scenario/game.ts'

/** Takes an event in; `sealed` fields are kept, and may be left out of a published record. */
export type Recorder = (event: NegotiationEvent, sealed?: Readonly<Record<string, string>>) => void

export interface PlayOptions {
  /** Where to go on from; the start unless given. */
  readonly from?: unknown
  readonly record?: Recorder
  /**
   * Called after each step: `stop` leaves the negotiation where it stands, a promise is waited for (so that a
   * long negotiation lets signals and timers in).
   */
  readonly pulse?: () => 'stop' | Promise<void> | undefined
}

export interface Played {
  /** The protocol's state: ended, or where a pulse stopped it. */
  readonly state: unknown
  /** A negotiator broke down: a bug in it, which interrupted the negotiation. */
  readonly failure?: { readonly seat: Seat; readonly error: unknown }
}

/** The code of `seat.absent` when a negotiator threw instead of replying. */
export const NEGOTIATOR_FAILED = 'negotiator-failed'

/**
 * Plays on until the end or a stop. Returns a promise only where a reply or a pulse was one. What a negotiator
 * throws interrupts the negotiation; what the recorder throws goes through to the caller.
 */
export function play(
  game: Game,
  players: Readonly<Record<Seat, Player>>,
  options: PlayOptions = {},
): Played | Promise<Played> {
  const { protocol } = game
  const { record, pulse } = options
  let state = 'from' in options ? options.from : protocol.start(game.config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return { state }
    const view = protocol.view(state, seat)
    let next: Step | Promise<Step>
    try {
      const reply = players[seat]!.reply(view)
      if ('then' in reply) return later(game, players, options, { state, seat, view, reply })
      next = step(game, state, seat, view, reply, record !== undefined)
    } catch (error) {
      next = breakdown(game, state, seat, view, error)
    }
    if (record) tell(next, record)
    state = next.state
    if (next.failure) return { state, failure: next.failure }
    const wait = pulse?.()
    if (wait === undefined) continue
    if (wait === 'stop') return { state }
    const from = state
    return wait.then(() => play(game, players, { ...options, from }))
  }
}

interface Awaited {
  readonly state: unknown
  readonly seat: Seat
  readonly view: SeatView
  readonly reply: Promise<Reply>
}

/** The same loop where a reply had to be waited for. */
async function later(
  game: Game,
  players: Readonly<Record<Seat, Player>>,
  options: PlayOptions,
  move: Awaited,
): Promise<Played> {
  const { state, seat, view } = move
  const { record } = options
  let next: Step
  try {
    next = step(game, state, seat, view, await move.reply, record !== undefined)
  } catch (error) {
    next = breakdown(game, state, seat, view, error)
  }
  if (record) tell(next, record)
  if (next.failure) return { state: next.state, failure: next.failure }
  const wait = options.pulse?.()
  if (wait === 'stop') return { state: next.state }
  if (wait) await wait
  return play(game, players, { ...options, from: next.state })
}

interface Step {
  readonly state: unknown
  readonly event?: NegotiationEvent
  readonly sealed?: Readonly<Record<string, string>>
  readonly failure?: Played['failure']
}

const tell = ({ event, sealed }: Step, record: Recorder): void => {
  if (event) record(event, sealed)
}

function step(
  game: Game,
  state: unknown,
  seat: Seat,
  view: SeatView,
  reply: Reply,
  recording: boolean,
): Step {
  const { protocol } = game
  if (reply.kind === 'absent') return missing(game, state, seat, view, reply.code, reply.detail)
  if (reply.kind === 'submission' && !recording) {
    return { state: protocol.apply(state, seat, reply.submission) }
  }
  // The record's fact is the text: what counts is what it reads as, so that replay can only agree.
  const text = reply.kind === 'text' ? reply.text : protocol.format(reply.submission, view)
  const checked = readAs(game, text, view)
  const next = checked.ok
    ? protocol.apply(state, seat, checked.submission)
    : protocol.fault(state, seat, checked.fault)
  if (!recording) return { state: next }
  const what = checked.ok ? { read: submissionLabel(next) } : { fault: checked.fault }
  const { turn, repair } = view
  return { state: next, event: { type: 'reply.received', seat, turn, repair, text, ...what } }
}

function missing(
  game: Game,
  state: unknown,
  seat: Seat,
  view: SeatView,
  code: string,
  detail: string | undefined,
): Step {
  return {
    state: game.protocol.absent(state, seat),
    event: { type: 'seat.absent', seat, turn: view.turn, code },
    ...(detail === undefined ? {} : { sealed: { detail } }),
  }
}

const breakdown = (game: Game, state: unknown, seat: Seat, view: SeatView, error: unknown): Step => ({
  ...missing(game, state, seat, view, NEGOTIATOR_FAILED, String(error)),
  failure: { seat, error },
})
