/** Where a CSV differs from what it should be: the row and the column, with both values. */
import { parse } from 'csv-parse/browser/esm/sync'
import { brief, type Finding } from './finding.ts'
import { type Folder, readText } from './folder.ts'

/** `expected`: the piece of the table that begins with its line `first` (0 is the head). */
export function cellDifference(folder: Folder, file: string, expected: string, first: number): Finding {
  const read = (text: string): string[][] => parse(text, { relax_column_count: true }) as string[][]
  let found: string[][]
  try {
    found = read(readText(folder, file) ?? '')
  } catch (error) {
    return { file, message: `The table cannot be read: ${(error as Error).message}` }
  }
  const [head = []] = found
  for (const [i, row] of read(expected).entries()) {
    const own = found[first + i]
    // Rows are counted as a spreadsheet counts them: the head is row 1.
    const name = row[0] === undefined || first + i === 0 ? '' : ` (${brief(row[0])})`
    const where = `row ${first + i + 1}${name}`
    if (!own) return { file, place: where, message: 'The row is missing.' }
    const column = Array.from({ length: Math.max(row.length, own.length) }, (_, k) => k).find(
      (k) => row[k] !== own[k],
    )
    if (column === undefined) continue
    return {
      file,
      place: `${where}, column ${first + i === 0 ? column + 1 : (head[column] ?? column + 1)}`,
      message: 'The cell is not the one that the record leads to.',
      found: cell(own[column]),
      expected: cell(row[column]),
    }
  }
  return { file, message: 'The table says the same in another spelling, or has rows more.' }
}

const cell = (text: string | undefined): string =>
  text === undefined ? 'no cell' : text === '' ? '(blank)' : brief(text)
