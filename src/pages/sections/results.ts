/** What came out, and who gained by what was varied: the report's own tables with the figures they belong to. */
import type { StudyReport } from '../../study/study-report.ts'
import { kindNames } from '../kinds.ts'
import { namedParties } from '../named-parties.ts'
import type { AttemptRow, Block, TableData } from '../types.ts'
import type { MakeBlocks, SectionsOf } from './contract.ts'
import { isLater, laterBlocks } from './later.ts'

/** Tables of who gained by a factor stand in a section of their own. */
const ofGains = ({ title }: TableData): boolean =>
  /\bby (?!pairing)/.test(title) && /gain|settled|kind/i.test(title)

const tablesOf = ({ report, later }: SectionsOf, gains: boolean): Block[] =>
  report
    ? tablesFor(report)
        .filter(
          (table) => ofGains(table) === gains && !isLater(later, table) && !ofCalls(table) && !ofSeats(table),
        )
        .map((table): Block => ({ type: 'table', table }))
    : []

/** The design tells who sits where. */
const ofSeats = ({ title }: TableData): boolean => title === 'Who talks and who observes'

/** Tables of calls and of what they cost stand with the models. */
export const ofCalls = ({ title }: TableData): boolean =>
  /^(?:Calls to models|Tokens and cost\b|Models and service tiers)/.test(title)

/** The report's tables, parties and kinds of agreement by the names that they have for readers. */
export function tablesFor({ report, scenarios }: StudyReport): TableData[] {
  const names = kindNames(scenarios)
  const named = namedParties(scenarios)
  return report.tables.map((told) => {
    const table = { ...told, caption: named(told.caption) }
    if (!/^Kinds of agreement/.test(table.title)) return table
    const own = table.head.filter((head) => names.has(head))
    if (own.length === 0) return table
    const words = own.map((kind) => `${names.get(kind)}: ${kind}`).join('; ')
    return {
      ...table,
      caption: `${table.caption} The observer's own words are: ${words}.`,
      head: table.head.map((head) => names.get(head) ?? head),
    }
  })
}

/** Whether all attempts stand so. */
const all = ({ index }: SectionsOf, ...so: readonly AttemptRow['status'][]): boolean =>
  index.places.every(({ attempt }) => so.includes(attempt.row.status))

export const resultsBlocks: MakeBlocks = (of) => {
  const { figures, report } = of
  // Of what has not begun there is nothing to tell, and a table of dashes tells it badly.
  if (!report || all(of, 'planned')) return []
  const tables = tablesOf(of, false)
  const notes = notesOf(report.report.notes).map(namedParties(report.scenarios))
  const main = tables.find((block) => block.type === 'table' && MAIN.has(block.table.title)) ?? tables[0]
  const shown = FIGURES.filter((name) => figures[name] !== undefined && !saysNothing(of, name))
  const figure = (name: (typeof FIGURES)[number]): Block => ({ type: 'figure', figure: name })
  const told: Block[] = notes.length > 0 ? [{ type: 'list', items: notes }] : []
  if (all(of, 'planned', 'running')) return [...tables.slice(0, 1), ...told]
  return [
    ...shown.slice(0, 1).map(figure),
    ...(main ? [main] : []),
    ...told,
    ...shown.slice(1).map(figure),
    ...differencesFirst(tables.filter((table) => table !== main)),
    ...laterBlocks(of),
  ]
}

/** A study of two pairings is the comparison of the two. */
function differencesFirst(tables: readonly Block[]): Block[] {
  const differs = (block: Block): boolean =>
    block.type === 'table' &&
    block.table.title.startsWith('Differences of mean gain') &&
    new Set(block.table.rows.map(([pairings]) => pairings)).size <= 2
  const first = tables.findIndex(differs)
  return first < 0 ? [...tables] : [tables[first]!, ...tables.filter((_, i) => i !== first)]
}

/** The tables that say what came out; the others say how it came about. */
const MAIN: ReadonlySet<string> = new Set(['Joint gain', 'Kinds of agreement'])

/** The first that there is says most: where agreements lie, what was gained, what kind they were. */
const FIGURES = ['plane', 'joint', 'endings', 'concessions', 'turns'] as const

/** A bar of one colour is no picture: the headline has said so. */
const saysNothing = ({ figures }: SectionsOf, name: (typeof FIGURES)[number]): boolean =>
  name === 'endings' && figures.endings?.endings.length === 1

export const gainsBlocks: MakeBlocks = (of) => {
  const { figures } = of
  if (all(of, 'planned', 'running')) return []
  if (of.report?.analysis.pairings.every(({ completed }) => completed === 0)) {
    const text = 'Nobody\u2019s gain is known: of what was planned at first nothing was completed.'
    return [{ type: 'text', text }]
  }
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
