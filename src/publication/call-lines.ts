/**
 * The calls of one negotiation as they are published: each request as it can be made again from the public record,
 * and what came of it. An earlier reply that stands in a request stands there as its public text, so no thinking, no
 * id and no scratchpad is in it; `request_complete` says whether these are the very bytes that were sent, which the
 * hash in the chained record tells.
 */
import { wireOf } from '../models/wire/registry.ts'
import type { SeatView } from '../protocols/contract.ts'
import { baseSeat } from '../protocols/seats.ts'
import { Asking } from '../record/asking.ts'
import { type CallSettings, callSettings } from '../record/call-settings.ts'
import type { OpenedEvent } from '../record/chain.ts'
import type { CallEvent, CallSent, NegotiationEvent, ReplyReceived, Stamped } from '../record/events.ts'
import type { Sha256 } from '../record/hash.ts'
import { Play } from '../record/play.ts'
import { wholeReply } from '../record/public-reply.ts'
import type { MadeRequest } from '../record/sent-check.ts'
import type { Game } from '../scenario/game.ts'
import type { Renderer } from '../scenario/render.ts'
import type { Negotiation } from './source.ts'

export interface CallContext {
  readonly game: Game
  readonly renderer: Renderer
  readonly sha256: Sha256
  readonly negotiators: Readonly<Record<string, unknown>>
  /** Requests that a check has made again already, by the numbers of their events. */
  readonly made?: ReadonlyMap<number, MadeRequest>
}

export interface CallLine {
  readonly negotiation: string
  readonly seat: string
  readonly negotiator: string
  readonly turn: number
  readonly repair: number
  readonly attempt: number
  /** The numbers of the events in the negotiation's stream. */
  readonly sent: number
  readonly ended: number | null
  readonly provider: string
  readonly model: string
  /** The variable that sent it to another server than the provider's own; missing where none did. */
  readonly elsewhere?: string
  readonly path: string
  readonly request_sha256: string
  /** Whether `request` is exactly what was sent. */
  readonly request_complete: boolean
  /** The body, as JSON text. */
  readonly request: string
  readonly result: 'answered' | 'failed' | 'lost' | 'open'
  readonly response: Readonly<Record<string, unknown>> | null
}

interface SeatState {
  readonly asking: Asking
  readonly settings: CallSettings
  readonly negotiator: string
  open?:
    | { readonly sent: Stamped<CallSent>; readonly request: MadeRequest; end?: Stamped<CallEvent> }
    | undefined
}

/** A line of the file: the request stands in it as it was encoded. */
export function callLineText({ request, ...line }: CallLine): string {
  const { result, response, ...head } = line
  const begin = JSON.stringify(head).slice(0, -1)
  return `${begin},"request":${request},${JSON.stringify({ result, response }).slice(1)}\n`
}

/**
 * The lines of one negotiation, by the order in which requests were sent. `unread`: see Negotiation. Stops where the
 * record cannot be followed; the check of the rules says why.
 */
export function callLines(
  id: string,
  events: readonly OpenedEvent<NegotiationEvent>[],
  unread: Negotiation['unread'],
  context: CallContext,
): CallLine[] {
  const { game, renderer, negotiators, sha256, made } = context
  const play = new Play(game)
  const seats = new Map<string, SeatState>()
  const lines: CallLine[] = []
  let names: Readonly<Record<string, string>> = {}
  /** A model's seat, each reading of an observer its own; undefined where no model sits there. */
  const sit = (seat: string): SeatState | undefined => {
    const negotiator = Object.hasOwn(names, baseSeat(seat)) ? names[baseSeat(seat)]! : undefined
    const settings = negotiator === undefined ? undefined : callSettings(negotiators[negotiator])
    if (negotiator === undefined || !settings) return undefined
    const state: SeatState = {
      asking: new Asking(seat, renderer, game.protocol, settings),
      settings,
      negotiator,
    }
    seats.set(seat, state)
    return state
  }
  const put = (state: SeatState, reply?: string): void => {
    if (!state.open) return
    const { sent, request, end } = state.open
    state.open = undefined
    const text = reply ?? (game.protocol.publicText ? undefined : end && unread(end.seq))
    lines.push({
      negotiation: id,
      seat: sent.seat,
      negotiator: state.negotiator,
      turn: sent.turn,
      repair: sent.repair,
      attempt: sent.attempt,
      sent: sent.seq,
      ended: end?.seq ?? null,
      provider: sent.provider,
      model: sent.model,
      ...(sent.elsewhere === undefined ? {} : { elsewhere: sent.elsewhere }),
      path: sent.path,
      request_sha256: sent.sha256,
      request_complete: request.sha256 === sent.sha256,
      request: request.text,
      ...endOf(end, text),
    })
  }
  for (const { event, sealed } of events) {
    if (event.type === 'negotiation.started') {
      names = event.seats
      if (!Object.values(names).some((name) => callSettings(negotiators[name]))) return []
    }
    if (!('seat' in event)) continue
    if (play.mover !== event.seat) break
    const view = play.view(event.seat)
    const state = seats.get(event.seat) ?? sit(event.seat)
    if (state && event.type === 'call.sent') {
      put(state)
      state.open = { sent: event, request: made?.get(event.seq) ?? make(state, view, sha256) }
      // A thread has to know of every move that was asked for.
      state.asking.asked(view)
    } else if (state?.open && isEnd(event)) state.open.end = event
    if (event.type === 'reply.received') {
      const text = wholeReply(event, sealed) ?? event.text
      if (state) {
        put(state, publicText(event, text))
        state.asking.replied({ text, items: undefined })
      }
      play.received(event, sealed, view)
    }
    if (event.type === 'seat.absent') {
      if (state) put(state)
      play.absent(event.seat, event.code)
    }
  }
  for (const state of seats.values()) put(state)
  return lines
}

/** The request of a seat's move, with its earlier replies as their public text. */
function make({ asking, settings }: SeatState, view: SeatView, sha256: Sha256): MadeRequest {
  const text = JSON.stringify(wireOf(settings.provider).request(asking.prompt(view), settings.settings).body)
  return { text, sha256: sha256(text) }
}

const isEnd = (event: Stamped<NegotiationEvent>): event is Stamped<CallEvent> =>
  event.type === 'call.answered' || event.type === 'call.failed' || event.type === 'call.lost'

/** Of a reply that is withheld as a whole nothing is public. */
const publicText = ({ withheld }: ReplyReceived, text: string): string | undefined =>
  withheld === 'whole' && text === '' ? undefined : text

function endOf(
  end: Stamped<CallEvent> | undefined,
  text: string | undefined,
): Pick<CallLine, 'result' | 'response'> {
  if (end?.type === 'call.answered') {
    const { status, stop, stopRaw, usage, model, tier, firstByteMs, totalMs } = end
    const response = {
      ...{ status, model, tier, stop, stop_raw: stopRaw, text, usage },
      ...{ first_byte_ms: firstByteMs, total_ms: totalMs },
    }
    return { result: 'answered', response }
  }
  if (end?.type === 'call.failed') {
    const { status, failure, code, lost, usage, firstByteMs, totalMs, waitMs } = end
    const response = {
      ...{ status, failure, code, reply_lost: lost, usage },
      ...{ first_byte_ms: firstByteMs, total_ms: totalMs, wait_ms: waitMs },
    }
    return { result: 'failed', response }
  }
  return { result: end ? 'lost' : 'open', response: null }
}
