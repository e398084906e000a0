/** Mean, quartiles and spread of figures: exact where they are, but for the standard deviation. */
import { mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics'
import { type Rational, rational, toNumber, ZERO } from '../core/rational.ts'

export interface Moments {
  readonly n: number
  readonly mean: Rational
  /** The middle figure; the mean of the two middle ones where their number is even. */
  readonly median: Rational
  /** The quartiles, by linear interpolation between the ordered figures (type 7 of Hyndman & Fan 1996). */
  readonly lower: Rational
  readonly upper: Rational
  readonly least: Rational
  readonly most: Rational
  /** The sample standard deviation, with n - 1 below the line; undefined for fewer than two figures. */
  readonly sd?: number
}

/** The same of figures that are floats from the start, such as distances. */
export interface FloatMoments {
  readonly n: number
  readonly mean: number
  readonly median: number
  readonly sd?: number
}

/** Undefined where there is no figure: no mean is not a mean of zero. */
export function moments(figures: readonly Rational[]): Moments | undefined {
  const n = figures.length
  if (n === 0) return undefined
  const sorted = figures.toSorted((a, b) => a.compare(b))
  const sd = n < 2 ? undefined : sampleStandardDeviation(figures.map(toNumber))
  return {
    n,
    mean: sum(figures).div(n),
    median: quantile(sorted, rational(1, 2)),
    lower: quantile(sorted, rational(1, 4)),
    upper: quantile(sorted, rational(3, 4)),
    least: sorted[0]!,
    most: sorted[n - 1]!,
    ...(sd === undefined ? {} : { sd }),
  }
}

/** At (n - 1) q between the ordered figures, counted from 0. */
function quantile(sorted: readonly Rational[], q: Rational): Rational {
  const at = q.mul(sorted.length - 1)
  const below = Number(at.floor())
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!]
  return low.add(high.sub(low).mul(at.sub(below)))
}

export function floatMoments(figures: readonly number[]): FloatMoments | undefined {
  if (figures.length === 0) return undefined
  const sorted = figures.toSorted((a, b) => a - b)
  const sd = sorted.length < 2 ? undefined : sampleStandardDeviation(sorted)
  return {
    n: sorted.length,
    mean: mean(sorted),
    median: quantileSorted(sorted, 0.5),
    ...(sd === undefined ? {} : { sd }),
  }
}

/** The exact sum. */
export const sum = (figures: readonly Rational[]): Rational =>
  figures.reduce((total, figure) => total.add(figure), ZERO)

/** `part` of `whole`, exactly; undefined where there is no whole. */
export const share = (part: number, whole: number): Rational | undefined =>
  whole === 0 ? undefined : rational(part, whole)
