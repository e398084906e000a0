/** What the stub makes of one call: the reply that a script has for it, and what a fault makes of that. */
import { randomOf } from '../../core/random.ts'
import { frame, type Response } from './deliver.ts'
import type { Asked, Dialect, ErrorKind, Route, Said, SaidStop } from './dialect.ts'
import { STUB_FAULTS, type StubFault } from './faults.ts'
import { type Move, spoil } from './spoil.ts'

/** One call, as far as the answer depends on it. */
export interface Call {
  readonly dialect: Dialect
  readonly asked: Asked
  readonly route: Route
  /** The words from which everything about this call is drawn. */
  readonly seed: string
  readonly now: number
}

export interface AnswerSettings {
  /** The model that replies claim to be from, where it is not the one that was asked for. */
  readonly model?: string | undefined
  readonly waitMs: number
}

export interface Answer {
  /** Missing where nothing will be sent: `reset` breaks the connection off, `no-answer` waits for the client. */
  readonly response?: Response
  readonly said: Said
  /** The text that a client reads from a whole answer; missing where it gets none. */
  readonly text?: string
  /** The fault that was really done; missing also where the drawn one does not fit this move. */
  readonly fault?: StubFault
}

/** Tokens are counted as four bytes each, near enough for a stub; the frame around a prompt is a few more. */
const BYTES_PER_TOKEN = 4
const FRAME_TOKENS = 8

export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)

export const inputTokens = ({ system, messages }: Asked): number =>
  FRAME_TOKENS + tokensOf(system) + messages.reduce((sum, message) => sum + tokensOf(message.text), 0)

const THOUGHT = 'The stub server thinks for a moment about what it would say if it were a model.'

/** Faults that are an error response of the provider. */
const REFUSED: Partial<Record<StubFault, ErrorKind>> = {
  'rate-limited': 'rate-limited',
  overloaded: 'overloaded',
  'server-error': 'server-error',
  'context-exceeded': 'context-exceeded',
  authentication: 'authentication',
  'unknown-model': 'unknown-model',
  'no-quota': 'no-quota',
  'bad-request': 'bad-request',
}

/** Faults that are a stop of the model's, told in an answer. */
const STOPPED: Partial<Record<StubFault, SaidStop>> = {
  'max-tokens': 'length',
  'max-tokens-thinking': 'length',
  refusal: 'refusal',
  'content-filter': 'content-filter',
  'paused-turn': 'paused',
}

/** Builds the answer to a call. `move` is the right reply to it. */
export function answerCall(
  call: Call,
  move: Move,
  drawn: StubFault | undefined,
  settings: AnswerSettings,
): Answer {
  const { dialect, asked, route } = call
  const random = randomOf('answer', call.seed)
  const spoilt = drawn === undefined ? undefined : spoil(drawn, move)
  const fault = drawn !== undefined && isSpoiling(drawn) && spoilt === undefined ? undefined : drawn
  const said = speak(call, fault, spoilt ?? move.text, settings)
  const named = fault === undefined ? {} : { fault }

  if (fault === 'reset' || fault === 'no-answer') return { said, ...named }
  if (fault === 'html-error') return { response: webPage(), said, ...named }
  const kind = fault && REFUSED[fault]
  if (kind) {
    const detail = {
      id: said.id,
      model: asked.model,
      form: random.int(0, 59),
      waitMs: settings.waitMs,
      now: call.now,
    }
    const { status, headers, body } = dialect.refuse(kind, detail)
    const response = {
      status,
      headers: { ...JSON_TYPE, ...headers },
      parts: [JSON.stringify(body)],
      ending: 'whole',
    } as const
    return { response, said, ...named }
  }
  const response = asked.stream && !route.list ? streamed(call, said, fault) : plain(call, said, fault)
  return isWhole(fault) ? { response, said, text: said.text, ...named } : { response, said, ...named }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Replies with these texts cannot be read at all, so a client has no answer in hand. */
const UNREADABLE: readonly StubFault[] = ['invalid-utf8', 'lone-surrogate']

const isSpoiling = (fault: StubFault): boolean =>
  UNREADABLE.includes(fault) || (STUB_FAULTS[fault].group === 'reply' && fault !== 'wrong-model')

/** Whether a client has an answer in hand, whatever stands in it. */
const isWhole = (fault: StubFault | undefined): boolean =>
  fault === undefined || fault === 'slow-start' || fault in STOPPED || STUB_FAULTS[fault].group === 'reply'

function speak(call: Call, fault: StubFault | undefined, text: string, settings: AnswerSettings): Said {
  const { asked, seed, now } = call
  const thinks = asked.thinking || fault === 'max-tokens-thinking'
  const limit = asked.maxTokens ?? Number.POSITIVE_INFINITY
  const thinking = thinks ? Math.min(tokensOf(THOUGHT), limit) : 0
  let whole = text
  let stop: SaidStop = (fault && STOPPED[fault]) ?? 'end'
  if (fault === 'max-tokens') whole = text.slice(0, Math.ceil(text.length / 2))
  else if (stop !== 'end') whole = ''
  // As a provider would: what is longer than was allowed is cut off.
  const room = Math.max(0, limit - thinking) * BYTES_PER_TOKEN
  if (stop === 'end' && Buffer.byteLength(whole) > room) {
    whole = whole.slice(0, room).toWellFormed()
    stop = 'length'
  }
  const output = fault === 'max-tokens-thinking' ? Math.min(limit, 1_000_000) : thinking + tokensOf(whole)
  const model = fault === 'wrong-model' ? `${asked.model}-replaced` : (settings.model ?? asked.model)
  const [a, b, c] = randomOf('id', seed).state()
  return {
    id: [a, b, c].map((part) => (part! >>> 0).toString(16).padStart(8, '0')).join(''),
    created: Math.floor(now / 1000),
    model,
    ...(asked.tier === undefined ? {} : { tier: asked.tier }),
    text: whole,
    ...(thinks ? { thought: THOUGHT } : {}),
    stop,
    usage: {
      input: inputTokens(asked),
      output,
      thinking: fault === 'max-tokens-thinking' ? output : thinking,
    },
    streamUsage: asked.streamUsage === true,
  }
}

function plain({ dialect, route }: Call, said: Said, fault: StubFault | undefined): Response {
  const whole = dialect.whole(said)
  const text = JSON.stringify(route.list ? [whole] : whole)
  const head = { status: 200, headers: { ...JSON_TYPE, [dialect.idHeader]: `req_${said.id}` } }
  const half = text.slice(0, Math.ceil(text.length * 0.6))
  if (fault === 'stream-cut') return { ...head, parts: [half], ending: 'cut' }
  if (fault === 'reset-mid-body') return { ...head, parts: [half], ending: 'reset' }
  return { ...head, parts: [text], ending: 'whole' }
}

function streamed({ dialect, seed }: Call, said: Said, fault: StubFault | undefined): Response {
  const newline = dialect.provider === 'google' ? '\r\n' : '\n'
  const { events, closing } = dialect.stream(said)
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
  const head = { status: 200, headers: { ...headers, [dialect.idHeader]: `req_${said.id}` } }
  const frames = events.map((event) => frame(event, newline))
  if (fault === 'overloaded-in-stream') {
    // After the frame's first words and before any of the reply's; Google begins with the reply itself.
    const before = dialect.provider === 'google' ? [] : frames.slice(0, 1)
    return { ...head, parts: [...before, frame(dialect.overloadedEvent(said), newline)], ending: 'whole' }
  }
  if (fault === 'stream-cut' || fault === 'reset-mid-body') {
    const kept = randomOf('cut', seed).int(Math.min(1, closing), closing)
    const ending = fault === 'stream-cut' ? 'cut' : 'reset'
    return { ...head, parts: frames.slice(0, kept), ending }
  }
  return { ...head, parts: frames, ending: 'whole' }
}

const webPage = (): Response => ({
  status: 502,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  parts: [
    '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n<body><center><h1>502 Bad Gateway</h1></center></body></html>\n',
  ],
  ending: 'whole',
})
