/**
 * Student's t, central and not: what intervals and power are made of. The one door to jStat; only functions without
 * chance are taken from it.
 */
import jstat from 'jstat'

const { studentt, normal, noncentralt, gammaln } = jstat.jStat

/** The value that Student's t with `df` degrees of freedom stays below with this probability. */
export const tQuantile = (probability: number, df: number): number => studentt.inv(probability, df)

/** The value that the standard normal distribution stays below with this probability. */
export const normalQuantile = (probability: number): number => normal.inv(probability, 0, 1)

/** The probability that Student's t lies at least this far from zero, either way. */
export const tTwoSided = (t: number, df: number): number => Math.min(1, 2 * studentt.cdf(-Math.abs(t), df))

/** The probability that the noncentral t stays below `t`. */
export const noncentralBelow = (t: number, df: number, noncentrality: number): number =>
  noncentralt.cdf(t, df, noncentrality)

/**
 * Hedges' correction of a standardised difference for small samples, exactly (Hedges 1981, J of m degrees of
 * freedom): gamma(m / 2) / (sqrt(m / 2) gamma((m - 1) / 2)). From m = 2 on.
 */
export const hedgesCorrection = (m: number): number =>
  Math.exp(gammaln(m / 2) - gammaln((m - 1) / 2)) / Math.sqrt(m / 2)
