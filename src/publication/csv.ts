/** Rows as CSV (RFC 4180, but with `\n`). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
import { stringify } from 'csv-stringify/browser/esm/sync'
import type { Cell } from './column.ts'

const OPTIONS = {
  escape_formulas: true,
  record_delimiter: '\n',
  cast: { boolean: (value: boolean) => String(value) },
} as const

export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0 ? '' : stringify(rows as Cell[][], OPTIONS)
