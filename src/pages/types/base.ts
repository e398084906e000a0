/** What all pages are made of: links, figures, parties, tables. */
import type { AttemptsQuery } from './attempts.ts'
import type { CompareWhat } from './compare.ts'

/** Where a link leads; the app and the site each make their own addresses of it. */
export type Target =
  | { readonly page: 'home' }
  | { readonly page: 'study'; readonly study: string; readonly section?: string }
  | { readonly page: 'attempts'; readonly study: string; readonly query?: AttemptsQuery }
  | { readonly page: 'negotiation'; readonly study: string; readonly id: string; readonly turn?: number }
  | { readonly page: 'scenario'; readonly scenario: string }
  | { readonly page: 'compare'; readonly left?: CompareWhat; readonly right?: CompareWhat }
  | { readonly page: 'download'; readonly study: string; readonly file: string }

/** A figure three ways: for drawing, as a report prints it (two decimals), and exactly (`63.425`, `1/3`). */
export interface Figure {
  readonly value: number
  readonly text: string
  readonly exact: string
}

/** By party id. A party that is not scored is left out. */
export type ByParty<T> = Readonly<Record<string, T>>

/** A party as every chart, chip and bubble of a study shows it. `colour`: its place in the palette, from 0, kept everywhere. */
export interface PartyTag {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly colour: number
}

/** A table with a caption that says what its columns are. */
export interface TableData {
  readonly title: string
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** One letter a column: `l` or `r`. */
  readonly align: string
}
