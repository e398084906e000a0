import { expect, test } from 'vitest'
import { makeFresh } from './fresh.ts'

test('every text has 128 bits and none comes twice, however many are drawn', () => {
  const sources = [makeFresh(), makeFresh()]
  const texts = Array.from({ length: 3000 }, (_, i) => sources[i % 2]!())
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(texts).size).toBe(3000)
  // Each bit is set about half of the time: six standard deviations of a fair coin are 164.
  for (let bit = 0; bit < 128; bit++) {
    const place = bit >> 2
    const set = texts.filter((text) => Number.parseInt(text[place]!, 16) & (1 << (bit & 3))).length
    expect(Math.abs(set - 1500)).toBeLessThan(164)
  }
})
