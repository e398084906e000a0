/**
 * The requests of one negotiation, checked: every prompt is rendered again from the scenario and the replies before
 * it, encoded by the same wire, and compared with what was sent; every response is decoded again and compared with
 * the reply that was taken from it. What was left out of the record is not compared, and counted.
 */
import type { Answer } from '../models/wire/contract.ts'
import { wireOf } from '../models/wire/registry.ts'
import type { Seat, SeatView } from '../protocols/contract.ts'
import { baseSeat } from '../protocols/seats.ts'
import type { Game } from '../scenario/game.ts'
import type { Renderer } from '../scenario/render.ts'
import { Asking } from './asking.ts'
import { type CallSettings, callSettings } from './call-settings.ts'
import type { OpenedEvent } from './chain.ts'
import type { Contrast } from './claims.ts'
import { compareJson, compareText } from './compare-json.ts'
import { type Difference, eventPlace } from './difference.ts'
import type {
  CallAnswered,
  CallFailed,
  CallSent,
  NegotiationEvent,
  ReplyReceived,
  Stamped,
} from './events.ts'
import type { Sha256 } from './hash.ts'
import { answerOutcome } from './outcome.ts'
import { Play } from './play.ts'
import { publicReply, wholeReply } from './public-reply.ts'
import { readAs } from './read.ts'
import { decodeRecorded } from './response.ts'
import { SeatCalls } from './seat-calls.ts'

export interface SentResult {
  /** Requests that were rendered and encoded again. */
  readonly compared: number
  /** What could not be compared, since a response was left out of the record. */
  readonly withheld: number
  readonly differences: readonly Difference[]
  /**
   * The requests that were compared and hold nothing that is sealed, by the numbers of their events: whoever wants
   * them need not render them again.
   */
  readonly made: ReadonlyMap<number, MadeRequest>
}

/** A request as it was rendered and encoded again, and the SHA-256 of its bytes. */
export interface MadeRequest {
  readonly text: string
  readonly sha256: string
}

export interface SentContext {
  readonly game: Game
  readonly renderer: Renderer
  readonly sha256: Sha256
  /** The negotiators' settings by name, as the study registered them. */
  readonly negotiators: Readonly<Record<string, unknown>>
}

/** Checks the requests of a negotiation whose events are whole. Never throws on what the record holds. */
export function checkSent(
  id: string,
  events: readonly OpenedEvent<NegotiationEvent>[],
  context: SentContext,
): SentResult {
  const check = new SentCheck(id, context)
  for (const event of events) {
    if (!check.take(event)) break
  }
  return check.result
}

class SentCheck {
  readonly #id: string
  readonly #context: SentContext
  readonly #play: Play
  readonly #seats = new Map<Seat, SeatCalls & { readonly settings: CallSettings }>()
  #names: Readonly<Record<Seat, string>> = {}
  readonly #differences: Difference[] = []
  readonly #made = new Map<number, MadeRequest>()
  #compared = 0
  #withheld = 0

  constructor(id: string, context: SentContext) {
    this.#id = id
    this.#context = context
    this.#play = new Play(context.game)
  }

  get result(): SentResult {
    const [compared, withheld, differences] = [this.#compared, this.#withheld, this.#differences]
    return { compared, withheld, differences, made: this.#made }
  }

  /** False where the rest cannot be followed: the rules tell why. */
  take(opened: OpenedEvent<NegotiationEvent>): boolean {
    const { event } = opened
    if (event.type === 'negotiation.started') return this.#start(event.seats)
    if (!('seat' in event)) return true
    const play = this.#play
    if (play.mover !== event.seat) return false
    const view = play.view(event.seat)
    const calls = this.#calls(event.seat)
    if (calls) {
      if (event.type === 'call.sent') this.#sent(event, opened, calls, view)
      if (event.type === 'call.answered') this.#answered(event, opened, calls)
      if (event.type === 'call.failed') this.#failed(event, opened, calls)
      if (event.type === 'reply.received') this.#reply(event, opened, calls, view)
      if (event.type === 'seat.absent') this.#absent(event, calls)
      calls.take(opened, view)
    } else if (event.type.startsWith('call.')) {
      this.#differs(event, '', 'The study has no model at this seat.', {
        found: event.type,
        expected: 'no call',
      })
    }
    if (event.type === 'reply.received') play.received(event, opened.sealed, view)
    if (event.type === 'seat.absent') play.absent(event.seat, event.code)
    return true
  }

  #start(seats: Readonly<Record<Seat, string>>): boolean {
    this.#names = seats
    return true
  }

  /** The calls of a seat, each reading's its own; undefined where no model sits there. */
  #calls(seat: Seat): (SeatCalls & { readonly settings: CallSettings }) | undefined {
    const known = this.#seats.get(seat)
    if (known) return known
    const { game, renderer, negotiators } = this.#context
    const name = Object.hasOwn(this.#names, baseSeat(seat)) ? this.#names[baseSeat(seat)]! : undefined
    const settings = name === undefined ? undefined : callSettings(negotiators[name])
    if (!settings) return undefined
    const asking = new Asking(seat, renderer, game.protocol, settings)
    const calls = Object.assign(new SeatCalls(asking, wireOf(settings.provider)), { settings })
    this.#seats.set(seat, calls)
    return calls
  }

  #sent(
    event: Stamped<CallSent>,
    { sealed }: OpenedEvent,
    calls: SeatCalls & { readonly settings: CallSettings },
    view: SeatView,
  ): void {
    const { provider, settings } = calls.settings
    if (event.provider !== provider || event.model !== settings.model) {
      const found = `${event.provider} ${event.model}`
      const message = 'The request went to another model than the study registered.'
      this.#differs(event, '', message, { found, expected: `${provider} ${settings.model}` })
      return
    }
    if ((calls.gap && calls.asking.context === 'thread') || (calls.replyLeftOut && view.repair > 0)) {
      this.#withheld++
      return
    }
    let expected: { readonly path: string; readonly text: string }
    try {
      const { path, body } = calls.wire.request(calls.asking.prompt(view), settings)
      expected = { path, text: JSON.stringify(body) }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.#differs(event, '', `The request cannot be made again: ${error.message}.`)
      return
    }
    this.#compared++
    const { path, text } = expected
    if (event.path !== path) {
      this.#differs(event, ', path', 'The request went to another address.', {
        found: event.path,
        expected: path,
      })
    }
    const hash = this.#context.sha256(text)
    // Whatever stands before a first try is public; a thread or a repair may show more of an own reply.
    if (calls.asking.context === 'fresh' && view.repair === 0)
      this.#made.set(event.seq, { text, sha256: hash })
    // What was kept beside the body must lead to the same bytes as its public hash.
    const sent = calls.bodyOf(sealed.request)
    if (sent !== undefined && this.#context.sha256(sent) !== event.sha256) {
      const message = 'The recorded request is not the one whose hash the record holds.'
      this.#differs(event, '', message, { found: this.#context.sha256(sent), expected: event.sha256 })
    }
    // Where the body is the right one, only the hash that the record holds is wrong, and that is told already.
    if (hash === event.sha256 || sent === text) return
    const message = 'The request is not the one that the scenario and the replies before it lead to.'
    if (sent === undefined) this.#differs(event, '', message, { found: event.sha256, expected: hash })
    else this.#differsAt(event, message, sent, text)
  }

  #answered(event: Stamped<CallAnswered>, { sealed }: OpenedEvent, { wire }: SeatCalls): void {
    if (sealed.response === undefined) {
      this.#withheld++
      return
    }
    const decoded = decodeRecorded(wire, event, sealed.response)
    if (decoded?.kind !== 'answer') {
      const found = decoded ? `${decoded.failure}: ${decoded.message}` : 'bytes that cannot be read'
      this.#differs(event, ', response', 'The recorded response is no answer.', {
        found,
        expected: 'an answer',
      })
      return
    }
    const [found, expected] = [claims(event), claims(decoded)]
    const wrong = compareText(found, expected, 'the claims')
    if (wrong) this.#differs(event, '', 'The answer reads otherwise.', { found, expected })
  }

  #failed(event: Stamped<CallFailed>, { sealed }: OpenedEvent, { wire }: SeatCalls): void {
    if (event.status !== undefined && sealed.response === undefined) this.#withheld++
    const decoded = decodeRecorded(wire, event, sealed.response)
    if (decoded?.kind !== 'answer') return
    const message = 'The recorded response is an answer, and was taken for a failure.'
    this.#differs(event, ', response', message, { found: event.failure, expected: `stop ${decoded.stop}` })
  }

  #reply(
    event: Stamped<ReplyReceived>,
    { sealed }: OpenedEvent,
    { attempts }: SeatCalls,
    view: SeatView,
  ): void {
    if (!attempts?.answered) {
      this.#differs(event, '', "A model's reply stands here without an answered call.")
      return
    }
    if (!attempts.answer) return
    const outcome = answerOutcome(attempts.answer)
    if (outcome.kind === 'absent') {
      const message = 'The answer that came is no reply.'
      this.#differs(event, '', message, {
        found: 'reply.received',
        expected: `seat.absent (${outcome.code})`,
      })
      return
    }
    const { game } = this.#context
    const open = game.protocol.publicText
      ? publicReply(game, outcome.text, view, readAs(game, outcome.text, view))
      : outcome
    const wrong =
      compareText(wholeReply(event, sealed) ?? outcome.text, outcome.text, 'text') ??
      compareText(event.text, open.text, 'text')
    if (!wrong) return
    const message = 'The reply is not the text of the answer that came.'
    this.#differs(event, `, text, character ${wrong.offset! + 1}`, message, wrong)
  }

  #absent(event: Stamped<NegotiationEvent> & { code: string }, { attempts }: SeatCalls): void {
    const answer = attempts?.answer
    if (!answer) return
    const outcome = answerOutcome(answer)
    const expected = outcome.kind === 'absent' ? outcome.code : 'a reply'
    if (event.code === expected) return
    this.#differs(event, '', 'The answer that came leads to something else.', { found: event.code, expected })
  }

  /** Names the first place in which two bodies differ, by its key where both are JSON. */
  #differsAt(event: Stamped<NegotiationEvent>, message: string, found: string, expected: string): void {
    const json = (text: string): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    }
    const at = compareJson(json(found), json(expected), 'request') ?? compareText(found, expected, 'request')!
    const offset = at.offset === undefined ? '' : `, character ${at.offset + 1}`
    this.#differs(event, `, ${at.path}${offset}`, message, at)
  }

  #differs(
    event: Stamped<NegotiationEvent>,
    where: string,
    message: string,
    contrast?: Partial<Contrast>,
  ): void {
    const turn = 'turn' in event ? `, turn ${event.turn}` : ''
    const { found, expected } = contrast ?? {}
    this.#differences.push({
      depth: 'requests',
      place: `${eventPlace(event.seq, this.#id)}${turn}${where}`,
      message,
      ...(found === undefined ? {} : { found }),
      ...(expected === undefined ? {} : { expected }),
    })
  }
}

/** What an answer claims beside its text, as one line. */
function claims(one: Pick<Answer, 'stop' | 'stopRaw' | 'usage' | 'model' | 'tier'>): string {
  const { stop, stopRaw, usage, model, tier } = one
  const tokens = Object.entries(usage)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${kind} ${count}`)
  return [`stop ${stop} (${stopRaw})`, `model ${model}`, `tier ${tier}`, ...tokens].join(', ')
}
