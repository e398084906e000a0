/** A negotiation being played again: the protocol's state, and the turns as a reader wants them. */
import type { Checked, End, Seat, SeatView } from '../protocols/contract.ts'
import type { Fault } from '../protocols/faults.ts'
import { isObserver } from '../protocols/seats.ts'
import type { Game } from '../scenario/game.ts'
import type { CallEvent, ReplyReceived, Stamped } from './events.ts'
import { wholeReply } from './public-reply.ts'
import { type KeptEntry, type KeptReading, kept, readAs } from './read.ts'

/** One try at a turn: the reply's text and the fault that was found in it. */
export interface Try {
  /** Where the text stands: the event's place in its stream, or the line of a file of calls. */
  readonly source: number
  /** Whole where it is known, else what is public of it. */
  readonly text: string
  /** The record no longer holds what was sealed of it. */
  readonly leftOut?: true
  readonly fault?: Fault
}

/** One turn as it was played. */
export interface Turn {
  readonly turn: number
  readonly seat: Seat
  readonly tries: Try[]
  /** What came to stand in the public record: an action, or PASS. Not there yet where a stop cut the turn short. */
  entry?: KeptEntry
  /** The repaired offer has other terms than the faulty try had. */
  changedTerms: boolean
  /** The code of a reply that never came. */
  absent?: string
  /** The attempts at calling a model, in order; missing where nobody called one. */
  calls?: Stamped<CallEvent>[]
  /** Where somebody observes: the readings of the talk up to this turn, in their order. */
  readings?: TurnReading[]
}

/** One reading of a turn, as it was made. */
export interface TurnReading extends Pick<Turn, 'turn' | 'seat' | 'tries' | 'absent' | 'calls'> {
  /** What came to stand of it, `missing` where there is none; not there yet where a stop cut it short. */
  reading?: KeptReading
  /** It closed the talk. */
  closes?: true
}

/** Takes replies in their order. Who moves is the protocol's to say; nothing here believes a claim. */
export class Play {
  readonly game: Game
  readonly turns: Turn[] = []
  state: unknown

  constructor(game: Game) {
    this.game = game
    this.state = game.protocol.start(game.config)
  }

  /** How the rules say it ended; undefined while a move is due. */
  get end(): End | undefined {
    return this.game.protocol.outcome(this.state)
  }

  /** Whose move it is; undefined after the end. */
  get mover(): Seat | undefined {
    return this.game.protocol.actor(this.state)
  }

  view(seat: Seat): SeatView {
    return this.game.protocol.view(this.state, seat)
  }

  /** Reads a reply of the seat whose move and view it is, and applies it or its fault. */
  reply(text: string, view: SeatView, source: number): Checked<unknown> {
    const { protocol } = this.game
    const { seat } = view
    const checked = readAs(this.game, text, view)
    const turn = this.#turn(view.turn, seat)
    turn.tries.push(checked.ok ? { source, text } : { source, text, fault: checked.fault })
    this.state = checked.ok
      ? protocol.apply(this.state, seat, checked.submission)
      : protocol.fault(this.state, seat, checked.fault)
    this.#settle(turn)
    return checked
  }

  /**
   * Takes a recorded reply by the whole of its text, or by its public part where what was sealed is gone: both lead
   * to the same state. Where nothing is public but the fault, that is taken as it stands.
   */
  received(
    event: Stamped<ReplyReceived>,
    sealed: Readonly<Record<string, string>> | undefined,
    view: SeatView,
  ): Checked<unknown> {
    const whole = wholeReply(event, sealed)
    if (whole !== undefined) return this.reply(whole, view, event.seq)
    if (event.withheld !== 'whole' || !event.fault) return this.reply(event.text, view, event.seq)
    const turn = this.#turn(view.turn, view.seat)
    turn.tries.push({ source: event.seq, text: event.text, fault: event.fault, leftOut: true })
    this.state = this.game.protocol.fault(this.state, view.seat, event.fault)
    this.#settle(turn)
    return { ok: false, fault: event.fault }
  }

  /** The reply of the seat whose move it is will never come. */
  absent(seat: Seat, code: string): void {
    const turn = this.#turn(kept(this.state).turn, seat)
    this.state = this.game.protocol.absent(this.state, seat)
    turn.absent = code
    this.#settle(turn)
  }

  /** Notes what went on behind the reply of the seat whose move it is. */
  call(event: Stamped<CallEvent>): void {
    const turn = this.#turn(kept(this.state).turn, this.mover!)
    turn.calls ??= []
    turn.calls.push(event)
  }

  /** The turn that is being played, or read: a new one, or the one that a repair goes on with. */
  #turn(number: number, seat: Seat): Turn | TurnReading {
    const last = this.turns.at(-1)
    // A pass over a talk asks observers too, and has no turns of parties that their readings could stand beside.
    if (isObserver(seat) && kept(this.state).readings) return this.#reading(last!, seat)
    if (last?.turn === number) return last
    const turn: Turn = { turn: number, seat, tries: [], changedTerms: false }
    this.turns.push(turn)
    return turn
  }

  #reading(turn: Turn, seat: Seat): TurnReading {
    turn.readings ??= []
    const last = turn.readings.at(-1)
    if (last?.seat === seat) return last
    const reading: TurnReading = { turn: turn.turn, seat, tries: [] }
    turn.readings.push(reading)
    return reading
  }

  /** Puts down what came of a turn, once something has. */
  #settle(turn: Turn | TurnReading): void {
    const { record, repairs, readings } = kept(this.state)
    if (!isTurn(turn)) {
      const reading = readings?.at(-1)
      if (reading?.turn !== turn.turn || reading.seat !== turn.seat) return
      turn.reading = reading
      if (isClose(this.state, reading)) turn.closes = true
      return
    }
    const entry = record.at(-1)
    if (entry?.turn === turn.turn) turn.entry = entry
    if (turn.tries.length > 1) {
      const repair = repairs.at(-1)
      turn.changedTerms = repair?.turn === turn.turn && repair.changedTerms
    }
  }
}

/** Under an audit the first close stays in the state; else it is the end. */
function isClose(state: unknown, { turn, seat }: KeptReading): boolean {
  const { closed } = kept(state)
  return closed?.turn === turn && closed.by === seat
}

const isTurn = (turn: Turn | TurnReading): turn is Turn => !isObserver(turn.seat)
