/** The fold under replay: one event after another through the rules, each claim compared on the way. */
import type { Rational } from '../core/rational.ts'
import type { End, Seat } from '../protocols/contract.ts'
import type { Game } from '../scenario/game.ts'
import { scoreEnd } from '../scenario/score.ts'
import { compareEnd, comparePoints, describe, faultText } from './claims.ts'
import { type Difference, eventPlace } from './difference.ts'
import type {
  CallEvent,
  NegotiationEnded,
  NegotiationEvent,
  NegotiationStarted,
  ReplyReceived,
  SeatAbsent,
  Stamped,
} from './events.ts'
import { FORMAT } from './events.ts'
import { Play, type Turn } from './play.ts'
import { publicReply, wholeReply } from './public-reply.ts'
import { submissionLabel } from './read.ts'
import { scenarioHash } from './scenario-hash.ts'

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
  readonly #play: Play
  #start: Event<NegotiationStarted> | undefined
  #closed = false
  #name: string | undefined
  #points: Record<string, Rational> | undefined
  readonly #differences: Difference[] = []

  constructor(game: Game) {
    this.#play = new Play(game)
  }

  /** `sealed`: what the record still holds of the event's sealed fields. */
  take(event: Event<NegotiationEvent>, sealed?: Readonly<Record<string, string>>): boolean {
    if (typeof event !== 'object' || event === null) return false
    if (!this.#start) return this.#begin(event)
    if (this.#closed) return this.#differs(event, 'An event follows the end.', event.type, 'nothing')
    switch (event.type) {
      case 'reply.received':
        return this.#reply(event, sealed)
      case 'seat.absent':
        return this.#absent(event)
      case 'call.sent':
      case 'call.answered':
      case 'call.failed':
      case 'call.lost':
        return this.#call(event)
      case 'negotiation.resumed':
        return true
      case 'negotiation.ended':
        return this.#ended(event)
      case 'negotiation.started':
        return !this.#differs(event, 'The negotiation starts twice.', event.type, 'a reply')
      default:
        return this.#differs(event, 'This version does not know such an event.', typeOf(event), 'a reply')
    }
  }

  standing(): Standing {
    const { state, turns, game } = this.#play
    const end = this.#start && this.#play.end
    const points = end && (this.#points ?? scoreEnd(game.scenario, end))
    return {
      state,
      started: this.#start !== undefined,
      closed: this.#closed,
      ...(end ? { end } : {}),
      ...(points ? { points } : {}),
      differences: this.#differences,
      turns,
      ...(this.#start ? { start: this.#start } : {}),
    }
  }

  #begin(event: Event<NegotiationEvent>): boolean {
    const { protocol, scenario, opener, audit } = this.#play.game
    if (event.type !== 'negotiation.started') {
      return this.#differs(event, 'The stream has no start.', typeOf(event), 'negotiation.started')
    }
    this.#name = event.negotiation
    const claims: readonly [message: string, found: unknown, expected: unknown][] = [
      ['The record has another format than this version reads.', event.format, FORMAT],
      ['It was played on another scenario.', event.scenario, scenarioHash(scenario)],
      ['It was played by another protocol.', event.protocol, protocol.name],
      ['It was played by another version of the rules.', event.version, protocol.version],
      ['Another side opened.', event.opener, opener],
      ['It was played with another audit.', event.audit, audit],
    ]
    const wrong = claims.filter(([, found, expected]) => found !== expected)
    for (const claim of wrong) this.#differs(event, ...claim)
    if (wrong.length > 0) return false
    this.#start = event
    return true
  }

  #reply(event: Event<ReplyReceived>, sealed: Readonly<Record<string, string>> | undefined): boolean {
    const play = this.#play
    const seat = play.mover
    if (seat === undefined)
      return this.#differs(event, 'A reply follows the last move.', event.type, 'the end')
    if (typeof event.text !== 'string')
      return this.#differs(event, 'A reply has no text.', event.text, 'text')
    const view = play.view(seat)
    this.#mover(event, seat, view.turn)
    if (event.repair !== view.repair) {
      this.#differs(event, 'The repairs of the turn were counted otherwise.', event.repair, view.repair)
    }
    const { game } = play
    const whole = wholeReply(event, sealed)
    const checked = play.received(event, sealed, view)
    if (event.withheld !== undefined && whole !== undefined) {
      const open = publicReply(game, whole, view, checked)
      if (open.text !== event.text || open.withheld !== event.withheld) {
        this.#differs(
          event,
          'The public part of the reply is another than its whole has.',
          event.text,
          open.text,
        )
      }
    }
    const expected = checked.ok ? submissionLabel(play.state) : faultText(checked.fault)
    const found = checked.ok && event.fault === undefined ? event.read : claimOf(event)
    if (found !== expected) this.#differs(event, 'The reply reads otherwise.', found, expected)
    return true
  }

  /** What went on behind a reply changes no state; it must belong to the move that is due. */
  #call(event: Event<CallEvent>): boolean {
    const play = this.#play
    const seat = play.mover
    if (seat === undefined) return this.#differs(event, 'a call follows the last move', event.type, 'the end')
    const view = play.view(seat)
    this.#mover(event, seat, view.turn)
    if (event.repair !== view.repair) {
      this.#differs(event, 'the repairs of the turn were counted otherwise', event.repair, view.repair)
    }
    play.call(event)
    return true
  }

  #absent(event: Event<SeatAbsent>): boolean {
    const play = this.#play
    const seat = play.mover
    if (seat === undefined)
      return this.#differs(event, 'An absence follows the last move.', event.code, 'the end')
    this.#mover(event, seat, play.view(seat).turn)
    play.absent(seat, describe(event.code))
    return true
  }

  #ended(event: Event<NegotiationEnded>): boolean {
    this.#closed = true
    const { end, mover } = this.#play
    const { scenario } = this.#play.game
    if (!end) {
      return this.#differs(event, 'It ends while a move is due.', describe(event.end), `a reply of ${mover}`)
    }
    const wrong = compareEnd(event.end, scenario.issues, end)
    if (wrong) this.#differs(event, 'The end is another.', wrong.found, wrong.expected)
    this.#points = scoreEnd(scenario, end)
    const points = comparePoints(event.points, this.#points)
    if (points) this.#differs(event, 'The points are others.', points.found, points.expected)
    return true
  }

  #mover(event: Event<ReplyReceived | SeatAbsent | CallEvent>, seat: Seat, turn: number): void {
    if (event.seat !== seat) this.#differs(event, "It was another seat's move.", event.seat, seat)
    if (event.turn !== turn) this.#differs(event, 'The turn has another number.', event.turn, turn)
  }

  /** Notes a difference; false, so that a caller that has to stop can return it. */
  #differs(event: Event<NegotiationEvent>, message: string, found: unknown, expected: unknown): false {
    const turn = 'turn' in event ? `, turn ${event.turn}` : ''
    this.#differences.push({
      depth: 'rules',
      place: `${eventPlace(event.seq, this.#name)}${turn}`,
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
