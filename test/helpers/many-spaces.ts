/** Generated outcome spaces of several parties, and what counting each outcome by hand makes of them. */
import fc from 'fast-check'
import type { Outcome } from '../../src/core/issue.ts'
import { compileUtility } from '../../src/core/points.ts'
import { type Rational, rational } from '../../src/core/rational.ts'
import type { ManySpace } from '../../src/core/space/many/game.ts'
import { choiceIssue } from './spaces.ts'

/** A space from points by party, issue and option. */
export function manySpace(
  points: readonly (readonly (readonly Rational[])[])[],
  reservations: readonly Rational[],
  { vetoes = [], needed = points.length }: { vetoes?: readonly number[]; needed?: number } = {},
): ManySpace {
  const issues = points[0]!.map((options, i) =>
    choiceIssue(`issue ${i}`, ...options.map((_, k) => `option ${k}`)),
  )
  const parties = points.map((tables, p) => ({
    id: `party ${p}`,
    reservation: reservations[p]!,
    veto: vetoes.includes(p),
    utility: compileUtility(
      issues,
      tables.map((own) => ({ type: 'options' as const, points: own })),
    ),
  }))
  return { issues, parties, needed }
}

/**
 * Games of 2 to 6 parties over 1 to 4 issues with up to 4 options. Small figures make ties, thirds need a common
 * denominator, and `factor` blows figures up past 2^53.
 */
export const manySpaces = (factor: Rational = rational(1)): fc.Arbitrary<ManySpace> =>
  fc
    .record({
      parties: fc.integer({ min: 2, max: 6 }),
      options: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      thirds: fc.boolean(),
      most: fc.constantFrom(1, 3, 12),
    })
    .chain(({ parties, options, thirds, most }) =>
      fc
        .record({
          figures: fc.tuple(
            ...Array.from({ length: parties }, () =>
              fc.tuple(
                ...options.map((count) =>
                  fc.array(fc.integer({ min: -1, max: most }), { minLength: count, maxLength: count }),
                ),
              ),
            ),
          ),
          bars: fc.array(fc.integer({ min: -2, max: most + 2 }), { minLength: parties, maxLength: parties }),
          vetoes: fc.uniqueArray(fc.integer({ min: 0, max: parties - 1 }), { maxLength: 2 }),
          outvoted: fc.integer({ min: 0, max: 1 }),
        })
        .map(({ figures, bars, vetoes, outvoted }) =>
          manySpace(
            figures.map((tables, p) =>
              tables.map((own) => own.map((x) => rational(x, thirds && p === 0 ? 3 : 1).mul(factor))),
            ),
            bars.map((bar) => rational(bar, 2).mul(factor)),
            { vetoes, needed: parties - outvoted },
          ),
        ),
    )

export interface Listed {
  readonly outcome: Outcome
  readonly place: number
  readonly points: readonly Rational[]
  readonly gains: readonly Rational[]
  readonly accepting: number
}

/** Every outcome, the last issue running fastest. */
export function listAll({ issues, parties }: ManySpace): Listed[] {
  let outcomes: number[][] = [[]]
  for (const issue of issues) {
    if (issue.type !== 'choice') throw new RangeError('only choices are listed here')
    outcomes = outcomes.flatMap((start) => issue.options.map((_, k) => [...start, k]))
  }
  return outcomes.map((outcome, place) => {
    const points = parties.map(({ utility }) => utility.points(outcome))
    const gains = points.map((own, p) => own.sub(parties[p]!.reservation))
    const accepting = gains.reduce((set, gain, p) => (gain.compare(0) >= 0 ? set + 2 ** p : set), 0)
    return { outcome, place, points, gains, accepting }
  })
}

/** Whether `a` gives nobody less than `b` and somebody more. */
export const dominates = (a: Listed, b: Listed): boolean =>
  a.points.every((own, p) => own.compare(b.points[p]!) >= 0) &&
  a.points.some((own, p) => own.compare(b.points[p]!) > 0)

/** All that are largest by an order. */
export function largest<T>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
  return items.filter((item) => items.every((other) => compare(item, other) >= 0))
}
