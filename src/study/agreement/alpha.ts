/**
 * Krippendorff's alpha for nominal data: agreement of any number of readers, each of whom may have left units out.
 * K. Krippendorff, 'Computing Krippendorff's alpha-reliability' (2011), section C.
 */
import type { Random } from '../../core/random.ts'
import type { Rating } from './confusion.ts'

export interface Alpha {
  readonly alpha: number
  /** Ratings that could be paired with another of the same unit, and the units that they are of. */
  readonly values: number
  readonly units: number
  readonly readers: number
}

export interface AlphaInterval extends Alpha {
  readonly low: number
  readonly high: number
  readonly level: number
  /** Resamples of which alpha could be computed. */
  readonly draws: number
}

/**
 * Alpha = 1 - observed over expected disagreement. `ratings`: one list a reader, over the same units. Units with fewer
 * than two ratings say nothing of agreement and are left out. Undefined where no pair is left, or where only one
 * category was ever used: there is nothing to tell apart then. Throws a RangeError where lists differ in length.
 */
export function krippendorffAlpha(ratings: readonly (readonly Rating[])[]): Alpha | undefined {
  const units = unitsOf(ratings)
  const alpha = alphaOf(units)
  if (alpha === undefined) return undefined
  const values = units.reduce((sum, unit) => sum + sizeOf(unit), 0)
  return { alpha, values, units: units.length, readers: ratings.length }
}

/**
 * The same with a percentile bootstrap that draws whole units with replacement (A. Zapf et al., BMC Medical Research
 * Methodology 16:93, 2016). Resamples without an alpha of their own are left out and told by `draws`.
 */
export function alphaInterval(
  ratings: readonly (readonly Rating[])[],
  random: Random,
  draws = 1999,
  level = 0.95,
): AlphaInterval | undefined {
  const whole = krippendorffAlpha(ratings)
  const units = unitsOf(ratings)
  if (!whole || units.length < 2) return undefined
  const found: number[] = []
  for (let i = 0; i < draws; i++) {
    const alpha = alphaOf(units.map(() => units[random.int(0, units.length - 1)]!))
    if (alpha !== undefined) found.push(alpha)
  }
  if (found.length === 0) return undefined
  const sorted = Float64Array.from(found).sort()
  const at = (q: number): number =>
    sorted[Math.min(sorted.length, Math.max(1, Math.round((sorted.length + 1) * q))) - 1]!
  return { ...whole, low: at((1 - level) / 2), high: at((1 + level) / 2), level, draws: sorted.length }
}

/** How often each category was given to a unit. */
type Unit = ReadonlyMap<string, number>

const sizeOf = (unit: Unit): number => [...unit.values()].reduce((sum, n) => sum + n, 0)

/** The units that at least two readers rated. */
function unitsOf(ratings: readonly (readonly Rating[])[]): Unit[] {
  const length = ratings[0]?.length ?? 0
  if (ratings.some((list) => list.length !== length)) throw new RangeError('readers of one list of units')
  return Array.from({ length }, (_, u) => {
    const unit = new Map<string, number>()
    for (const list of ratings) {
      const rating = list[u]
      if (rating !== undefined) unit.set(rating, (unit.get(rating) ?? 0) + 1)
    }
    return unit
  }).filter((unit) => sizeOf(unit) > 1)
}

/** 1 - (n - 1) * (pairs within units that differ) / (pairs of all values that differ), each unit's by 1 / (m - 1). */
function alphaOf(units: readonly Unit[]): number | undefined {
  const totals = new Map<string, number>()
  let differing = 0
  let n = 0
  for (const unit of units) {
    const m = sizeOf(unit)
    n += m
    let same = 0
    for (const [category, count] of unit) {
      totals.set(category, (totals.get(category) ?? 0) + count)
      same += count * (count - 1)
    }
    differing += (m * (m - 1) - same) / (m - 1)
  }
  const expected = n * n - [...totals.values()].reduce((sum, count) => sum + count * count, 0)
  return expected === 0 ? undefined : 1 - ((n - 1) * differing) / expected
}
