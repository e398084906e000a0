/**
 * What a site shows side by side: every two pairings, and each pairing at every two levels of each factor. Pages are
 * written beforehand, so that a reader without a script has them too.
 */
import { choicesOf, groupSide } from '../pages/compare-group.ts'
import { comparePage, type Side } from '../pages/compare-page.ts'
import type { RecordIndex } from '../pages/record-index.ts'
import type { ComparePage, CompareWhat } from '../pages/types.ts'
import type { StudyReport } from '../study/study-report.ts'
import type { Comparison } from './names.ts'
import type { ComparisonsPage } from './render.ts'

/** With many pairings there would be more pages of two of them than of conversations. */
const MOST = 60

export interface Compared {
  readonly all: readonly Comparison[]
  /** How many have no page, since there would be too many. */
  readonly left: number
  page(comparison: Comparison): ComparePage
}

/** `study`: its id in addresses. */
export function comparisonsOf(study: string, index: RecordIndex, report: StudyReport): Compared {
  const { pairings, factors } = choicesOf(index)
  const sides = new Map<string, Side | undefined>()
  const side = (what: CompareWhat): Side | undefined => {
    const key = JSON.stringify(what)
    if (!sides.has(key)) sides.set(key, groupSide(what, index, report))
    return sides.get(key)
  }
  const planned = new Set(
    report.observations.flatMap(({ pairing, opener, levels = {} }) =>
      Object.entries({ opener, ...levels }).map((level) => JSON.stringify([pairing, ...level])),
    ),
  )
  // Not every pairing need be played at every level.
  const isPlanned = ({ pairing, factor, level }: CompareWhat): boolean =>
    factor === undefined || planned.has(JSON.stringify([pairing, factor, level]))
  const twoOf = (all: readonly CompareWhat[]): Comparison[] =>
    all.flatMap((left, i) => all.slice(i + 1).map((right) => ({ left, right })))
  const found = [
    ...twoOf(pairings.map((pairing) => ({ study, pairing }))),
    ...factors.flatMap(({ name: factor, levels }) =>
      pairings.flatMap((pairing) =>
        twoOf(levels.map((level) => ({ study, pairing, factor, level })).filter(isPlanned)),
      ),
    ),
  ]
  return {
    all: found.slice(0, MOST),
    left: Math.max(0, found.length - MOST),
    page: ({ left, right }) => comparePage(side(left), side(right), []),
  }
}

/** The page that leads to all of them. `title`: the study's. */
export function listOfComparisons(title: string, { all, left: more, page }: Compared): ComparisonsPage {
  const pages = all.map(page)
  // One figure for the whole list: the first that any of them has.
  const shown = SAYS_MOST.find((name) =>
    pages.some(({ rows }) => rows.some((row) => row.name.startsWith(name))),
  )
  return {
    kind: 'comparisons',
    title,
    description: `Pairings and conditions of ${title} side by side, figure by figure.`,
    comparisons: pages.map(({ left, right, rows }, i) => {
      const figure = rows.find(({ name }) => shown !== undefined && name.startsWith(shown))
      return {
        sides: all[i]!,
        left: left?.label ?? '',
        right: right?.label ?? '',
        ...(figure ? { figure } : {}),
      }
    }),
    more,
  }
}

const SAYS_MOST = ['Joint gain', 'Settled most often', 'Share of agreements']
