/**
 * From the bytes of a response to an answer or a failure, the same way for every provider. What is a provider's
 * own (which fields hold the text, which event closes a stream) comes as a `Reader`.
 */
import type { Answer, Decoded, Failure, ProviderName, Received } from './contract.ts'
import { type ErrorTold, errorOfText, errorTold, failureOf, judge } from './failure.ts'
import { itemsOf } from './items.ts'
import { isRecord, type Json, parseJson, told } from './json.ts'
import { readEvents } from './sse.ts'
import { readUtf8 } from './utf8.ts'

export type Partial = NonNullable<Failure['partial']>

/** A reply that was lost on the provider's side: its error, and what had come until then. */
export interface Broken {
  readonly error: ErrorTold
  readonly partial?: Partial
}

/** Reads one stream, event by event. */
export interface StreamReader {
  /** Takes an event. */
  take(event: Json): void
  /** Takes the line `[DONE]`, which is no JSON. */
  done?(): void
  /** Whether all has come that matters. `ended`: HTTP saw its end. Later events are not read. */
  closed(ended: boolean): boolean
  /** The error that an event told. */
  readonly error: ErrorTold | undefined
  /** Why the events make no sense together. */
  readonly nonsense: string | undefined
  /** What has come of a reply; undefined where nothing has. */
  partial(): Partial | undefined
  /** The reply; only where the stream is closed. */
  answer(): Answer | Broken
}

export interface Reader {
  readonly provider: ProviderName
  /** Reads a whole response; undefined where the JSON is no response of this API. */
  whole(body: Json): Answer | Broken | undefined
  stream(): StreamReader
}

/** What is left of an answer that turns out to be lost. */
export const partialOf = ({ text, usage, usageRaw }: Answer): Partial => ({
  text: text.toWellFormed(),
  usage,
  ...told({ usageRaw }),
})

/** Decodes a response by its status and its bytes. Never throws. */
export function decodeWith(reader: Reader, received: Received): Decoded {
  const { text, valid } = readUtf8(received.body)
  if (received.status < 200 || received.status > 299) return refused(reader, received.status, text)
  const decoded = isStream(received, text)
    ? readStream(reader, received, eventsOf(text))
    : readWhole(reader, received, text)
  return decoded.kind === 'answer' ? readable(decoded, valid) : decoded
}

/** An answer whose text cannot be trusted is none. */
function readable(answer: Answer, valid: boolean): Decoded {
  const partial = partialOf(answer)
  if (!valid) return unreadable('The response holds bytes that are no UTF-8.', partial)
  if (answer.text.isWellFormed()) return answer
  return unreadable('The reply holds half a character (a lone surrogate).', partial)
}

function refused(reader: Reader, status: number, text: string): Decoded {
  const bodies = looksLikeEvents(text) ? eventsOf(text).map(parseJson) : [parseJson(text)]
  const error =
    bodies.map((body) => errorTold(body, true)).find((one) => one !== undefined) ?? errorOfText(text, status)
  return verdict(reader, error, status)
}

function verdict(reader: Reader, error: ErrorTold, status: number, partial?: Partial): Decoded {
  const kind = judge(error, status)
  if (kind !== 'content-filter') return failureOf(error, kind, partial)
  return {
    kind: 'answer',
    text: partial?.text ?? '',
    stop: 'content-filter',
    explanation: error.message,
    usage: partial?.usage ?? {},
    items: itemsOf(reader.provider, []),
    ...told({ stopRaw: error.code, usageRaw: partial?.usageRaw }),
  }
}

function readWhole(reader: Reader, received: Received, text: string): Decoded {
  const body = parseJson(text)
  if (Array.isArray(body)) return readStream(reader, received, body)
  if (!isRecord(body)) return noJson(received, text)
  const error = errorTold(body, false)
  if (error) return verdict(reader, error, received.status)
  const read = reader.whole(body)
  if (read === undefined) return unreadable('The response is JSON, but not a reply of this API.')
  return 'error' in read ? verdict(reader, read.error, received.status, read.partial) : read
}

function noJson({ ended, status }: Received, text: string): Failure {
  if (!ended) return lost('stream-cut', 'The connection broke off inside the response.')
  return unreadable(errorOfText(text, status).message)
}

/** `events`: the data of each event, parsed or as text. */
function readStream(reader: Reader, received: Received, events: readonly unknown[]): Decoded {
  const stream = reader.stream()
  let nonsense: string | undefined
  for (const [i, event] of events.entries()) {
    if (event === '[DONE]') stream.done?.()
    const data = typeof event === 'string' ? parseJson(event) : event
    if (isRecord(data)) stream.take(data)
    // The last event may be half of one.
    else if (event !== '[DONE]' && i < events.length - 1) nonsense ??= 'An event of the stream is no JSON.'
    if (stream.error === undefined && stream.closed(false)) break
  }
  const partial = stream.partial()
  if (stream.error) return verdict(reader, stream.error, received.status, partial)
  nonsense ??= stream.nonsense
  if (nonsense) return unreadable(nonsense, partial)
  if (!stream.closed(received.ended)) {
    return lost('stream-cut', 'The stream broke off before its closing event.', partial)
  }
  const read = stream.answer()
  return 'error' in read ? verdict(reader, read.error, received.status, read.partial ?? partial) : read
}

const lost = (failure: 'stream-cut' | 'unreadable', message: string, partial?: Partial): Failure => ({
  kind: 'failure',
  failure,
  message,
  ...told({ partial }),
})

const unreadable = (message: string, partial?: Partial): Failure => lost('unreadable', message, partial)

/** By the bytes' own shape; the content type decides where that says nothing. */
function isStream({ headers }: Received, text: string): boolean {
  if (looksLikeEvents(text)) return true
  if (/^\s*[[{<]/.test(text)) return false
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}

const looksLikeEvents = (text: string): boolean => /^\s*(data|event|id|retry)?:/.test(text)

/** Some servers put empty events between the others to keep the line open. */
const eventsOf = (text: string): string[] => readEvents(text).filter((data) => data.trim() !== '')
