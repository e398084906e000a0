/** Mean, median and spread of exact figures: the first two exact, the spread a float. */
import { sampleStandardDeviation } from 'simple-statistics'
import { type Rational, rational, toNumber, ZERO } from '../core/rational.ts'

export interface Moments {
  readonly n: number
  readonly mean: Rational
  /** The middle figure; the mean of the two middle ones where their number is even. */
  readonly median: Rational
  /** The sample standard deviation, with n - 1 below the line; undefined for fewer than two figures. */
  readonly sd?: number
}

/** Undefined where there is no figure: no mean is not a mean of zero. */
export function moments(figures: readonly Rational[]): Moments | undefined {
  const n = figures.length
  if (n === 0) return undefined
  const sorted = figures.toSorted((a, b) => a.compare(b))
  const median = sorted[(n - 1) >> 1]!.add(sorted[n >> 1]!).div(2)
  const sd = n < 2 ? undefined : sampleStandardDeviation(figures.map(toNumber))
  return { n, mean: sum(figures).div(n), median, ...(sd === undefined ? {} : { sd }) }
}

/** The exact sum. */
export const sum = (figures: readonly Rational[]): Rational =>
  figures.reduce((total, figure) => total.add(figure), ZERO)

/** `part` of `whole`, exactly; undefined where there is no whole. */
export const share = (part: number, whole: number): Rational | undefined =>
  whole === 0 ? undefined : rational(part, whole)
