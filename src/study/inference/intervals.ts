/** Intervals and effect size for a difference of two means. Floats in, floats out. */
import { mean, sampleVariance } from 'simple-statistics'
import type { Random } from '../../core/random.ts'
import { hedgesCorrection, tQuantile, tTwoSided } from './student.ts'

export interface Interval {
  readonly low: number
  readonly high: number
  /** The share of such intervals that hold the true figure, if what they assume is so. */
  readonly level: number
}

export interface TInterval extends Interval {
  readonly t: number
  readonly df: number
  readonly p: number
}

/** Welch's interval for mean(a) - mean(b), variances not taken as equal. Undefined below two figures a side. */
export function welch(a: readonly number[], b: readonly number[], level = 0.95): TInterval | undefined {
  if (a.length < 2 || b.length < 2) return undefined
  const [va, vb] = [sampleVariance([...a]) / a.length, sampleVariance([...b]) / b.length]
  const error = va + vb
  if (error === 0) return undefined
  const df = error ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1))
  return around(mean([...a]) - mean([...b]), Math.sqrt(error), df, level)
}

/** Student's interval for the mean of one list, as for differences of the same game. Undefined below two figures. */
export function student(figures: readonly number[], level = 0.95): TInterval | undefined {
  if (figures.length < 2) return undefined
  const error = Math.sqrt(sampleVariance([...figures]) / figures.length)
  return error === 0 ? undefined : around(mean([...figures]), error, figures.length - 1, level)
}

function around(middle: number, error: number, df: number, level: number): TInterval {
  const half = tQuantile((1 + level) / 2, df) * error
  const t = middle / error
  return { low: middle - half, high: middle + half, level, t, df, p: tTwoSided(t, df) }
}

export interface Bootstrap extends Interval {
  /** The standard deviation of the drawn figures: the bootstrap's standard error. */
  readonly error: number
  readonly draws: number
}

/**
 * The percentile bootstrap (Efron 1979): each group is drawn anew from itself, with replacement, and the ends are
 * quantiles of `figure` over the draws. Undefined where a group is empty, or where none has two figures that differ:
 * every draw is the same then, and an interval of no width would say that nothing is left to chance.
 */
export function bootstrap(
  groups: readonly (readonly number[])[],
  figure: (drawn: readonly (readonly number[])[]) => number,
  random: Random,
  draws = 9999,
  level = 0.95,
): Bootstrap | undefined {
  const varies = groups.some((group) => group.some((value) => value !== group[0]))
  if (!varies || groups.some((group) => group.length === 0)) return undefined
  const found = new Float64Array(draws)
  const drawn = groups.map((group) => [...group])
  for (let i = 0; i < draws; i++) {
    for (const [g, group] of groups.entries()) {
      for (let k = 0; k < group.length; k++) drawn[g]![k] = group[random.int(0, group.length - 1)]!
    }
    found[i] = figure(drawn)
  }
  const sorted = found.sort()
  // The (draws + 1) q-th of the ordered figures (Davison & Hinkley 1997): whole for 9999 draws and 95 %.
  const at = (q: number): number => sorted[Math.min(draws, Math.max(1, Math.round((draws + 1) * q))) - 1]!
  const [low, high] = [at((1 - level) / 2), at((1 + level) / 2)]
  return { low, high, level, error: Math.sqrt(sampleVariance([...sorted])), draws }
}

/**
 * Hedges' g: the difference of means over the pooled standard deviation, corrected for small samples (Hedges 1981).
 * Undefined where there is no spread, or below three figures in all or one a side.
 */
export function hedgesG(a: readonly number[], b: readonly number[]): number | undefined {
  const df = a.length + b.length - 2
  if (a.length < 1 || b.length < 1 || df < 2) return undefined
  const squares = [a, b].reduce(
    (sum, side) => sum + (side.length < 2 ? 0 : sampleVariance([...side]) * (side.length - 1)),
    0,
  )
  if (squares === 0) return undefined
  return ((mean([...a]) - mean([...b])) / Math.sqrt(squares / df)) * hedgesCorrection(df)
}

/** The same for one list of differences: their mean over their standard deviation, corrected. */
export function hedgesOfOne(figures: readonly number[]): number | undefined {
  if (figures.length < 3) return undefined
  const variance = sampleVariance([...figures])
  return variance === 0
    ? undefined
    : (mean([...figures]) / Math.sqrt(variance)) * hedgesCorrection(figures.length - 1)
}
