/** Tables for a terminal and for Markdown. Columns of figures stand to the right, so that their digits line up. */
import Table from 'cli-table3'
import { markdownTable as makeMarkdown } from 'markdown-table'
import stringWidth from 'string-width'
import { safeLine } from './text.ts'

const widthOf = (text: string): number => stringWidth(text)

/** A figure, also with a sign, a currency, thousands, a unit of time or a percent sign; or the mark of none. */
const FIGURE =
  /^(?:[<>≤≥~≈]?\s?[-+−±]?[$€£]?\d[\d,_']*(?:\.\d+)?(?:e[-+]?\d+)?(?:\s?(?:%|ms|s|min|h|MB|kB|B|x|×))?|[-–—]|)$/u

/**
 * `lrc`, one letter a column. Unless given, a column is right-aligned where every cell of it is a figure and at
 * least one is not empty.
 */
function alignment(head: readonly string[], rows: readonly (readonly string[])[], align?: string): string {
  if (align !== undefined) return align.padEnd(head.length, 'l')
  const column = (i: number): string[] => rows.map((row) => row[i] ?? '')
  const figures = (cells: readonly string[]): boolean =>
    cells.every((cell) => FIGURE.test(cell.trim())) && cells.some((cell) => /\d/.test(cell))
  return head.map((_, i) => (figures(column(i)) ? 'r' : 'l')).join('')
}

/**
 * A table as lines of text, two spaces between columns, wide characters counted as wide.
 * @param align one letter a column (`l`, `r`, `c`); columns of figures are right-aligned unless it is given
 * @param columns the terminal's width: where the table is wider, its widest column is wrapped to fit
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: string,
  columns?: number,
): string {
  const cells = rows.map((row) => head.map((_, i) => safeLine(row[i] ?? '')))
  const natural = draw(head, cells, alignment(head, rows, align), [])
  const width = Math.max(...natural.map(widthOf))
  if (columns === undefined || width <= columns) return finish(natural, width)
  const widths = head.map((name, i) => Math.max(...[name, ...cells.map((row) => row[i]!)].map(widthOf)))
  const widest = widths.indexOf(Math.max(...widths))
  const narrow = Math.max(12, widthOf(head[widest]!), widths[widest]! - (width - columns))
  if (narrow >= widths[widest]!) return finish(natural, width)
  // The library counts the padding on the left of a column as part of its width.
  const asked = widths.map((_, i) => (i === widest ? narrow + (i === 0 ? 0 : 2) : null))
  const wrapped = draw(head, cells, alignment(head, rows, align), asked)
  return finish(wrapped, Math.max(...wrapped.map(widthOf)))
}

const SIDES = { l: 'left', r: 'right', c: 'center' } as const

const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
}

/** Lines, the head's first; a rule of its own follows the head. */
function draw(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: string,
  widths: readonly (number | null)[],
): string[] {
  // Where a word is wider than its column the library would cut it short; then lines may end anywhere.
  const fits = (row: readonly string[]): boolean =>
    row.every((cell, i) => cell.split(' ').every((word) => widthOf(word) <= (widths[i] ?? Infinity) - 2))
  const table = new Table({
    chars: NO_LINES,
    colAligns: Array.from(align, (letter) => SIDES[letter as keyof typeof SIDES] ?? 'left'),
    colWidths: [...widths],
    wordWrap: true,
    wrapOnWordBoundary: [head, ...rows].every(fits),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  })
  const pad = (row: readonly string[]) =>
    row.map((content, i) => ({ content, style: { 'padding-left': i === 0 ? 0 : 2 } }))
  table.push(pad(head), ...rows.map(pad))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

const finish = (lines: readonly string[], width: number): string =>
  [lines[0]!, '─'.repeat(width), ...lines.slice(1)].join('\n')

/** A table in GitHub's Markdown; a bar or a line break inside a cell is made harmless. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: string,
): string {
  const cell = (text: string): string => safeLine(text).replaceAll('|', '\\|')
  const all = [head, ...rows.map((row) => head.map((_, i) => row[i] ?? ''))]
  return makeMarkdown(
    all.map((row) => row.map(cell)),
    { align: [...alignment(head, rows, align)], stringLength: widthOf },
  )
}
