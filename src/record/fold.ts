/** The fold under replay: one event after another through the rules, each claim compared on the way. */
import type { Rational } from '../core/rational.ts'
import type { End, Seat } from '../protocols/contract.ts'
import type { Fault } from '../protocols/faults.ts'
import type { Game } from '../scenario/game.ts'
import { scoreEnd } from '../scenario/score.ts'
import { compareEnd, comparePoints, describe, faultText } from './claims.ts'
import type { Difference } from './difference.ts'
import type {
  NegotiationEnded,
  NegotiationEvent,
  NegotiationStarted,
  ReplyReceived,
  SeatAbsent,
  Stamped,
} from './events.ts'
import { FORMAT } from './events.ts'
import { type KeptEntry, kept, readAs, submissionLabel } from './read.ts'
import { scenarioHash } from './scenario-hash.ts'

/** One try at a turn: the reply's text and the fault that was found in it. */
export interface Try {
  readonly seq: number
  readonly at: string
  readonly text: string
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
}

/** Where a fold stands after the events it has taken. */
export interface Standing {
  readonly state: unknown
  readonly started: boolean
  readonly closed: boolean
  readonly end?: End
  readonly points?: Readonly<Record<string, Rational>>
  readonly differences: readonly Difference[]
  readonly turns: readonly Turn[]
  readonly start?: Stamped<NegotiationStarted>
}

type Event<E extends NegotiationEvent> = Stamped<E>

/** Replays events one at a time. `take` says false where the rest cannot be replayed. */
export class Fold {
  readonly #game: Game
  #state: unknown
  #start: Event<NegotiationStarted> | undefined
  #closed = false
  #name = 'the negotiation'
  readonly #differences: Difference[] = []
  readonly #turns: Turn[] = []

  constructor(game: Game) {
    this.#game = game
    this.#state = game.protocol.start(game.config)
  }

  take(event: Event<NegotiationEvent>): boolean {
    if (typeof event !== 'object' || event === null) return false
    if (!this.#start) return this.#begin(event)
    if (this.#closed) return this.#differs(event, 'an event follows the end', event.type, 'nothing')
    switch (event.type) {
      case 'reply.received':
        return this.#reply(event)
      case 'seat.absent':
        return this.#absent(event)
      case 'negotiation.resumed':
        return true
      case 'negotiation.ended':
        return this.#ended(event)
      case 'negotiation.started':
        return !this.#differs(event, 'the negotiation starts twice', event.type, 'a reply')
      default:
        return this.#differs(event, 'this version does not know such an event', typeOf(event), 'a reply')
    }
  }

  standing(): Standing {
    const end = this.#start && this.#game.protocol.outcome(this.#state)
    const points = end && scoreEnd(this.#game.scenario, end)
    return {
      state: this.#state,
      started: this.#start !== undefined,
      closed: this.#closed,
      ...(end ? { end } : {}),
      ...(points ? { points } : {}),
      differences: this.#differences,
      turns: this.#turns,
      ...(this.#start ? { start: this.#start } : {}),
    }
  }

  #begin(event: Event<NegotiationEvent>): boolean {
    const { protocol, scenario, opener } = this.#game
    if (event.type !== 'negotiation.started') {
      return this.#differs(event, 'the stream has no start', typeOf(event), 'negotiation.started')
    }
    this.#name = `negotiation ${event.negotiation}`
    const claims: readonly [message: string, found: unknown, expected: unknown][] = [
      ['the record has another format than this version reads', event.format, FORMAT],
      ['it was played on another scenario', event.scenario, scenarioHash(scenario)],
      ['it was played by another protocol', event.protocol, protocol.name],
      ['it was played by another version of the rules', event.version, protocol.version],
      ['another side opened', event.opener, opener],
    ]
    const wrong = claims.filter(([, found, expected]) => found !== expected)
    for (const claim of wrong) this.#differs(event, ...claim)
    if (wrong.length > 0) return false
    this.#start = event
    return true
  }

  #reply(event: Event<ReplyReceived>): boolean {
    const { protocol } = this.#game
    const seat = protocol.actor(this.#state)
    if (seat === undefined)
      return this.#differs(event, 'a reply follows the last move', event.type, 'the end')
    if (typeof event.text !== 'string') return this.#differs(event, 'a reply has no text', event.text, 'text')
    const view = protocol.view(this.#state, seat)
    this.#mover(event, seat, view.turn)
    if (event.repair !== view.repair) {
      this.#differs(event, 'the repairs of the turn were counted otherwise', event.repair, view.repair)
    }
    const checked = readAs(this.#game, event.text, view)
    const turn = this.#turn(view.turn, seat)
    let expected: string
    if (checked.ok) {
      turn.tries.push({ seq: event.seq, at: event.at, text: event.text })
      this.#state = protocol.apply(this.#state, seat, checked.submission)
      expected = submissionLabel(this.#state)
    } else {
      turn.tries.push({ seq: event.seq, at: event.at, text: event.text, fault: checked.fault })
      this.#state = protocol.fault(this.#state, seat, checked.fault)
      expected = faultText(checked.fault)
    }
    this.#settle(turn)
    const found = checked.ok && event.fault === undefined ? event.read : claimOf(event)
    if (found !== expected) this.#differs(event, 'the reply reads otherwise', found, expected)
    return true
  }

  #absent(event: Event<SeatAbsent>): boolean {
    const { protocol } = this.#game
    const seat = protocol.actor(this.#state)
    if (seat === undefined)
      return this.#differs(event, 'an absence follows the last move', event.code, 'the end')
    const turn = this.#turn(kept(this.#state).turn, seat)
    this.#mover(event, seat, turn.turn)
    this.#state = protocol.absent(this.#state, seat)
    turn.absent = describe(event.code)
    this.#settle(turn)
    return true
  }

  #ended(event: Event<NegotiationEnded>): boolean {
    this.#closed = true
    const { protocol, scenario } = this.#game
    const end = protocol.outcome(this.#state)
    if (!end) {
      const mover = protocol.actor(this.#state)
      return this.#differs(event, 'it ends while a move is due', describe(event.end), `a reply of ${mover}`)
    }
    const wrong = compareEnd(event.end, scenario.issues, end)
    if (wrong) this.#differs(event, 'the end is another', wrong.found, wrong.expected)
    const points = comparePoints(event.points, scoreEnd(scenario, end))
    if (points) this.#differs(event, 'the points are others', points.found, points.expected)
    return true
  }

  #mover(event: Event<ReplyReceived | SeatAbsent>, seat: Seat, turn: number): void {
    if (event.seat !== seat) this.#differs(event, "it was another seat's move", event.seat, seat)
    if (event.turn !== turn) this.#differs(event, 'the turn has another number', event.turn, turn)
  }

  /** The turn that is being played: a new one, or the one that a repair goes on with. */
  #turn(turn: number, seat: Seat): Turn {
    const last = this.#turns.at(-1)
    if (last?.turn === turn) return last
    const fresh: Turn = { turn, seat, tries: [], changedTerms: false }
    this.#turns.push(fresh)
    return fresh
  }

  /** Puts down what came of a turn, once something has. */
  #settle(turn: Turn): void {
    const { record, repairs } = kept(this.#state)
    const entry = record.at(-1)
    if (entry?.turn === turn.turn) turn.entry = entry
    if (turn.tries.length > 1) {
      const repair = repairs.at(-1)
      turn.changedTerms = repair?.turn === turn.turn && repair.changedTerms
    }
  }

  /** Notes a difference; false, so that a caller that has to stop can return it. */
  #differs(event: Event<NegotiationEvent>, message: string, found: unknown, expected: unknown): false {
    const turn = 'turn' in event ? `, turn ${event.turn}` : ''
    this.#differences.push({
      depth: 'rules',
      place: `${this.#name}, event ${event.seq}${turn}`,
      message,
      found: describe(found),
      expected: describe(expected),
    })
    return false
  }
}

/** What an event claims its reply was. Both a reading and a fault are one claim too many. */
function claimOf(event: ReplyReceived): string {
  const parts = [event.read, event.fault && faultText(event.fault)].filter((part) => part !== undefined)
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

const typeOf = (event: unknown): string => describe((event as { type?: unknown } | null)?.type)
