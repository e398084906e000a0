/** What was read of talks afterwards, and clones side by side: parts of the results, after what was read first. */

import { commonKindName } from '../kinds.ts'
import type { LaterOfStudy } from '../later.ts'
import type { Block, TableData } from '../types.ts'
import type { SectionsOf } from './contract.ts'

/** Whether a table of the report is one of those that stand here. */
export const isLater = (later: LaterOfStudy | undefined, { title }: TableData): boolean =>
  later?.readings?.tables.some((table) => table.title === title) === true

export function laterBlocks({ later, report }: SectionsOf): Block[] {
  if (!later || !report) return []
  const { readings, clones, cloneNotes } = later
  const tables = (all: readonly TableData[]): Block[] =>
    all.map((table) => ({ type: 'table', table: inWords(table, report.scenarios) }))
  const probe = (readings?.tables ?? []).filter(({ title }) => /^Recognition/.test(title))
  const agreement = (readings?.tables ?? []).filter((table) => !probe.includes(table))
  return [
    ...part(
      'One scenario against its clones',
      'The scenarios are the same game in other words. Read this before any conclusion from one of them alone: what is particular to a well-known story shows as a difference.',
      [...tables(clones), ...notes(cloneNotes)],
    ),
    ...part(
      'How far readers agree',
      'After the talks had ended others read them again: observers, or people who did not see who talked. What the talks were scored by is what was read first; nothing here changes it.',
      tables(agreement),
    ),
    ...part(
      'Whether the story was known',
      'After the talk, and outside it, those who talked were asked whether they knew the situation. A no is what a model says of itself, and no proof.',
      tables(probe),
    ),
  ]
}

const part = (title: string, text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ type: 'part', title, blocks: [{ type: 'text', text }, ...blocks] }]

const notes = (items: readonly string[]): Block[] => (items.length === 0 ? [] : [{ type: 'list', items }])

/** A table that has kinds of agreement in its head, its cells and its words by the names that they have for readers. */
function inWords(table: TableData, scenarios: NonNullable<SectionsOf['report']>['scenarios']): TableData {
  const kinds = [...new Set(scenarios.flatMap(({ about }) => Object.keys(about?.taxonomy ?? {})))]
  // "none" means other things in other columns.
  const names = new Map(
    kinds.flatMap((kind) => (kind === 'none' ? [] : [[kind, commonKindName(scenarios, kind)] as const])),
  )
  const cell = (text: string): string => names.get(text) ?? text
  // In a sentence a kind is known by its underline; "none" or "distributive" may be words of the sentence.
  const words = (text: string): string =>
    text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
      const name = names.get(word)
      return name === undefined ? word : `\u201c${name}\u201d`
    })
  return {
    ...table,
    title: words(table.title),
    caption: words(table.caption),
    head: table.head.map(cell),
    rows: table.rows.map((row) => row.map(cell)),
  }
}
