/** The best pair of gains that a search has met, and the outcomes that have it. */
import type { Column } from './columns.ts'
import type { Objective } from './objective.ts'

/** How many tied outcomes are listed; all are counted. */
export const LISTED = 1000

export class Best {
  readonly #objective: Objective
  readonly #columns: readonly Column[]
  #gains: readonly [number, number] | undefined
  #value = -Infinity
  /** Groups of values, one an issue, each standing for all outcomes made of their members. */
  #groups: number[][] = []
  /** What is certainly worse than this need not be offered. */
  bar = -Infinity
  count = 0

  constructor(objective: Objective, columns: readonly Column[]) {
    this.#objective = objective
    this.#columns = columns
  }

  /** Takes outcomes where they are as good as the best so far; returns whether they are better. */
  offer(a: number, b: number, groups: readonly number[]): boolean {
    const value = this.#objective.approx(a, b)
    if (value < this.bar - Math.abs(this.bar) * 1e-12) return false
    const order = this.#order(a, b, value)
    if (order < 0) return false
    if (order > 0) {
      this.#gains = [a, b]
      this.#value = value
      this.bar = Math.max(this.bar, value)
      this.count = 0
      this.#groups = []
    }
    this.count += groups.reduce((product, g, i) => {
      const { first } = this.#columns[i]!
      return product * (first[g + 1]! - first[g]!)
    }, 1)
    if (this.#groups.length < LISTED) this.#groups.push([...groups])
    return order > 0
  }

  /** Whether this one is strictly better. */
  beats(other: Best): boolean {
    if (!this.#gains) return false
    return !other.#gains || this.#order(...other.#gains, other.#value) < 0
  }

  /** The places of values of the outcomes, one an issue, at most a thousand outcomes. */
  places(): number[][] {
    const all: number[][] = []
    for (const groups of this.#groups) {
      const members = groups.map((g, i) => {
        const { places, first } = this.#columns[i]!
        return Array.from(places.subarray(first[g], Math.min(first[g + 1]!, first[g]! + LISTED)))
      })
      const made = members.reduce<number[][]>(
        (list, own) => list.flatMap((one) => own.map((k) => [...one, k])).slice(0, LISTED),
        [[]],
      )
      all.push(...made.slice(0, LISTED - all.length))
      if (all.length >= LISTED) break
    }
    return all
  }

  /** Above zero where these gains are better than the best so far, zero for a tie. Exact. */
  #order(a: number, b: number, value: number): number {
    if (this.#gains === undefined) return 1
    const [ownA, ownB] = this.#gains
    if (a === ownA && b === ownB) return 0
    const exact = this.#objective.plain && Math.max(value, this.#value) <= Number.MAX_SAFE_INTEGER
    if (exact) return value - this.#value
    return this.#objective.compare([BigInt(a), BigInt(b)], [BigInt(ownA), BigInt(ownB)])
  }
}
