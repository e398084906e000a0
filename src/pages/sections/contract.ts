/** What the sections of a study's page are made of. */

import type { StudyReport } from '../../study/study-report.ts'
import type { LaterOfStudy } from '../later.ts'
import type { RecordIndex } from '../record-index.ts'
import type { DownloadData, FactData, PartyTag, SectionData, SectionId, StudyPage } from '../types.ts'

export interface SectionsOf {
  readonly study: string
  readonly index: RecordIndex
  /** Undefined where nothing has been read yet. */
  readonly report: StudyReport | undefined
  /** What was read of talks afterwards; undefined where nobody has looked for it. */
  readonly later?: LaterOfStudy | undefined
  readonly figures: StudyPage['figures']
  readonly parties: readonly PartyTag[]
  readonly scenarios: StudyPage['scenarios']
  readonly downloads: readonly DownloadData[]
  /** The author's own words by section, Markdown. */
  readonly notes: Readonly<Partial<Record<SectionId, string>>>
}

export type MakeBlocks = (of: SectionsOf) => SectionData['blocks']

export const count = (n: number, noun: string, more = `${noun}s`): string => `${n} ${n === 1 ? noun : more}`

/** A list in words: `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export const fact = (name: string, value: string): FactData => ({ name, value })
