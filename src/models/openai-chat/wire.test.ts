import { describe, expect, test } from 'vitest'
import { frame, received, streamed, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import type { Answer } from '../wire/contract.ts'
import { wire } from './wire.ts'

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello' }] }

describe('a request body of Chat Completions', () => {
  test('holds model and messages, then the params in their order', () => {
    const request = wire.request(prompt, { model: 'm', params: { max_tokens: 5, stream: true } })
    expect(request).toMatchObject({ path: '/chat/completions', stream: true })
    expect(JSON.stringify(request.body)).toBe(
      '{"model":"m","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hello"}],"max_tokens":5,"stream":true}',
    )
    expect(wire.request({ ...prompt, system: '' }, { model: 'm' }).body.messages).toEqual(prompt.messages)
  })

  test('refuses params that replace the prompt, and more replies than are read', () => {
    for (const params of [{ model: 'x' }, { messages: [] }, { n: 2 }]) {
      expect(() => wire.request(prompt, { model: 'm', params })).toThrow(RangeError)
    }
    expect(wire.request(prompt, { model: 'm', params: { n: 1 } }).body.n).toBe(1)
  })

  test('carries a schema, unless the params have a format of their own', () => {
    const schema = { name: 'move', schema: { type: 'object' } }
    expect(wire.request({ ...prompt, schema }, { model: 'm' }).body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { ...schema, strict: true },
    })
    const params = { response_format: { type: 'json_object' } }
    expect(() => wire.request({ ...prompt, schema }, { model: 'm', params })).toThrow(RangeError)
  })

  test('sends earlier messages back as they came', () => {
    const message = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm.', tool_calls: null }
    const { items } = wire.decode(received(JSON.stringify({ choices: [{ message }] }))) as Answer
    const messages = [...prompt.messages, { role: 'assistant' as const, content: 'Hi', items }]
    expect(wire.request({ ...prompt, messages }, { model: 'm' }).body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      prompt.messages[0],
      message,
    ])
  })
})

const completion = (choice: object, fields: object = {}): string =>
  JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, ...choice }], ...fields })

describe('a response of Chat Completions', () => {
  test.each([
    ['stop', 'end'],
    ['eos', 'end'],
    ['length', 'length'],
    ['content_filter', 'content-filter'],
    ['tool_calls', 'tool'],
    ['model_length', 'context-exceeded'],
    ['load', 'other'],
    ['toString', 'other'],
  ])('that finished by %s has the stop %s', (finish, stop) => {
    const body = completion({ message: { content: 'Hi' }, finish_reason: finish })
    expect(wire.decode(received(body))).toMatchObject({ text: 'Hi', stop, stopRaw: finish })
  })

  test('without a reason to finish has none', () => {
    const answer = wire.decode(received(completion({ message: { content: 'Hi' }, finish_reason: null })))
    expect(answer).toMatchObject({ stop: 'other', text: 'Hi' })
    expect(answer).not.toHaveProperty('stopRaw')
  })

  test('that refuses is an answer with its words beside it', () => {
    const message = { content: null, refusal: 'I cannot.' }
    expect(wire.decode(received(completion({ message, finish_reason: 'stop' })))).toMatchObject({
      text: '',
      stop: 'refusal',
      explanation: 'I cannot.',
    })
  })

  test.each<[string, unknown, string]>([
    ['in a field of its own', 'Hi', 'Hi'],
    [
      'as a part',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Hi' },
      ],
      'Hi',
    ],
    ['before the text', '<think>\nHm.\n</think>\n\nHi', 'Hi'],
    ['cut off', '<think>\nHm', ''],
    ['quoted', 'They wrote <think>', 'They wrote <think>'],
  ])('keeps thinking out of the text: %s', (_, content, text) => {
    const message = { role: 'assistant', content, reasoning: 'Hm.' }
    expect(wire.decode(received(completion({ message })))).toMatchObject({
      text,
      items: { parts: [message] },
    })
  })

  test.each<[string, object, object]>([
    [
      'cached tokens are part of the prompt',
      { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 4 } },
      { input: 5, cacheRead: 4 },
    ],
    [
      'DeepSeek has a field of its own',
      { prompt_tokens: 9, prompt_cache_hit_tokens: 4 },
      { input: 5, cacheRead: 4 },
    ],
    [
      'so does cache writing',
      { prompt_tokens: 9, prompt_tokens_details: { cache_write_tokens: 3 } },
      { input: 6, cacheWrite: 3 },
    ],
    ['details may be null', { prompt_tokens: 9, prompt_tokens_details: null }, { input: 9 }],
    [
      'thinking is part of the completion',
      {
        prompt_tokens: 1,
        completion_tokens: 9,
        total_tokens: 10,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      { input: 1, output: 9, thinking: 4 },
    ],
    [
      'or stands beside it, as the total says',
      {
        prompt_tokens: 1,
        completion_tokens: 9,
        total_tokens: 14,
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      { input: 1, output: 13, thinking: 4 },
    ],
    ['no count, no number', { prompt_tokens: -1, completion_tokens: '7' }, {}],
  ])('usage: %s', (_, usage, expected) => {
    expect((wire.decode(received(completion({ message: {} }, { usage }))) as Answer).usage).toEqual(expected)
  })

  test.each<[string, number, string, object]>([
    ['OpenRouter', 200, '{"error":{"code":402,"message":"Insufficient credits"}}', { failure: 'no-quota' }],
    [
      'OpenRouter',
      429,
      '{"error":{"code":429,"message":"Provider returned error","metadata":{"raw":"Too busy"}}}',
      { failure: 'rate-limited', message: 'Provider returned error: Too busy' },
    ],
    [
      'vLLM',
      404,
      '{"object":"error","message":"The model `x` does not exist.","type":"NotFoundError","code":404}',
      { failure: 'unknown-model' },
    ],
    [
      'vLLM',
      400,
      `{"object":"error","message":"This model's maximum context length is 4096 tokens.","type":"BadRequestError","code":400}`,
      { failure: 'context-exceeded' },
    ],
    [
      'llama.cpp',
      400,
      '{"error":{"code":400,"message":"the request exceeds the available context","type":"exceed_context_size_error"}}',
      { failure: 'context-exceeded' },
    ],
    [
      'llama.cpp',
      503,
      '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
      { failure: 'overloaded' },
    ],
    [
      'Ollama',
      404,
      `{"error":{"message":"model 'x' not found","type":"api_error"}}`,
      { failure: 'unknown-model' },
    ],
    [
      'Mistral',
      400,
      '{"object":"error","message":"Invalid model: x","type":"invalid_model","code":"1500"}',
      { failure: 'unknown-model' },
    ],
    [
      'xAI',
      400,
      '{"code":"Client specified an invalid argument","error":"Incorrect API key provided: xa***."}',
      { failure: 'authentication' },
    ],
    [
      'xAI',
      403,
      '{"code":"The caller does not have permission","error":"Your team has used all available credits or reached its monthly spending limit."}',
      { failure: 'no-quota' },
    ],
    ['FastAPI', 422, '{"detail":"no"}', { failure: 'bad-request', message: 'no' }],
    [
      'DeepSeek',
      402,
      '{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}',
      { failure: 'no-quota' },
    ],
    [
      'Azure',
      400,
      '{"error":{"code":"content_filter","message":"The prompt was filtered."}}',
      { kind: 'answer', stop: 'content-filter', text: '' },
    ],
    [
      'a proxy',
      502,
      '<html><head><title>502 Bad Gateway</title></head></html>',
      { failure: 'server', message: 'HTTP 502, with a page instead of JSON: "502 Bad Gateway".' },
    ],
    ['a proxy', 503, '<html><title>Busy</title></html>', { failure: 'server' }],
    ['a proxy', 429, '', { failure: 'rate-limited', message: 'HTTP 429, with nothing in it.' }],
    ['a proxy', 413, 'too big', { failure: 'bad-request' }],
    ['a proxy', 200, '<html><title>Log in</title></html>', { failure: 'unreadable' }],
    ['a proxy', 200, '', { failure: 'unreadable' }],
    ['another API', 200, '{"hello":1}', { failure: 'unreadable' }],
  ])('an error of %s with HTTP %i: %s', (_, status, body, expected) => {
    expect(wire.decode(received(body, { status }))).toMatchObject(expected)
  })

  test('that its server gave up is a failure with what had come', () => {
    const usage = { completion_tokens: 7 }
    const body = completion(
      { message: { content: 'Hel' }, finish_reason: 'insufficient_system_resource' },
      { usage },
    )
    expect(wire.decode(received(body))).toMatchObject({
      failure: 'overloaded',
      partial: { text: 'Hel', usage: { output: 7 } },
    })
    const error = { code: 502, message: 'Gone' }
    const empty = wire.decode(
      received(completion({ message: { content: '' }, finish_reason: 'error', error })),
    )
    expect(empty).toMatchObject({ failure: 'server', message: 'Gone' })
    expect(empty).not.toHaveProperty('partial')
  })

  test('with white space before the JSON, to keep the line open, is read', () => {
    expect(wire.decode(received(`\n\n  ${completion({ message: { content: 'Hi' } })}`))).toMatchObject({
      text: 'Hi',
    })
  })

  test('that is no UTF-8 is told, with the page of an error left as it is', () => {
    const bytes = Buffer.from(completion({ message: { content: 'H~llo' } }))
    bytes[bytes.indexOf('~')] = 0xe9
    expect(wire.decode(received(bytes))).toMatchObject({
      failure: 'unreadable',
      partial: { text: 'H\ufffdllo' },
    })
    expect(wire.decode(received(Buffer.from([0xe9]), { status: 500 }))).toMatchObject({ failure: 'server' })
  })
})

const chunk = (delta: object, fields: object = {}): string =>
  JSON.stringify({ id: 'c1', model: 'm-1', choices: [{ index: 0, delta, finish_reason: null }], ...fields })
const last = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })

describe('a stream of Chat Completions', () => {
  test('puts the message together again', () => {
    const lines = [
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ reasoning_content: 'Let ' }),
      chunk({ reasoning_content: 'me' }),
      chunk({ content: 'Hel' }),
      chunk({ content: 'lo' }),
      last,
      usage,
    ]
    const body = frame('openai-chat', lines)
    const expected = {
      text: 'Hello',
      stop: 'end',
      stopRaw: 'stop',
      model: 'm-1',
      id: 'c1',
      usage: { input: 3, output: 2 },
      items: {
        provider: 'openai-chat',
        parts: [{ role: 'assistant', content: 'Hello', refusal: null, reasoning_content: 'Let me' }],
      },
    }
    expect(wire.decode(streamed(body))).toMatchObject(expected)
    expect(wire.decode(streamed(`: waiting\n\n${body}`, { ended: false }))).toMatchObject(expected)
  })

  test('without [DONE] is cut, also after its reason to finish: the usage may still be missing', () => {
    const body = frame('openai-chat', [chunk({ content: 'Hel' }), last]).replace('data: [DONE]\n\n', '')
    expect(wire.decode(streamed(body))).toMatchObject({ failure: 'stream-cut', partial: { text: 'Hel' } })
  })

  test('before its first word has nothing to keep', () => {
    const body = frame('openai-chat', [chunk({ role: 'assistant', content: '' })]).replace(
      'data: [DONE]\n\n',
      '',
    )
    expect(wire.decode(streamed(body))).not.toHaveProperty('partial')
  })

  test('that ends with an error keeps what had come', () => {
    const error =
      '{"error":{"code":429,"message":"Busy"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}'
    expect(wire.decode(streamed(frame('openai-chat', [chunk({ content: 'Hel' }), error])))).toMatchObject({
      failure: 'rate-limited',
      partial: { text: 'Hel' },
    })
  })

  test('of parts keeps them in their order', () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }
    const lines = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: [thinking] }),
      chunk({ content: 'Hi' }),
    ]
    expect(wire.decode(streamed(frame('openai-chat', [...lines, last])))).toMatchObject({
      text: 'Hi',
      items: { parts: [{ content: [thinking, { type: 'text', text: 'Hi' }] }] },
    })
  })

  test('reads one reply, and the counts that Groq puts elsewhere', () => {
    const other = JSON.stringify({ choices: [{ index: 1, delta: { content: 'Not this' } }] })
    const counts = JSON.stringify({ choices: [], x_groq: { usage: { prompt_tokens: 8 } } })
    expect(
      wire.decode(streamed(frame('openai-chat', [chunk({ content: 'Hi' }), other, last, counts]))),
    ).toMatchObject({
      text: 'Hi',
      usage: { input: 8 },
    })
  })

  test('of nothing but its end is unreadable', () => {
    expect(wire.decode(streamed(frame('openai-chat', [])))).toMatchObject({ failure: 'unreadable' })
    expect(wire.decode(streamed(''))).toMatchObject({ failure: 'stream-cut' })
  })
})

describe.skipIf(!WIRE_FIXTURES)('the reference responses of Chat Completions (skipped without them)', () => {
  test.each<[string, object]>([
    [
      'openai-chat-text',
      {
        usage: { input: 16, cacheRead: 0, output: 363, thinking: 0 },
        tier: 'default',
        model: 'gpt-4.1-nano-2025-04-14',
      },
    ],
    ['compatible-deepseek-reasoning', { usage: { input: 18, cacheRead: 0, output: 345, thinking: 315 } }],
    ['compatible-groq-reasoning', { usage: { input: 17, output: 649, thinking: 570 }, tier: 'on_demand' }],
    ['compatible-mistral-text', { usage: { input: 13, output: 434 } }],
    ['compatible-xai-text', { usage: { input: 10, cacheRead: 2, output: 322, thinking: 320 }, text: 'Grok' }],
  ])('%s', (name, expected) => {
    const body = JSON.parse(whole(name))
    const answer = wire.decode(received(whole(name))) as Answer
    expect(answer).toMatchObject({
      kind: 'answer',
      text: body.choices[0].message.content,
      stop: 'end',
      stopRaw: 'stop',
      id: body.id,
      usageRaw: body.usage,
      items: { provider: 'openai-chat', parts: [body.choices[0].message] },
      ...expected,
    })
    expect(answer.usage).toEqual((expected as Answer).usage)
  })

  test('a parameter error', () => {
    expect(wire.decode(received(whole('openai-chat-parameter-error'), { status: 400 }))).toMatchObject({
      failure: 'bad-request',
      code: 'unsupported_parameter',
      message: expect.stringMatching(/^Unsupported parameter/),
    })
  })
})
