/** The frontier of many points against comparing every pair, where bit sets, chunks and equal sums all come in. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomOf } from '../../random.ts'
import { nondominated } from './nondominated.ts'

function byPairs(columns: readonly Float64Array[], count: number): number[] {
  const kept: number[] = []
  for (let k = 0; k < count; k++) {
    let dominated = false
    for (let other = 0; other < count && !dominated; other++) {
      let atLeast = true
      let more = false
      for (const column of columns) {
        if (column[other]! < column[k]!) atLeast = false
        if (column[other]! > column[k]!) more = true
      }
      dominated = atLeast && more
    }
    if (!dominated) kept.push(k)
  }
  return kept
}

function agree(columns: readonly Float64Array[], count: number): void {
  expect(Array.from(nondominated(columns, count)).sort((a, b) => a - b)).toEqual(byPairs(columns, count))
}

describe('nondominated', () => {
  test('clouds of every size, with ties', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 2, max: 7 }),
        fc.constantFrom(1, 4, 50, 1_000_000),
        fc.string(),
        (count, dimensions, most, seed) => {
          const random = randomOf('cloud', seed)
          const column = () => Float64Array.from({ length: count }, () => random.int(-most, most))
          agree(
            Array.from({ length: dimensions }, () => column()),
            count,
          )
        },
      ),
      { numRuns: 120 },
    ))

  test('thousands of points that oppose one another nearly', () => {
    const random = randomOf('opposed')
    const count = 3000
    const columns = [0, 1, 2, 3].map(() => Float64Array.from({ length: count }, () => random.int(0, 200)))
    for (let k = 0; k < count; k++) {
      columns[3]![k] = 600 - columns[0]![k]! - columns[1]![k]! - columns[2]![k]! + random.int(0, 3)
    }
    agree(columns, count)
  })

  test('sums that floats cannot tell apart', () => {
    const top = 2 ** 53 - 2
    const columns = [
      Float64Array.of(top, top, top, top - 8),
      Float64Array.of(top, top, top - 1, top),
      Float64Array.of(0, 1, 0, 1),
    ]
    expect(Array.from(nondominated(columns, 4))).toEqual([1])
    agree(columns, 4)
  })
})
