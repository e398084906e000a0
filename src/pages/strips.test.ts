import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted } from './strips.ts'

const figures = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 2000 })

test('every figure is counted once, in order, and there are never too many places', () => {
  fc.assert(
    fc.property(figures, (values) => {
      const places = counted(values)
      expect(places.length).toBeLessThanOrEqual(160)
      expect(places.reduce((sum, [, n]) => sum + n, 0)).toBe(values.length)
      const at = places.map(([value]) => value)
      expect(at).toEqual(at.toSorted((a, b) => a - b))
    }),
  )
})

test('few figures are not moved', () => {
  expect(counted([3, 1, 3, 2.5])).toEqual([
    [1, 1],
    [2.5, 1],
    [3, 2],
  ])
})
