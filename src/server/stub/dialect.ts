/**
 * What one provider's API looks like from the server's side: its paths, how a request is read, how a reply, a
 * stream and an error are written.
 */
import type { ProviderName } from '../../models/wire/contract.ts'

/** What a path asks for. Google says the model and the stream in the path, the others in the body. */
export interface Route {
  readonly what: 'reply' | 'count'
  readonly model?: string
  readonly stream?: boolean
  /** Google's way to stream without events: one JSON list that grows. */
  readonly list?: boolean
}

/** A request as any provider understands it. */
export interface Asked {
  readonly model: string
  readonly system: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
  readonly stream: boolean
  readonly tier?: string
  /** The most that may come out, thinking included. */
  readonly maxTokens?: number
  /** Whether the request asks the model to think aloud or to reason. */
  readonly thinking: boolean
  /** The reply's JSON Schema, where structured output is asked for. */
  readonly schema?: unknown
  /** Whether a stream of chat completions ends with usage. */
  readonly streamUsage?: boolean
}

export type SaidStop = 'end' | 'length' | 'refusal' | 'content-filter' | 'context' | 'paused'

/** What the stub has to say. Tokens are estimates; `output` includes `thinking`. */
export interface Said {
  readonly id: string
  /** Seconds since 1970. */
  readonly created: number
  readonly model: string
  readonly tier?: string
  readonly text: string
  readonly thought?: string
  readonly stop: SaidStop
  readonly usage: { readonly input: number; readonly output: number; readonly thinking: number }
  readonly streamUsage?: boolean
}

/** One server-sent event: `data` is what stands after `data:`. */
export interface StreamEvent {
  readonly event?: string
  readonly data: string
}

export interface Stream {
  readonly events: readonly StreamEvent[]
  /** The place of the event without which the stream is not complete. */
  readonly closing: number
}

/** Errors as every provider knows them. */
export type ErrorKind =
  | 'rate-limited'
  | 'overloaded'
  | 'server-error'
  | 'context-exceeded'
  | 'authentication'
  | 'unknown-model'
  | 'no-quota'
  | 'bad-request'
  | 'not-found'

export interface Refused {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface ErrorDetail {
  readonly id: string
  readonly model: string
  /** Which of the ways to say the same; any whole number. */
  readonly form: number
  /** How long a client is told to wait. */
  readonly waitMs: number
  /** The time now, in milliseconds since 1970. */
  readonly now: number
}

export interface Dialect {
  readonly provider: ProviderName
  /** Takes a path and its query. */
  route(path: string, query: string): Route | undefined
  read(body: Json, route: Route): Asked
  whole(said: Said): unknown
  stream(said: Said): Stream
  refuse(kind: ErrorKind, detail: ErrorDetail): Refused
  /** The event that tells of an overload inside a stream. */
  overloadedEvent(said: Said): StreamEvent
  counted(tokens: number): unknown
  /** Names of response headers for a request's id. */
  readonly idHeader: string
}

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part of a body as an object; an empty one where it is none. */
export const object = (value: unknown): Json => (isJson(value) ? value : {})
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The text of content that is a string or a list of parts with a `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return list(content)
    .map((part) => (typeof part === 'string' ? part : (text(object(part).text) ?? '')))
    .join('')
}

/** Leaves out what is undefined. */
export const compact = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined))

/** Cuts a text into the pieces that a stream brings it in. Characters stay whole. */
export function pieces(whole: string, size = 16): string[] {
  const points = Array.from(whole)
  const cut: string[] = []
  for (let i = 0; i < points.length; i += size) cut.push(points.slice(i, i + size).join(''))
  return cut
}

export const event = (data: unknown, name?: string): StreamEvent => ({
  data: typeof data === 'string' ? data : JSON.stringify(data),
  ...(name === undefined ? {} : { event: name }),
})

/** `1m30s`, `12ms`, `2s`: a wait as OpenAI's limit headers write it. */
export function spanText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`
  const minutes = Math.floor(ms / 60_000)
  const seconds = (ms % 60_000) / 1000
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`
}
