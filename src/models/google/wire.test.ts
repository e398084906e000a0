import { describe, expect, test } from 'vitest'
import { chunks, frame, received, streamed, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import type { Answer } from '../wire/contract.ts'
import { wire } from './wire.ts'

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello' }] }

describe('a request body of the Gemini API', () => {
  test('holds system instruction and contents, then the params in their order', () => {
    const params = { generationConfig: { maxOutputTokens: 5 }, safetySettings: [] }
    const request = wire.request(prompt, { model: 'gemini-x', params })
    expect(request).toMatchObject({ path: '/v1beta/models/gemini-x:generateContent', stream: false })
    expect(JSON.stringify(request.body)).toBe(
      '{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"Hello"}]}],"generationConfig":{"maxOutputTokens":5},"safetySettings":[]}',
    )
    expect(wire.request({ ...prompt, system: '' }, { model: 'm' }).body).not.toHaveProperty(
      'systemInstruction',
    )
  })

  test('asks for a stream by its path', () => {
    const request = wire.request(prompt, { model: 'tunedModels/a b', params: { stream: true } })
    expect(request).toMatchObject({
      path: '/v1beta/tunedModels/a%20b:streamGenerateContent?alt=sse',
      stream: true,
    })
    expect(request.body).not.toHaveProperty('stream')
    expect(wire.request(prompt, { model: 'm', params: { stream: false } }).body).not.toHaveProperty('stream')
  })

  test('refuses params that replace the prompt, and more replies than are read', () => {
    const refused = [
      { contents: [] },
      { systemInstruction: {} },
      { cachedContent: 'cachedContents/x' },
      { generationConfig: { candidateCount: 2 } },
    ]
    for (const params of refused) {
      expect(() => wire.request(prompt, { model: 'm', params })).toThrow(RangeError)
    }
    expect(() => wire.request(prompt, { model: '\ud800' })).toThrow(RangeError)
  })

  test('carries a schema beside what else is configured', () => {
    const schema = { name: 'move', schema: { type: 'object' } }
    const params = { generationConfig: { maxOutputTokens: 5 } }
    expect(wire.request({ ...prompt, schema }, { model: 'm', params }).body.generationConfig).toEqual({
      maxOutputTokens: 5,
      responseMimeType: 'application/json',
      responseJsonSchema: { type: 'object' },
    })
  })

  test('sends the parts of earlier replies back as they came', () => {
    const parts = [
      { text: 'Hm.', thought: true },
      { text: 'Hi', thoughtSignature: 'c2ln' },
    ]
    const items = { provider: 'google', parts }
    const messages = [
      ...prompt.messages,
      { role: 'assistant' as const, content: 'Hi', items },
      { role: 'assistant' as const, content: ' ' },
      { role: 'assistant' as const, content: 'Plain.' },
    ]
    expect(wire.request({ ...prompt, messages }, { model: 'm' }).body.contents).toEqual([
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts },
      { role: 'model', parts: [{ text: 'Plain.' }] },
    ])
  })
})

const response = (candidate: object | undefined, fields: object = {}): string =>
  JSON.stringify({ ...(candidate ? { candidates: [candidate] } : {}), ...fields })
const hi = { content: { role: 'model', parts: [{ text: 'Hi' }] } }

describe('a response of the Gemini API', () => {
  test.each([
    ['STOP', 'end'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['UNEXPECTED_TOOL_CALL', 'tool'],
    ['MALFORMED_FUNCTION_CALL', 'other'],
    ['OTHER', 'other'],
    ['hasOwnProperty', 'other'],
  ])('that finished by %s has the stop %s', (finishReason, stop) => {
    expect(wire.decode(received(response({ ...hi, finishReason })))).toMatchObject({
      text: 'Hi',
      stop,
      stopRaw: finishReason,
    })
  })

  test('to a blocked prompt has no candidates, and is an answer', () => {
    const promptFeedback = { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'No.' }
    expect(wire.decode(received(response(undefined, { promptFeedback })))).toMatchObject({
      kind: 'answer',
      text: '',
      stop: 'content-filter',
      stopRaw: 'PROHIBITED_CONTENT',
      explanation: 'No.',
    })
    // No output is told then, as a count of none is left out: the total says that there was none.
    const usageMetadata = { promptTokenCount: 12, totalTokenCount: 12 }
    expect(wire.decode(received(response(undefined, { promptFeedback, usageMetadata })))).toMatchObject({
      usage: { input: 12, output: 0 },
    })
    const untold = { promptTokenCount: 12 }
    const answer = wire.decode(received(response(undefined, { promptFeedback, usageMetadata: untold })))
    expect(answer).toMatchObject({ usage: { input: 12 } })
    expect((answer as Answer).usage).not.toHaveProperty('output')
  })

  test('whose thinking used it all has no text', () => {
    const usageMetadata = { promptTokenCount: 5, thoughtsTokenCount: 60, totalTokenCount: 65 }
    const body = response({ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }, { usageMetadata })
    expect(wire.decode(received(body))).toMatchObject({
      text: '',
      stop: 'length',
      usage: { input: 5, output: 60, thinking: 60 },
    })
  })

  test('keeps thoughts out of the text', () => {
    const parts = [{ text: 'Hm.', thought: true }, { text: 'Hi' }]
    expect(wire.decode(received(response({ content: { parts } })))).toMatchObject({
      text: 'Hi',
      items: { parts },
    })
  })

  test('counts the cache apart, and what tools brought as input', () => {
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      toolUsePromptTokenCount: 7,
      candidatesTokenCount: 3,
      trafficType: 'ON_DEMAND',
    }
    expect(wire.decode(received(response(hi, { usageMetadata })))).toMatchObject({
      usage: { input: 47, cacheRead: 60, output: 3 },
      tier: 'ON_DEMAND',
    })
  })

  const error = (code: number, status: string, message: string, details: readonly object[] = []): string =>
    JSON.stringify({ error: { code, message, status, details } })

  test.each<[number, string, object]>([
    [
      503,
      error(503, 'UNAVAILABLE', 'The model is overloaded.'),
      { failure: 'overloaded', code: 'UNAVAILABLE' },
    ],
    [500, error(500, 'INTERNAL', 'An internal error'), { failure: 'server' }],
    [429, error(429, 'RESOURCE_EXHAUSTED', 'Resource exhausted'), { failure: 'rate-limited' }],
    [
      429,
      error(429, 'RESOURCE_EXHAUSTED', 'Quota', [
        { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
        { retryDelay: '12s' },
      ]),
      { failure: 'no-quota' },
    ],
    [429, error(429, 'RESOURCE_EXHAUSTED', 'Quota', [{ retryDelay: '-5s' }]), { failure: 'rate-limited' }],
    [
      400,
      error(400, 'INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]),
      { failure: 'authentication' },
    ],
    [403, error(403, 'PERMISSION_DENIED', 'Denied'), { failure: 'authentication' }],
    [404, error(404, 'NOT_FOUND', 'models/x is not found'), { failure: 'unknown-model' }],
    [
      400,
      error(
        400,
        'INVALID_ARGUMENT',
        'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      ),
      { failure: 'context-exceeded' },
    ],
    [400, error(400, 'INVALID_ARGUMENT', 'Invalid JSON payload'), { failure: 'bad-request' }],
    [400, error(400, 'FAILED_PRECONDITION', 'Please enable billing'), { failure: 'no-quota' }],
    [504, error(504, 'DEADLINE_EXCEEDED', 'Late'), { failure: 'server' }],
    [429, `[${error(429, 'RESOURCE_EXHAUSTED', 'Slow down')}]`, { failure: 'rate-limited' }],
  ])('HTTP %i %s', (status, body, expected) => {
    const failure = wire.decode(received(body, { status }))
    expect(failure).toMatchObject(expected)
    expect(failure).not.toHaveProperty('partial')
  })

  test('HTTP 429 says how long to wait, where that is a time', () => {
    const wait = (retryDelay: unknown) =>
      wire.decode(received(error(429, 'RESOURCE_EXHAUSTED', 'Slow', [{ retryDelay }]), { status: 429 }))
    expect(wait('1.5s')).toMatchObject({ waitMs: 1500 })
    for (const other of ['-5s', 'soon', 7, null]) expect(wait(other)).not.toHaveProperty('waitMs')
  })
})

describe('a stream of the Gemini API', () => {
  const lines = [response(hi), response({ content: { parts: [{ text: '!' }] }, finishReason: 'STOP' })]

  test('is whole where HTTP ended and a reason to finish had come', () => {
    const body = frame('google', lines)
    expect(wire.decode(streamed(body))).toMatchObject({ text: 'Hi!', stop: 'end' })
    const cut = { failure: 'stream-cut', partial: { text: 'Hi!' } }
    expect(wire.decode(streamed(body, { ended: false }))).toMatchObject(cut)
    expect(wire.decode(streamed(frame('google', lines.slice(0, 1))))).toMatchObject({
      failure: 'stream-cut',
      partial: { text: 'Hi' },
    })
  })

  test('may come as one list, without alt=sse', () => {
    expect(wire.decode(received(`[${lines.join(',\n')}]`))).toMatchObject({ text: 'Hi!' })
  })

  test('of a blocked prompt is an answer', () => {
    const body = frame('google', [response(undefined, { promptFeedback: { blockReason: 'SAFETY' } })])
    expect(wire.decode(streamed(body))).toMatchObject({ kind: 'answer', stop: 'content-filter', text: '' })
  })

  test('that becomes overloaded keeps what had come', () => {
    const error = JSON.stringify({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } })
    expect(wire.decode(streamed(frame('google', [lines[0]!, error])))).toMatchObject({
      failure: 'overloaded',
      partial: { text: 'Hi' },
    })
  })
})

describe.skipIf(!WIRE_FIXTURES)('the reference responses of the Gemini API (skipped without them)', () => {
  test('replies with a thought signature', () => {
    const body = JSON.parse(whole('google-reasoning'))
    expect(wire.decode(received(whole('google-reasoning')))).toEqual({
      kind: 'answer',
      text: 'There are **3** "r"s in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.',
      stop: 'end',
      stopRaw: 'STOP',
      usage: { input: 9, output: 287, thinking: 258 },
      usageRaw: body.usageMetadata,
      model: 'gemini-3-pro-preview',
      id: 'DniLab2dFPeSxN8PpqXY4Ag',
      items: { provider: 'google', parts: body.candidates[0].content.parts },
    })
    expect(wire.decode(received(whole('google-text')))).toMatchObject({
      usage: { output: 272, thinking: 244 },
    })
  })

  test('a stream, whose signature comes with an empty part', () => {
    const answer = wire.decode(streamed(frame('google', chunks('google-text')))) as Answer
    expect(answer).toMatchObject({
      text: 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y',
      stop: 'end',
      usage: { input: 9, output: 208, thinking: 185 },
    })
    const { parts } = answer.items as { parts: { thoughtSignature?: string }[] }
    expect(parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) })
  })

  test("a minute's limit is to be waited out", () => {
    expect(wire.decode(received(whole('google-429'), { status: 429 }))).toEqual({
      kind: 'failure',
      failure: 'rate-limited',
      message: 'You exceeded your current quota, please check your plan.',
      code: 'RESOURCE_EXHAUSTED',
      waitMs: 34400,
    })
  })
})
