/**
 * A published list of attempts as observations: a CSV file with the columns assignment_id, pairing, opener,
 * status (completed or interrupted) and joint_gain_2dp (empty where the outcome is unknown). Further columns
 * are not read.
 */
import { parse } from 'csv-parse/sync'
import { type Problem, UserError } from '../core/problem.ts'
import { parseRational } from '../core/rational.ts'
import { meant } from '../scenario/nearest.ts'
import type { Observation } from './analysis.ts'

const COLUMNS = ['assignment_id', 'pairing', 'opener', 'status', 'joint_gain_2dp'] as const
type Column = (typeof COLUMNS)[number]

interface Row {
  readonly line: number
  readonly cells: readonly string[]
  readonly raw: string
}

/**
 * Reads the text of such a file. Throws a UserError with every problem, each with line and column; `file` is the
 * name the person gave.
 */
export function parseAttempts(text: string, file: string): Observation[] {
  const problems: Problem[] = []
  const rows = readRows(text, file)
  const head = rows.shift()
  if (!head) throw new UserError([{ file, message: 'The file is empty.', expected: COLUMNS.join(',') }])
  for (const name of COLUMNS.filter((column) => !head.cells.includes(column))) {
    const close = meant(name, head.cells)
    const message = `The column ${name} is missing.`
    problems.push({
      file,
      line: head.line,
      column: 1,
      message,
      found: head.raw,
      expected: COLUMNS.join(','),
      mend: close,
    })
  }
  if (problems.length > 0) throw new UserError(problems)
  if (rows.length === 0)
    throw new UserError([{ file, line: 2, message: 'There is no attempt below the head.' }])
  const place = Object.fromEntries(COLUMNS.map((column) => [column, head.cells.indexOf(column)]))
  const seen = new Map<string, number>()
  const observations = rows.map((row): Observation => {
    const { line, cells, raw } = row
    const cell = (column: Column): string => (cells[place[column]!] ?? '').trim()
    const tell = (column: Column, message: string, expected: string): void =>
      void problems.push({
        file,
        line,
        column: startOf(raw, place[column]!),
        message,
        found: cell(column),
        expected,
      })
    if (cells.length !== head.cells.length) {
      const message = 'The row has another number of fields than the head.'
      problems.push({
        file,
        line,
        column: 1,
        message,
        found: `${cells.length}`,
        expected: `${head.cells.length}`,
      })
    }
    const [id, pairing, opener, status, gain] = COLUMNS.map(cell) as [string, string, string, string, string]
    for (const [column, value] of [
      ['assignment_id', id],
      ['pairing', pairing],
      ['opener', opener],
    ] as const) {
      if (value === '') tell(column, `The ${column} is empty.`, 'a name')
    }
    const first = seen.get(id)
    if (first !== undefined && id !== '')
      tell('assignment_id', `This attempt stands in line ${first} already.`, 'each once')
    seen.set(id, first ?? line)
    const joint = parseRational(gain)
    if (gain !== '' && !joint)
      tell('joint_gain_2dp', 'The joint gain is no number.', 'a decimal number, 84.75')
    if (status === 'completed') {
      if (gain === '')
        tell('joint_gain_2dp', 'A completed attempt needs its joint gain.', 'a decimal number, 84.75')
      return { id, pairing, opener, status, ...(joint ? { joint } : {}) }
    }
    if (status !== 'interrupted') tell('status', 'The status is not known.', 'completed or interrupted')
    else if (gain !== '') {
      tell(
        'joint_gain_2dp',
        'The outcome of an interrupted attempt is unknown, and yet it has a joint gain.',
        'nothing',
      )
    }
    return { id, pairing, opener, status: 'unknown', reason: 'interrupted' }
  })
  if (problems.length > 0) throw new UserError(problems)
  return observations
}

function readRows(text: string, file: string): Row[] {
  try {
    const found = parse(text, {
      bom: true,
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { info: { lines: number }; record: string[]; raw: string }[]
    return found.map(({ info, record, raw }) => {
      const own = raw.replace(/^[\r\n]+|[\r\n]+$/g, '')
      // The parser tells the line on which a row ends.
      return { line: info.lines - (own.split('\n').length - 1), cells: record, raw: own }
    })
  } catch (error) {
    const { code, lines, message } = error as { code?: string; lines?: number; message: string }
    if (code === undefined) throw error
    const line = typeof lines === 'number' ? { line: lines } : {}
    throw new UserError([{ file, ...line, message: `The file cannot be read as CSV: ${message}.` }])
  }
}

/** Where a row's k-th field starts, counted from 1; a comma inside quotes parts nothing. */
function startOf(raw: string, k: number): number {
  let quoted = false
  let field = 0
  for (let i = 0; i < raw.length; i++) {
    if (field === k) return i + 1
    if (raw[i] === '"') quoted = !quoted
    if (raw[i] === ',' && !quoted) field++
  }
  return raw.length + 1
}
