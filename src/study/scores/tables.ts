/** The scores of plays as tables of a report, a row a pairing. */
import type { ReportTable } from '../report.ts'
import { ACCEPTABLE, type Landmark, PASSING } from './landscape.ts'
import type { ScoreSummary } from './summary.ts'

const NAMES: Readonly<Record<Landmark, string>> = {
  frontier: 'frontier',
  nash: 'Nash',
  kalaiSmorodinsky: 'K-S',
  egalitarian: 'egalitarian',
  utilitarian: 'utilitarian',
  passingNash: 'Nash',
  passingKalaiSmorodinsky: 'K-S',
  passingEgalitarian: 'egalitarian',
  passingUtilitarian: 'utilitarian',
}

/** The tables that have something to tell. */
export function scoreTables(summaries: readonly ScoreSummary[]): ReportTable[] {
  return [
    endings(summaries),
    distances(summaries),
    distancesOfPassing(summaries),
    conduct(summaries),
    aloud(summaries),
  ].filter((table) => table !== undefined)
}

/** How each pairing's negotiations ended, where they did not all end with an agreement. */
function endings(summaries: readonly ScoreSummary[]): ReportTable | undefined {
  const codes = [...new Set(summaries.flatMap((one) => Object.keys(one.endings)))].filter(
    (code) => code !== 'agreement',
  )
  if (codes.length === 0) return undefined
  return {
    title: 'Why there was no agreement',
    caption:
      'Completed negotiations by how they ended; missed: those without agreement though an offer had been worth its reservation value to every party; left: parties that walked away; could stay: those of them that had seen an offer worth their reservation value.',
    head: ['pairing', 'agreement', ...codes, 'missed', 'left', 'could stay'],
    rows: summaries.map(({ pairing, endings, missed, walks, walksFromAcceptable }) => [
      pairing,
      ...['agreement', ...codes].map((code) => String(endings[code] ?? 0)),
      ...[missed, walks, walksFromAcceptable].map(String),
    ]),
    align: `l${'r'.repeat(codes.length + 4)}`,
  }
}

function distances(summaries: readonly ScoreSummary[]): ReportTable | undefined {
  return distanceTable(
    summaries,
    ACCEPTABLE,
    'Distance to the frontier and to the solution points',
    "Mean of the completed, no agreement measured at the reservation values: root mean square over the parties of what lies between, in shares of each party's range. Solution points are those of the individually rational outcomes.",
  )
}

/** Only where a party can be outvoted. */
function distancesOfPassing(summaries: readonly ScoreSummary[]): ReportTable | undefined {
  const table = distanceTable(
    summaries,
    PASSING,
    'Distance to the solution points of the outcomes that pass',
    'As above, among all outcomes that the rule lets pass, also those that leave an outvoted party below its reservation value. Efficiency: mean joint gain of the completed over the largest of an outcome that passes.',
  )
  if (!table) return undefined
  let row = 0
  return {
    ...table,
    head: [...table.head, 'efficiency'],
    rows: table.rows.map((cells) => {
      const share = cells[0] === '' ? undefined : summaries[row++]?.passingEfficiency
      const told = share === undefined ? '–' : `${(100 * share).toFixed(2)}%`
      return [...cells, cells[0] === '' ? '' : told]
    }),
    align: `${table.align}r`,
  }
}

function distanceTable(
  summaries: readonly ScoreSummary[],
  landmarks: readonly Landmark[],
  title: string,
  caption: string,
): ReportTable | undefined {
  const names = landmarks.filter((name) => summaries.some((one) => one.distances[name]))
  if (names.length === 0) return undefined
  const unknown = summaries.some((one) => one.unknown > 0)
  const cells = (one: ScoreSummary, of: 'mean' | 'least' | 'most'): string[] =>
    names.map((name) => one.distances[name]?.[of]?.toFixed(3) ?? '–')
  const bounds = unknown
    ? ' At least, at most: over completed and unknown, each unknown distance anywhere from 0 to 1.'
    : ''
  return {
    title,
    caption: `${caption}${bounds}`,
    head: ['pairing', ...(unknown ? [''] : []), ...names.map((name) => NAMES[name])],
    rows: summaries.flatMap((one) => [
      [one.pairing, ...(unknown ? ['mean'] : []), ...cells(one, 'mean')],
      ...(one.unknown > 0
        ? [
            ['', 'at least', ...cells(one, 'least')],
            ['', 'at most', ...cells(one, 'most')],
          ]
        : []),
    ]),
    align: `l${unknown ? 'l' : ''}${'r'.repeat(names.length)}`,
  }
}

function conduct(summaries: readonly ScoreSummary[]): ReportTable | undefined {
  const told = summaries.some(({ counts }) =>
    [
      counts.madeBelow,
      counts.acceptedBelow,
      counts.impossibleVotes,
      counts.repeatedOffers,
      counts.repeatedMessages,
    ].some((n) => n > 0),
  )
  if (!told) return undefined
  return {
    title: 'Offers and votes',
    caption:
      'Over all that have begun. Made, accepted below: offers worth less than the own reservation value; no such offer: votes that were never possible, since they named no offer on the table; offers again: those with the terms of an earlier one of the same party; words again: messages that repeat one of its own word for word.',
    head: [
      'pairing',
      'offers',
      'made below',
      'accepted below',
      'no such offer',
      'offers again',
      'words again',
    ],
    rows: summaries.map(({ pairing, counts }) => [
      pairing,
      ...[
        counts.offers,
        counts.madeBelow,
        counts.acceptedBelow,
        counts.impossibleVotes,
        counts.repeatedOffers,
        counts.repeatedMessages,
      ].map(String),
    ]),
    align: 'lrrrrrr',
  }
}

function aloud(summaries: readonly ScoreSummary[]): ReportTable | undefined {
  if (!summaries.some((one) => one.aloud && one.aloud.spoken > 0)) return undefined
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`
  return {
    title: 'Private numbers spoken aloud',
    caption:
      "Whole numbers in messages that are not public; own: those on the speaker's own score sheet; by chance: the share of the same numbers that would match another party's sheet.",
    head: ['pairing', 'numbers', 'own', 'share', 'by chance'],
    rows: summaries.map(({ pairing, aloud: found }) => {
      if (!found) return [pairing, '–', '–', '–', '–']
      const { spoken, own, chance } = found
      return [pairing, String(spoken), String(own), share(own, spoken), share(chance, spoken)]
    }),
    align: 'lrrrr',
  }
}
