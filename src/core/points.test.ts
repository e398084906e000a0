import fc from 'fast-check'
import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Issue } from './issue.ts'
import { compileUtility, type IssuePoints } from './points.ts'
import { exactText, parts, type Rational, rational } from './rational.ts'

interface Part {
  readonly issue: Issue
  readonly table: IssuePoints
}

const figures = (most: bigint): fc.Arbitrary<Rational> =>
  fc
    .tuple(fc.bigInt(-most, most), fc.constantFrom(1n, 2n, 3n, 7n, 10n, 1000n))
    .map(([n, d]) => rational(n, d))

/** A number issue whose points bend at values that need not be multiples of its smallest unit. */
const numberParts = (most: bigint): fc.Arbitrary<Part> =>
  fc
    .record({
      min: fc.integer({ min: -400, max: 400 }),
      width: fc.integer({ min: 0, max: 60 }),
      step: fc.integer({ min: 1, max: 7 }),
      decimals: fc.integer({ min: 0, max: 3 }),
      bends: fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
      points: fc.array(figures(most), { minLength: 6, maxLength: 6 }),
    })
    .map(({ min, width, step, decimals, bends, points }) => {
      const unit = 10n ** BigInt(decimals)
      const issue: Issue = { type: 'number', id: 'n', min, max: min + width, step, decimals }
      // From one unit below the range to one above, bends at hundredths of the way.
      const at = (hundredths: number): Rational =>
        rational(BigInt((min - 1) * 100 + (width + 2) * hundredths), unit * 100n)
      const knots = [0, ...bends.toSorted((p, q) => p - q), 100].map((h, k) => ({
        at: at(h),
        points: points[k]!,
      }))
      return { issue, table: { type: 'linear', knots } }
    })

const choiceParts = (most: bigint): fc.Arbitrary<Part> =>
  fc.array(figures(most), { minLength: 1, maxLength: 4 }).map((points) => ({
    issue: { type: 'choice', id: 'c', options: points.map((_, k) => `option ${k}`) },
    table: { type: 'options', points },
  }))

const spaces = (most: bigint): fc.Arbitrary<Part[]> =>
  fc.array(fc.oneof(numberParts(most), choiceParts(most)), { minLength: 1, maxLength: 4 })

/** Points by the definition, with the library's fractions alone. */
function plain({ issue, table }: Part, value: number): Fraction {
  if (table.type === 'options') return table.points[value]!
  const at = new Fraction(BigInt(value), 10n ** BigInt(issue.type === 'number' ? issue.decimals : 0))
  const k = table.knots.findIndex((knot, i) => i > 0 && at.lte(knot.at))
  const [from, to] = [table.knots[k - 1]!, table.knots[k]!]
  const share = at.sub(from.at).div(to.at.sub(from.at))
  return from.points.add(to.points.sub(from.points).mul(share))
}

function checkAll(parts_: readonly Part[], draws: Iterator<number>): boolean {
  const utility = compileUtility(
    parts_.map(({ issue }) => issue),
    parts_.map(({ table }) => table),
  )
  for (let round = 0; round < 8; round++) {
    const outcome = parts_.map(({ issue }) => {
      const count =
        issue.type === 'choice' ? issue.options.length : Math.floor((issue.max - issue.min) / issue.step) + 1
      const k = (draws.next().value as number) % count
      return issue.type === 'choice' ? k : issue.min + k * issue.step
    })
    const each = parts_.map((part, i) => plain(part, outcome[i]!))
    const sum = each.reduce((total, points) => total.add(points), new Fraction(0))
    expect(exactText(utility.points(outcome))).toBe(exactText(sum))
    each.forEach((points, i) => {
      expect(exactText(utility.valuePoints(i, outcome[i]!))).toBe(exactText(points))
    })
    const [n, d] = parts(sum)
    expect(utility.denominator % d).toBe(0n)
    const whole = (n * utility.denominator) / d
    if (utility.small) {
      expect(BigInt(utility.scaled(outcome))).toBe(whole)
      expect(outcome.reduce((total, value, i) => total + utility.scaledValue(i, value), 0)).toBe(
        Number(whole),
      )
    } else {
      expect(utility.scaled(outcome)).toBe(Number(whole))
    }
  }
  return utility.small
}

describe('points', () => {
  test('are what plain fractions give, for figures of usual size', () => {
    let small = 0
    fc.assert(
      fc.property(spaces(500n), fc.infiniteStream(fc.nat()), (list, draws) => {
        if (checkAll(list, draws)) small++
      }),
      { numRuns: 300 },
    )
    expect(small).toBeGreaterThan(50)
  })

  test('are what plain fractions give where they pass 2^53', () => {
    let large = 0
    fc.assert(
      fc.property(spaces(10n ** 22n), fc.infiniteStream(fc.nat()), (list, draws) => {
        if (!checkAll(list, draws)) large++
      }),
      { numRuns: 300 },
    )
    expect(large).toBeGreaterThan(50)
  })

  test('121.188 stays 121.188', () => {
    const issues: Issue[] = [{ type: 'choice', id: 'c', options: ['one', 'other'] }]
    const utility = compileUtility(issues, [
      { type: 'options', points: [rational(121_188, 1000), rational(1, 3)] },
    ])
    expect(exactText(utility.points([0]))).toBe('121.188')
    expect(exactText(utility.points([1]))).toBe('1/3')
  })

  test('one knot is a flat line', () => {
    const issues: Issue[] = [{ type: 'number', id: 'n', min: 5, max: 5, step: 1, decimals: 0 }]
    const utility = compileUtility(issues, [
      { type: 'linear', knots: [{ at: rational(5), points: rational(7) }] },
    ])
    expect(exactText(utility.points([5]))).toBe('7')
  })

  test('tables that do not fit their issues are refused', () => {
    const number: Issue = { type: 'number', id: 'n', min: 0, max: 10, step: 1, decimals: 0 }
    const choice: Issue = { type: 'choice', id: 'c', options: ['a', 'b'] }
    const knot = (at: number) => ({ at: rational(at), points: rational(at) })
    const wrong: [Issue, IssuePoints | undefined][] = [
      [number, { type: 'linear', knots: [knot(0), knot(9)] }],
      [number, { type: 'linear', knots: [knot(1), knot(10)] }],
      [number, { type: 'linear', knots: [] }],
      [number, { type: 'linear', knots: [knot(0)] }],
      [number, { type: 'options', points: [rational(1)] }],
      [number, undefined],
      [choice, { type: 'options', points: [rational(1)] }],
      [choice, { type: 'linear', knots: [knot(0), knot(1)] }],
      [choice, undefined],
    ]
    for (const [issue, table] of wrong) {
      expect(() => compileUtility([issue], table ? [table] : [])).toThrow(RangeError)
    }
  })
})
