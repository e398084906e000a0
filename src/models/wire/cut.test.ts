/**
 * Every reference response cut at every byte, with HTTP's end seen and not. A cut is an answer only where all that
 * matters had come: the whole JSON; in a stream the data of its closing event (Anthropic `message_stop`, Responses
 * `response.completed`, Chat `[DONE]`), or at Google, where nothing closes a stream but HTTP, the chunk with the
 * reason to finish and HTTP's end.
 */
import { describe, expect, test } from 'vitest'
import { chunks, frame, received, streamed, WIRE_FIXTURES, whole } from '../../../test/wire-fixtures.ts'
import type { Answer, Failure, ProviderName, Received } from './contract.ts'
import { wireOf } from './registry.ts'

const encoder = new TextEncoder()

/** Whether HTTP's end is seen at a cut. Long responses try one and the other in turn, since every cut costs time. */
type EndSeen = (length: number) => boolean
const ENDS: readonly EndSeen[] = [() => true, () => false]
const endsFor = (text: string): readonly EndSeen[] =>
  text.length < 5000 ? ENDS : [(length) => length % 2 === 0]

/** Decodes every cut, and says from which length on it is an answer. Fails where it is one only now and then. */
function answersFrom(
  provider: ProviderName,
  full: Received,
  endSeen: EndSeen,
  check: (failure: Failure, length: number) => void,
): number {
  const { decode } = wireOf(provider)
  const expected = JSON.stringify(decode(full))
  let from = Number.POSITIVE_INFINITY
  for (let length = 0; length <= full.body.length; length++) {
    const decoded = decode({ ...full, body: full.body.subarray(0, length), ended: endSeen(length) })
    if (decoded.kind === 'answer') {
      from = Math.min(from, length)
      if (JSON.stringify(decoded) !== expected) throw new Error(`cut at ${length}, the answer is another`)
    } else {
      if (length > from) throw new Error(`cut at ${length}, it is no answer any more`)
      check(decoded, length)
    }
  }
  return from
}

/** Sees to it that a cut is read as cut, and that what has come of the text only grows towards the whole. */
function growing(text?: string): (failure: Failure, length: number) => void {
  let longest = 0
  return ({ failure, partial }, length) => {
    if (failure !== 'stream-cut') throw new Error(`cut at ${length}, it is read as ${failure}`)
    const come = partial?.text ?? ''
    if (text === undefined) return
    if (!text.startsWith(come) || come.length < longest)
      throw new Error(`cut at ${length}, "${come}" had come`)
    longest = come.length
  }
}

describe.skipIf(!WIRE_FIXTURES)('a response that is cut (skipped without the reference folder)', () => {
  test.each<[ProviderName, string]>([
    ['anthropic', 'anthropic-reasoning'],
    ['anthropic', 'anthropic-refusal'],
    ['anthropic', 'anthropic-structured-output'],
    ['anthropic', 'anthropic-text'],
    ['openai', 'openai-responses-reasoning'],
    ['openai', 'openai-responses-text'],
    ['openai-chat', 'openai-chat-text'],
    ['openai-chat', 'compatible-deepseek-reasoning'],
    ['openai-chat', 'compatible-groq-reasoning'],
    ['openai-chat', 'compatible-mistral-text'],
    ['openai-chat', 'compatible-xai-text'],
    ['google', 'google-reasoning'],
    ['google', 'google-text'],
  ])('%s: %s is an answer from its last bracket on', (provider, name) => {
    const text = whole(name)
    const end = encoder.encode(text.trimEnd()).length
    for (const endSeen of endsFor(text)) {
      const from = answersFrom(provider, received(text), endSeen, ({ failure }, length) => {
        const expected = endSeen(length) ? 'unreadable' : 'stream-cut'
        if (failure !== expected) throw new Error(`cut at ${length}, it is read as ${failure}`)
      })
      expect(from).toBe(end)
    }
  })

  test.each<[ProviderName, string, number]>([
    ['google', 'google-429', 429],
    ['openai', 'openai-responses-error', 429],
    ['openai', 'openai-responses-temperature-error', 400],
    ['openai-chat', 'openai-chat-parameter-error', 400],
  ])('%s: %s is a failure of its status, wherever it is cut', (provider, name, status) => {
    const kinds = new Set<string>()
    const from = answersFrom(
      provider,
      received(whole(name), { status }),
      () => false,
      ({ failure }) => {
        kinds.add(failure)
      },
    )
    expect(from).toBe(Number.POSITIVE_INFINITY)
    kinds.delete(status === 429 ? 'rate-limited' : 'bad-request')
    expect([...kinds]).toEqual(name === 'openai-responses-error' ? ['no-quota'] : [])
  })

  test.each<[ProviderName, string, string]>([
    ['anthropic', 'anthropic-text', '{"type":"message_stop"}'],
    ['anthropic', 'anthropic-refusal', '{"type":"message_stop"}'],
    ['anthropic', 'anthropic-structured-output', '{"type":"message_stop"}'],
    ['anthropic', 'anthropic-message-delta-input-tokens', '{"type":"message_stop"}'],
    ['openai', 'openai-responses-text', '"sequence_number":129}'],
  ])('%s: the stream %s is an answer from the data of its closing event on', (provider, name, closing) => {
    const text = frame(provider, chunks(name))
    const end = encoder.encode(text.slice(0, text.lastIndexOf(closing) + closing.length)).length
    const answer = wireOf(provider).decode(streamed(text)) as Answer
    // The reference stream of the Responses API leaves out most of its deltas, so its text grows in leaps.
    const reply = provider === 'openai' ? undefined : answer.text
    for (const endSeen of endsFor(text)) {
      expect(answersFrom(provider, streamed(text), endSeen, growing(reply))).toBe(end)
    }
  })

  test('google: the stream google-text is an answer from the data of its last chunk on, where HTTP ended', () => {
    const text = frame('google', chunks('google-text'))
    const end = encoder.encode(text.trimEnd()).length
    const full = streamed(text)
    const reply = (wireOf('google').decode(full) as Answer).text
    expect(answersFrom('google', full, () => true, growing(reply))).toBe(end)
    expect(answersFrom('google', full, () => false, growing(reply))).toBe(Number.POSITIVE_INFINITY)
  })

  test('openai: a stream that tells an error is cut until then, and that failure from then on', () => {
    const lines = chunks('openai-responses-error')
    const text = frame('openai', lines)
    const told = text.indexOf(lines[2]!) + lines[2]!.length
    const { decode } = wireOf('openai')
    const bytes = encoder.encode(text)
    for (let length = 0; length <= bytes.length; length++) {
      const decoded = decode(streamed(bytes.subarray(0, length), { ended: length % 2 === 0 }))
      const kind = decoded.kind === 'failure' ? decoded.failure : 'answer'
      if (kind !== (length < told ? 'stream-cut' : 'no-quota')) {
        expect(`${kind} at ${length}`).toBe(`not so, as the error is told at ${told}`)
      }
    }
  })
})

describe('a stream of Chat Completions that is cut', () => {
  const chunk = (delta: object, finish: string | null = null): string =>
    JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })
  const lines = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ reasoning_content: 'hm – ' }),
    chunk({ content: 'Größe ' }),
    chunk({ content: '😀' }),
    chunk({}, 'stop'),
    JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } }),
  ]

  test('is an answer from [DONE] on', () => {
    const text = frame('openai-chat', lines)
    const end = encoder.encode(text.trimEnd()).length
    for (const endSeen of ENDS) {
      expect(answersFrom('openai-chat', streamed(text), endSeen, growing('Größe 😀'))).toBe(end)
    }
  })
})
