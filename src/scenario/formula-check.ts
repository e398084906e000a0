/**
 * Compares a written formula with the points. The formula is linear and the points are piecewise linear, both
 * additive over the issues; so is their difference. A function of that kind is zero everywhere when it is zero at
 * one outcome and at each listed value of each issue with the other issues left as they are: between listed
 * values it is a straight line from zero to zero, and the issues' parts add up. So few outcomes settle it.
 */
import { type Issue, valueText } from '../core/issue.ts'
import type { IssuePoints, Utility } from '../core/points.ts'
import type { Problem } from '../core/problem.ts'
import { exactText, parts, type Rational, rational, ZERO } from '../core/rational.ts'
import { type Linear, nameForm, readFormula } from './formula.ts'
import type { PartyInput } from './schema.ts'
import type { Path, Source } from './source.ts'

type FormulaInput = NonNullable<PartyInput['formula']>

/**
 * Reads and checks one party's formula. A formula that disagrees with the points is an error that names the
 * first outcome where it does; one that cannot be evaluated is a warning, and `checked` is false.
 */
export function checkFormula(
  input: FormulaInput,
  issues: readonly Issue[],
  utility: Utility | undefined,
  source: Source,
  path: Path,
  problems: Problem[],
): { readonly text: string; readonly checked: boolean } {
  const plain = typeof input === 'string'
  const text = plain ? input : input.text
  const at = plain ? path : [...path, 'text']
  const where = new Map<string, Linear>()
  const names = new Map(issues.map((issue) => [issue.id, issue]))
  const known = (name: string): Linear | undefined =>
    where.get(name) ?? (names.get(name)?.type === 'number' ? nameForm(name) : undefined)
  const unchecked = (place: Path, why: string, mend: string): { text: string; checked: false } => {
    const told = {
      message: `The formula is not checked against the points: ${why}.`,
      found: source.text(place) ?? text,
      mend,
      severity: 'warning' as const,
    }
    problems.push(source.problem(place, told))
    return { text: shown, checked: false }
  }
  const explained = plain
    ? []
    : Object.keys(input.where).map((name) => [name, written(source, path, name)] as const)
  const shown =
    explained.length > 0
      ? `${text}, where ${explained.map(([n, rule]) => `${n} = ${rule}`).join(', ')}`
      : text

  for (const [name, rule] of explained) {
    const read = readFormula(rule, known)
    const place = [...path, 'where', name]
    if (!read.ok)
      return unchecked(place, read.why, 'write it with the ids of number issues, numbers, + - x / ( )')
    where.set(name, read.form)
  }
  const read = readFormula(text, known)
  if (!read.ok) return unchecked(at, read.why, mendFor(read.unknown, plain))
  if (!utility) return unchecked(at, 'the party has no points', 'add "points"')

  const difference = firstDifference(issues, utility, read.form)
  if (!difference) return { text: shown, checked: true }
  problems.push(
    source.problem(at, {
      message: `The formula disagrees with the points at ${difference.at}.`,
      found: `the formula gives ${exactText(difference.formula)}`,
      expected: `${exactText(difference.points)}, by "points"`,
      mend: 'correct the formula or the points; or leave the formula out and one is made from the points',
    }),
  )
  return { text: shown, checked: false }
}

const written = (source: Source, path: Path, name: string): string =>
  source.text([...path, 'where', name]) ?? ''

function mendFor(unknown: string | undefined, plain: boolean): string {
  if (unknown === undefined) return 'write it with the ids of number issues, numbers, + - x / ( )'
  const where = `where: { ${unknown}: … }`
  return plain
    ? `say what "${unknown}" is: formula: { text: …, ${where} }`
    : `say what "${unknown}" is under ${where}`
}

interface Difference {
  readonly at: string
  readonly formula: Rational
  readonly points: Rational
}

/** The first outcome, in the order of the issues and their values, where form and points differ. */
function firstDifference(issues: readonly Issue[], utility: Utility, form: Linear): Difference | undefined {
  const tables = utility.tables
  const base = issues.map((_, i) => corners(tables[i]!)[0]!)
  const differs = (values: readonly Corner[]): Difference | undefined => {
    const points = values.reduce((sum, corner) => sum.add(corner.points), ZERO)
    const formula = values.reduce((sum, corner, i) => {
      const factor = form.factors.get(issues[i]!.id)
      return factor && corner.at ? sum.add(factor.mul(corner.at)) : sum
    }, form.constant)
    if (formula.equals(points)) return undefined
    const at = values.map((corner, i) => `${issues[i]!.id} ${cornerText(issues[i]!, corner)}`).join(', ')
    return { at, formula, points }
  }
  const first = differs(base)
  if (first) return first
  for (let i = 0; i < issues.length; i++) {
    for (const corner of corners(tables[i]!)) {
      const found = differs(base.with(i, corner))
      if (found) return found
    }
  }
  return undefined
}

/** A listed value of an issue with its points: of a number its exact value, of an option its place. */
interface Corner {
  readonly at?: Rational
  readonly option?: number
  readonly points: Rational
}

const corners = (table: IssuePoints): readonly Corner[] =>
  table.type === 'linear' ? table.knots : table.points.map((points, option) => ({ option, points }))

function cornerText(issue: Issue, corner: Corner): string {
  if (issue.type === 'choice') return valueText(issue, corner.option ?? 0)
  const at = corner.at ?? ZERO
  const [numerator, denominator] = parts(at.mul(rational(10n ** BigInt(issue.decimals))))
  return denominator === 1n ? valueText(issue, Number(numerator)) : exactText(at)
}
