import { describe, expect, test } from 'vitest'
import { encode } from './wire.ts'

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello\n"you"' }] }

describe('a request body of the Messages API', () => {
  test('holds model, system and messages, then the params in their order', () => {
    const body = encode(prompt, { model: 'm', params: { max_tokens: 5, thinking: { type: 'adaptive' } } })
    expect(JSON.stringify(body)).toBe(
      '{"model":"m","system":"Be brief.","messages":[{"role":"user","content":"Hello\\n\\"you\\""}],"max_tokens":5,"thinking":{"type":"adaptive"}}',
    )
  })

  test('does not let a param replace what the prompt says', () => {
    expect(() => encode(prompt, { model: 'm', params: { system: 'Be long.' } })).toThrow(RangeError)
  })

  test('leaves the prompt as it is, and takes no more than role and content of a message', () => {
    const given = { ...prompt, messages: [{ ...prompt.messages[0]!, note: 'ours' }] }
    const body = encode(given, { model: 'm' })
    expect(body.messages).toEqual(prompt.messages)
    expect(given.messages[0]).toHaveProperty('note')
  })
})
