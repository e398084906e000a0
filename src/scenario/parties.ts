/** Parties from their description: who they are, their exact points and the sheet as it was written. */
import { compileUtility } from '../core/points.ts'
import type { Problem } from '../core/problem.ts'
import { parseRational, ZERO } from '../core/rational.ts'
import { checkFormula } from './formula-check.ts'
import type { Slots } from './issues.ts'
import { type PartyInput, party as partySchema } from './schema.ts'
import type { Path, Source } from './source.ts'
import { readTables } from './tables.ts'
import type { Party, Written } from './types.ts'

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
