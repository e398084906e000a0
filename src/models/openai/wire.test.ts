import { describe, expect, test } from 'vitest'
import { chunks, frame, received, streamed, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import type { Answer } from '../wire/contract.ts'
import { wire } from './wire.ts'

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello' }] }
const body = (
  params?: Readonly<Record<string, unknown>>,
  given: Parameters<typeof wire.request>[0] = prompt,
) => wire.request(given, { model: 'm', ...(params ? { params } : {}) }).body

describe('a request body of the Responses API', () => {
  test('holds model, instructions and input, then the params in their order', () => {
    const request = wire.request(prompt, {
      model: 'm',
      params: { store: false, reasoning: { effort: 'low' } },
    })
    expect(request).toMatchObject({ path: '/responses', stream: false })
    expect(JSON.stringify(request.body)).toBe(
      '{"model":"m","instructions":"Be brief.","input":[{"role":"user","content":"Hello"}],"store":false,"reasoning":{"effort":"low"}}',
    )
    expect(wire.request(prompt, { model: 'm', params: { stream: true } }).stream).toBe(true)
    expect(body(undefined, { ...prompt, system: '' })).not.toHaveProperty('instructions')
  })

  test.each([
    'model',
    'input',
    'instructions',
    'previous_response_id',
    'conversation',
    'prompt',
    'background',
  ])('refuses the param %s', (name) => {
    expect(() => body({ [name]: 'x' })).toThrow(RangeError)
  })

  test('carries a schema beside what else stands in text', () => {
    const schema = { name: 'move', schema: { type: 'object' } }
    expect(body({ text: { verbosity: 'low' } }, { ...prompt, schema })).toMatchObject({
      text: {
        verbosity: 'low',
        format: { type: 'json_schema', name: 'move', schema: { type: 'object' }, strict: true },
      },
    })
  })

  test('sends the items of earlier replies back as they came, and no empty ones', () => {
    const parts = [
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'gAAA', summary: [] },
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
    ]
    const items = { provider: 'openai', parts }
    const messages = [
      ...prompt.messages,
      { role: 'assistant' as const, content: 'Hi', items },
      { role: 'assistant' as const, content: '' },
      { role: 'assistant' as const, content: 'Plain.' },
    ]
    expect(body({}, { ...prompt, messages }).input).toEqual([
      prompt.messages[0],
      ...parts,
      { role: 'assistant', content: 'Plain.' },
    ])
    const foreign = [
      { role: 'assistant' as const, content: 'Hi', items: { provider: 'anthropic', parts: [] } },
    ]
    expect(() => body({}, { ...prompt, messages: foreign })).toThrow(RangeError)
  })
})

const message = (text: string, phase?: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
  ...(phase ? { phase } : {}),
})
const response = (fields: object): string =>
  JSON.stringify({ object: 'response', status: 'completed', output: [], ...fields })

describe('a response of the Responses API', () => {
  test.each<[string, object, object]>([
    ['completed', { output: [message('Hi')] }, { text: 'Hi', stop: 'end', stopRaw: 'completed' }],
    [
      'cut off while it was thinking',
      {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ type: 'reasoning' }],
      },
      { text: '', stop: 'length', stopRaw: 'max_output_tokens' },
    ],
    [
      'filtered',
      { status: 'incomplete', incomplete_details: { reason: 'content_filter' }, output: [message('Hi')] },
      { text: 'Hi', stop: 'content-filter', stopRaw: 'content_filter' },
    ],
    ['incomplete without a reason', { status: 'incomplete' }, { stop: 'other', stopRaw: 'incomplete' }],
    [
      'refused',
      { output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] }] },
      { text: '', stop: 'refusal', explanation: 'I cannot.' },
    ],
    ['with a call', { output: [{ type: 'function_call', name: 'f' }] }, { stop: 'tool' }],
    ['with a search that is over', { output: [{ type: 'web_search_call' }, message('Hi')] }, { stop: 'end' }],
    ['cancelled', { status: 'cancelled' }, { stop: 'other', stopRaw: 'cancelled' }],
    [
      'with commentary',
      { output: [message('Hm.', 'commentary'), message('Hi', 'final_answer')] },
      { text: 'Hi' },
    ],
    ['of commentary alone', { output: [message('Hm.', 'commentary')] }, { text: 'Hm.' }],
  ])('that is %s', (_, fields, expected) => {
    expect(wire.decode(received(response(fields)))).toMatchObject({ kind: 'answer', ...expected })
  })

  test('counts what the caches gave and took apart', () => {
    const usage = {
      input_tokens: 1000,
      input_tokens_details: {
        cached_tokens: 600,
        cache_write_tokens: 300,
        cache_write_tokens_details: { ttl_12h_tokens: 200 },
      },
      output_tokens: 50,
    }
    expect((wire.decode(received(response({ usage }))) as Answer).usage).toEqual({
      input: 100,
      cacheRead: 600,
      cacheWrite: 100,
      cacheWriteLong: 200,
      output: 50,
    })
  })

  test.each<[string, string, object]>([
    ['rate_limit_exceeded', 'Slow down.', { failure: 'rate-limited' }],
    ['server_error', 'Oh.', { failure: 'server', code: 'server_error' }],
    ['insufficient_quota', 'Pay.', { failure: 'no-quota' }],
    ['invalid_prompt', 'Your prompt was flagged as violating our policy.', { stop: 'content-filter' }],
  ])('that failed with %s inside HTTP 200', (code, text, expected) => {
    const body = response({ status: 'failed', error: { code, message: text } })
    expect(wire.decode(received(body))).toMatchObject(expected)
  })

  test.each<[number, object, string]>([
    [429, { message: 'Rate limit reached … account/billing', code: 'rate_limit_exceeded' }, 'rate-limited'],
    [429, { message: 'You exceeded your current quota', code: null, type: 'requests' }, 'no-quota'],
    [
      429,
      { message: 'Request too large for gpt: Limit 10000, Requested 12000', code: 'rate_limit_exceeded' },
      'bad-request',
    ],
    [
      400,
      { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' },
      'context-exceeded',
    ],
    [400, { message: 'max_tokens is too large: 50000.', type: 'invalid_request_error' }, 'bad-request'],
    [401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }, 'authentication'],
    [404, { message: 'The model `x` does not exist', code: 'model_not_found' }, 'unknown-model'],
    [503, { message: 'The engine is currently overloaded', type: 'server_error' }, 'overloaded'],
    [500, { message: 'The server had an error', type: 'server_error' }, 'server'],
    [403, { message: 'Country not supported', type: 'request_forbidden' }, 'authentication'],
  ])('HTTP %i %o is a failure: %s', (status, error, failure) => {
    expect(wire.decode(received(JSON.stringify({ error }), { status }))).toMatchObject({ failure })
  })
})

const events = (...list: readonly object[]): string =>
  frame(
    'openai',
    list.map((event) => JSON.stringify(event)),
  )
const delta = (text: string) => ({
  type: 'response.output_text.delta',
  output_index: 0,
  content_index: 0,
  delta: text,
})

describe('a stream of the Responses API', () => {
  test('that is cut keeps what had come, and no commentary beside an answer', () => {
    const item = (index: number, phase: string) => ({
      type: 'response.output_item.added',
      output_index: index,
      item: { type: 'message', phase, content: [] },
    })
    const body = events(item(0, 'commentary'), delta('Hm.'), item(1, 'final_answer'), {
      ...delta('Hel'),
      output_index: 1,
    })
    expect(wire.decode(streamed(body))).toMatchObject({ failure: 'stream-cut', partial: { text: 'Hel' } })
  })

  test('in which only thinking had come is lost with it', () => {
    const body = events({ type: 'response.reasoning_summary_text.delta', delta: 'Let me see' })
    expect(wire.decode(streamed(body))).toMatchObject({ failure: 'stream-cut', partial: { text: '' } })
    expect(wire.decode(streamed(events({ type: 'response.created', response: {} })))).not.toHaveProperty(
      'partial',
    )
  })

  test('may tell its error in the event itself', () => {
    const error = { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down.', param: null }
    expect(wire.decode(streamed(events(delta('Hel'), error)))).toMatchObject({
      failure: 'rate-limited',
      message: 'Slow down.',
      code: 'rate_limit_exceeded',
      partial: { text: 'Hel' },
    })
  })

  test('takes the items that came where its last event holds none', () => {
    const done = { type: 'response.output_item.done', output_index: 0, item: message('Hello') }
    const end = { type: 'response.completed', response: { status: 'completed', output: [] } }
    expect(wire.decode(streamed(events(delta('Hel'), done, end)))).toMatchObject({
      text: 'Hello',
      items: { parts: [message('Hello')] },
    })
  })
})

describe.skipIf(!WIRE_FIXTURES)('the reference responses of the Responses API (skipped without them)', () => {
  test('a reply with encrypted thinking', () => {
    const { output, usage } = JSON.parse(whole('openai-responses-reasoning'))
    expect(wire.decode(received(whole('openai-responses-reasoning')))).toEqual({
      kind: 'answer',
      text: '12 + 7 = 19\n19 × 3 = 57\n57 × 10 = 570\n\nFinal result: 570',
      stop: 'end',
      stopRaw: 'completed',
      usage: { input: 865, cacheRead: 0, output: 163, thinking: 128 },
      usageRaw: usage,
      model: 'gpt-5-mini-2025-08-07',
      tier: 'default',
      id: 'resp_0f35ed53160b395301693cc957829881909359e7f80cdd20b5',
      items: { provider: 'openai', parts: output },
    })
  })

  test('replies with commentary, whole and as a stream', () => {
    expect(wire.decode(received(whole('openai-responses-text')))).toMatchObject({
      text: expect.stringMatching(/^Here are some \*\*latest AI updates/),
      usage: { input: 4171, cacheRead: 3072, output: 423, thinking: 58 },
    })
    expect(wire.decode(streamed(frame('openai', chunks('openai-responses-text'))))).toMatchObject({
      text: expect.stringMatching(/^Here are a few \*\*AI headlines/),
      usage: { input: 4040, cacheRead: 3072, output: 463, thinking: 64 },
      tier: 'default',
    })
  })

  test('errors', () => {
    const noQuota = {
      failure: 'no-quota',
      code: 'insufficient_quota',
      message: expect.stringMatching(/^You exceeded/),
    }
    expect(wire.decode(received(whole('openai-responses-error'), { status: 429 }))).toMatchObject(noQuota)
    const stream = wire.decode(streamed(frame('openai', chunks('openai-responses-error'))))
    expect(stream).toMatchObject(noQuota)
    expect(stream).not.toHaveProperty('partial')
    const temperature = received(whole('openai-responses-temperature-error'), { status: 400 })
    expect(wire.decode(temperature)).toMatchObject({ failure: 'bad-request', code: 'invalid_request_error' })
  })
})
