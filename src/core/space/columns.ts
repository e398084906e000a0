/**
 * The values of one issue that can be part of a best outcome: those that no other value of the issue dominates, by
 * rising points of the first party, values worth the same to both counted together.
 */
import { paretoFrontier } from './frontier.ts'

export interface Column {
  /** Scaled points of each group of values: `a` rises, `b` falls. */
  readonly a: Float64Array
  readonly b: Float64Array
  /** The places of the values, group by group; group g begins at first[g] and ends before first[g + 1]. */
  readonly places: Uint32Array
  readonly first: Uint32Array
}

/** Groups the values of an issue from both parties' scaled points. */
export function makeColumn(cellA: Float64Array, cellB: Float64Array): Column {
  const places = paretoFrontier(cellA, cellB)
  const starts: number[] = []
  places.forEach((k, i) => {
    if (i === 0 || cellA[k] !== cellA[places[i - 1]!]) starts.push(i)
  })
  return {
    a: Float64Array.from(starts, (i) => cellA[places[i]!]!),
    b: Float64Array.from(starts, (i) => cellB[places[i]!]!),
    places,
    first: Uint32Array.from([...starts, places.length]),
  }
}

/** A stretch of a column's groups, `from` to `to`, and the corners of its upper hull. */
export interface Part {
  readonly column: Column
  readonly from: number
  readonly to: number
  readonly hull: Uint32Array
}

/** The upper hull of a stretch (monotone chain; Andrew 1979). In floats: it bounds and guides, it decides nothing. */
export function makePart(column: Column, from: number, to: number): Part {
  const { a, b } = column
  const hull = new Uint32Array(to - from + 1)
  let size = 0
  for (let g = from; g <= to; g++) {
    while (size > 1) {
      const [p, q] = [hull[size - 2]!, hull[size - 1]!]
      const cross = (a[q]! - a[p]!) * (b[g]! - b[p]!) - (b[q]! - b[p]!) * (a[g]! - a[p]!)
      if (cross < 0) break
      size--
    }
    hull[size++] = g
  }
  return { column, from, to, hull: hull.slice(0, size) }
}
