/** What came out, and who gained by what was varied: the report's own tables with the figures they belong to. */
import type { Block, TableData } from '../types.ts'
import type { MakeBlocks, SectionsOf } from './contract.ts'

/** Tables of who gained by a factor stand in a section of their own. */
const ofGains = ({ title }: TableData): boolean =>
  /\bby (?!pairing)/.test(title) && /gain|settled|kind/i.test(title)

const tablesOf = ({ report }: SectionsOf, gains: boolean): Block[] =>
  (report?.report.tables ?? [])
    .filter((table) => ofGains(table) === gains)
    .map((table): Block => ({ type: 'table', table }))

export const resultsBlocks: MakeBlocks = (of) => {
  const { figures, report } = of
  if (!report) return []
  const tables = tablesOf(of, false)
  const notes = notesOf(report.report.notes)
  const figure = (name: 'plane' | 'joint' | 'endings' | 'turns' | 'concessions'): Block[] =>
    figures[name] ? [{ type: 'figure', figure: name }] : []
  return [
    ...tables.slice(0, 1),
    ...figure('plane'),
    ...figure('joint'),
    ...tables.slice(1),
    ...figure('concessions'),
    ...figure('turns'),
    ...figure('endings'),
    ...(notes.length > 0 ? [{ type: 'list' as const, items: notes }] : []),
  ]
}

export const gainsBlocks: MakeBlocks = (of) => {
  const { figures } = of
  return [
    ...(figures.gains ? [{ type: 'figure' as const, figure: 'gains' as const }] : []),
    ...figures.byFactor.map((_, at): Block => ({ type: 'figure', figure: 'byFactor', at })),
    ...tablesOf(of, true),
  ]
}

const MOST_NOTES = 40
const LONGEST_NOTE = 700

/** Notes name negotiations; of a large study they would name thousands. */
export function notesOf(notes: readonly string[]): string[] {
  const cut = notes
    .slice(0, MOST_NOTES)
    .map((note) => (note.length > LONGEST_NOTE ? `${note.slice(0, LONGEST_NOTE).toWellFormed()}…` : note))
  const more = notes.length - cut.length
  return more > 0 ? [...cut, `${more} further notes stand in the full report (parley report).`] : cut
}
