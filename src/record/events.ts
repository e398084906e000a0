/**
 * Every event of the record. A negotiation's stream and the study's own stream are lists of these and nothing
 * else is kept. An event's body is public; what is private or on the wire is sealed: the body holds its hash,
 * the value and its salt lie beside the body (see chain.ts). docs/events.md describes each with an example.
 */
import type { FailureKind, ProviderName, Stop, Usage } from '../models/wire/contract.ts'
import type { Fault } from '../protocols/faults.ts'

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
 * a change of the body that this seat sent before (delta.ts).
 */
export interface CallSent extends CallPlace {
  readonly type: 'call.sent'
  readonly provider: ProviderName
  /** As the study asks for it; the answer says which it was. */
  readonly model: string
  readonly tier?: string
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

export type CallEvent = CallSent | CallAnswered | CallFailed | CallLost

export type NegotiationEvent =
  | NegotiationStarted
  | CallEvent
  | ReplyReceived
  | SeatAbsent
  | NegotiationResumed
  | NegotiationEnded

export interface AssignmentRecord {
  readonly id: string
  readonly block: number
  readonly position: number
  readonly pairing: string
  readonly opener: string
  readonly seats: Readonly<Record<string, string>>
  /** Its cell within the pairing: `a1` to `a4` where 2 roles meet 2 openers. Missing in early drafts of format 1. */
  readonly assignment?: string
  /** Each factor of the design with its level here: `opener`, `roles` and `scenario` where varied, the study's own. */
  readonly levels?: Readonly<Record<string, string>>
  /** Which variant of the scenario it plays; missing: the study's `pack`. */
  readonly variant?: string
  /** The extension that added it; missing where it was registered. */
  readonly extension?: string
}

/** A scenario's texts, and the hash that names it. */
export interface PackRecord {
  readonly scenario: string
  readonly pack: Readonly<Record<string, string>>
}

/** The design that the assignments were drawn from: names in the order in which the study gives them. */
export interface DesignRecord {
  readonly pairings: readonly string[]
  /** Every varied factor with its levels. */
  readonly factors: Readonly<Record<string, readonly string[]>>
  readonly blocks: number
  readonly repetitions: number
}

/** The first event of a study's stream: all that its negotiations are played and scored by. */
export interface StudyCreated {
  readonly type: 'study.created'
  readonly format: number
  readonly study: string
  readonly title: string
  readonly seed: string
  readonly scenario: string
  /** The scenario pack's texts by path, so that the record can be replayed without the folder. */
  readonly pack: Readonly<Record<string, string>>
  /** Further scenarios, where a factor changes it: by the name that assignments call them. */
  readonly variants?: Readonly<Record<string, PackRecord>>
  /** The negotiators' settings by name, as the study gives them. */
  readonly negotiators: Readonly<Record<string, unknown>>
  /** How models are called (deadlines, attempts, what follows a lost reply); missing where no model plays. */
  readonly calls?: Readonly<Record<string, unknown>>
  readonly assignments: readonly AssignmentRecord[]
  readonly design?: DesignRecord
  /** The planned analysis as the study gives it; missing where none was planned. */
  readonly analysis?: Readonly<Record<string, unknown>>
  readonly protocol: string
  readonly version: number
  readonly parley: string
  readonly node: string
}

/**
 * The study was registered: what stands in `study.created` is fixed before anything is played. `registration` is
 * the SHA-256 of registration.json, which is made of these two events alone (registration.ts).
 */
export interface StudyRegistered {
  readonly type: 'study.registered'
  readonly registration: string
  /** The rules by the version of the protocol's machine and the digest of golden vectors (rules-digest.ts). */
  readonly rules: { readonly version: number; readonly digest: string }
  /** SHA-256 of the templates that prompts are rendered by, those that come with Parley included. */
  readonly prompts: string
  /** The packages that play, render and score, with their versions. */
  readonly packages: Readonly<Record<string, string>>
  /** Operating system and processor: `linux x64`. */
  readonly platform: string
}

/** What was known of outcomes at a time, from the record itself. */
export type Seen = 'nothing-run' | 'run-not-seen' | 'seen'

/** How far the study was when it was changed. */
export interface ChangedWhen {
  readonly reason: string
  readonly seen: Seen
  /** How many negotiations had begun, and how many of those had ended. */
  readonly begun: number
  readonly closed: number
}

/**
 * The study was changed after it was created: what is named in `changes` is otherwise for negotiations that begin
 * later. The fields below hold the new values whole; what did not change is missing.
 */
export interface StudyAmended extends ChangedWhen {
  readonly type: 'study.amended'
  /** `m1`, `m2`, … */
  readonly amendment: string
  readonly changes: readonly AmendedRecord[]
  readonly title?: string
  readonly negotiators?: Readonly<Record<string, unknown>>
  readonly calls?: Readonly<Record<string, unknown>>
  readonly analysis?: Readonly<Record<string, unknown>>
  readonly scenario?: string
  readonly pack?: Readonly<Record<string, string>>
  readonly variants?: Readonly<Record<string, PackRecord>>
  /** As in `study.registered`, where another version of Parley brings others. */
  readonly prompts?: string
  readonly rules?: StudyRegistered['rules']
}

/** `before`, `after`: the value, or the first line that differs. */
export interface AmendedRecord {
  readonly what: string
  readonly before?: string
  readonly after?: string
}

/** Assignments were added; they are no replacements, and all that is computed with them is descriptive. */
export interface StudyExtended extends ChangedWhen {
  readonly type: 'study.extended'
  /** `x1`, `x2`, … */
  readonly extension: string
  readonly assignments: readonly AssignmentRecord[]
}

/**
 * What the outcomes so far would be worth under another scenario's points: kept beside the first scores, which stand.
 */
export interface StudyRescored extends ChangedWhen {
  readonly type: 'study.rescored'
  /** `r1`, `r2`, … */
  readonly rescoring: string
  /** The other scenario: its hash and its texts. */
  readonly scenario: string
  readonly pack: Readonly<Record<string, string>>
  /** Each party's points by negotiation, exact, of all that had a known outcome. */
  readonly points: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Outcomes were shown, or kept where they can be read: by which command, and how many there were to see. */
export interface ResultsSeen {
  readonly type: 'results.seen'
  readonly command: string
  readonly begun: number
  readonly closed: number
  /** When, where it could be written down only later, since a run held the record. */
  readonly seenAt?: string
}

/**
 * Something outside says when the registration was there. `rfc3161`: a time-stamp token (base64 in `value`), checked
 * here; `url` and `commit` are claims that a reader has to check.
 */
export interface AnchorAttached {
  readonly type: 'anchor.attached'
  readonly anchor: 'rfc3161' | 'url' | 'commit'
  /** SHA-256 of what is anchored: the registration. */
  readonly of: string
  readonly value: string
  /** The time that the token says, ISO 8601. */
  readonly time?: string
  /** What was checked when it was attached, what was not, and what a reader must do. */
  readonly checked: readonly string[]
  readonly unchecked: readonly string[]
}

/**
 * The record up to the event before was exported: `manifest` is the SHA-256 of the folder's manifest, which holds the
 * hash of every other file of it. So the hash of this event stands for the whole folder (docs/publication.md).
 */
export interface StudyExported {
  readonly type: 'study.exported'
  readonly manifest: string
  readonly parley: string
}

export interface RunStarted {
  readonly type: 'run.started'
  readonly run: string
  readonly parley: string
  readonly node: string
}

/** `run` ended without a stop of its own (a kill, a power cut); found when the next run began. */
export interface RunLost {
  readonly type: 'run.lost'
  readonly run: string
}

export interface RunStopped {
  readonly type: 'run.stopped'
  readonly run: string
  /** `halted`: what is left waits for something outside: a key, credit, a provider that is back. */
  readonly reason: 'complete' | 'asked' | 'halted' | 'failed'
  /** What was halted in this run, and which negotiations it left; missing where nothing was. */
  readonly halts?: readonly RunHaltRecord[]
}

/** `scope`: whether one negotiation was left, all of a model, or the study. */
export interface RunHaltRecord {
  readonly code: string
  readonly scope: 'negotiation' | 'model' | 'study'
  readonly negotiator?: string
  readonly model?: string
  readonly negotiations: readonly string[]
}

/** A negotiation's stream has ended with this many events and this head, so that a missing tail shows. */
export interface NegotiationClosed {
  readonly type: 'negotiation.closed'
  readonly negotiation: string
  readonly events: number
  readonly head: string
}

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

export type ParleyEvent = NegotiationEvent | StudyEvent

/** What every stored event has beside its own fields: its place in the stream and a self-attested time. */
export interface Stamp {
  readonly seq: number
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string
}

export type Stamped<E extends ParleyEvent = ParleyEvent> = Stamp & E
