/** A party's own points as JSON and back, so that whoever sits there computes them exactly, in a browser too. */
import type { Issue } from '../../core/issue.ts'
import { compileUtility, type IssuePoints, type Utility } from '../../core/points.ts'
import { exactText, parseExact, printed, type Rational } from '../../core/rational.ts'
import type { PointTable } from './types.ts'

/** The tables of a utility, as exact texts. */
export const pointTables = ({ tables }: Utility): PointTable[] =>
  tables.map((table) =>
    table.type === 'options'
      ? { type: 'options', points: table.points.map(exactText) }
      : {
          type: 'linear',
          knots: table.knots.map(({ at, points }) => ({ at: exactText(at), points: exactText(points) })),
        },
  )

/** The utility that `pointTables` was made of. Throws a RangeError where a text is no number. */
export const utilityOf = (issues: readonly Issue[], tables: readonly PointTable[]): Utility =>
  compileUtility(
    issues,
    tables.map(
      (table): IssuePoints =>
        table.type === 'options'
          ? { type: 'options', points: table.points.map(exact) }
          : {
              type: 'linear',
              knots: table.knots.map(({ at, points }) => ({ at: exact(at), points: exact(points) })),
            },
    ),
  )

function exact(text: string): Rational {
  const value = parseExact(text)
  if (!value) throw new RangeError(`${text} is no number`)
  return value
}

/** A figure for machines and for people. */
export const told = (points: Rational): { readonly exact: string; readonly printed: string } => ({
  exact: exactText(points),
  printed: printed(points),
})

/** What an outcome is worth, or its issues that are settled so far where some are undefined. */
export const pointsSoFar = (utility: Utility, values: readonly (number | undefined)[]): Rational => {
  const known = values.flatMap((value, i) => (value === undefined ? [] : [utility.valuePoints(i, value)]))
  const [first, ...more] = known
  return first ? more.reduce((sum, one) => sum.add(one), first) : exact('0')
}

/** The party's best and worst, to say where a figure lies: points of the best and of the worst value of each issue. */
export function reach(utility: Utility): { readonly least: Rational; readonly most: Rational } {
  const ends = utility.tables.map((table) =>
    table.type === 'options' ? table.points : table.knots.map(({ points }) => points),
  )
  const of = (better: (a: Rational, b: Rational) => boolean): Rational =>
    ends
      .map((list) => list.reduce((a, b) => (better(b, a) ? b : a)))
      .reduce((sum, one) => sum.add(one), exact('0'))
  return { least: of((a, b) => a.compare(b) < 0), most: of((a, b) => a.compare(b) > 0) }
}
