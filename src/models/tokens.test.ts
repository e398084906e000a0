/** Estimates of tokens: near what a tokenizer says, and quick whatever the text. */
import { expect, test } from 'vitest'
import { estimateTokens } from './tokens.ts'

test.each([
  ['', 0, 0],
  ['Hello, how are you?', 6, 6],
  ['We can go a little lower on the price. '.repeat(100), 900, 1100],
  ['<|endoftext|>', 1, 10],
])('the estimate of %j lies from %i to %i', async (text, least, most) => {
  const tokens = await estimateTokens(text)
  expect(tokens).toBeGreaterThanOrEqual(least)
  expect(tokens).toBeLessThanOrEqual(most)
})

test.each(['a', ' ', '字', '\ud83d\ude00', '\ud800'])(
  'is quick also for %j, two hundred thousand times',
  async (unit) => {
    const start = performance.now()
    expect(await estimateTokens(unit.repeat(200_000))).toBeGreaterThan(100)
    expect(performance.now() - start).toBeLessThan(20_000)
  },
)
