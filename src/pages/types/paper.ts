/** The sections of a study that is read like a short paper, and the blocks that they are made of. */
import type { TableData, Target } from './base.ts'
import type { StudyPage } from './study.ts'

export const SECTIONS = [
  'results',
  'gains',
  'setup',
  'design',
  'protocol',
  'models',
  'history',
  'limitations',
  'conversations',
  'check',
  'downloads',
] as const
export type SectionId = (typeof SECTIONS)[number]

export interface SectionData {
  readonly id: SectionId
  readonly title: string
  /** The author's own words, Markdown: before everything else, and marked as theirs. */
  readonly own?: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  /** A part of a section under a heading of its own. */
  | { readonly type: 'part'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'facts'; readonly facts: readonly FactData[] }
  | { readonly type: 'table'; readonly table: TableData }
  /** Text as it was written or sent, kept with its line breaks. */
  | { readonly type: 'quote'; readonly title?: string; readonly text: string; readonly party?: string }
  | { readonly type: 'figure'; readonly figure: keyof StudyPage['figures']; readonly at?: number }
  /** What happened when, for a time line. */
  | { readonly type: 'events'; readonly events: readonly { readonly at: string; readonly text: string }[] }
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'link'; readonly text: string; readonly to: Target }

export interface FactData {
  readonly name: string
  readonly value: string
}

export interface DownloadData {
  readonly file: string
  /** A sentence: what is in it. */
  readonly about: string
  readonly bytes?: number
}
