/** The names of a site's files, and the way from one to another: every link is relative, so a site works anywhere. */

import { queryParams } from '../pages/query.ts'
import type { AttemptsQuery, Target } from '../pages/types.ts'
import { fileName } from '../publication/names.ts'

export const SITE = {
  home: 'index.html',
  check: 'check.html',
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

/** The way from one file of the site to another. */
export const between = (from: string, to: string): string =>
  `${'../'.repeat(from.split('/').length - 1)}${to}`

/** Addresses of what pages name, seen from the page `from`. A site has no page to compare on: those links lead to the results. */
export function hrefFrom(from: string): (target: Target) => string {
  return (target) => {
    const [file, rest] = placeOf(target)
    const path = file === from && rest.startsWith('#') ? '' : between(from, file)
    return `${path.split('/').map(encodeURIComponent).join('/')}${rest}`
  }
}

function placeOf(target: Target): [file: string, rest: string] {
  if (target.page === 'study') return [SITE.home, target.section === undefined ? '' : `#${target.section}`]
  if (target.page === 'attempts')
    return [attemptsFile(target.query?.page ?? 1), searchText(target.query ?? {})]
  if (target.page === 'negotiation') {
    return [negotiationFile(target.id), target.turn === undefined ? '' : `#turn-${target.turn}`]
  }
  if (target.page === 'scenario') return [scenarioFile(target.scenario), '']
  if (target.page === 'download') return [`${SITE.data}/${target.file}`, '']
  return [SITE.home, '']
}

/** What a list is asked for, as an address says it; without a script every list is whole. */
function searchText({ page: _, ...query }: AttemptsQuery): string {
  const search = new URLSearchParams(queryParams(query))
  return search.size === 0 ? '' : `?${search}`
}
