import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomOf } from '../../core/random.ts'
import { alphaInterval, krippendorffAlpha } from './alpha.ts'
import { type Confusion, confusion, rawAgreement } from './confusion.ts'
import { cohenKappa } from './kappa.ts'

const tableOf = (counts: number[][]): Confusion => ({
  categories: counts.map((_, i) => `c${i}`),
  counts,
  units: counts.flat().reduce((sum, n) => sum + n, 0),
  left: 0,
})

const readers = (text: string): (string | undefined)[][] =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((cell) => (cell === '.' ? undefined : cell)),
    )

describe('the confusion table', () => {
  test('counts what both rated, and tells of the rest', () => {
    const table = confusion(['a', 'b', 'a', undefined], ['a', 'a', 'a', 'b'], ['b', 'a', 'none'])
    expect(table).toEqual({
      categories: ['b', 'a', 'none'],
      counts: [
        [0, 1, 0],
        [0, 2, 0],
        [0, 0, 0],
      ],
      units: 3,
      left: 1,
    })
    expect(rawAgreement(table)).toBeCloseTo(2 / 3, 12)
    expect(rawAgreement(confusion([], []))).toBeUndefined()
    expect(() => confusion(['a'], [])).toThrow(RangeError)
  })
})

describe("Cohen's kappa", () => {
  test('is .492 for the table of Cohen, of 200 patients', () => {
    const cohen = tableOf([
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ])
    const found = cohenKappa(cohen)!
    expect(found.observed).toBeCloseTo(0.7, 12)
    expect(found.expected).toBeCloseTo(0.41, 12)
    expect(found.kappa).toBeCloseTo(0.492, 3)
  })

  test('has the standard error and the limits that SAS prints for a table with an empty column', () => {
    const found = cohenKappa(
      tableOf([
        [0, 4, 1],
        [0, 8, 0],
        [0, 1, 5],
      ]),
    )!
    expect(found.kappa).toBeCloseTo(0.4842, 4)
    expect(found.error).toBeCloseTo(0.138, 4)
    expect(found.low).toBeCloseTo(0.2137, 4)
    expect(found.high).toBeCloseTo(0.7547, 4)
  })

  test('has by hand a standard error that is that of the delta method', () => {
    // Rows 25 and 25, columns 30 and 20 of 50: observed .7, expected .5 * .6 + .5 * .4 = .5, kappa .4.
    const plain = cohenKappa(
      tableOf([
        [20, 5],
        [10, 15],
      ]),
    )!
    expect(plain.kappa).toBeCloseTo(0.4, 12)
    const kappaOf = (p: readonly number[][]): number => {
      const rows = p.map((row) => row.reduce((a, b) => a + b, 0))
      const columns = p.map((_, j) => p.reduce((sum, row) => sum + row[j]!, 0))
      const observed = p.reduce((sum, row, i) => sum + row[i]!, 0)
      const expected = rows.reduce((sum, row, i) => sum + row * columns[i]!, 0)
      return (observed - expected) / (1 - expected)
    }
    const counts = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 3,
    })
    fc.assert(
      fc.property(counts, (cells) => {
        const found = cohenKappa(tableOf(cells))!
        const n = cells.flat().reduce((a, b) => a + b, 0)
        const p = cells.map((row) => row.map((cell) => cell / n))
        // Shares are multinomial, so the variance is (mean of the squared slopes less the square of their mean) / n.
        let [squares, slopes] = [0, 0]
        for (const [i, row] of p.entries())
          for (const [j, share] of row.entries()) {
            const moved = (by: number) =>
              p.map((r, y) => r.map((one, x) => (y === i && x === j ? one + by : one)))
            const slope = (kappaOf(moved(1e-6)) - kappaOf(moved(-1e-6))) / 2e-6
            squares += share * slope * slope
            slopes += share * slope
          }
        expect(found.error).toBeCloseTo(Math.sqrt((squares - slopes * slopes) / n), 5)
      }),
    )
  })

  test('is 1 where both always say the same, and nothing where they only ever say one thing', () => {
    expect(cohenKappa(confusion(['a', 'b'], ['a', 'b']))).toMatchObject({
      kappa: 1,
      error: 0,
      low: 1,
      high: 1,
    })
    expect(cohenKappa(confusion(['a', 'a'], ['a', 'a']))).toBeUndefined()
    expect(cohenKappa(confusion([], []))).toBeUndefined()
  })
})

describe("Krippendorff's alpha", () => {
  const FOUR = readers(`
    1 2 3 3 2 1 4 1 2 . . .
    1 2 3 3 2 2 4 1 2 5 . 3
    . 3 3 3 2 3 4 2 2 5 1 .
    1 2 3 3 2 4 4 1 2 5 1 .`)

  test('is .743 for the nominal example of Krippendorff (2011), with missing values', () => {
    const found = krippendorffAlpha(FOUR)!
    expect(found.alpha).toBeCloseTo(0.743, 3)
    // The last unit has one value alone, and is left out.
    expect(found).toMatchObject({ values: 40, units: 11, readers: 4 })
  })

  test('is .691 for three readers who share few units', () => {
    const found = krippendorffAlpha(
      readers(`
        . . . . . 3 4 1 2 1 1 3 3 . 3
        1 . 2 1 3 3 4 3 . . . . . . .
        . . 2 1 3 4 4 . 2 1 1 3 3 . 4`),
    )!
    expect(found.alpha).toBeCloseTo(0.691, 3)
    expect(found.values).toBe(26)
  })

  test('is .095 for the binary example of Krippendorff (2011), two readers and nothing missing', () => {
    const found = krippendorffAlpha(
      readers(`
        0 1 0 0 0 0 0 0 1 0
        1 1 1 0 0 1 0 0 0 0`),
    )!
    expect(found.alpha).toBeCloseTo(0.095, 3)
  })

  test('is what its definition gives by hand, with readers who left units out', () => {
    const found = krippendorffAlpha(
      readers(`
        a a b b
        a a . b
        b . . b`),
    )!
    // Pairs of values within a unit, each unit's by 1 / (m - 1). First: aa 1, ab 1, ba 1; second: aa 2; fourth: bb 3;
    // the third has one value. So a 4 and b 4 of n = 8; observed 2 / 8, expected 2 * 4 * 4 / (8 * 7) = 4 / 7.
    expect(found).toMatchObject({ values: 8, units: 3, readers: 3 })
    expect(found.alpha).toBeCloseTo(1 - (1 / 4) * (7 / 4), 12)
    expect(found.alpha).toBeCloseTo(0.5625, 12)
  })

  test('is below 0 for two who never agree, and 1 for any number who always do', () => {
    // a 2, b 2 of n = 4: observed 1, expected 2 * 2 * 2 / (4 * 3) = 2 / 3, so 1 - 3 / 2.
    expect(krippendorffAlpha(readers('a b\nb a'))!.alpha).toBeCloseTo(-0.5, 12)
    expect(krippendorffAlpha(readers('a b c\na b c\na b c\na . c'))!.alpha).toBe(1)
  })

  /** Ratings of so many readers, some of them missing. */
  const someRatings = (most: number, cells: readonly (string | undefined)[]) =>
    fc.tuple(fc.integer({ min: 2, max: most }), fc.integer({ min: 1, max: 12 })).chain(([count, units]) =>
      fc.array(fc.array(fc.constantFrom(...cells), { minLength: units, maxLength: units }), {
        minLength: count,
        maxLength: count,
      }),
    )

  test('is one less the observed over the expected share of pairs that differ, counted pair by pair', () => {
    fc.assert(
      fc.property(someRatings(4, ['a', 'b', 'c', undefined]), (ratings) => {
        // Every pair of two readers' values, not the sums that the code takes.
        const values: string[] = []
        let differing = 0
        for (const [u] of ratings[0]!.entries()) {
          const own = ratings.flatMap((list) => list[u] ?? [])
          if (own.length < 2) continue
          values.push(...own)
          for (const [i, one] of own.entries())
            for (const [j, other] of own.entries())
              if (i !== j && one !== other) differing += 1 / (own.length - 1)
        }
        let apart = 0
        for (const [i, one] of values.entries())
          for (const [j, other] of values.entries()) if (i !== j && one !== other) apart++
        const n = values.length
        const found = krippendorffAlpha(ratings)?.alpha
        if (apart === 0) expect(found).toBeUndefined()
        else expect(found).toBeCloseTo(1 - differing / n / (apart / (n * (n - 1))), 9)
      }),
    )
  })

  test("of two readers and nothing missing is Scott's pi, moved by its share of 1 / n towards 1", () => {
    // Chance is drawn without putting back: expected disagreement is n / (n - 1) of pi's, n = 2 ratings a unit. So
    // 1 - alpha = (1 - pi) (n - 1) / n.
    fc.assert(
      fc.property(someRatings(2, ['a', 'b', 'c']), (ratings) => {
        const [left, right] = ratings as [string[], string[]]
        const n = 2 * left.length
        const same = left.filter((one, u) => one === right[u]).length / left.length
        const by = ['a', 'b', 'c'].map(
          (one) => [...left, ...right].filter((other) => other === one).length / n,
        )
        const chance = by.reduce((sum, share) => sum + share * share, 0)
        const found = krippendorffAlpha(ratings)?.alpha
        if (Math.max(...by) === 1) expect(found).toBeUndefined()
        else {
          const pi = (same - chance) / (1 - chance)
          expect(found).toBeCloseTo(pi + (1 - pi) / n, 9)
        }
      }),
    )
  })

  test('does not depend on the names of categories, nor on the order of readers and units', () => {
    fc.assert(
      fc.property(someRatings(4, ['a', 'b', 'c', undefined]), (ratings) => {
        const other: Record<string, string> = { a: 'z', b: 'a', c: 'b' }
        const turned = ratings
          .toReversed()
          .map((list) => list.toReversed().map((one) => (one === undefined ? undefined : other[one])))
        const [found, again] = [krippendorffAlpha(ratings), krippendorffAlpha(turned)]
        expect(again?.values).toBe(found?.values)
        if (found) expect(again!.alpha).toBeCloseTo(found.alpha, 9)
      }),
    )
  })

  test('is nothing where no unit was rated twice or one category alone was used', () => {
    expect(
      krippendorffAlpha([
        ['a', undefined],
        [undefined, 'b'],
      ]),
    ).toBeUndefined()
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['a', 'a'],
      ]),
    ).toBeUndefined()
    expect(krippendorffAlpha([])).toBeUndefined()
    expect(() => krippendorffAlpha([['a'], []])).toThrow(RangeError)
  })

  test('has an interval that holds it, the same for the same seed', () => {
    const found = alphaInterval(FOUR, randomOf('alpha'))!
    expect(found.alpha).toBeCloseTo(0.743, 3)
    expect(found.low).toBeLessThan(found.alpha)
    expect(found.high).toBeGreaterThanOrEqual(found.alpha)
    expect(alphaInterval(FOUR, randomOf('alpha'))).toEqual(found)
    expect(alphaInterval([['a'], ['a']], randomOf('alpha'))).toBeUndefined()
  })
})
