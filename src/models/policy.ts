/**
 * What an attempt came to, in the three classes that decide whether the model may be asked again. An attempt from
 * which no reply came may; a reply that was produced and then lost may only where the study says so, since asking
 * again is a second draw; what the model itself brought about is an outcome and never drawn again. Beside them: what
 * stops a model until a person mends it.
 */
import type { Exchange } from './exchange.ts'
import type { Decoded, Failure, FailureKind, Stop } from './wire/contract.ts'

/**
 * `answered`: a reply to read. `retry-free`: no reply came; asking again draws nothing twice. `lost-reply`: a reply
 * was under way. `halt`: nothing of this kind will work until a person mends it. `outcome`: what the model did.
 */
const ATTEMPT_CLASSES = ['answered', 'retry-free', 'lost-reply', 'halt', 'outcome'] as const
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number]

/** Stable codes: what kind of failure, or how the model ended its reply. */
export type AttemptCode = FailureKind | 'aborted' | 'answered' | OutcomeCode
export type OutcomeCode =
  | 'truncated'
  | 'refusal'
  | 'content-filter'
  | 'context-exceeded'
  | 'paused'
  | 'tool-call'

export interface Verdict {
  readonly class: AttemptClass
  readonly code: AttemptCode
}

const STOP_CODES: Readonly<Record<Stop, OutcomeCode | 'answered'>> = {
  end: 'answered',
  length: 'truncated',
  refusal: 'refusal',
  'content-filter': 'content-filter',
  'context-exceeded': 'context-exceeded',
  paused: 'paused',
  tool: 'tool-call',
  // A word that we do not know is the server's; the text is there, and is read like any other.
  other: 'answered',
}

/** What stands for good: another try fails the same way. */
const HALTS: readonly FailureKind[] = ['bad-request', 'authentication', 'unknown-model', 'no-quota']

/** The decoded response of an exchange; undefined where no response began. */
export const decodedOf = (
  exchange: Exchange,
  decode: (received: NonNullable<Exchange['received']>) => Decoded,
) => exchange.received && decode(exchange.received)

/** Judges an attempt by what came over the network and what it was read as. */
export function classify(exchange: Exchange, decoded: Decoded | undefined): Verdict {
  // A reply that is whole is one, even where the connection broke right after it.
  if (decoded?.kind === 'answer') {
    const code = STOP_CODES[decoded.stop]
    return { class: code === 'answered' ? 'answered' : 'outcome', code }
  }
  const code = failureCode(exchange, decoded)
  if (code === 'context-exceeded') return { class: 'outcome', code }
  if ((HALTS as readonly string[]).includes(code)) return { class: 'halt', code }
  return { class: replyWasLost(exchange, decoded) ? 'lost-reply' : 'retry-free', code }
}

/** The network's reason goes before the wire's where both know one: a stream cut by a deadline is a time-out. */
function failureCode({ failure }: Exchange, decoded: Failure | undefined): FailureKind | 'aborted' {
  const told = decoded?.failure
  const cut = told === undefined || told === 'stream-cut' || told === 'unreadable' || told === 'network'
  if (failure && failure.kind !== 'network' && cut) return failure.kind
  return told ?? 'network'
}

/**
 * Whether a reply had begun: part of one was read, or bytes came under a status that promises one and do not say
 * that there is none. A provider's own error is its word that no reply exists, unless part of one came before it.
 */
function replyWasLost({ received }: Exchange, decoded: Failure | undefined): boolean {
  if (!received || received.status < 200 || received.status > 299) return false
  if (decoded?.partial !== undefined) return true
  const cut = decoded === undefined || decoded.failure === 'stream-cut' || decoded.failure === 'unreadable'
  return cut && received.body.length > 0
}
