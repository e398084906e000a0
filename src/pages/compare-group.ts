/** One side of a comparison: a pairing, or a pairing at one level of a factor, from a study that was read. */
import type { StudyReport } from '../study/study-report.ts'
import { type Side, sideCell } from './compare-page.ts'
import { settledAs } from './kinds.ts'
import { partyTags } from './parties.ts'
import type { RecordIndex } from './record-index.ts'
import { spaceData } from './space.ts'
import { listOf } from './study-page.ts'
import type { ComparePage, CompareWhat } from './types.ts'

/** What sides of a study can be made of. */
export function choicesOf(index: RecordIndex): Pick<ComparePage['choices'][number], 'pairings' | 'factors'> {
  const { pairings, factors } = listOf(index)
  // One level is no condition: all of the study was played at it.
  return { pairings, factors: factors.filter(({ levels }) => levels.length > 1) }
}

/**
 * Undefined where the study has no such pairing or level. `study`: its title, where the two sides are of different
 * ones. What was added to a study later is not in it, as in its figures.
 */
export function groupSide(
  what: CompareWhat,
  index: RecordIndex,
  report: StudyReport,
  study?: string,
): Side | undefined {
  const { pairings, factors } = choicesOf(index)
  const { pairing, factor, level } = what
  if (pairing === undefined || !pairings.includes(pairing)) return undefined
  const known = factors.find(({ name }) => name === factor)
  if (factor !== undefined && !known?.levels.includes(level ?? '')) return undefined
  const registered = report.observations.filter(({ extension }) => extension === undefined)
  const { cell, ids } = sideCell(registered, report.analysis.frame, what)
  const [scenario, ...more] = report.scenarios
  const space = scenario && more.length === 0 ? spaceData(scenario) : undefined
  const kinds = settledAs(cell.talk, report.scenarios) ?? (cell.talk && [])
  return {
    what,
    label: [
      pairing,
      ...(factor === undefined ? [] : [`, ${factor} ${level}`]),
      ...(study === undefined ? [] : [` (${study})`]),
    ].join(''),
    cell,
    later: sideCell(report.observations, report.analysis.frame, what).ids.size - ids.size,
    rows: index.places.flatMap(({ attempt: { row } }) => (ids.has(row.id) ? [row] : [])),
    parties: report.scenarios.flatMap(partyTags),
    ...(kinds ? { kinds } : {}),
    ...(space ? { space } : {}),
  }
}
