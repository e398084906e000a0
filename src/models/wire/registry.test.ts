import { expect, test } from 'vitest'
import { type ModelPrompt, PROVIDERS } from './contract.ts'
import { wireOf } from './registry.ts'

const prompt: ModelPrompt = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello' }] }
const settings = { model: 'm', params: { max_tokens: 5 } }

test('every provider has its wire', () => {
  for (const name of PROVIDERS) expect(wireOf(name).provider).toBe(name)
})

test('no wire adds anything to what prompt and params say', () => {
  const keys = PROVIDERS.map((name) => Object.keys(wireOf(name).request(prompt, settings).body))
  expect(keys).toEqual([
    ['model', 'system', 'messages', 'max_tokens'],
    ['model', 'instructions', 'input', 'max_tokens'],
    ['model', 'messages', 'max_tokens'],
    ['systemInstruction', 'contents', 'max_tokens'],
  ])
})

test('a wire takes its own items, refuses those of every other, and leaves empty replies out', () => {
  for (const name of PROVIDERS) {
    for (const other of PROVIDERS) {
      const items = { provider: other, parts: [{ text: 'Hi', type: 'text' }] }
      const reply = { role: 'assistant' as const, content: 'Hi', items }
      const request = () =>
        wireOf(name).request({ ...prompt, messages: [...prompt.messages, reply] }, settings)
      if (name === other) expect(JSON.stringify(request().body)).toContain('"text":"Hi"')
      else expect(request).toThrow(RangeError)
    }
    const empty = { role: 'assistant' as const, content: '\n', items: { provider: name, parts: [] } }
    expect(wireOf(name).request({ ...prompt, messages: [...prompt.messages, empty] }, settings)).toEqual(
      wireOf(name).request(prompt, settings),
    )
    const user = { role: 'user' as const, content: 'Hi', items: { provider: name, parts: [] } }
    expect(() => wireOf(name).request({ ...prompt, messages: [user] }, settings)).toThrow(RangeError)
  }
})
