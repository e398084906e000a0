/**
 * The best outcome of a grid too large to list, proven. A line that supports the space bounds what any outcome can
 * be worth; each value of each issue loses something against it, and these losses add up. Once a good outcome is
 * known, a better one can lose only so much in all, which leaves few values an issue and few combinations of them.
 * Floats decide only what need not be looked at, with a margin far above their rounding; what is left is compared
 * exactly.
 */
import type { Objective } from './objective.ts'
import type { Tables } from './tables.ts'
import type { Weights } from './weights.ts'

/** How many combinations are looked at before the search gives up. */
export const MOST_COMBINATIONS = 20_000_000
/** How many tied outcomes are kept; all are counted. */
export const LISTED = 1000

export interface Found {
  /** Places of values, one an issue, of the best outcomes (the first thousand); empty where none was found. */
  readonly places: readonly (readonly number[])[]
  /** How many outcomes tie for the best. */
  readonly count: number
  /** Whether all that could be better, or as good, was looked at. */
  readonly complete: boolean
  readonly looked: number
}

export interface Question {
  readonly tables: Tables
  readonly objective: Objective
  readonly weights: Weights
  /** Places of values to start from; better ones make the search shorter. */
  readonly starts: readonly (readonly number[])[]
  readonly most?: number
}

/** Searches the individually rational outcomes of a grid. Needs tables that are exact as floats. */
export function searchGrid({
  tables,
  objective,
  weights,
  starts,
  most = MOST_COMBINATIONS,
}: Question): Found {
  const [cellsA, cellsB] = tables.cells as [Float64Array[], Float64Array[]]
  const [ra, rb] = tables.reservations as [number, number]
  const [wa, wb] = weights
  const known = new Best(objective)
  for (const places of starts) {
    const a = places.reduce((sum, k, i) => sum + cellsA[i]![k]!, -ra)
    const b = places.reduce((sum, k, i) => sum + cellsB[i]![k]!, -rb)
    if (a >= 0 && b >= 0) known.offer(a, b, places)
  }

  const top = cellsA.map((cell, i) =>
    cell.reduce((m, a, k) => Math.max(m, wa * a + wb * cellsB[i]![k]!), -Infinity),
  )
  const line = top.reduce((sum, x) => sum + x, 0) - wa * ra - wb * rb
  const size = top.reduce((sum, x) => sum + Math.abs(x), 0) + Math.abs(wa * ra) + Math.abs(wb * rb)
  const margin = size * 1e-11
  /** How much an outcome can lose against the line and still be worth `value`. */
  const allowed = (value: number): number =>
    line - objective.leastWeighted(Math.max(value, 0) * (1 - 1e-12), wa, wb) + margin
  const first = allowed(known.value)
  const lists = cellsA.map((cell, i) => {
    const loss = cell.map((a, k) => top[i]! - wa * a - wb * cellsB[i]![k]!)
    const places = Uint32Array.from({ length: cell.length }, (_, k) => k).filter((k) => loss[k]! <= first)
    places.sort((p, q) => loss[p]! - loss[q]!)
    return { i, places, loss }
  })
  lists.sort((p, q) => p.places.length - q.places.length)

  const chosen: number[] = lists.map(() => 0)
  const best = new Best(objective, known.value)
  let allowance = first
  let looked = 0
  const descend = (depth: number, spent: number, a: number, b: number): void => {
    if (depth === lists.length) {
      if (a >= 0 && b >= 0 && best.offer(a, b, chosen)) allowance = allowed(best.bar)
      return
    }
    const { i, places, loss } = lists[depth]!
    for (const k of places) {
      const total = spent + loss[k]!
      if (total > allowance || looked > most) return
      looked++
      chosen[i] = k
      descend(depth + 1, total, a + cellsA[i]![k]!, b + cellsB[i]![k]!)
    }
  }
  descend(0, 0, -ra, -rb)
  const complete = looked <= most
  const { places, count } = complete || best.beats(known) ? best : known
  return { places, count, complete, looked }
}

/** The best pair of gains so far, and the outcomes that have it. */
class Best {
  readonly #objective: Objective
  #gains: readonly [number, number] | undefined
  value = -Infinity
  /** What is certainly worse than this is not looked at twice. */
  bar: number
  count = 0
  places: number[][] = []

  constructor(objective: Objective, bar = -Infinity) {
    this.#objective = objective
    this.bar = bar
  }

  /** Takes an outcome where it is as good as the best; returns whether it is better. */
  offer(a: number, b: number, places: readonly number[]): boolean {
    const value = this.#objective.approx(a, b)
    if (value < this.bar - Math.abs(this.bar) * 1e-12) return false
    const order = this.#order(a, b, value)
    if (order < 0) return false
    if (order > 0) {
      this.#gains = [a, b]
      this.value = value
      this.bar = Math.max(this.bar, value)
      this.count = 0
      this.places = []
    }
    this.count++
    if (this.count <= LISTED) this.places.push([...places])
    return order > 0
  }

  beats(other: Best): boolean {
    return this.#gains !== undefined && (!other.#gains || this.#order(...other.#gains, other.value) < 0)
  }

  #order(a: number, b: number, value: number): number {
    if (this.#gains === undefined) return 1
    if (a === this.#gains[0] && b === this.#gains[1]) return 0
    if (this.#objective.plain && Math.max(value, this.value) <= Number.MAX_SAFE_INTEGER)
      return value - this.value
    return this.#objective.compare([BigInt(a), BigInt(b)], [BigInt(this.#gains[0]), BigInt(this.#gains[1])])
  }
}
