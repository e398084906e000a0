import { describe, expect, test } from 'vitest'
import { chunks, frame, received, streamed, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import type { Answer } from '../wire/contract.ts'
import { encode, wire } from './wire.ts'

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello\n"you"' }] }
const settings = { model: 'm', params: { max_tokens: 5 } }
const reply = (content: string, items?: unknown) => ({ role: 'assistant' as const, content, items })

describe('a request body of the Messages API', () => {
  test('holds model, system and messages, then the params in their order', () => {
    const params = { max_tokens: 5, thinking: { type: 'adaptive' } }
    expect(JSON.stringify(encode(prompt, { model: 'm', params }))).toBe(
      '{"model":"m","system":"Be brief.","messages":[{"role":"user","content":"Hello\\n\\"you\\""}],"max_tokens":5,"thinking":{"type":"adaptive"}}',
    )
    expect(wire.request(prompt, { model: 'm', params })).toEqual({
      path: '/v1/messages',
      body: encode(prompt, { model: 'm', params }),
      stream: false,
    })
  })

  test('asks for a stream where the params do', () => {
    const request = wire.request(prompt, { model: 'm', params: { max_tokens: 5, stream: true } })
    expect(request).toMatchObject({ stream: true, body: { stream: true } })
  })

  test('does not let a param replace what the prompt says', () => {
    expect(() => encode(prompt, { model: 'm', params: { system: 'Be long.' } })).toThrow(RangeError)
  })

  test('needs max_tokens, since the API does', () => {
    expect(() => wire.request(prompt, { model: 'm' })).toThrow(/requires "max_tokens"/)
    expect(encode(prompt, { model: 'm' })).not.toHaveProperty('max_tokens')
  })

  test('leaves the prompt as it is, and takes no more than role and content of a message', () => {
    const given = { ...prompt, messages: [{ ...prompt.messages[0]!, note: 'ours' }] }
    const body = encode(given, { model: 'm' })
    expect(body.messages).toEqual(prompt.messages)
    expect(given.messages[0]).toHaveProperty('note')
  })

  test('carries a schema beside what else stands in output_config', () => {
    const schema = { name: 'move', schema: { type: 'object' } }
    const params = { output_config: { effort: 'low' }, max_tokens: 5 }
    expect(JSON.stringify(encode({ ...prompt, schema }, { model: 'm', params }))).toContain(
      '"output_config":{"effort":"low","format":{"type":"json_schema","schema":{"type":"object"}}},"max_tokens":5}',
    )
    const twice = { output_config: { format: {} } }
    expect(() => encode({ ...prompt, schema }, { model: 'm', params: twice })).toThrow(RangeError)
  })

  test('sends earlier replies back as they came, thinking and signatures too', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'Hi', citations: null },
    ]
    const answer = wire.decode(received(JSON.stringify({ type: 'message', role: 'assistant', content })))
    const { items } = answer as Answer
    const body = encode({ ...prompt, messages: [...prompt.messages, reply('Hi', items)] }, settings)
    expect(body.messages[1]).toEqual({ role: 'assistant', content })
  })

  test('leaves out replies without text, and blocks of white space, which the API refuses', () => {
    const items = {
      provider: 'anthropic',
      parts: [
        { type: 'text', text: '\n\n' },
        { type: 'text', text: 'Hi' },
      ],
    }
    const messages = [...prompt.messages, reply(''), reply(' \n', items), reply('Hi', items)]
    expect(encode({ ...prompt, messages }, settings).messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    ])
  })

  test('refuses replies of another provider', () => {
    const messages = [reply('Hi', { provider: 'google', parts: [] })]
    expect(() => encode({ ...prompt, messages }, settings)).toThrow(
      'a reply of "google" cannot be sent to "anthropic"',
    )
    expect(() => encode({ ...prompt, messages: [reply('Hi', [])] }, settings)).toThrow(RangeError)
  })
})

const message = (fields: object): string =>
  JSON.stringify({ type: 'message', role: 'assistant', content: [], ...fields })

describe('a response of the Messages API', () => {
  test.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'length'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context-exceeded'],
    ['pause_turn', 'paused'],
    ['tool_use', 'tool'],
    ['something_new', 'other'],
    ['constructor', 'other'],
  ])('that stopped by %s has the stop %s', (stopRaw, stop) => {
    expect(wire.decode(received(message({ stop_reason: stopRaw })))).toMatchObject({
      text: '',
      stop,
      stopRaw,
    })
  })

  test('with no stop reason, or no count, tells none', () => {
    const answer = wire.decode(received(message({ stop_reason: null, usage: { output_tokens: 3 } })))
    expect(answer).toMatchObject({ stop: 'other', usage: { output: 3 } })
    expect(answer).not.toHaveProperty('stopRaw')
    expect(Object.keys((answer as Answer).usage)).toEqual(['output'])
  })

  test('counts both caches apart', () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
      output_tokens: 9,
    }
    expect(wire.decode(received(message({ usage })))).toMatchObject({
      usage: { input: 10, cacheRead: 7, cacheWrite: 100, cacheWriteLong: 200, output: 9 },
    })
  })

  test('cut off while it was thinking has no text, and is an answer', () => {
    const content = [{ type: 'thinking', thinking: 'so many…', signature: '' }]
    expect(wire.decode(received(message({ content, stop_reason: 'max_tokens' })))).toMatchObject({
      kind: 'answer',
      text: '',
      stop: 'length',
    })
  })

  test.each([
    [529, 'overloaded_error', 'Overloaded', 'overloaded'],
    [200, 'overloaded_error', 'Overloaded', 'overloaded'],
    [429, 'rate_limit_error', 'This would exceed your rate limit', 'rate-limited'],
    [401, 'authentication_error', 'invalid x-api-key', 'authentication'],
    [403, 'permission_error', 'No.', 'authentication'],
    [404, 'not_found_error', 'model: claude-x', 'unknown-model'],
    [402, 'billing_error', 'Please pay', 'no-quota'],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the API.', 'no-quota'],
    [400, 'invalid_request_error', 'prompt is too long: 200001 tokens > 200000 maximum', 'context-exceeded'],
    [400, 'invalid_request_error', 'input length and `max_tokens` exceed context limit', 'context-exceeded'],
    [400, 'invalid_request_error', 'max_tokens: 99999 > 64000, the maximum', 'bad-request'],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'bad-request'],
    [500, 'api_error', 'Internal server error', 'server'],
    [504, 'timeout_error', 'Timed out', 'server'],
  ])('HTTP %i with %s: %s is a failure: %s', (status, type, text, failure) => {
    const body = JSON.stringify({ type: 'error', error: { type, message: text }, request_id: 'req_1' })
    expect(wire.decode(received(body, { status }))).toEqual({
      kind: 'failure',
      failure,
      message: text,
      code: type,
    })
  })

  test('blocked by a content filter is an answer with that stop', () => {
    const error = { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' }
    const body = JSON.stringify({ type: 'error', error })
    expect(wire.decode(received(body, { status: 400 }))).toMatchObject({
      kind: 'answer',
      text: '',
      stop: 'content-filter',
      explanation: error.message,
    })
  })
})

const events = (...list: readonly object[]): string =>
  frame(
    'anthropic',
    list.map((event) => JSON.stringify(event)),
  )

const start = {
  type: 'message_start',
  message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 4, output_tokens: 1 } },
}
const begin = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const text = (piece: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: piece },
})
const stop = { type: 'message_stop' }
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

describe('a stream of the Messages API', () => {
  test('that becomes overloaded after some text keeps the text', () => {
    expect(wire.decode(streamed(events(start, begin, text('Hel'), overloaded)))).toMatchObject({
      failure: 'overloaded',
      partial: { text: 'Hel', usage: { input: 4, output: 1 } },
    })
  })

  test('that becomes overloaded before anything came has nothing to keep', () => {
    const failure = wire.decode(streamed(events(start, overloaded)))
    expect(failure).toMatchObject({ failure: 'overloaded', message: 'Overloaded' })
    expect(failure).not.toHaveProperty('partial')
  })

  test('is whole once its closing event has come, whatever happens to the connection', () => {
    const body = events(start, begin, text('Hello'), stop)
    expect(wire.decode(streamed(body, { ended: false }))).toMatchObject({ kind: 'answer', text: 'Hello' })
  })

  test('keeps thinking, signatures and citations in its items, and out of its text', () => {
    const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields })
    const thinking = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '' },
    }
    const body = events(
      start,
      thinking,
      delta(0, { type: 'thinking_delta', thinking: 'Let me ' }),
      delta(0, { type: 'thinking_delta', thinking: 'see.' }),
      delta(0, { type: 'signature_delta', signature: 'c2ln' }),
      { ...begin, index: 1 },
      delta(1, { type: 'text_delta', text: 'Seen.' }),
      delta(1, { type: 'citations_delta', citation: { cited_text: 'x' } }),
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', name: 't', input: {} } },
      delta(2, { type: 'input_json_delta', partial_json: '{"a"' }),
      delta(2, { type: 'input_json_delta', partial_json: ':1}' }),
      stop,
    )
    expect(wire.decode(streamed(body))).toMatchObject({
      text: 'Seen.',
      items: {
        provider: 'anthropic',
        parts: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'c2ln' },
          { type: 'text', text: 'Seen.', citations: [{ cited_text: 'x' }] },
          { type: 'tool_use', name: 't', input: { a: 1 } },
        ],
      },
    })
  })

  test('with a part missing is unreadable', () => {
    expect(wire.decode(streamed(events(start, text('lo'), stop)))).toMatchObject({ failure: 'unreadable' })
    expect(wire.decode(streamed(events(stop)))).toMatchObject({ failure: 'unreadable' })
    const body = events(start, begin, text('Hel'), text('lo'), stop).replace('"Hel"', '"Hel')
    expect(wire.decode(streamed(body))).toMatchObject({ failure: 'unreadable', partial: { text: 'lo' } })
  })

  test('may split a character between two events, but not leave half of one', () => {
    const half = text('\ud83d')
    expect(wire.decode(streamed(events(start, begin, half, text('\ude00'), stop)))).toMatchObject({
      text: '😀',
    })
    expect(wire.decode(streamed(events(start, begin, half, text('!'), stop)))).toMatchObject({
      failure: 'unreadable',
      partial: { text: '\ufffd!' },
    })
  })

  test('is known by its bytes where the content type says something else', () => {
    const body = events(start, begin, text('Hello'), stop)
    expect(wire.decode(received(body))).toMatchObject({ text: 'Hello' })
    expect(wire.decode(received(`: hello\n\n${body}`))).toMatchObject({ text: 'Hello' })
    expect(wire.decode(streamed(message({ content: [{ type: 'text', text: 'Hi' }] })))).toMatchObject({
      text: 'Hi',
    })
  })
})

describe.skipIf(!WIRE_FIXTURES)('the reference responses of the Messages API (skipped without them)', () => {
  test('a reply with thinking', () => {
    const body = JSON.parse(whole('anthropic-reasoning'))
    expect(wire.decode(received(whole('anthropic-reasoning')))).toEqual({
      kind: 'answer',
      text: body.content[1].text,
      stop: 'end',
      stopRaw: 'end_turn',
      usage: { input: 51, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 1699, thinking: 139 },
      usageRaw: body.usage,
      model: 'claude-opus-5',
      tier: 'standard',
      id: 'msg_011CdMNhurHSJCxCC2NB7WYc',
      items: { provider: 'anthropic', parts: body.content },
    })
  })

  test('a refusal, whole and as a stream', () => {
    const refusal = {
      kind: 'answer',
      text: '',
      stop: 'refusal',
      stopRaw: 'refusal',
      explanation: expect.stringMatching(/cyber content/),
      usage: { input: 18, output: 5 },
    }
    expect(wire.decode(received(whole('anthropic-refusal')))).toMatchObject(refusal)
    const body = frame('anthropic', chunks('anthropic-refusal'))
    expect(wire.decode(streamed(body))).toMatchObject(refusal)
  })

  test('streams of text', () => {
    const text = frame('anthropic', chunks('anthropic-text'))
    expect(wire.decode(streamed(text))).toMatchObject({
      text: "Hello! I'm doing well, thank you for asking. How are you doing today? Is there anything I can help you with?",
      usage: { input: 12, output: 30 },
      tier: 'standard',
    })
    const structured = wire.decode(
      streamed(frame('anthropic', chunks('anthropic-structured-output'))),
    ) as Answer
    expect(Object.keys(JSON.parse(structured.text))).toEqual(['characters'])
  })

  test('a stream that corrects its input tokens at the end', () => {
    const body = frame('anthropic', chunks('anthropic-message-delta-input-tokens'))
    expect(wire.decode(streamed(body))).toMatchObject({ text: 'pong', usage: { input: 61, output: 2 } })
  })
})
