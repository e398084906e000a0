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
