/**
 * reader-summary.csv, reader-<factor>-summary.csv and comparisons.csv: the figures of the analysis, a row each. The
 * registered assignments come first, as they were registered; where there are extensions, a second set with them
 * follows, and is descriptive.
 */
import type { Rational } from '../core/rational.ts'
import type { Contrast, Cell as Summary } from '../study/analysis.ts'
import type { Moments } from '../study/moments.ts'
import { type Column, column, float, part, type Table } from './column.ts'
import { FILES, factorFile } from './names.ts'
import type { Names } from './table-of-attempts.ts'
import { summaryColumns } from './talk-columns.ts'

export interface SummaryRow {
  /** `registered`, or `with extensions`. */
  readonly set: string
  readonly cell: Summary
  readonly level?: string
}

export interface ContrastRow {
  readonly set: string
  readonly contrast: Contrast
}

/** The summary by pairing; with a factor, by pairing and level. */
export const summaryTable = (
  { parties, talk }: Pick<Names, 'parties' | 'talk'>,
  factor?: string,
): Table<SummaryRow> => ({
  file: factor === undefined ? FILES.summary : factorFile(part(factor)),
  says:
    factor === undefined
      ? 'Each pairing: counts of its assignments, and means, spread and quartiles over the completed ones.'
      : `The same for each pairing at each level of the factor "${factor}".`,
  columns: [
    column(
      'set',
      'text',
      'registered: what was planned at first. with extensions: later ones too, descriptive.',
      ({ set }) => set,
    ),
    column('pairing', 'text', 'The pairing.', ({ cell }) => cell.pairing),
    ...(factor === undefined
      ? []
      : [column<SummaryRow>(part(factor), 'text', `The level of "${factor}".`, ({ level }) => level)]),
    column('registered', 'integer', 'Assignments of the set.', ({ cell }) => cell.planned),
    column('completed', 'integer', 'Those with a known outcome.', ({ cell }) => cell.completed),
    column(
      'interrupted',
      'integer',
      'Those that were interrupted: their outcome is unknown.',
      ({ cell }) => cell.unknown,
    ),
    column('interrupted_by', 'text', 'Why, with counts.', ({ cell }) => reasons(cell)),
    column('running', 'integer', 'Those that have begun and not ended.', ({ cell }) => cell.running),
    column('not_started', 'integer', 'Those that have not begun.', ({ cell }) => cell.notStarted),
    column('agreements', 'integer', 'Completed ones with an agreement.', ({ cell }) => cell.agreements),
    column('agreement_share', 'number', 'Agreements over completed ones.', ({ cell }) => float(cell.share)),
    ...(talk ? summaryColumns<SummaryRow>(talk) : gainColumns(parties)),
    ...moments('turns', 'the number of turns', ({ turns }) => turns),
    ...moments('tokens', 'tokens of all calls', ({ tokens }) => tokens),
    column('faults', 'integer', 'Replies with a fault, in completed ones.', ({ cell }) => cell.faults),
    column(
      'repairs_with_other_terms',
      'integer',
      'Repairs that changed the terms.',
      ({ cell }) => cell.changedTerms,
    ),
    column('passes', 'integer', 'Turns lost to faults.', ({ cell }) => cell.passes),
    column(
      'repeats',
      'integer',
      'Completed ones that repeat an earlier one word for word.',
      ({ cell }) => cell.repeats,
    ),
  ],
})

/** What outcomes are worth. */
const gainColumns = (parties: readonly string[]): Column<SummaryRow>[] => [
  ...moments('joint_gain', 'joint gain', ({ joint }) => joint),
  ...parties.flatMap((party) =>
    moments(`gain_${part(party)}`, `the gain of ${party}`, ({ gains }) => gains[party]),
  ),
  column('efficiency', 'number', 'Mean joint gain over the largest individually rational one.', ({ cell }) =>
    float(cell.efficiency),
  ),
  column(
    'on_frontier',
    'integer',
    'Agreements on the Pareto frontier.',
    ({ cell }) => cell.places?.onFrontier,
  ),
  column('frontier_share', 'number', 'Their share of the agreements whose place is known.', ({ cell }) =>
    float(cell.places?.share),
  ),
  column(
    'frontier_distance_mean',
    'number',
    'Mean distance of agreements from the frontier, in points.',
    ({ cell }) => cell.places?.toFrontier.mean,
  ),
  column(
    'nash_distance_mean',
    'number',
    'Mean distance of agreements from the Nash point, in points.',
    ({ cell }) => cell.places?.toNash?.mean,
  ),
  column(
    'below_reservation',
    'integer',
    'Completed ones that leave a party with less than no agreement.',
    ({ cell }) => cell.below,
  ),
]

/** Differences of pairings' means. */
export const contrastTable: Table<ContrastRow> = {
  file: 'comparisons.csv',
  says: 'Differences of mean gains between pairings, with worst-case bounds over everything that is unknown.',
  columns: [
    column('set', 'text', 'As in reader-summary.csv.', ({ set }) => set),
    column('figure', 'text', 'joint gain, or the gain of a party.', ({ contrast }) => contrast.figure),
    column('pairing', 'text', 'The pairing of the first mean.', ({ contrast }) => contrast.of),
    column('minus', 'text', 'The pairing of the mean that is taken off.', ({ contrast }) => contrast.minus),
    column('difference', 'number', 'Over the completed ones.', ({ contrast }) => float(contrast.estimate)),
    column(
      'at_least',
      'number',
      'The least that it can be, whatever the unknown outcomes are: a bound, no confidence interval.',
      ({ contrast }) => float(contrast.least),
    ),
    column('at_most', 'number', 'The most that it can be.', ({ contrast }) => float(contrast.most)),
    column('unknown', 'integer', 'How many outcomes are unknown.', ({ contrast }) => contrast.unknown),
  ],
}

function moments(
  name: string,
  what: string,
  of: (cell: Summary) => Moments | undefined,
): Column<SummaryRow>[] {
  const figure = (key: 'mean' | 'median' | 'lower' | 'upper' | 'least' | 'most', says: string) =>
    column<SummaryRow>(
      `${name}_${key === 'lower' ? 'q1' : key === 'upper' ? 'q3' : key}`,
      'number',
      `${says} of ${what}.`,
      ({ cell }) => float(of(cell)?.[key] as Rational | undefined),
    )
  return [
    figure('mean', 'The mean'),
    figure('median', 'The median'),
    column(`${name}_sd`, 'number', `The sample standard deviation of ${what}.`, ({ cell }) => of(cell)?.sd),
    figure('lower', 'The first quartile'),
    figure('upper', 'The third quartile'),
    figure('least', 'The least'),
    figure('most', 'The most'),
  ]
}

const reasons = ({ reasons }: Summary): string | undefined => {
  const list = Object.entries(reasons).sort(([a], [b]) => (a < b ? -1 : 1))
  return list.length === 0 ? undefined : list.map(([reason, n]) => `${reason} ${n}`).join('; ')
}
