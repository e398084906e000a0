import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedEarly } from './early-closes.ts'

const once = { readings: 1, needed: 1 }

test('nineteen readings with two false alarms in a hundred close a third of all talks early', () => {
  expect(closedEarly({ turns: 20, confirm: once }, 0.02)).toBeCloseTo(1 - 0.98 ** 19, 12)
  expect(1 - 0.98 ** 19).toBeCloseTo(0.319, 3)
})

test('two of two, and two of three', () => {
  expect(closedEarly({ turns: 20, confirm: { readings: 2, needed: 2 } }, 0.02)).toBeCloseTo(0.00757, 5)
  const oneOfTwoMore = 1 - 0.98 ** 2
  expect(closedEarly({ turns: 20, confirm: { readings: 3, needed: 2 } }, 0.02)).toBeCloseTo(
    1 - (1 - 0.02 * oneOfTwoMore) ** 19,
    12,
  )
})

test('it is a share, more with more turns, less with more readings needed', () => {
  const settings = fc.record({
    turns: fc.integer({ min: 1, max: 60 }),
    readings: fc.integer({ min: 1, max: 9 }),
    wrong: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(settings, ({ turns, readings, wrong }) => {
      const by = (needed: number, more = 0) =>
        closedEarly({ turns: turns + more, confirm: { readings, needed } }, wrong)
      for (let needed = 1; needed <= readings; needed++) {
        expect(by(needed)).toBeGreaterThanOrEqual(0)
        expect(by(needed)).toBeLessThanOrEqual(1 + 1e-9)
        expect(by(needed, 1)).toBeGreaterThanOrEqual(by(needed) - 1e-9)
        if (needed > 1) expect(by(needed)).toBeLessThanOrEqual(by(needed - 1) + 1e-9)
      }
    }),
  )
})
