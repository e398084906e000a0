/** A report laid out: for a terminal as wide as it is, and in Markdown for a file beside the record. */
import pico from 'picocolors'
import type { Report, ReportTable } from '../study/report.ts'
import { markdownTable, textTable } from './table.ts'
import { safe } from './text.ts'
import { wrap } from './wrap.ts'

export interface Layout {
  /** The terminal's width; captions and notes are broken to it. */
  readonly columns: number
  readonly color?: boolean
}

/** Tables alone, each under its caption. */
export function terminalTables(tables: readonly ReportTable[], { columns, color = false }: Layout): string {
  const paint = pico.createColors(color)
  return tables
    .map((table, i) => {
      const caption = wrap(`Table ${i + 1}. ${safe(table.title)}. ${safe(table.caption)}`, widthOf(columns))
      return [caption.split('\n').map(paint.dim).join('\n'), '', drawn(table, columns)].join('\n')
    })
    .join('\n\n')
}

/** Running text is hard to read in longer lines than this. */
const widthOf = (columns: number): number => Math.max(40, Math.min(columns, 100))

/** For reading in a terminal. */
export function terminalReport(report: Report, layout: Layout): string {
  const { columns, color = false } = layout
  const paint = pico.createColors(color)
  const width = widthOf(columns)
  const blocks = [
    [paint.bold(safe(report.title)), ...report.about.map((line) => wrap(safe(line), width))].join('\n'),
    ...(report.tables.length > 0 ? [terminalTables(report.tables, layout)] : []),
    ...(report.notes.length > 0
      ? [report.notes.map((note) => wrap(safe(note), width, '• ', '  ')).join('\n')]
      : []),
  ]
  return blocks.join('\n\n')
}

const drawn = ({ head, rows, align }: ReportTable, columns: number): string =>
  textTable(
    [...head],
    rows.map((row) => [...row]),
    align,
    columns,
  )

/** For a file: GitHub's Markdown. */
export function markdownReport(report: Report): string {
  const blocks = [
    `# ${plain(report.title)}`,
    report.about.map(plain).join('  \n'),
    ...report.tables.flatMap(({ title, caption, head, rows, align }, i) => [
      `**Table ${i + 1}. ${plain(title)}.** ${plain(caption)}`,
      markdownTable(
        [...head],
        rows.map((row) => [...row]),
        align,
      ),
    ]),
    ...(report.notes.length > 0 ? [report.notes.map((note) => `- ${plain(note)}`).join('\n')] : []),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Text that Markdown shows as it is. */
const plain = (text: string): string => safe(text).replace(/[\\`*_[\]<>#|]/g, '\\$&')
