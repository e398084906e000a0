/**
 * What chance could have done: for planned comparisons of a confirmatory study, and where it is asked for, then
 * marked. Every draw comes from the study's seed, so that a second look gives the same figures.
 */
import type { Frame, Observation } from '../analysis.ts'
import { compare } from './compare.ts'
import { holm } from './holm.ts'
import type { Bootstrap, TInterval } from './intervals.ts'
import type { PermutationTest } from './permutation.ts'

export interface Compared {
  /** What is compared: `pairing`, `opener` or another factor, and two of its levels. */
  readonly factor: string
  readonly of: string
  readonly minus: string
  /** A figure by its name in figures.ts. */
  readonly outcome: string
  /** Only negotiations of these levels. */
  readonly within?: Readonly<Record<string, string>>
  /** Whether it was planned in a confirmatory study; all else is marked as descriptive. */
  readonly confirmatory: boolean
}

export interface InferenceOptions {
  readonly comparisons: readonly Compared[]
  readonly seed: string
  /** Factors whose levels are kept apart: names change places only within a level. */
  readonly apart?: readonly string[]
  /** How many rearrangements and resamples are drawn where not all are gone through. */
  readonly permutations?: number
  readonly resamples?: number
  readonly confidence?: number
}

export interface Comparison extends Compared {
  /** What the figure is called in tables. */
  readonly figure: string
  /** What is independent: each negotiation, or each game with the means of its negotiations. */
  readonly unit: 'negotiation' | 'game'
  /** How many negotiations with the figure of each level, or how many games with both. */
  readonly n: readonly number[]
  readonly estimate?: number
  readonly permutation?: PermutationTest
  /** The smallest and the largest p found with the unknown outcomes at different places of their range. */
  readonly pRange?: { readonly least: number; readonly most: number; readonly tried: number }
  /** Holm's adjustment of p over all confirmatory comparisons, or over all that are not. */
  readonly adjusted?: number
  readonly t?: TInterval
  readonly bootstrap?: Bootstrap
  /** Hedges' g. */
  readonly g?: number
}

/** Makes every comparison, in the order of the options. */
export function infer(
  observations: readonly Observation[],
  frame: Frame,
  options: InferenceOptions,
): Comparison[] {
  const found = options.comparisons.map((comparison) => compare(observations, frame, comparison, options))
  // Each family is adjusted by itself: what was not planned does not weaken what was.
  const adjusted = new Map<Comparison, number | undefined>()
  for (const family of Map.groupBy(found, ({ confirmatory }) => confirmatory).values()) {
    const values = holm(family.map(({ permutation }) => permutation?.p))
    for (const [i, comparison] of family.entries()) adjusted.set(comparison, values[i])
  }
  return found.map((one) => {
    const value = adjusted.get(one)
    return value === undefined ? one : { ...one, adjusted: value }
  })
}
