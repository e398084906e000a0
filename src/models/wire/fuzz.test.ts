/** Whatever the bytes, a wire reads them: as an answer or a failure that can be stored, never with an exception. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunks, frame, received, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import { type Decoded, FAILURES, PROVIDERS, type ProviderName, STOPS } from './contract.ts'
import { wireOf } from './registry.ts'

const provider = fc.constantFrom(...PROVIDERS)
const status = fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 404, 413, 429, 500, 503, 529, 0, 999)
const headers = fc.constantFrom(
  {},
  { 'content-type': 'application/json' },
  { 'content-type': 'text/event-stream' },
)
const around = fc.record({ status, headers, ended: fc.boolean() })

function isSound(decoded: Decoded): void {
  const told = decoded.kind === 'answer' ? decoded : decoded.partial
  if (decoded.kind === 'answer') expect(STOPS).toContain(decoded.stop)
  else expect(FAILURES).toContain(decoded.failure)
  if (told) {
    expect(told.text.isWellFormed()).toBe(true)
    for (const count of Object.values(told.usage))
      expect(Number.isSafeInteger(count) && count >= 0).toBe(true)
  }
  const labels =
    decoded.kind === 'answer'
      ? [decoded.stopRaw, decoded.explanation, decoded.model, decoded.tier, decoded.id]
      : [decoded.message, decoded.code]
  for (const text of labels) expect(text === undefined || text.isWellFormed()).toBe(true)
  expect(JSON.parse(JSON.stringify(decoded))).toMatchObject({ kind: decoded.kind })
}

const check = (name: ProviderName, body: Uint8Array | string, how: object): void =>
  isSound(wireOf(name).decode(received(body, how)))

/** Keys and words that mean something to some wire, so that chance gets past the first look. */
const KEYS =
  'type message content delta usage index error choices candidates parts text thought finishReason finish_reason stop_reason output response item output_index content_index status code details metadata promptFeedback blockReason usageMetadata promptTokenCount prompt_tokens input_tokens output_tokens cache_creation incomplete_details reason refusal role object x_groq __proto__ constructor'.split(
    ' ',
  )
const WORDS =
  'message message_start message_stop message_delta content_block_start content_block_delta error text_delta text output_text response.completed response.failed response.output_text.delta response.output_item.done response.output_item.added failed incomplete completed STOP stop [DONE] \ud800 overloaded_error'.split(
    ' ',
  )
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, 1e300, ...WORDS),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('json'), { maxKeys: 6 }),
  ),
}))

describe('decoding never throws', () => {
  test('on any bytes', () => {
    fc.assert(fc.property(provider, fc.uint8Array({ maxLength: 200 }), around, check), { numRuns: 1000 })
  })

  test('on any text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(fc.property(provider, text, around, check), { numRuns: 1000 })
  })

  test('on any JSON', () => {
    const body = fc.oneof(json, fc.jsonValue()).map((value) => JSON.stringify(value))
    fc.assert(fc.property(provider, body, around, check), { numRuns: 3000 })
  })

  test('on any events', () => {
    const body = fc
      .array(
        fc.oneof(
          json.map((value) => JSON.stringify(value)),
          fc.constant('[DONE]'),
          fc.string(),
        ),
        { maxLength: 8 },
      )
      .map((lines) => lines.map((line) => `data: ${line}\n\n`).join(''))
    fc.assert(fc.property(provider, body, around, check), { numRuns: 3000 })
  })

  test('on JSON that is nested deeper than a stack', () => {
    const deep = `${'['.repeat(1e5)}${']'.repeat(1e5)}`
    for (const name of PROVIDERS) {
      check(name, '['.repeat(1e6), {})
      check(name, `{"error":${deep}}`, { status: 500 })
      check(name, `{"error":{"x":${deep},"metadata":${deep}}}`, {})
    }
  })
})

const WHOLE =
  'anthropic-reasoning anthropic-refusal openai-responses-reasoning openai-responses-error openai-chat-text compatible-xai-text google-reasoning google-429'.split(
    ' ',
  )
const STREAMS = 'anthropic-text anthropic-refusal openai-responses-error google-text'.split(' ')
const ownerOf = (name: string): ProviderName =>
  name.startsWith('anthropic')
    ? 'anthropic'
    : name.startsWith('google')
      ? 'google'
      : name.startsWith('openai-responses')
        ? 'openai'
        : 'openai-chat'

describe.skipIf(!WIRE_FIXTURES)('on changed reference responses (skipped without them)', () => {
  const texts = WIRE_FIXTURES
    ? [
        ...WHOLE.map((name): [ProviderName, string] => [ownerOf(name), whole(name)]),
        ...STREAMS.map((name): [ProviderName, string] => [ownerOf(name), frame(ownerOf(name), chunks(name))]),
      ]
    : []

  test('decoding never throws, whichever bytes are changed, left out or put in', () => {
    const change = fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.uint8Array({ maxLength: 12 }))
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(change, { maxLength: 4 }),
        around,
        ([name, text], changes, how) => {
          let bytes = Buffer.from(text)
          for (const [place, out, put] of changes) {
            const at = place % (bytes.length + 1)
            bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + out)])
          }
          check(name, bytes, how)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('decoding never throws, whichever value is replaced by any other', () => {
    const changed = (text: string, place: number, value: unknown): string => {
      let left = place
      const visit = (node: unknown): unknown => {
        if (left-- === 0) return value
        if (Array.isArray(node)) return node.map(visit)
        if (typeof node !== 'object' || node === null) return node
        return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, visit(part)]))
      }
      const lines = text.split(/\r?\n/).map((line) => {
        if (!line.startsWith('data: ')) return line
        return `data: ${JSON.stringify(visit(JSON.parse(line.slice(6))))}`
      })
      return text.trimStart().startsWith('{') ? JSON.stringify(visit(JSON.parse(text))) : lines.join('\n')
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat({ max: 120 }),
        json,
        around,
        ([name, text], place, value, how) => {
          check(name, changed(text, place, value), how)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
