/** CSV as rows that know their line, so that what is wrong in one has a place. */
import { parse } from 'csv-parse/sync'
import { UserError } from '../core/problem.ts'

export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly raw: string
}

/** Throws a UserError where the text is no CSV. */
export function readRows(text: string, file: string): CsvRow[] {
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
export function startOf(raw: string, k: number): number {
  let quoted = false
  let field = 0
  for (let i = 0; i < raw.length; i++) {
    if (field === k) return i + 1
    if (raw[i] === '"') quoted = !quoted
    if (raw[i] === ',' && !quoted) field++
  }
  return raw.length + 1
}
