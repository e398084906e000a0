import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choiceIssue, discreteSpaces, makeSpace, options } from '../../../test/helpers/spaces.ts'
import { compileUtility } from '../points.ts'
import { type Rational, rational } from '../rational.ts'
import { type Discrete, solveDiscrete } from './discrete.ts'
import { paretoFrontier } from './frontier.ts'
import { outcomeAt, pointsOfAll } from './points-of-all.ts'
import type { Space } from './space.ts'
import { makeTables } from './tables.ts'

const solve = (space: Space): Discrete => solveDiscrete(pointsOfAll(makeTables(space)))

/** Every outcome with both gains as fractions, the slow and plain way. */
function naive({ issues, parties }: Space): { outcome: number[]; gains: [Rational, Rational] }[] {
  const outcomes = issues.reduce<number[][]>(
    (all, issue) =>
      all.flatMap((outcome) =>
        issue.type === 'choice' ? issue.options.map((_, k) => [...outcome, k]) : [[...outcome, 0]],
      ),
    [[]],
  )
  return outcomes.map((outcome) => ({
    outcome,
    gains: parties.map(({ utility, reservation }) =>
      outcome
        .reduce((sum, value, i) => {
          const table = utility.tables[i]!
          return sum.add(table.type === 'options' ? table.points[value]! : 0)
        }, rational(0))
        .sub(reservation),
    ) as [Rational, Rational],
  }))
}

const dominates = ([a, b]: [Rational, Rational], [c, d]: [Rational, Rational]): boolean =>
  a.compare(c) >= 0 && b.compare(d) >= 0 && (a.compare(c) > 0 || b.compare(d) > 0)

type Order = (p: [Rational, Rational], q: [Rational, Rational]) => number

const sorted = ([a, b]: [Rational, Rational]): [Rational, Rational] => (a.compare(b) <= 0 ? [a, b] : [b, a])
const even: Order = (p, q) => sorted(p)[0].compare(sorted(q)[0]) || sorted(p)[1].compare(sorted(q)[1])

/** The places of all that no other is better than. */
const bestOf = (list: readonly { gains: [Rational, Rational]; k: number }[], order: Order): number[] =>
  list.filter((one) => list.every((other) => order(one.gains, other.gains) >= 0)).map(({ k }) => k)

function checkAgainstNaive(space: Space): void {
  const found = solve(space)
  const all = naive(space).map((one, k) => ({ ...one, k }))
  expect(all.map(({ outcome }) => outcome)).toEqual(all.map(({ k }) => outcomeAt(found.points.tables, k)))
  const front = all.filter(({ gains }) => !all.some((other) => dominates(other.gains, gains)))
  expect(Array.from(found.frontier).sort((p, q) => p - q)).toEqual(front.map(({ k }) => k))
  expect(found.frontierPoints).toBe(new Set(front.map(({ gains }) => gains.join())).size)
  const inside = all.filter(({ gains }) => gains.every((gain) => gain.compare(0) >= 0))
  expect(found.rational).toBe(inside.length)
  const efficient = inside.filter((one) => front.includes(one))
  const most = (p: 0 | 1): Rational =>
    inside.map(({ gains }) => gains[p]).reduce((x, y) => (x.compare(y) > 0 ? x : y), rational(0))
  const ideals = [most(0), most(1)]
  const share = (gains: [Rational, Rational]): [Rational, Rational] =>
    gains.map((gain, p) => (ideals[p]!.equals(0) ? rational(1) : gain.div(ideals[p]!))) as [
      Rational,
      Rational,
    ]
  const sum: Order = (p, q) => p[0].add(p[1]).compare(q[0].add(q[1]))
  const expected = {
    nash: bestOf(efficient, (p, q) => p[0].mul(p[1]).compare(q[0].mul(q[1]))),
    kalaiSmorodinsky: bestOf(inside, (p, q) => even(share(p), share(q))),
    egalitarian: bestOf(inside, even),
    jointGain: bestOf(inside, sum),
  }
  for (const [concept, places] of Object.entries(expected)) {
    const own = Array.from(found.solutions[concept as keyof typeof expected]).sort((p, q) => p - q)
    expect([concept, own]).toEqual([concept, places])
  }
  expect(Array.from(found.jointGainOfAll).sort((p, q) => p - q)).toEqual(bestOf(all, sum))
}

describe('discrete spaces', () => {
  test('agree with the plain way', () => {
    fc.assert(fc.property(discreteSpaces, checkAgainstNaive), { numRuns: 300 })
  })

  test('agree where figures pass 2^53', () => {
    const big = fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.constantFrom(1n, 3n, 7n, 10n ** 9n))
    const table = fc.array(big, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(table, { minLength: 4, maxLength: 4 }), (tables) => {
        const issues = [choiceIssue('x', 'p', 'q', 'r'), choiceIssue('y', 'p', 'q', 'r')]
        const party = (id: string, [one, two]: typeof tables) => ({
          id,
          reservation: rational(-1, 11),
          utility: compileUtility(
            issues,
            [one!, two!].map((list) => ({
              type: 'options' as const,
              points: list.map(([n, d]) => rational(n, d)),
            })),
          ),
        })
        const space: Space = {
          issues,
          parties: [party('a', tables.slice(0, 2)), party('b', tables.slice(2))],
        }
        expect(makeTables(space).whole).toBeDefined()
        checkAgainstNaive(space)
      }),
      { numRuns: 100 },
    )
  })

  test('figures that only look large are made small', () => {
    const issues = [choiceIssue('x', 'p', 'q')]
    const party = (id: string, points: Rational[]) => ({
      id,
      reservation: rational(10n ** 30n),
      utility: compileUtility(issues, [{ type: 'options', points }]),
    })
    const e = rational(10n ** 30n)
    const space: Space = { issues, parties: [party('a', [e, e.add(e)]), party('b', [e.add(e), e])] }
    expect(makeTables(space).whole).toBeUndefined()
    checkAgainstNaive(space)
  })

  test('products that differ only past 2^53 are told apart', () => {
    const large = 3_000_000_000
    // (L)(L) is one more than (L+1)(L-1).
    const space = makeSpace(
      [choiceIssue('x', 'p', 'q')],
      [options(large, large + 1)],
      [options(large, large - 1)],
    )
    expect(Array.from(solve(space).solutions.nash)).toEqual([0])
  })

  test('all ties are told', () => {
    const space = makeSpace(
      [choiceIssue('x', 'left', 'right'), choiceIssue('y', 'red', 'blue', 'green')],
      [options(0, 4), options(1, 1, 0)],
      [options(4, 0), options(1, 1, 1)],
    )
    const found = solve(space)
    expect(Array.from(found.solutions.egalitarian)).toEqual([0, 1, 3, 4])
    expect(Array.from(found.solutions.jointGain)).toEqual([0, 1, 3, 4])
    expect([found.frontier.length, found.frontierPoints]).toEqual([4, 2])
  })
})

describe('the frontier of many points', () => {
  const slow = (x: Float64Array, y: Float64Array): number[] => {
    // From the largest x down, among equals the most y.
    const places = Array.from(x, (_, k) => k).sort((p, q) => x[q]! - x[p]! || y[q]! - y[p]!)
    const kept: number[] = []
    let best = -Infinity
    let at = Infinity
    for (const k of places) {
      if (y[k]! > best) {
        best = y[k]!
        at = x[k]!
        kept.push(k)
      } else if (y[k] === best && x[k] === at) kept.push(k)
    }
    return kept.sort((p, q) => p - q)
  }

  test.each([
    ['whole numbers with many ties', (k: number) => [(k * 7919) % 101, (k * 104_729) % 97]],
    ['a cloud', (k: number) => [Math.sin(k) * 1e6, Math.cos(k * 1.7) * 1e6]],
    ['a large range', (k: number) => [(k * 2 ** 40 * 3) % (2 ** 52 - 1), (k * 2 ** 39 * 5) % (2 ** 51 - 1)]],
    ['all on the frontier', (k: number) => [k, -k]],
    ['all equal', () => [3, 4]],
    ['one line', (k: number) => [5, k % 1000]],
  ])('agrees with a full sort: %s', (_, point) => {
    const n = 70_000
    const x = Float64Array.from({ length: n }, (_, k) => point(k)[0]!)
    const y = Float64Array.from({ length: n }, (_, k) => point(k)[1]!)
    expect(Array.from(paretoFrontier(x, y)).sort((p, q) => p - q)).toEqual(slow(x, y))
  })
})
