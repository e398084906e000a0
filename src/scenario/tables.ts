/** A party's points, issue by issue: exact tables to score by, and the sheet as it was written. */
import { type NumberIssue, valueText } from '../core/issue.ts'
import type { IssuePoints, Knot } from '../core/points.ts'
import type { Problem } from '../core/problem.ts'
import { parseRational, parts, type Rational, rational, ZERO } from '../core/rational.ts'
import type { Slots } from './issues.ts'
import { meant } from './nearest.ts'
import type { PartyInput } from './schema.ts'
import type { Path, Source } from './source.ts'
import type { SheetRow } from './types.ts'
import { oddNumber } from './yaml-words.ts'

export interface Tables {
  readonly points: readonly IssuePoints[]
  readonly sheet: readonly SheetRow[]
}

/** Reads the points of the party at `path`; what is wrong is pushed to `problems`. */
export function readTables(
  input: PartyInput,
  slots: Slots,
  source: Source,
  path: Path,
  problems: Problem[],
): Tables {
  const given = input.points ?? {}
  const names = slots.list.map((slot) => slot.id)
  for (const name of Object.keys(given)) {
    if (names.includes(name) || !slots.complete) continue
    problems.push(
      source.problem(
        [...path, 'points', name],
        { message: `No issue is called "${name}".`, found: name, mend: meant(name, names) },
        'key',
      ),
    )
  }
  const points: IssuePoints[] = []
  const sheet: SheetRow[] = []
  for (const { id, issue } of slots.list) {
    if (!issue) continue
    const at = Object.hasOwn(given, id) ? [...path, 'points', id] : [...path, 'points']
    const entries = Object.hasOwn(given, id) ? Object.keys(given[id]!) : []
    const row =
      issue.type === 'choice'
        ? readOptions(issue.options, entries, source, at, problems)
        : readKnots(issue, entries, Object.hasOwn(given, id), source, at, problems)
    if (!row) continue
    points.push(row.points)
    sheet.push({ issue: id, options: row.cells })
  }
  return { points, sheet }
}

interface Row {
  readonly points: IssuePoints
  readonly cells: SheetRow['options']
}

function readOptions(
  options: readonly string[],
  entries: readonly string[],
  source: Source,
  path: Path,
  problems: Problem[],
): Row {
  for (const option of entries) {
    if (options.includes(option)) continue
    const told = { message: `No option is called "${option}".`, found: option, mend: meant(option, options) }
    problems.push(source.problem([...path, option], told, 'key'))
  }
  const cells = options.map((option) => {
    const text = entries.includes(option) ? source.text([...path, option]) : undefined
    return { option, points: text ?? '0' }
  })
  const points = cells.map((cell) => parseRational(cell.points) ?? ZERO)
  return { points: { type: 'options', points }, cells }
}

interface Listed extends Knot {
  readonly key: string
  readonly text: string
}

function readKnots(
  issue: NumberIssue,
  entries: readonly string[],
  given: boolean,
  source: Source,
  path: Path,
  problems: Problem[],
): Row | undefined {
  const before = errors(problems)
  const unit = rational(10n ** BigInt(issue.decimals))
  const [min, max] = [rational(issue.min).div(unit), rational(issue.max).div(unit)]
  const knots: Listed[] = []
  for (const key of entries) {
    const value = parseRational(key)
    const text = source.text([...path, key]) ?? ''
    const odd = oddNumber(key)
    if (!value || odd) {
      const told =
        value && odd
          ? odd
          : { message: `"${key}" is no number, and "${issue.id}" is an issue of numbers.`, found: key }
      problems.push(source.problem([...path, key], told, 'key'))
      continue
    }
    if (knots.some((knot) => knot.at.equals(value))) {
      problems.push(
        source.problem([...path, key], { message: 'This value is listed twice.', found: key }, 'key'),
      )
    }
    if (value.compare(min) < 0 || value.compare(max) > 0) {
      problems.push(
        source.problem(
          [...path, key],
          {
            message: 'This value lies outside the range of its issue; only what lies inside counts.',
            found: key,
            expected: `from ${valueText(issue, issue.min)} to ${valueText(issue, issue.max)}`,
            severity: 'warning',
          },
          'key',
        ),
      )
    }
    knots.push({ key, text, at: value, points: parseRational(text) ?? ZERO })
  }
  if (errors(problems) > before) return undefined
  knots.sort((a, b) => a.at.compare(b.at))
  const covers = knots.length > 0 && knots[0]!.at.compare(min) <= 0 && knots.at(-1)!.at.compare(max) >= 0
  if (!covers) {
    const [low, high] = [valueText(issue, issue.min), valueText(issue, issue.max)]
    problems.push(
      source.problem(
        path,
        {
          message: `The points of "${issue.id}" do not cover its range.`,
          found: given ? knots.map((knot) => knot.key).join(', ') || 'no values' : 'no points for this issue',
          expected: `points at ${low} and at ${high}, or beyond`,
          mend: given
            ? 'list the ends of the range'
            : `add "${issue.id}: { ${low}: 0, ${high}: 0 }" if it is worth nothing`,
        },
        'key',
      ),
    )
    return undefined
  }
  const cells = knots.map((knot) => ({ option: knotText(issue, knot), points: knot.text }))
  return { points: { type: 'linear', knots: clip(knots, min, max) }, cells }
}

/** A listed value with its issue's decimals; as it was written where it is finer. */
function knotText(issue: NumberIssue, knot: Listed): string {
  const [numerator, denominator] = parts(knot.at.mul(rational(10n ** BigInt(issue.decimals))))
  return denominator === 1n ? valueText(issue, Number(numerator)) : knot.key
}

/** Knots from min to max alone: those outside are replaced by the exact points at the ends. */
function clip(knots: readonly Knot[], min: Rational, max: Rational): readonly Knot[] {
  const inside = knots.filter((knot) => knot.at.compare(min) > 0 && knot.at.compare(max) < 0)
  const end = (at: Rational): Knot => ({ at, points: interpolate(knots, at) })
  return min.equals(max) ? [end(min)] : [end(min), ...inside, end(max)]
}

function interpolate(knots: readonly Knot[], at: Rational): Rational {
  const above = knots.findIndex((knot) => knot.at.compare(at) >= 0)
  const high = knots[above]!
  const low = knots[above - 1]
  if (!low || high.at.equals(at)) return high.points
  const slope = high.points.sub(low.points).div(high.at.sub(low.at))
  return low.points.add(slope.mul(at.sub(low.at)))
}

const errors = (problems: readonly Problem[]): number =>
  problems.filter((problem) => problem.severity !== 'warning').length
