/** The names of a site's files, and the way from one to another: every link is relative, so a site works anywhere. */

import { queryParams } from '../pages/query.ts'
import type { AttemptsQuery, CompareWhat, Target } from '../pages/types.ts'
import { fileName } from '../publication/names.ts'

export const SITE = {
  home: 'index.html',
  check: 'check.html',
  /** What stands side by side. */
  compare: 'compare.html',
  /** The published study, as `parley export` writes it. */
  data: 'data',
  assets: 'assets',
  /** Every attempt as a row, for filters. */
  rows: 'attempts.json',
  preview: 'preview.png',
  previewSvg: 'preview.svg',
  /** What tells a site from any other folder. */
  mark: 'site.json',
} as const

/** Attempts on one page of their list. */
export const PER_PAGE = 100

export const attemptsFile = (page: number): string => `attempts/${page}.html`
export const negotiationFile = (id: string): string => `negotiations/${fileName(id)}.html`
export const callsFile = (id: string): string => `calls/${fileName(id)}.html`
export const scenarioFile = (key: string): string => `scenarios/${fileName(key)}.html`

export const compareFile = (number: number): string => `compare/${number}.html`

/** Two sides that have a page together. */
export interface Comparison {
  readonly left: CompareWhat
  readonly right: CompareWhat
}

/** The way from one file of the site to another. */
export const between = (from: string, to: string): string =>
  `${'../'.repeat(from.split('/').length - 1)}${to}`

/** Whether a site of one study has such a page; `compared`: the comparisons that it has pages for. */
export function hasPage(target: Target, compared: readonly Comparison[]): boolean {
  if (target.page === 'home') return false
  return target.page !== 'compare' || compareOf(target, compared) !== undefined
}

/** Addresses of what pages name, seen from the page `from`. What there is no page for leads to the results. */
export function hrefFrom(from: string, compared: readonly Comparison[] = []): (target: Target) => string {
  return (target) => {
    const [file, rest] = placeOf(target, compared)
    const path = file === from && rest.startsWith('#') ? '' : between(from, file)
    return `${path.split('/').map(encodeURIComponent).join('/')}${rest}`
  }
}

function placeOf(target: Target, compared: readonly Comparison[]): [file: string, rest: string] {
  if (target.page === 'study') return [SITE.home, target.section === undefined ? '' : `#${target.section}`]
  if (target.page === 'attempts')
    return [attemptsFile(target.query?.page ?? 1), searchText(target.query ?? {})]
  if (target.page === 'negotiation') {
    return [negotiationFile(target.id), target.turn === undefined ? '' : `#turn-${target.turn}`]
  }
  if (target.page === 'scenario') return [scenarioFile(target.scenario), '']
  if (target.page === 'download') return [`${SITE.data}/${target.file}`, '']
  if (target.page === 'compare') return [compareOf(target, compared) ?? SITE.home, '']
  return [SITE.home, '']
}

type ToCompare = Extract<Target, { page: 'compare' }>

/** The page of two sides, or the list of all where none is named. */
function compareOf({ left, right }: ToCompare, compared: readonly Comparison[]): string | undefined {
  if (!left && !right) return compared.length > 0 ? SITE.compare : undefined
  const at = compared.findIndex((one) => isSame(one.left, left) && isSame(one.right, right))
  return at < 0 ? undefined : compareFile(at + 1)
}

const isSame = (a: CompareWhat, b: CompareWhat | undefined): boolean =>
  b !== undefined &&
  b.negotiation === undefined &&
  a.pairing === b.pairing &&
  a.factor === b.factor &&
  a.level === b.level

/** What a list is asked for, as an address says it; without a script every list is whole. */
function searchText({ page: _, ...query }: AttemptsQuery): string {
  const search = new URLSearchParams(queryParams(query))
  return search.size === 0 ? '' : `?${search}`
}
