/** Generated and hand-made outcome spaces of two parties, for tests of their analysis. */
import fc from 'fast-check'
import type { Issue } from '../../src/core/issue.ts'
import { compileUtility, type IssuePoints } from '../../src/core/points.ts'
import { type Rational, rational } from '../../src/core/rational.ts'
import type { Space } from '../../src/core/space/space.ts'

/** Points at [value, points] pairs, linear between them. */
export const linear = (...knots: readonly (readonly [number, number])[]): IssuePoints => ({
  type: 'linear',
  knots: knots.map(([at, points]) => ({ at: rational(at), points: rational(points) })),
})

/** One figure an option. */
export const options = (...points: readonly number[]): IssuePoints => ({
  type: 'options',
  points: points.map((value) => rational(value)),
})

/** An issue from 0 (or `min`) to `max` in steps of 10^-decimals. */
export const numberIssue = (id: string, min: number, max: number, decimals = 0): Issue => ({
  type: 'number',
  id,
  min: min * 10 ** decimals,
  max: max * 10 ** decimals,
  step: 1,
  decimals,
})

export const choiceIssue = (id: string, ...names: readonly string[]): Issue => ({
  type: 'choice',
  id,
  options: names,
})

/** A space from each party's tables and reservation value. */
export const makeSpace = (
  issues: readonly Issue[],
  a: readonly IssuePoints[],
  b: readonly IssuePoints[],
  reservations: readonly [number | Rational, number | Rational] = [0, 0],
): Space => {
  const party = (id: string, tables: readonly IssuePoints[], reservation: number | Rational) => ({
    id,
    utility: compileUtility(issues, tables),
    reservation: typeof reservation === 'number' ? rational(reservation) : reservation,
  })
  return { issues, parties: [party('a', a, reservations[0]), party('b', b, reservations[1])] }
}

/** The terms of the concert tickets. */
export const concert = (): Space =>
  makeSpace(
    [numberIssue('price', 60, 100, 2), numberIssue('fee', 0, 100, 2), numberIssue('hours', 0, 96, 2)],
    [linear([60, 50], [100, 0]), linear([0, 30], [100, 0]), linear([0, 20], [96, 0])],
    [linear([60, 0], [100, 20]), linear([0, 0], [100, 30]), linear([0, 0], [96, 50])],
    [20, 20],
  )

const points = fc.integer({ min: -6, max: 12 })

/** A choice issue and both parties' points for it. */
const choice = fc.array(fc.tuple(points, points), { minLength: 1, maxLength: 4 }).map((pairs) => ({
  issue: choiceIssue('choice', ...pairs.map((_, k) => `option ${k}`)),
  a: options(...pairs.map(([p]) => p)),
  b: options(...pairs.map(([, q]) => q)),
}))

/** A number issue from 0 to 12 whose points bend anywhere, either way. */
const number = fc
  .record({
    bendA: fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { maxLength: 2 }),
    bendB: fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { maxLength: 2 }),
    heights: fc.array(points, { minLength: 8, maxLength: 8 }),
    step: fc.constantFrom(1, 2, 3, 5),
  })
  .map(({ bendA, bendB, heights, step }) => {
    const table = (bends: readonly number[], from: number): IssuePoints =>
      linear(...[0, ...bends.toSorted((p, q) => p - q), 12].map((at, k) => [at, heights[from + k]!] as const))
    const issue: Issue = { type: 'number', id: 'number', min: 0, max: 12, step, decimals: 0 }
    return { issue, a: table(bendA, 0), b: table(bendB, 4) }
  })

const assemble = (
  parts: readonly { issue: Issue; a: IssuePoints; b: IssuePoints }[],
  bars: [number, number],
): Space =>
  makeSpace(
    parts.map(({ issue }, i) => ({ ...issue, id: `issue ${i}` })),
    parts.map(({ a }) => a),
    parts.map(({ b }) => b),
    [rational(bars[0], 3), rational(bars[1], 2)],
  )

const bars = fc.tuple(fc.integer({ min: -20, max: 40 }), fc.integer({ min: -20, max: 40 }))

/** Small spaces of choices alone. */
export const discreteSpaces = fc
  .tuple(fc.array(choice, { minLength: 1, maxLength: 4 }), bars)
  .map(([parts, reservations]) => assemble(parts, reservations))

/** Small spaces with number issues and choices mixed. */
export const mixedSpaces = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: number }, { weight: 1, arbitrary: choice }), {
      minLength: 1,
      maxLength: 3,
    }),
    bars,
  )
  .map(([parts, reservations]) => assemble(parts, reservations))
