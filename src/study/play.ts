/**
 * One negotiation, from a state to its end: ask whose move it is, show that seat its view, take its reply, go on.
 * As long as the replies are there at once nothing is awaited, and without a recorder no text is made.
 */
import { UserError } from '../core/problem.ts'
import type { Player, Reply } from '../negotiators/contract.ts'
import type { Seat, SeatView } from '../protocols/contract.ts'
import type { NegotiationEvent } from '../record/events.ts'
import { publicReply, sealReply } from '../record/public-reply.ts'
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
  /** Shown the state at the beginning and after each step, for whoever watches. */
  readonly watch?: (state: unknown) => void
}

export interface Played {
  /** The protocol's state: ended, or where a pulse stopped it. */
  readonly state: unknown
  /** A negotiator broke down, the first that did: a bug in it, which counts as a reply that never comes. */
  readonly failure?: { readonly seat: Seat; readonly error: unknown }
  /** A negotiator has no reply for now: the negotiation can be gone on with from this state. */
  readonly halted?: Halted
}

export type Halted = Omit<Extract<Reply, { kind: 'halt' }>, 'kind'> & { readonly seat: Seat }

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
  const from = 'from' in options ? options.from : game.protocol.start(game.config)
  options.watch?.(from)
  const failures: Failures = []
  // A talk goes on without its observer, so that what broke down first is told when all is played.
  const told = (played: Played): Played => (failures[0] ? { ...played, failure: failures[0] } : played)
  const stretch = advance(game, players, options, from, failures)
  if ('played' in stretch) return told(stretch.played)
  return goOn(game, players, options, stretch, failures).then(told)
}

type Failures = NonNullable<Played['failure']>[]

/** Where a stretch without waiting ends: for good, at a reply that is to come, or at a pulse that wants a break. */
type Stretch =
  | { readonly played: Played }
  | Awaited
  | { readonly state: unknown; readonly wait: Promise<void> }

interface Awaited {
  readonly state: unknown
  readonly seat: Seat
  readonly view: SeatView
  readonly reply: Promise<Reply>
}

/** Plays on as far as nothing has to be waited for. */
function advance(
  game: Game,
  players: Readonly<Record<Seat, Player>>,
  { record, pulse, watch }: PlayOptions,
  from: unknown,
  failures: Failures,
): Stretch {
  const { protocol } = game
  let state = from
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return { played: { state } }
    const view = protocol.view(state, seat)
    let next: Step
    try {
      const reply = players[seat]!.reply(view)
      if ('then' in reply) return { state, seat, view, reply }
      if (reply.kind === 'halt') return { played: { state, halted: haltOf(seat, reply) } }
      next = step(game, state, seat, view, reply, record !== undefined)
    } catch (error) {
      next = breakdown(game, state, seat, view, error)
    }
    if (record) tell(next, record)
    state = next.state
    watch?.(state)
    if (next.failure) failures.push(next.failure)
    const wait = pulse?.()
    if (wait === 'stop') return { played: { state } }
    if (wait) return { state, wait }
  }
}

/** Waits for what a stretch ended at, and goes on with the next. */
async function goOn(
  game: Game,
  players: Readonly<Record<Seat, Player>>,
  options: PlayOptions,
  first: Exclude<Stretch, { played: Played }>,
  failures: Failures,
): Promise<Played> {
  const { record, pulse, watch } = options
  let stretch: Stretch = first
  while (!('played' in stretch)) {
    let { state } = stretch
    if ('wait' in stretch) await stretch.wait
    else {
      const { seat, view, reply } = stretch
      let next: Step
      try {
        const come = await reply
        if (come.kind === 'halt') return { state, halted: haltOf(seat, come) }
        next = step(game, state, seat, view, come, record !== undefined)
      } catch (error) {
        next = breakdown(game, state, seat, view, error)
      }
      if (record) tell(next, record)
      state = next.state
      watch?.(state)
      if (next.failure) failures.push(next.failure)
      const wait = pulse?.()
      if (wait === 'stop') return { state }
      if (wait) await wait
    }
    stretch = advance(game, players, options, state, failures)
  }
  return stretch.played
}

type Halt = Extract<Reply, { kind: 'halt' }>

const haltOf = (seat: Seat, { kind: _, ...halt }: Halt): Halted => ({ seat, ...halt })

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
  reply: Exclude<Reply, Halt>,
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
  const open = publicReply(game, text, view, checked)
  return {
    state: next,
    event: { type: 'reply.received', seat, turn, repair, ...open, ...what },
    ...(open.withheld ? { sealed: { text: sealReply(text) } } : {}),
  }
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

/** What a negotiator threw is its own; a UserError (the record cannot be written, say) is the run's. */
function breakdown(game: Game, state: unknown, seat: Seat, view: SeatView, error: unknown): Step {
  if (error instanceof UserError) throw error
  return {
    ...missing(game, state, seat, view, NEGOTIATOR_FAILED, String(error)),
    failure: { seat, error },
  }
}
