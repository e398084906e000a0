/**
 * A published list of attempts as observations, for studies that were run elsewhere: one row an attempt. Which columns
 * it needs and which it may have is in docs/statistics.md; columns of other names are not read.
 */
import { type Problem, UserError } from '../core/problem.ts'
import { parseExact, type Rational } from '../core/rational.ts'
import { meant } from '../scenario/nearest.ts'
import type { Observation } from './analysis.ts'
import { readRows, startOf } from './csv-rows.ts'
import { defined } from './known.ts'
import { sum } from './moments.ts'

/** Each needed column by its names: those of the docs first, then as our own exports call them. */
const NEEDED = [
  ['assignment_id', 'negotiation'],
  ['pairing'],
  ['opener'],
  ['status'],
  ['joint_gain', 'joint_gain_2dp'],
] as const

/** Columns that our own exports call otherwise. */
const ALSO: Readonly<Record<string, string>> = { assignment_id: 'negotiation', reason: 'interrupted_by' }

const STATUS: Readonly<Record<string, Observation['status']>> = {
  completed: 'completed',
  interrupted: 'unknown',
  running: 'running',
  'not-started': 'planned',
  'not started': 'planned',
}

const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0', '']

/** The name of an extension that the list marks and does not name. */
export const EXTENSION = 'extension'

/** So much a sum may be off where decimals of thirds and the like are cut, as in our own exports. */
const CUT = 1e-9

/** A list that was read: what it holds, in the order of the file. */
export interface Attempts {
  readonly observations: readonly Observation[]
  /** The parties whose own gains it tells, in the order of their columns. */
  readonly parties: readonly string[]
  /** The file tells joint gains to two decimals. */
  readonly rounded: boolean
}

/**
 * Reads the text of such a file. Throws a UserError with every problem, each with line and column; `file` is the
 * name the person gave.
 */
export function parseAttempts(text: string, file: string): Attempts {
  const problems: Problem[] = []
  const rows = readRows(text, file)
  const head = rows.shift()
  const expected = NEEDED.map(([name]) => name).join(',')
  if (!head) throw new UserError([{ file, message: 'The file is empty.', expected }])
  const names = head.cells.map((name) => name.trim())
  for (const choice of NEEDED) {
    if (choice.some((name) => names.includes(name))) continue
    const place = { file, line: head.line, column: 1, found: head.raw, expected }
    problems.push({ ...place, message: `The column ${choice[0]} is missing.`, mend: meant(choice[0], names) })
  }
  if (problems.length > 0) throw new UserError(problems)
  if (rows.length === 0)
    throw new UserError([{ file, line: 2, message: 'There is no attempt below the head.' }])
  const rounded = !names.includes('joint_gain')
  const place = (column: string): number =>
    names.indexOf(names.includes(column) ? column : (ALSO[column] ?? column))
  const after = (prefix: string) => names.flatMap((n) => (n.startsWith(prefix) ? n.slice(prefix.length) : []))
  const shape = {
    gain: rounded ? 'joint_gain_2dp' : 'joint_gain',
    parties: after('gain_'),
    factors: after('factor_'),
  }
  const seen = new Map<string, number>()
  const observations = rows.map(({ line, cells, raw }) => {
    if (cells.length !== names.length) {
      const message = 'The row has another number of fields than the head.'
      const counts = { found: `${cells.length}`, expected: `${names.length}` }
      problems.push({ file, line, column: 1, message, ...counts })
    }
    const row: Row = {
      cell: (column) => (cells[place(column)] ?? '').trim(),
      tell: (column, message, expected) => {
        const at = { file, line, column: startOf(raw, place(column)) }
        problems.push({ ...at, message, found: row.cell(column), expected })
      },
    }
    const id = row.cell('assignment_id')
    const first = seen.get(id)
    if (first !== undefined && id !== '')
      row.tell('assignment_id', `This attempt stands in line ${first} already.`, 'each once')
    seen.set(id, first ?? line)
    return observationOf(row, shape)
  })
  if (problems.length > 0) throw new UserError(problems)
  return { observations, parties: shape.parties, rounded }
}

interface Row {
  /** The text of a field; empty where the column is missing. */
  cell(column: string): string
  tell(column: string, message: string, expected: string): void
}

interface Shape {
  readonly gain: string
  readonly parties: readonly string[]
  readonly factors: readonly string[]
}

function observationOf(row: Row, shape: Shape): Observation {
  const { cell, tell } = row
  for (const name of ['assignment_id', 'pairing', 'opener']) {
    if (cell(name) === '') tell(name, `The ${name} is empty.`, 'a name')
  }
  const status = Object.hasOwn(STATUS, cell('status')) ? STATUS[cell('status')]! : undefined
  if (!status) tell('status', 'The status is not known.', Object.keys(STATUS).join(', '))
  const figure = (column: string, what: string): Rational | undefined => {
    const text = cell(column)
    const value = text === '' ? undefined : parseExact(text)
    if (text !== '' && !value)
      tell(column, `The ${what} is no number.`, 'a decimal number (84.75) or a fraction (1/3)')
    return value
  }
  const count = (column: string): number | undefined => {
    const text = cell(column)
    if (text !== '' && !/^\d{1,15}$/.test(text))
      tell(column, `The ${column} is no whole number.`, 'a whole number')
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  const joint = figure(shape.gain, 'joint gain')
  const gains = shape.parties.flatMap((party) => {
    const value = figure(`gain_${party}`, `gain of ${party}`)
    return value ? [[party, value] as const] : []
  })
  const levels = shape.factors.map((factor) => [factor, cell(`factor_${factor}`)] as const)
  const own = {
    id: cell('assignment_id'),
    pairing: cell('pairing'),
    opener: cell('opener'),
    block: count('block') ?? blockIn(cell('assignment_id')),
    levels: levels.length > 0 ? Object.fromEntries(levels) : undefined,
    game: cell('game') || undefined,
    extension: extensionOf(cell('extension')),
  }
  if (status !== 'completed') {
    for (const column of [shape.gain, ...shape.parties.map((party) => `gain_${party}`)]) {
      if (status && cell(column) !== '') {
        tell(
          column,
          `The outcome of an attempt that is ${cell('status')} is unknown, and yet it has a gain.`,
          'nothing',
        )
      }
    }
    const reason = status === 'unknown' ? cell('reason') || 'interrupted' : undefined
    return defined<Observation>({ ...own, status: status ?? 'unknown', reason })
  }
  if (cell(shape.gain) === '')
    tell(shape.gain, 'A completed attempt needs its joint gain.', 'a decimal number, 84.75')
  if (joint && gains.length === shape.parties.length && gains.length > 1 && shape.gain === 'joint_gain') {
    const total = sum(gains.map(([, value]) => value))
    if (Math.abs(total.sub(joint).valueOf()) > CUT)
      tell(shape.gain, "The joint gain is not the sum of the parties' gains.", `${total.valueOf()}`)
  }
  const agreement = cell('agreement')
  if (![...YES, ...NO].includes(agreement))
    tell('agreement', 'It is not said whether there was one.', 'yes or no')
  return defined<Observation>({
    ...own,
    status,
    joint,
    gains: gains.length > 0 ? Object.fromEntries(gains) : undefined,
    below: gains.length > 0 ? gains.flatMap(([party, value]) => (value.s < 0n ? party : [])) : undefined,
    agreement: agreement === '' ? undefined : YES.includes(agreement),
    turns: count('turns'),
    tokens: count('tokens'),
    usd: figure('cost_usd', 'cost'),
  })
}

/** `yes` marks an extension without a name; any other text is its name. */
const extensionOf = (text: string): string | undefined =>
  NO.includes(text.toLowerCase()) ? undefined : YES.includes(text.toLowerCase()) ? EXTENSION : text

/** The block that ids of a study tell: negotiation-<study>-b03-p05-oo-a4. */
function blockIn(id: string): number | undefined {
  const found = /-b(\d{1,6})-p\d+-/.exec(id)
  return found ? Number(found[1]) : undefined
}
