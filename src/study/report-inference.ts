/** Tables of chance: p-values, intervals and effect sizes, planned ones apart from those that were only asked for. */
import type { Compared, Comparison } from './inference/infer.ts'
import type { Interval } from './inference/intervals.ts'
import type { ReportTable } from './report.ts'
import { NONE } from './report-spread.ts'

/** One table for what was planned as confirmatory, one for the rest; none where nothing was compared. */
export const inferenceTables = (comparisons: readonly Comparison[]): ReportTable[] =>
  [true, false].flatMap((confirmatory) => {
    const own = comparisons.filter((one) => one.confirmatory === confirmatory)
    return own.length === 0 ? [] : [tableOf(own, confirmatory)]
  })

function tableOf(list: readonly Comparison[], confirmatory: boolean): ReportTable {
  const ranged = list.some(({ pRange }) => pRange)
  const several = list.length > 1
  const level = list.find((one) => one.t ?? one.bootstrap)
  const percent = Math.round(((level?.t ?? level?.bootstrap)?.level ?? 0.95) * 1000) / 10
  const mark = confirmatory
    ? 'Planned and registered before anything was played.'
    : 'Descriptive: not planned as confirmatory, so no p here is a test of a hypothesis.'
  const range = ranged
    ? ' p range: the least and most p found with the unknown outcomes at five places of their range each.'
    : ''
  return {
    title: confirmatory ? 'Confirmatory comparisons' : 'Comparisons and chance (descriptive)',
    caption: `${mark} p: two-sided permutation test, names changing places within block, opener and every other factor, of all rearrangements (exact) or of those drawn (+1).${range}${several ? ' Holm: p adjusted for all comparisons of this table.' : ''} g: Hedges' g. t and bootstrap: ${percent}% intervals of the difference.`,
    head: [
      ...['comparison', 'figure', 'n', 'difference', 'p'],
      ...(ranged ? ['p range'] : []),
      ...(several ? ['Holm'] : []),
      ...['g', 't interval', 'bootstrap'],
    ],
    rows: list.map((one) => [
      comparedName(one),
      one.figure,
      one.unit === 'game' ? `${one.n[0]} games` : one.n.join('+'),
      one.estimate === undefined ? NONE : figure(one.estimate),
      pWithMethod(one),
      ...(ranged ? [one.pRange ? `${pText(one.pRange.least)}–${pText(one.pRange.most)}` : NONE] : []),
      ...(several ? [one.adjusted === undefined ? NONE : pText(one.adjusted)] : []),
      one.g === undefined ? NONE : one.g.toFixed(2),
      interval(one.t),
      interval(one.bootstrap),
    ]),
    align: `llrrr${ranged ? 'r' : ''}${several ? 'r' : ''}rrr`,
  }
}

/** What is compared: `trader − clock`, `opener seller − buyer (pairing trader)`. */
export function comparedName({
  factor,
  of,
  minus,
  within,
}: Pick<Compared, 'factor' | 'of' | 'minus'> & { readonly within?: Compared['within'] | undefined }): string {
  const only = Object.entries(within ?? {}).map(([name, level]) => `${name} ${level}`)
  const what = factor === 'pairing' ? '' : `${factor} `
  return `${what}${of} − ${minus}${only.length > 0 ? ` (${only.join(', ')})` : ''}`
}

const pWithMethod = ({ permutation }: Comparison): string =>
  permutation
    ? `${pText(permutation.p)}${permutation.method === 'exact' ? '' : ` (${permutation.rearrangements} drawn)`}`
    : NONE

/** Four digits, and more where it is smaller: a p is never printed as zero. */
const pText = (p: number): string => (p >= 0.001 || p === 0 ? p.toFixed(4) : p.toExponential(1))

const figure = (value: number): string => (Math.abs(value) < 0.005 ? value.toFixed(4) : value.toFixed(2))

const interval = (of: Interval | undefined): string => (of ? `${figure(of.low)} to ${figure(of.high)}` : NONE)
