import { expect, test } from 'vitest'
import { talkersWords } from './kinds.ts'

const haiku = { provider: 'anthropic', model: 'haiku', params: { max_tokens: 9 }, context: 'thread' }
const luna = { provider: 'openai', model: 'luna' }
const half = { script: 'offer-half' }

test.each([
  ['the same model', [haiku, { ...haiku, price: { input: 1 } }]],
  ['the same model, set differently', [haiku, { ...haiku, params: { max_tokens: 99 } }]],
  ['different models', [haiku, luna]],
  // One name at two places is not one model.
  ['different models', [luna, { ...luna, base_url: 'http://127.0.0.1:1/v1' }]],
  ['the same script', [half, half]],
  ['different scripts', [half, { script: 'hold-out' }]],
  ['a model and a script', [half, haiku]],
  ['a model and a person', [{ human: true }, haiku]],
  ['two people', [{ human: true }, { human: true }]],
  [undefined, [haiku, undefined]],
  [undefined, [haiku, haiku, haiku]],
])('%s', (words, specs) => {
  expect(talkersWords(specs)).toBe(words)
})
