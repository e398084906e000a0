/**
 * One seat's calls followed through a record, event by event: the body sent last, what has come of the move that is
 * due, and what the model was asked so far. A negotiator that goes on after a stop starts from here, and the check
 * of the requests is made on it.
 */
import type { Answer, FailureKind, Wire } from '../models/wire/contract.ts'
import type { SeatView } from '../protocols/contract.ts'
import type { Asking } from './asking.ts'
import type { OpenedEvent } from './chain.ts'
import { applyDelta, readDelta } from './delta.ts'
import type { CallPlace, NegotiationEvent } from './events.ts'
import { wholeReply } from './public-reply.ts'
import { decodeRecorded } from './response.ts'

/** What the record holds of the attempts at one reply. */
export interface Attempts {
  readonly turn: number
  readonly repair: number
  /** The number of the last attempt. */
  attempt: number
  /** An attempt whose end is not in the record. */
  open?: CallPlace | undefined
  /** The answer that came; its reply is what counts, nothing is sent again. */
  answer?: Answer | undefined
  /** Whether an answer was recorded, also where its bytes are no longer in the record. */
  answered: boolean
  failure?: FailureKind | 'aborted' | undefined
  /** Whether the last attempt lost a reply. */
  lost: boolean
}

export class SeatCalls {
  readonly asking: Asking
  readonly wire: Wire
  /** The body sent last, empty before the first; undefined where the record no longer holds it. */
  body: string | undefined = ''
  /** Whether a reply's own bytes are missing from the record: a thread cannot be made again from there on. */
  gap = false
  /** Whether the last reply is not whole in the record: a repair that shows it cannot be made again. */
  replyLeftOut = false
  /** Undefined where nothing was attempted since the last reply. */
  attempts: Attempts | undefined

  constructor(asking: Asking, wire: Wire) {
    this.asking = asking
    this.wire = wire
  }

  /** The body that a sealed request leads to, after the body sent last. */
  bodyOf(request: string | undefined): string | undefined {
    const delta = request === undefined ? undefined : readDelta(request)
    return delta && this.body !== undefined ? tryDelta(this.body, delta) : undefined
  }

  /** Takes an event of this seat, in order. `view`: what the seat saw when it happened. */
  take({ event, sealed }: OpenedEvent<NegotiationEvent>, view: SeatView): void {
    switch (event.type) {
      case 'call.sent': {
        this.asking.asked(view)
        this.body = this.bodyOf(sealed.request)
        const { seat, turn, repair, attempt } = event
        const before = this.#of(turn, repair)
        Object.assign(before, {
          attempt,
          open: { seat, turn, repair, attempt },
          failure: undefined,
          lost: false,
        })
        return
      }
      case 'call.answered': {
        const decoded = decodeRecorded(this.wire, event, sealed.response)
        const answer = decoded?.kind === 'answer' ? decoded : undefined
        Object.assign(this.#of(event.turn, event.repair), { open: undefined, answered: true, answer })
        return
      }
      case 'call.failed': {
        const { failure, lost } = event
        Object.assign(this.#of(event.turn, event.repair), { open: undefined, failure, lost })
        return
      }
      case 'call.lost':
        Object.assign(this.#of(event.turn, event.repair), { open: undefined, lost: true })
        return
      case 'reply.received': {
        const whole = wholeReply(event, sealed)
        this.replyLeftOut = whole === undefined && this.attempts?.answer === undefined
        this.gap ||= this.attempts?.answer === undefined
        this.asking.replied(this.attempts?.answer ?? { text: whole ?? event.text, items: undefined })
        this.attempts = undefined
        return
      }
      default:
    }
  }

  #of(turn: number, repair: number): Attempts {
    if (this.attempts?.turn === turn && this.attempts.repair === repair) return this.attempts
    this.attempts = { turn, repair, attempt: 0, answered: false, lost: false }
    return this.attempts
  }
}

function tryDelta(before: string, delta: NonNullable<ReturnType<typeof readDelta>>): string | undefined {
  try {
    return applyDelta(before, delta)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
