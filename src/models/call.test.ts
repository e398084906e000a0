/** Calls made of attempts, against a real local server, on a clock whose sleeps are only noted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEADLINE_MS, withDeadline } from '../../test/support/deadline.ts'
import {
  type Answer,
  type ModelServer,
  never,
  page,
  reset,
  startModelServer,
  stream,
  whole,
} from '../../test/support/model-server.ts'
import { type CallOptions, type CallResult, makeCall } from './call.ts'
import { type ModelClient, makeClient } from './exchange.ts'
import { makeLimiter } from './limiter.ts'
import { closeConnections } from './transport.ts'

let server: ModelServer
let client: ModelClient

beforeAll(async () => {
  server = await startModelServer()
  client = await makeClient('anthropic', { apiKey: 'sk-sentinel-123456', baseUrl: server.url })
})
afterAll(async () => {
  await closeConnections()
  await server.close()
})

const message = (text: string, stop = 'end_turn'): string =>
  JSON.stringify({
    ...{ type: 'message', role: 'assistant', id: 'm', model: 'claude', stop_reason: stop },
    ...{ content: [{ type: 'text', text }], usage: { input_tokens: 1, output_tokens: 2 } },
  })
const error = (type: string, text = 'no'): string =>
  JSON.stringify({ type: 'error', error: { type, message: text } })
const event = (data: Record<string, unknown>): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
const START = event({
  type: 'message_start',
  message: {
    type: 'message',
    role: 'assistant',
    id: 'm',
    model: 'claude',
    content: [],
    usage: { input_tokens: 1 },
  },
})
const WORDS = [
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
]

interface Played {
  readonly result: CallResult
  /** What happened, in order: `sent 1`, `answered 1`, `failed 1 rate-limited retry-free 1000`. */
  readonly log: string[]
  readonly waits: number[]
  readonly requests: number
}

/** A client whose attempts take a millisecond each, whatever they took. */
const quick = (): ModelClient => ({
  ...client,
  wire: client.wire,
  send: async (...sent) => ({ ...(await client.send(...sent)), totalMs: 1 }),
})

/** Makes a call whose attempts are answered by these, in turn. */
async function play(answers: readonly Answer[], more: Partial<CallOptions> = {}): Promise<Played> {
  const log: string[] = []
  const waits: number[] = []
  let time = 0
  let next = 0
  server.answer((response, request) => {
    log.push(`arrived ${next + 1}`)
    return (answers[next++] ?? never())(response, request)
  })
  const request = client.wire.request(
    { system: '', messages: [{ role: 'user', content: 'x' }] },
    { model: 'claude', params: { max_tokens: 5 } },
  )
  const limiter = makeLimiter({
    now: () => time,
    later(call, ms) {
      time += ms
      queueMicrotask(call)
    },
  })
  const result = await makeCall({
    ...{ client: quick(), request, body: JSON.stringify(request.body), limiter },
    rules: { attemptMs: DEADLINE_MS, callMs: 600_000, attempts: 4, lostReplies: 'unknown' },
    now: () => time,
    date: () => new Date('2026-10-21T07:28:00Z'),
    random: () => 0.5,
    stopping: new AbortController().signal,
    async sleep(ms) {
      waits.push(ms)
      time += ms
    },
    async onSent(attempt) {
      await new Promise((done) => setTimeout(done, 10))
      log.push(`sent ${attempt}`)
      return undefined
    },
    onAnswered: (attempt, _exchange, answer, verdict) =>
      void log.push(`answered ${attempt} ${verdict.code} ${answer.text}`),
    onFailed: (attempt, _exchange, _failure, verdict, waitMs) =>
      void log.push(
        `failed ${attempt} ${verdict.code} ${verdict.class}${waitMs === undefined ? '' : ` ${waitMs}`}`,
      ),
    ...more,
  })
  expect(limiter.inFlight).toBe(0)
  return { result, log, waits, requests: next }
}

test('a call that works is sent once, after it was written down', async () => {
  const { result, log } = await play([whole(message('yes'))])
  expect(result).toMatchObject({ kind: 'answered', attempt: 1, answer: { text: 'yes' } })
  expect(log).toEqual(['sent 1', 'arrived 1', 'answered 1 answered yes'])
})

test('what is rate limited, overloaded, broken or late is tried again, each time written down', async () => {
  const { result, log, waits } = await withDeadline((strike) =>
    play(
      [
        whole(error('rate_limit_error'), 429, { 'retry-after': '7' }),
        whole(error('overloaded_error'), 529),
        whole(error('api_error'), 500, { 'retry-after-ms': '20' }),
        page(502),
        reset(),
        strike,
        stream([
          START.slice(0, 0),
          event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }),
        ]),
        whole(message('at last')),
      ],
      { rules: { attemptMs: DEADLINE_MS, callMs: 600_000, attempts: 8, lostReplies: 'unknown' } },
    ),
  )
  expect(result).toMatchObject({ kind: 'answered', attempt: 8 })
  expect(log.filter((line) => line.startsWith('failed'))).toEqual([
    'failed 1 rate-limited retry-free 7500',
    'failed 2 overloaded retry-free 1500',
    'failed 3 server retry-free 3000',
    'failed 4 server retry-free 6000',
    'failed 5 network retry-free 12000',
    'failed 6 timeout retry-free 24000',
    'failed 7 overloaded retry-free 45000',
  ])
  expect(waits).toHaveLength(7)
})

describe('a reply that was produced and lost', () => {
  const cut = stream([START, ...WORDS], { cut: 3, pauseMs: 5 })

  test('ends the call, unless the study says to draw again', async () => {
    const unknown = await play([cut, whole(message('never asked'))])
    expect(unknown.result).toMatchObject({ kind: 'lost', code: 'stream-cut' })
    expect(unknown.requests).toBe(1)
    const rules = { attemptMs: DEADLINE_MS, callMs: 600_000, attempts: 4, lostReplies: 'redraw' } as const
    const redrawn = await play([cut, whole(message('again'))], { rules })
    expect(redrawn.result).toMatchObject({ kind: 'answered', attempt: 2 })
    expect(redrawn.log).toContain('failed 1 stream-cut lost-reply 750')
  })

  test('also where a deadline cut it off', async () => {
    const held: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write([START, ...WORDS].join(''))
    }
    const { result } = await withDeadline((strike) => {
      let came = ''
      const onBytes = (piece: Uint8Array): void => {
        came += Buffer.from(piece).toString()
        if (came.endsWith(WORDS.at(-1)!)) strike()
      }
      const watched: ModelClient = {
        ...client,
        wire: client.wire,
        send: (request, body, options) => client.send(request, body, { ...options, onBytes }),
      }
      return play([held], { client: watched })
    })
    expect(result).toMatchObject({ kind: 'lost', code: 'timeout' })
  })

  test('also where the run before was killed after sending', async () => {
    const { result, requests } = await play([whole(message('x'))], { made: 1, lost: 'aborted' })
    expect(result).toEqual({ kind: 'lost', code: 'aborted' })
    expect(requests).toBe(0)
  })
})

test.each([
  ['bad-request', whole(error('invalid_request_error', 'max_tokens: too large'), 400)],
  ['authentication', whole(error('authentication_error', 'invalid x-api-key'), 401)],
  ['unknown-model', whole(error('not_found_error', 'model: claude'), 404)],
  ['no-quota', whole(error('invalid_request_error', 'Your credit balance is too low'), 400)],
])("%s halts at once, with the provider's own words", async (code, answer) => {
  const { result, requests } = await play([answer])
  expect(result).toMatchObject({ kind: 'halt', code })
  expect((result as { detail?: string }).detail).toMatch(/max_tokens|x-api-key|claude|credit/)
  expect(requests).toBe(1)
})

test.each([
  ['truncated', 'max_tokens'],
  ['refusal', 'refusal'],
  ['paused', 'pause_turn'],
  ['context-exceeded', 'model_context_window_exceeded'],
])('%s is an outcome and never drawn again', async (code, stop) => {
  const { result, requests, log } = await play([whole(message('Hel', stop))])
  expect(result).toMatchObject({ kind: 'outcome', code, attempt: 1, answer: { text: 'Hel' } })
  expect(requests).toBe(1)
  expect(log.at(-1)).toBe(`answered 1 ${code} Hel`)
})

describe('a call ends', () => {
  const busy = whole(error('overloaded_error', 'busy'), 529)

  test('when its attempts are spent; numbers go on after those of an earlier run', async () => {
    const { result, log, requests } = await play([busy, busy, busy, busy, busy], { made: 3 })
    expect(result).toMatchObject({
      kind: 'halt',
      code: 'attempts-spent',
      detail: expect.stringContaining('busy'),
    })
    expect(requests).toBe(4)
    expect(log.filter((line) => line.startsWith('sent'))).toEqual(['sent 4', 'sent 5', 'sent 6', 'sent 7'])
    expect(log.at(-1)).toBe('failed 7 overloaded retry-free')
  })

  test('when the next attempt would begin after its deadline', async () => {
    const rules = { attemptMs: DEADLINE_MS, callMs: 2000, attempts: 10, lostReplies: 'unknown' } as const
    const { result, waits } = await play([busy, busy, busy], { rules })
    expect(result).toMatchObject({ kind: 'halt', code: 'call-deadline' })
    expect(waits).toEqual([750])
  })

  test('when a hook says no: nothing is sent', async () => {
    const { result, requests } = await play([whole(message('x'))], {
      onSent: async () => ({ code: 'budget', detail: 'spent' }),
    })
    expect(result).toEqual({ kind: 'halt', code: 'budget', detail: 'spent' })
    expect(requests).toBe(0)
  })

  test('when it is told to stop: waits end, no further attempt begins', async () => {
    const stop = new AbortController()
    const { result, requests } = await play([busy, busy], {
      stopping: stop.signal,
      sleep: async () => stop.abort(),
    })
    expect(result).toEqual({ kind: 'halt', code: 'stopping' })
    expect(requests).toBe(1)
    const before = await play([busy], { stopping: AbortSignal.abort() })
    expect(before).toMatchObject({ result: { kind: 'halt', code: 'stopping' }, requests: 0 })
  })

  test('when it is given up in flight', async () => {
    const give = new AbortController()
    const { result, log } = await play([() => give.abort()], { abandon: give.signal })
    expect(result).toEqual({ kind: 'halt', code: 'stopping' })
    expect(log.at(-1)).toBe('failed 1 aborted retry-free')
  })

  test('a hook that fails fails the call, and gives the place back', async () => {
    const run = play([busy], { onSent: () => Promise.reject(new Error('disk full')) })
    await expect(run).rejects.toThrow('disk full')
  })
})
