/** Tables for a terminal and for Markdown. Columns of figures stand to the right, so that their digits line up. */
import Table from 'cli-table3'
import { markdownTable as makeMarkdown } from 'markdown-table'
import stringWidth from 'string-width'
import { safeLine } from './text.ts'
import { wrap } from './wrap.ts'

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

/** Between two columns. */
const GAP = 2
/** A word is not broken to fit a narrower column than this, whatever the terminal. */
const NARROWEST = 12

/**
 * A table as lines of text, two spaces between columns, wide characters counted as wide.
 * @param align one letter a column (`l`, `r`, `c`); columns of figures are right-aligned unless it is given
 * @param columns the terminal's width: where the table is wider, its widest columns are wrapped
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align?: string,
  columns = Infinity,
): string {
  const cells = [head, ...rows].map((row) => head.map((_, i) => safeLine(row[i] ?? '')))
  const widths = fittingWidths(cells, columns)
  const wrapped = cells.map((row) => row.map((cell, i) => wrap(cell, widths[i]!)))
  const lines = draw(wrapped, alignment(head, rows, align))
  const headLines = Math.max(...wrapped[0]!.map((cell) => cell.split('\n').length))
  return lines.toSpliced(headLines, 0, '─'.repeat(Math.max(...lines.map(widthOf)))).join('\n')
}

/**
 * How wide each column may be: as wide as its widest cell where all fit; else the widest ones give way, at first
 * without breaking a word, then, where that is not enough, breaking words too.
 */
function fittingWidths(cells: readonly (readonly string[])[], columns: number): number[] {
  const column = (i: number): string[] => cells.map((row) => row[i]!)
  const widths = cells[0]!.map((_, i) => Math.max(...column(i).map(widthOf)))
  const words = widths.map((_, i) =>
    Math.max(
      ...column(i)
        .flatMap((cell) => cell.split(' '))
        .map(widthOf),
    ),
  )
  for (const floor of [words, words.map((width) => Math.min(width, NARROWEST))]) {
    let over = widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1)) - columns
    while (over > 0) {
      const open = widths.map((width, i) => (width > floor[i]! ? width : 0))
      const widest = open.indexOf(Math.max(...open))
      if (open[widest] === 0) break
      widths[widest]!--
      over--
    }
  }
  return widths
}

const SIDES = { l: 'left', r: 'right', c: 'center' } as const

const NO_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
}

/** All rows as lines; a cell may have several. */
function draw(rows: readonly (readonly string[])[], align: string): string[] {
  const table = new Table({
    chars: NO_LINES,
    colAligns: Array.from(align, (letter) => SIDES[letter as keyof typeof SIDES] ?? 'left'),
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  })
  for (const row of rows) {
    table.push(row.map((content, i) => ({ content, style: { 'padding-left': i === 0 ? 0 : GAP } })))
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

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
