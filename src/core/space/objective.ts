/**
 * The solution concepts as orders over pairs of gains: which pair is better. Gains are points over the reservation
 * values, scaled to whole numbers; docs/analysis.md has the definitions and their sources.
 */

export const CONCEPTS = ['nash', 'kalaiSmorodinsky', 'egalitarian', 'jointGain'] as const
export type Concept = (typeof CONCEPTS)[number]

export interface Objective {
  /** A float that grows with the concept's first criterion; relative error below 1e-14 for exact gains. */
  approx(gainA: number, gainB: number): number
  /** Whether there is one criterion alone, and `approx` is exact for whole gains while it stays within 2^53. */
  readonly plain: boolean
  /** Above zero where the first pair is better, zero for a tie; exact, ties on the first criterion broken. */
  compare(a: readonly [bigint, bigint], b: readonly [bigint, bigint]): number
  /**
   * The least that weightA x gainA + weightB x gainB can be where `approx` is at least `value` and no gain is
   * below zero: what bounds a search.
   */
  leastWeighted(value: number, weightA: number, weightB: number): number
  /** How many times (da, db) to go on from gains (a, b) to the best on that line, where da > 0 > db. */
  top(a: number, b: number, da: number, db: number): number
  /** The first party's weight, of one in all, in the direction where the concept rises; NaN where any will do. */
  pull(a: number, b: number): number
}

/** The largest product of gains (Nash 1950). */
export const nash: Objective = {
  approx: (a, b) => a * b,
  plain: true,
  compare: (p, q) => sign(p[0] * p[1] - q[0] * q[1]),
  // Weighted means: wa a + wb b >= 2 sqrt(wa a wb b).
  leastWeighted: (value, wa, wb) => 2 * Math.sqrt(wa * wb * Math.max(value, 0)),
  top: (a, b, da, db) => -(a * db + b * da) / (2 * da * db),
  pull: (a, b) => b / (a + b),
}

/** The largest sum of gains. */
export const jointGain: Objective = {
  approx: (a, b) => a + b,
  plain: true,
  compare: (p, q) => sign(p[0] + p[1] - q[0] - q[1]),
  leastWeighted: (value, wa, wb) => Math.min(wa, wb) * value,
  top: (_a, _b, da, db) => (da + db >= 0 ? 1 : 0),
  pull: () => 0.5,
}

/** The largest gain of one party. */
export const gainOf = (party: 0 | 1): Objective => ({
  approx: (a, b) => (party === 0 ? a : b),
  plain: true,
  compare: (p, q) => sign(p[party] - q[party]),
  leastWeighted: (value, wa, wb) => (party === 0 ? wa : wb) * value,
  top: () => (party === 0 ? 1 : 0),
  pull: () => (party === 0 ? 1 : 0),
})

/**
 * The largest smaller share, then the largest larger one (leximin), where a share is a gain over `ideals`: with
 * both ideals equal the egalitarian solution (Kalai 1977), with each party's most the Kalai-Smorodinsky solution
 * (1975) in the form that also serves sets with gaps. A party whose ideal is zero has all it can get: share 1.
 */
export function leximin(ideals: readonly [bigint, bigint]): Objective {
  const [ia, ib] = ideals
  const fa = Number(ia)
  const fb = Number(ib)
  const shares = ([a, b]: readonly [bigint, bigint]): [bigint, bigint] => {
    // Shares on the common denominator ia x ib, the zero ideals left out.
    const u = ia === 0n ? ib || 1n : a * (ib || 1n)
    const w = ib === 0n ? ia || 1n : b * (ia || 1n)
    return u < w ? [u, w] : [w, u]
  }
  return {
    plain: false,
    approx: (a, b) => Math.min(ia === 0n ? 1 : a / fa, ib === 0n ? 1 : b / fb),
    compare: (p, q) => {
      const [low, high] = shares(p)
      const [otherLow, otherHigh] = shares(q)
      return sign(low - otherLow) || sign(high - otherHigh)
    },
    leastWeighted: (value, wa, wb) => (wa * fa + wb * fb) * value,
    // Where the shares meet: (a + t da) / fa = (b + t db) / fb. An ideal of zero leaves the other party's gain.
    top: (a, b, da, db) => (fa === 0 ? 0 : fb === 0 ? 1 : (b * fa - a * fb) / (da * fb - db * fa)),
    pull: (a, b) => (a * fb < b * fa ? 1 : a * fb > b * fa ? 0 : Number.NaN),
  }
}

/** One point of each party more is worth the same: gains themselves are the shares. */
export const egalitarian = leximin([1n, 1n])

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0)
