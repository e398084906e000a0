/**
 * What every provider's wire says: how a prompt becomes a request body, and what the received bytes mean. Pure:
 * replay, batches and the browser use it too. It knows nothing of negotiation, keys, networks or clocks.
 */
export interface Message {
  readonly role: 'user' | 'assistant'
  /** The text; of a reply also where `items` stand beside it. A reply without text is not sent back. */
  readonly content: string
  /** An earlier reply as the provider sent it, thinking and all: only the same provider's `request` accepts it. */
  readonly items?: unknown
}

export interface ModelPrompt {
  readonly system: string
  readonly messages: readonly Message[]
  /** The reply's shape, by the provider's structured outputs. Who asks for none leaves it out. */
  readonly schema?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
}

export interface ModelSettings {
  readonly model: string
  /** Go into the body as they are written; nothing is added that the API does not require. */
  readonly params?: Readonly<Record<string, unknown>>
}

export interface WireRequest {
  /** Below the base URL, as the provider's own SDK has it: `/v1/messages`, `/responses` (below `…/v1`). */
  readonly path: string
  /** Key order is what goes over the wire: the body sent is `JSON.stringify(body)`. */
  readonly body: Readonly<Record<string, unknown>>
  /** Whether the reply is asked for as a stream of events. */
  readonly stream: boolean
}

/** A response as it came in. `ended`: HTTP saw its end; false where the connection broke off. */
export interface Received {
  readonly status: number
  /** Lower-case names; those that must not be kept are gone already. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly ended: boolean
}

/** Why a reply stopped, in one set of words for all providers; the provider's own word is kept beside it. */
export const STOPS = [
  'end',
  'length',
  'refusal',
  'content-filter',
  'context-exceeded',
  'paused',
  'tool',
  'other',
] as const
export type Stop = (typeof STOPS)[number]

/** Tokens. A count that the provider did not tell is undefined, never 0. */
export interface Usage {
  /** Input that was neither read from nor written to a cache. */
  readonly input?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** Written to a cache that is kept longer (Anthropic's 1-hour cache), not counted in `cacheWrite`. */
  readonly cacheWriteLong?: number
  /** All that is billed as output, thinking included. */
  readonly output?: number
  /** The part of `output` that was thinking. */
  readonly thinking?: number
}

export interface Answer {
  readonly kind: 'answer'
  readonly text: string
  readonly stop: Stop
  /** The provider's own word for it. */
  readonly stopRaw?: string
  /** What the provider says about the stop: why it refused or filtered. Its own words: sealed in the record. */
  readonly explanation?: string
  readonly usage: Usage
  readonly usageRaw?: unknown
  /** The model and service tier that the provider says it used. */
  readonly model?: string
  readonly tier?: string
  readonly id?: string
  /** The reply as the same provider's `request` takes it back, in a thread. */
  readonly items: unknown
}

/**
 * Why a call failed. The first seven may be tried again; the rest will fail the same way.
 * `stream-cut` and `unreadable`: a reply was under way and is lost.
 */
export const FAILURES = [
  'rate-limited',
  'overloaded',
  'server',
  'network',
  'timeout',
  'stream-cut',
  'unreadable',
  'bad-request',
  'context-exceeded',
  'authentication',
  'unknown-model',
  'no-quota',
] as const
export type FailureKind = (typeof FAILURES)[number]

export interface Failure {
  readonly kind: 'failure'
  readonly failure: FailureKind
  /** The provider's own words, or ours where there are none. They may name an organisation: sealed in the record. */
  readonly message: string
  /** The provider's own code or type. */
  readonly code?: string
  /** Milliseconds to wait before another try, where the body says so (Google's RetryInfo). */
  readonly waitMs?: number
  /** What had come of a reply when it broke off. Missing where no part of it, thinking included, had come. */
  readonly partial?: { readonly text: string; readonly usage: Usage; readonly usageRaw?: unknown }
}

export type Decoded = Answer | Failure

export interface Wire {
  readonly provider: ProviderName
  /**
   * Throws a RangeError where a param would replace what the prompt says, where the API requires one that is
   * missing, and for a reply of another provider.
   */
  request(prompt: ModelPrompt, settings: ModelSettings): WireRequest
  /** Reads a response or a stream. Never throws, whatever the bytes. */
  decode(received: Received): Decoded
}

export const PROVIDERS = ['anthropic', 'openai', 'openai-chat', 'google'] as const
export type ProviderName = (typeof PROVIDERS)[number]
