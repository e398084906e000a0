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

/** For reading in a terminal. */
export function terminalReport(report: Report, { columns, color = false }: Layout): string {
  const paint = pico.createColors(color)
  const width = Math.max(40, Math.min(columns, 100))
  const blocks = [
    [paint.bold(safe(report.title)), ...report.about.map((line) => wrap(safe(line), width))].join('\n'),
    ...report.tables.map((table, i) => {
      const caption = wrap(`Table ${i + 1}. ${table.title}. ${safe(table.caption)}`, width)
      return [caption.split('\n').map(paint.dim).join('\n'), '', drawn(table, columns)].join('\n')
    }),
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
