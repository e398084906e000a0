import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NegotiationPage, TurnData } from '../pages/types.ts'
import { shortened } from './shorten.ts'

const turn = (message: string, faults: readonly string[] = []): TurnData => ({
  turn: 1,
  seat: 'buyer',
  message,
  binding: false,
  faults: faults.map((text) => ({ code: 'not-json', problem: 'x', text })),
  changedTerms: false,
  calls: [],
  readings: [],
})
const page = (turns: readonly TurnData[]): NegotiationPage => ({ turns }) as unknown as NegotiationPage

describe('the words of a page', () => {
  test('stay as they are where the page is not heavy', () => {
    const light = page([turn('a'.repeat(20_000)), turn('b', ['c'])])
    expect(shortened(light)).toBe(light)
  })

  test('are cut where they are heavy, say so, and never in the middle of a character', () => {
    const { turns } = shortened(
      page([turn(`${'a'.repeat(19_999)}😀${'b'.repeat(1e6)}`, ['d'.repeat(30_000)])]),
    )
    expect(turns[0]!.message).toContain('1020001 characters in all')
    expect(turns[0]!.message.isWellFormed()).toBe(true)
    expect(turns[0]!.faults[0]!.text).toContain('30000 characters in all')
  })

  test('come to no more than what a page may weigh, however many turns there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 30_000 }), (turns, length) => {
        const short = shortened(page(Array.from({ length: turns }, () => turn('x'.repeat(length)))))
        const words = short.turns.reduce((sum, { message }) => sum + message.length, 0)
        expect(words).toBeLessThanOrEqual(150_000 + turns * 120)
      }),
      { numRuns: 40 },
    )
  })
})
