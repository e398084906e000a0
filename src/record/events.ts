/**
 * Every event of the record. A negotiation's stream and the study's own stream are lists of these and nothing
 * else is kept. An event's body is public; what is private or on the wire is sealed: the body holds its hash,
 * the value and its salt lie beside the body (see chain.ts). docs/events.md describes each with an example.
 */
import type { FailureKind, ProviderName, Stop, Usage } from '../models/wire/contract.ts'
import type { Fault } from '../protocols/faults.ts'
import type {
  AnchorAttached,
  NegotiationClosed,
  PassClosed,
  PassStarted,
  ResultsSeen,
  RunLost,
  RunStarted,
  RunStopped,
  StudyAmended,
  StudyCreated,
  StudyExported,
  StudyExtended,
  StudyRegistered,
  StudyRescored,
} from './study-events.ts'

/** The format of the record that this version writes; it is frozen (docs/events.md says what may be added). */
export const FORMAT = 1

export interface NegotiationStarted {
  readonly type: 'negotiation.started'
  readonly format: number
  readonly study: string
  readonly negotiation: string
  /** SHA-256 of the scenario pack that the study's stream holds. */
  readonly scenario: string
  readonly protocol: string
  readonly version: number
  readonly opener: string
  /** Which negotiator (a name in the study) sits for each party. */
  readonly seats: Readonly<Record<string, string>>
  readonly seed: string
  /** Free talk: whether it went on after its close, where the study says so and not the scenario. */
  readonly audit?: boolean
  /** The amendment in force when it began; missing where it is played as the study was created. */
  readonly amendment?: string
}

/**
 * A negotiator's reply. Its text is the fact; `read` or `fault` is what it was taken for, which replay recomputes.
 * Sealed where `withheld` is there: `text`, the whole reply as a JSON string.
 */
export interface ReplyReceived {
  readonly type: 'reply.received'
  readonly seat: string
  readonly turn: number
  /** 0 for the first try of a turn. */
  readonly repair: number
  readonly text: string
  /**
   * `text` is not all of the reply, since the whole of it holds what its writer alone may know: `part`, a scratchpad
   * was left out; `whole`, it could not be read, so that only `fault` is public.
   */
  readonly withheld?: 'part' | 'whole'
  /** The action and, for an offer, its id: `OFFER O3`. */
  readonly read?: string
  readonly fault?: Fault
}

/** A reply will never come. Sealed: `detail`. */
export interface SeatAbsent {
  readonly type: 'seat.absent'
  readonly seat: string
  readonly turn: number
  readonly code: string
}

/** A run took this negotiation up again after an earlier run had ended without finishing it. */
export interface NegotiationResumed {
  readonly type: 'negotiation.resumed'
  readonly run: string
}

export type EndRecord =
  | {
      readonly kind: 'agreement'
      readonly offer: string
      readonly by: string
      readonly turn: number
      readonly outcome: Readonly<Record<string, string>>
      readonly parties?: readonly string[]
      readonly supporters?: readonly string[]
    }
  | {
      readonly kind: 'settled'
      readonly turn: number
      readonly by: string
      readonly type: string
      readonly fields: Readonly<Record<string, string | number | boolean>>
    }
  | { readonly kind: 'no-agreement'; readonly reason: string; readonly turn: number }
  | { readonly kind: 'interrupted'; readonly reason: string; readonly turn: number }

/** `points`: each party's, as exact text; left out where the outcome is unknown. */
export interface NegotiationEnded {
  readonly type: 'negotiation.ended'
  readonly end: EndRecord
  readonly points?: Readonly<Record<string, string>>
}

/** Which attempt at which reply: every event of a model call begins with these. */
export interface CallPlace {
  readonly seat: string
  readonly turn: number
  readonly repair: number
  /** From 1, counted for each reply; attempts of a later run go on counting. */
  readonly attempt: number
}

/**
 * A request is about to be sent to a model: durable before its first byte leaves. Sealed: `request`, the body as
 * a change of the body that this seat sent before (delta.ts); `server`, where it went, if `elsewhere` is there.
 */
export interface CallSent extends CallPlace {
  readonly type: 'call.sent'
  readonly provider: ProviderName
  /** As the study asks for it; the answer says which it was. */
  readonly model: string
  readonly tier?: string
  /**
   * It went to another server than the provider's own, and no study says so: the environment variable that did. An
   * address inside a laboratory is its secret, so that the server itself is sealed.
   */
  readonly elsewhere?: string
  /** Below the provider's base URL. */
  readonly path: string
  /** The length of the body and its SHA-256, of its UTF-8 bytes. */
  readonly bytes: number
  readonly sha256: string
}

/** How a sealed `response` holds the bytes that came: as text, or base64 where they are no valid UTF-8. */
export type ResponseEncoding = 'utf-8' | 'base64'

/** What HTTP told of a response. */
export interface ResponseRecord {
  readonly status: number
  /** Those that are kept and public: content type, when to come again. Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the response came to its end; false where the connection broke off. */
  readonly complete: boolean
  readonly encoding: ResponseEncoding
  /** The server sent the key back, and it was blanked: the bytes are not all as they came. */
  readonly redacted?: true
}

/**
 * A model answered. Sealed: `response`, the bytes that came, `id`, the provider's name for the answer, and `headers`,
 * those that name the request or tell of an account's limits (JSON).
 */
export interface CallAnswered extends CallPlace, ResponseRecord {
  readonly type: 'call.answered'
  readonly stop: Stop
  /** The provider's own word for it. */
  readonly stopRaw?: string
  /** Tokens; what the provider did not tell is left out. */
  readonly usage: Usage
  /** The model and service tier that the provider says it used. */
  readonly model?: string
  readonly tier?: string
  /** Milliseconds from sending to the first byte, and to the last. */
  readonly firstByteMs?: number
  readonly totalMs: number
}

/**
 * A call failed. Sealed: `message`, the provider's words or ours, `response`, the bytes where some came, and `headers`.
 * The fields of a response are missing where there was none.
 */
export interface CallFailed extends CallPlace, Partial<ResponseRecord> {
  readonly type: 'call.failed'
  /** `aborted`: it was given up on this side. */
  readonly failure: FailureKind | 'aborted'
  /** The provider's own code, or the network's. */
  readonly code?: string
  /** A reply was under way, or may have been, and is lost: to ask again would be a second draw. */
  readonly lost: boolean
  /** Tokens that the provider had told of before it failed. */
  readonly usage?: Usage
  readonly firstByteMs?: number
  readonly totalMs: number
  /** Milliseconds until the next attempt, where there is to be one. */
  readonly waitMs?: number
}

/** A request was sent, and the process died before the record heard of an answer. Written by the next run. */
export interface CallLost extends CallPlace {
  readonly type: 'call.lost'
}

/**
 * A later pass reads a talk again: the first event of the stream `<pass>/<negotiation>`. Replies, absences and calls
 * follow as in a negotiation's stream; nothing of the talk's own stream changes.
 */
export interface ReadingStarted {
  readonly type: 'reading.started'
  readonly format: number
  readonly study: string
  /** `obs1`, `lab1`, `probe1`, …: the pass that `pass.started` tells of. */
  readonly pass: string
  readonly negotiation: string
  /** What is read: the length and the head of the negotiation's stream. */
  readonly events: number
  readonly head: string
  /** Who reads: the negotiator of the pass, or the person's name for themselves. */
  readonly reader: string
}

/** Everything of this talk that the pass was to read has been read, or will never be. */
export interface ReadingClosed {
  readonly type: 'reading.closed'
  /** Replies that could be used. */
  readonly readings: number
  /** Readings that never came, or were faulty with their repairs used up. */
  readonly missing: number
}

export type ReadingEvent =
  | ReadingStarted
  | CallEvent
  | ReplyReceived
  | SeatAbsent
  | NegotiationResumed
  | ReadingClosed

export type CallEvent = CallSent | CallAnswered | CallFailed | CallLost

export type NegotiationEvent =
  | NegotiationStarted
  | CallEvent
  | ReplyReceived
  | SeatAbsent
  | NegotiationResumed
  | NegotiationEnded

export type * from './study-events.ts'

export type StudyEvent =
  | StudyCreated
  | StudyRegistered
  | StudyAmended
  | StudyExtended
  | StudyRescored
  | ResultsSeen
  | AnchorAttached
  | StudyExported
  | RunStarted
  | RunLost
  | RunStopped
  | NegotiationClosed
  | PassStarted
  | PassClosed

export type ParleyEvent = NegotiationEvent | ReadingEvent | StudyEvent

/** What every stored event has beside its own fields: its place in the stream and a self-attested time. */
export interface Stamp {
  readonly seq: number
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
}

export type Stamped<E extends ParleyEvent = ParleyEvent> = Stamp & E
