/**
 * One clone beside the others, the others taken as draws from a population of clones: what is to be known is how it
 * differs from such clones at large, and not from the few that were played. So the clone is the random unit: talks of
 * one clone are not independent of each other (H. H. Clark, 'The language-as-fixed-effect fallacy', Journal of Verbal
 * Learning and Verbal Behavior 12, 1973; C. M. Judd, J. Westfall, D. A. Kenny, Journal of Personality and Social
 * Psychology 103, 2012).
 */
import { mean, sampleVariance } from 'simple-statistics'
import { tQuantile, tTwoSided } from '../inference/student.ts'
import { type CloneCell, shareBounds, shareOf } from './taxonomy.ts'

export interface CloneContrast {
  readonly reference: string
  /** The reference's share of the kind, and the mean of the other clones' shares, each clone counting once. */
  readonly share: number
  readonly others: number
  /** Other clones with a known end at least. */
  readonly clones: number
  readonly difference: number
  /** What unknown ends could make of the difference, at the least and at the most: over all clones with a talk. */
  readonly bounds: readonly [low: number, high: number]
  /** Undefined with fewer than two other clones, or where nothing varies: no interval over clones is possible then. */
  readonly interval?: CloneInterval
  /** Where the share of one more such clone would lie, and how unusual the reference would be among them. */
  readonly another?: AnotherClone
}

export interface CloneInterval {
  readonly low: number
  readonly high: number
  readonly level: number
  readonly df: number
  readonly error: number
}

export interface AnotherClone {
  readonly low: number
  readonly high: number
  readonly level: number
  readonly t: number
  readonly df: number
  readonly p: number
}

/**
 * Contrasts the share of a kind in the reference clone with the others'. Undefined where the reference or all others
 * have no known end. Throws a RangeError where no cell is the reference's.
 */
export function contrastClones(
  cells: readonly CloneCell[],
  reference: string,
  type: string,
  level = 0.95,
): CloneContrast | undefined {
  const own = cells.find(({ clone }) => clone === reference)
  if (!own) throw new RangeError(`there is no clone called ${reference}`)
  const rest = cells.filter((cell) => cell !== own && cell.known > 0)
  const share = shareOf(own, type)
  if (share === undefined || rest.length === 0) return undefined
  const shares = rest.map((cell) => shareOf(cell, type)!)
  const others = mean(shares)
  // A clone of which no end is known has no share, and might have any.
  const bounds = cells.flatMap((cell) => {
    const range = cell === own ? undefined : shareBounds(cell, type)
    return range ? [range] : []
  })
  const [least, greatest] = shareBounds(own, type)!
  const interval = intervalOf(share, own.known, shares, level)
  const another = anotherOf(share, shares, level)
  return {
    ...{ reference, share, others, clones: rest.length, difference: share - others },
    bounds: [least - mean(bounds.map(([, high]) => high)), greatest - mean(bounds.map(([low]) => low))],
    ...(interval ? { interval } : {}),
    ...(another ? { another } : {}),
  }
}

/**
 * Welch's interval: the others' mean varies as means of k clones do, s^2 / k with k - 1 degrees of freedom (what talks
 * add is in s^2 already); the reference is one fixed clone, and varies by its n talks alone, p (1 - p) / (n - 1) with
 * n - 1. B. L. Welch, Biometrika 34 (1947).
 */
function intervalOf(
  share: number,
  talks: number,
  shares: readonly number[],
  level: number,
): CloneInterval | undefined {
  const k = shares.length
  if (k < 2 || talks < 2) return undefined
  const between = sampleVariance([...shares]) / k
  const within = (share * (1 - share)) / (talks - 1)
  const variance = between + within
  if (variance < 1e-15) return undefined
  const df = variance ** 2 / (between ** 2 / (k - 1) + within ** 2 / (talks - 1))
  const error = Math.sqrt(variance)
  const half = tQuantile((1 + level) / 2, df) * error
  const difference = share - mean([...shares])
  return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half), level, df, error }
}

/**
 * The reference as if it were one more of these clones: t = (p - mean) / (s sqrt((k + 1) / k)), k - 1 degrees of
 * freedom (J. R. Crawford, D. C. Howell, The Clinical Neuropsychologist 12, 1998), and the range of such a clone.
 */
function anotherOf(share: number, shares: readonly number[], level: number): AnotherClone | undefined {
  const k = shares.length
  if (k < 2) return undefined
  const spread = Math.sqrt(sampleVariance([...shares]) * ((k + 1) / k))
  if (spread < 1e-9) return undefined
  const df = k - 1
  const middle = mean([...shares])
  const half = tQuantile((1 + level) / 2, df) * spread
  const t = (share - middle) / spread
  return {
    ...{ low: Math.max(0, middle - half), high: Math.min(1, middle + half), level },
    ...{ t, df, p: tTwoSided(t, df) },
  }
}
