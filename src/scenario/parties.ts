/** Parties from their description: exact points and the sheet as it was written. */
import { type NumberIssue, valueText } from '../core/issue.ts'
import { compileUtility, type IssuePoints, type Knot } from '../core/points.ts'
import type { Problem } from '../core/problem.ts'
import { parseRational, parts, type Rational, rational, ZERO } from '../core/rational.ts'
import { checkFormula } from './formula-check.ts'
import type { Slots } from './issues.ts'
import { meant } from './nearest.ts'
import { type PartyInput, party as partySchema } from './schema.ts'
import type { Path, Source } from './source.ts'
import type { Party, SheetRow, Written } from './types.ts'

/** Names that files, keys or seats could be confused with. */
const RESERVED = /^(observer|study|con|prn|aux|nul|com\d|lpt\d)$/i

/** Reads the list of parties, each for itself. `ids`: all names, also of parties that could not be read. */
export function readParties(
  given: unknown,
  slots: Slots,
  source: Source,
  problems: Problem[],
): { readonly parties: readonly Party[]; readonly ids: readonly string[] } {
  const parties: Party[] = []
  const ids: string[] = []
  const labels: string[] = []
  const list = Array.isArray(given) ? given : []
  const scored = list.filter((item) => (item as { points?: unknown } | null)?.points !== undefined).length
  for (const [i, item] of list.entries()) {
    const path: Path = ['parties', i]
    const { id, label, points } = (item ?? {}) as { id?: unknown; label?: unknown; points?: unknown }
    if (typeof id === 'string') {
      if (RESERVED.test(id) || id in {}) {
        problems.push(source.problem([...path, 'id'], { message: 'This id is reserved.', found: id }))
      }
      if (ids.some((other) => other.toLowerCase() === id.toLowerCase())) {
        const message = `Two parties are called "${id}" (upper and lower case count as the same).`
        problems.push(source.problem([...path, 'id'], { message, found: id }))
      }
      ids.push(id)
    }
    if (typeof label === 'string') {
      if (labels.includes(label)) {
        const message = `Two parties have the label "${label}", so nobody could tell them apart.`
        problems.push(source.problem([...path, 'label'], { message, found: label }))
      }
      labels.push(label)
    }
    if (scored > 0 && points === undefined && item !== null && typeof item === 'object') {
      const message = 'Some parties have points and this one has none.'
      const mend = 'give every party points, or none'
      problems.push(source.problem(path, { message, found: 'no "points"', mend }))
    }
    // The shape's problems have been told by the schema of the whole file.
    const input = partySchema.safeParse(item).data
    const party = input && readParty(input, slots, source, path, problems)
    if (party) parties.push(party)
  }
  return { parties, ids }
}

/** Reads one party at a path; undefined where it cannot be, with the reasons pushed to `problems`. */
function readParty(
  input: PartyInput,
  slots: Slots,
  source: Source,
  path: Path,
  problems: Problem[],
): Party | undefined {
  const before = errors(problems)
  const tables = input.points === undefined ? undefined : readTables(input, slots, source, path, problems)
  const reservation = readWritten(input.reservation, source, [...path, 'reservation'])
  if (input.points !== undefined && input.reservation === undefined) {
    problems.push(
      source.problem(path, {
        message: `The party "${input.id}" has points but no reservation value.`,
        found: 'no "reservation"',
        expected: 'its points with no deal',
        mend: 'add a line such as "reservation: 0"',
      }),
    )
  }
  const threshold = readWritten(input.threshold, source, [...path, 'threshold']) ?? reservation
  if (errors(problems) > before || (tables && (!reservation || !threshold))) return undefined
  const issues = slots.list.flatMap((slot) => (slot.issue ? [slot.issue] : []))
  const whole = slots.complete && issues.length === slots.list.length && tables !== undefined
  const utility = whole ? compileUtility(issues, tables.points) : undefined
  const formula =
    input.formula === undefined
      ? undefined
      : checkFormula(input.formula, issues, utility, source, [...path, 'formula'], problems)
  if (errors(problems) > before) return undefined
  return {
    id: input.id,
    label: input.label,
    name: input.name ?? input.label,
    about: input.about ?? '',
    veto: input.veto,
    vars: readVars(input.vars, source, [...path, 'vars']),
    reservation: reservation ?? NOTHING,
    threshold: threshold ?? NOTHING,
    ...(utility ? { utility } : {}),
    sheet: tables?.sheet ?? [],
    ...(formula ? { formula } : {}),
  }
}

const NOTHING: Written = { text: '0', value: ZERO }

const errors = (problems: readonly Problem[]): number =>
  problems.filter((problem) => problem.severity !== 'warning').length

/** The values of a `vars` block as they were written. */
export const readVars = (
  vars: Readonly<Record<string, unknown>>,
  source: Source,
  path: Path,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [name, source.text([...path, name]) ?? String(value)]),
  )

function readWritten(value: number | undefined, source: Source, path: Path): Written | undefined {
  const text = value === undefined ? undefined : source.text(path)
  const exact = text === undefined ? undefined : parseRational(text)
  return text === undefined || exact === undefined ? undefined : { text, value: exact }
}

interface Tables {
  readonly points: readonly IssuePoints[]
  readonly sheet: readonly SheetRow[]
}

function readTables(
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
    if (!value || !/^-?\d+(\.\d+)?$/.test(key)) {
      problems.push(
        source.problem(
          [...path, key],
          { message: `"${key}" is no number, and "${issue.id}" is an issue of numbers.`, found: key },
          'key',
        ),
      )
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
