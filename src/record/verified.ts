/** What a check of a record finds: at each depth, and of each negotiation. */
import type { Scenario } from '../scenario/types.ts'
import type { Depth, Difference } from './difference.ts'
import type { AssignmentRecord, NegotiationEvent } from './events.ts'
import type { OpenedStream } from './open.ts'
import type { ReadStream } from './passes/verify.ts'
import type { Replayed } from './replay.ts'
import type { MadeRequest } from './sent-check.ts'

export interface DepthResult {
  readonly depth: Depth
  /** `not-applicable`: the record holds nothing of the kind. */
  readonly status: 'passed' | 'failed' | 'not-applicable'
  /** Events at the chain, negotiations at the rules, requests at the requests. */
  readonly checked: number
  readonly differences: readonly Difference[]
}

/** One negotiation, checked. */
export interface NegotiationResult {
  readonly id: string
  readonly events: number
  readonly assignment?: AssignmentRecord
  /** Undefined where the rules could not be asked: an empty stream, an unknown assignment, a broken scenario. */
  readonly replayed?: Replayed
  /** What it was played by; there where `replayed` is. */
  readonly scenario?: Scenario
  /** Of a pass over a talk, in the place of all that: what was read. */
  readonly reading?: ReadStream
}

/** The same with what the check was made of: for whoever goes on from there, one negotiation at a time. */
export interface CheckedNegotiation extends NegotiationResult {
  /** Its events, as far as they could be read. */
  readonly stream: OpenedStream<NegotiationEvent>
  /** Requests that were made again; see SentResult. */
  readonly made?: ReadonlyMap<number, MadeRequest>
}
