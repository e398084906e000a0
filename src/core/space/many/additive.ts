/**
 * The Pareto frontier of points that add up over the issues, without looking at every outcome: what is dominated
 * among the combinations of some issues' options is dominated with whatever the other issues bring. So issues are
 * added one after another and what is dominated is dropped each time. Combinations with equal points are kept as
 * one, with all the ways that lead to it.
 */
import { nondominated } from './nondominated.ts'

/** Efficient points of some issues, and for each the ways to it. */
interface Stage {
  readonly points: readonly Float64Array[]
  readonly size: number
  /** Ways, point by point: (point of the stage before) x options + option. */
  readonly ways: Uint32Array
  /** The ways to point u are those from first[u] up to first[u + 1]. */
  readonly first: Uint32Array
  /** How many groups of options the stage's issue has. */
  readonly options: number
  /** What an option of each group adds to an outcome's place in the counting, group by group. */
  readonly steps: readonly (readonly number[])[]
}

export interface EfficientPoints {
  /** One array a party: the scaled points of each different efficient point. */
  readonly points: readonly Float64Array[]
  readonly size: number
  /** The places of their outcomes in the counting; those of point u are from first[u] up to first[u + 1]. */
  readonly places: Uint32Array
  readonly first: Uint32Array
}

/**
 * All efficient outcomes.
 * @param cells one party a row, one issue a cell: the scaled points of its values; their sums are exact in floats
 */
export function additiveFrontier(cells: readonly (readonly Float64Array[])[]): EfficientPoints {
  const strides = placeSteps(cells[0]!)
  const issues = cells[0]!.map((_, i) => optionsOf(cells, i, strides[i]!))
  // Those with few options last, where there is most to combine them with.
  issues.sort((a, b) => b.steps.length - a.steps.length)
  const stages: Stage[] = []
  for (const issue of issues) stages.push(addIssue(stages.at(-1), issue))
  return expand(stages)
}

/** What one value more of each issue adds to an outcome's place: the last issue runs fastest. */
function placeSteps(cells: readonly Float64Array[]): number[] {
  const steps: number[] = []
  let size = 1
  for (let i = cells.length - 1; i >= 0; i--) {
    steps[i] = size
    size *= cells[i]!.length
  }
  return steps
}

interface Options {
  readonly points: readonly Float64Array[]
  readonly steps: readonly (readonly number[])[]
}

/** The options of an issue that no other dominates, equal ones as a group. */
function optionsOf(cells: readonly (readonly Float64Array[])[], i: number, stride: number): Options {
  const columns = cells.map((row) => row[i]!)
  const { ids, representatives } = grouped(columns, nondominated(columns, columns[0]!.length))
  const steps: number[][] = representatives.map(() => [])
  for (const [k, group] of ids) steps[group]!.push(k * stride)
  for (const group of steps) group.sort((a, b) => a - b)
  return { points: columns.map((column) => Float64Array.from(representatives, (k) => column[k]!)), steps }
}

function addIssue(before: Stage | undefined, { points, steps }: Options): Stage {
  const options = steps.length
  if (!before) {
    const ways = Uint32Array.from({ length: options }, (_, k) => k)
    const first = Uint32Array.from({ length: options + 1 }, (_, k) => k)
    return { points, size: options, ways, first, options, steps }
  }
  const count = before.size * options
  const columns = points.map((column, p) => {
    const old = before.points[p]!
    const all = new Float64Array(count)
    for (let u = 0, c = 0; u < before.size; u++) {
      const base = old[u]!
      for (let o = 0; o < options; o++) all[c++] = base + column[o]!
    }
    return all
  })
  const efficient = nondominated(columns, count)
  return { ...gathered(columns, efficient), options, steps }
}

/** Efficient combinations, those with equal points together. */
function gathered(
  columns: readonly Float64Array[],
  places: Uint32Array,
): Pick<Stage, 'points' | 'size' | 'ways' | 'first'> {
  const table = new PointTable(columns, places.length)
  const group = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) group[i] = table.idOf(places[i]!)
  const size = table.size
  const first = new Uint32Array(size + 1)
  for (let i = 0; i < group.length; i++) first[group[i]! + 1]!++
  for (let u = 0; u < size; u++) first[u + 1]! += first[u]!
  const next = first.slice()
  const ways = new Uint32Array(places.length)
  for (let i = 0; i < places.length; i++) ways[next[group[i]!]!++] = places[i]!
  const points = columns.map((column) => {
    const own = new Float64Array(size)
    for (let u = 0; u < size; u++) own[u] = column[ways[first[u]!]!]!
    return own
  })
  return { points, size, ways, first }
}

function grouped(columns: readonly Float64Array[], places: Uint32Array) {
  const table = new PointTable(columns, places.length)
  const ids = Array.from(places, (k) => [k, table.idOf(k)] as const)
  const representatives: number[] = []
  for (const [k, id] of ids) representatives[id] ??= k
  return { ids, representatives }
}

/** Numbers different points, the first one met with 0: a hash table with open addresses. */
class PointTable {
  size = 0
  readonly #columns: readonly Float64Array[]
  readonly #slots: Int32Array
  readonly #mask: number
  readonly #first: Uint32Array

  constructor(columns: readonly Float64Array[], most: number) {
    this.#columns = columns
    let slots = 16
    while (slots < most * 2) slots *= 2
    this.#slots = new Int32Array(slots).fill(-1)
    this.#mask = slots - 1
    this.#first = new Uint32Array(most)
  }

  idOf(k: number): number {
    let hash = 0
    for (const column of this.#columns) {
      const value = column[k]!
      // Both halves of a whole number up to 2^53.
      hash = Math.imul(hash ^ (value | 0), 0x9e3779b1)
      hash ^= hash >>> 15
      hash = Math.imul(hash + ((value / 0x1_0000_0000) | 0), 0x85ebca6b)
      hash ^= hash >>> 13
    }
    for (let at = hash & this.#mask; ; at = (at + 1) & this.#mask) {
      const id = this.#slots[at]!
      if (id < 0) {
        this.#slots[at] = this.size
        this.#first[this.size] = k
        return this.size++
      }
      if (this.#same(this.#first[id]!, k)) return id
    }
  }

  #same(p: number, k: number): boolean {
    for (const column of this.#columns) if (column[p] !== column[k]) return false
    return true
  }
}

/** Follows the ways back to whole outcomes. */
function expand(stages: readonly Stage[]): EfficientPoints {
  // How many outcomes lead to each point of each stage.
  const counts: Float64Array[] = []
  stages.forEach((stage, s) => {
    const own = new Float64Array(stage.size)
    for (let u = 0; u < stage.size; u++) {
      for (let w = stage.first[u]!; w < stage.first[u + 1]!; w++) {
        const way = stage.ways[w]!
        const option = way % stage.options
        const earlier = s === 0 ? 1 : counts[s - 1]![(way - option) / stage.options]!
        own[u]! += earlier * stage.steps[option]!.length
      }
    }
    counts.push(own)
  })
  const last = stages.at(-1)!
  const total = counts.at(-1)!.reduce((sum, count) => sum + count, 0)
  const places = new Uint32Array(total)
  const first = new Uint32Array(last.size + 1)
  let filled = 0
  const follow = (s: number, u: number, place: number): void => {
    const stage = stages[s]!
    for (let w = stage.first[u]!; w < stage.first[u + 1]!; w++) {
      const way = stage.ways[w]!
      const option = way % stage.options
      const earlier = (way - option) / stage.options
      for (const step of stage.steps[option]!) {
        if (s === 0) places[filled++] = place + step
        else follow(s - 1, earlier, place + step)
      }
    }
  }
  for (let u = 0; u < last.size; u++) {
    follow(stages.length - 1, u, 0)
    first[u + 1] = filled
    places.subarray(first[u], filled).sort()
  }
  return { points: last.points, size: last.size, places, first }
}
