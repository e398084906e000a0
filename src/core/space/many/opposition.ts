/**
 * How opposed the parties are, from points scaled to each party's range: how far the outcome space stays away from
 * the outcome that would be best for everybody (Baarslag et al. 2013), and how the points of two parties go
 * together over all outcomes (Pearson's correlation, as Hindriks & Tykhonov 2008 compare preferences).
 */
import type { Tables } from '../tables.ts'
import type { Efficient } from './efficient.ts'

export interface Opposition {
  /** The least Euclidean distance from any outcome to (1, …, 1): 0 where one outcome is best for all. */
  readonly distance: number
  /** The same over the root of the number of parties: what the parties lack there, as a root mean square. */
  readonly perParty: number
  /** The points of the frontier where the distance is least. */
  readonly nearest: readonly number[]
  /** Row by row, from -1 to 1; undefined with a party whose points are always the same. */
  readonly correlations: readonly (readonly (number | undefined)[])[]
}

/** Both figures, floats. The nearest outcome lies on the frontier, since the distance falls with every gain. */
export function oppositionOf(
  tables: Tables,
  { gains, size }: Efficient,
  best: readonly number[],
  ranges: readonly number[],
): Opposition {
  let least = Infinity
  let nearest: number[] = []
  for (let u = 0; u < size; u++) {
    let square = 0
    for (let p = 0; p < gains.length; p++) {
      const range = ranges[p]!
      const lack = range === 0 ? 0 : (best[p]! - gains[p]![u]!) / range
      square += lack * lack
    }
    if (square < least - 1e-12) nearest = []
    if (square < least + 1e-12) nearest.push(u)
    if (square < least) least = square
  }
  const distance = Math.sqrt(least)
  return {
    distance,
    perParty: Math.sqrt(least / gains.length),
    nearest,
    correlations: correlations(tables.cells),
  }
}

/**
 * Over all outcomes, each counted once, the issues' values vary independently; so covariances add up over the issues
 * and no outcome need be listed.
 */
function correlations(cells: readonly (readonly Float64Array[])[]): (number | undefined)[][] {
  const centred = cells.map((row) =>
    row.map((cell) => {
      const mean = cell.reduce((sum, x) => sum + x, 0) / cell.length
      return cell.map((x) => x - mean)
    }),
  )
  const covariance = (p: number, q: number): number =>
    centred[p]!.reduce((sum, cell, i) => {
      const other = centred[q]![i]!
      let all = 0
      for (let v = 0; v < cell.length; v++) all += cell[v]! * other[v]!
      return sum + all / cell.length
    }, 0)
  const spread = cells.map((_, p) => Math.sqrt(covariance(p, p)))
  return cells.map((_, p) =>
    cells.map((_, q) => {
      const scale = spread[p]! * spread[q]!
      if (scale === 0) return undefined
      return p === q ? 1 : Math.min(1, Math.max(-1, covariance(p, q) / scale))
    }),
  )
}
