/**
 * The best outcomes of a grid too large to list, proven by branch and bound (Land & Doig 1960). A part of the grid
 * is bounded as if values between the allowed ones were allowed too (relax.ts). Where a supporting line leaves few
 * combinations they are looked at one by one; else the part is split at the value where its bound lies.
 *
 * Against a supporting line each value loses something, and losses add up over the issues. An outcome as good as
 * the best known can lose only so much in all. Floats decide what need not be looked at, with a margin far above
 * their rounding; what is left is compared exactly.
 */
import { Best } from './best.ts'
import { type Column, makeColumn, makePart, type Part } from './columns.ts'
import type { Objective } from './objective.ts'
import { type Relaxed, relax, type Weights } from './relax.ts'
import type { Tables } from './tables.ts'

/** How many values and combinations are looked at before a search gives up. */
export const MOST_STEPS = 20_000_000
/** A part with more combinations within its allowance is split. */
const FEW = 100_000

export interface Found {
  /** Places of values, one an issue, of the best outcomes (the first thousand); empty where none was found. */
  readonly places: readonly (readonly number[])[]
  /** How many outcomes tie for the best, as far as was looked. */
  readonly count: number
  /** Whether all that could be better, or as good, was looked at. */
  readonly complete: boolean
}

/** Searches the individually rational outcomes of a grid. Needs tables that are exact as floats. */
export class GridSearch {
  readonly #columns: readonly Column[]
  readonly #base: Weights
  readonly #most: number

  constructor({ cells, reservations }: Tables, most = MOST_STEPS) {
    this.#columns = cells[0]!.map((cell, i) => makeColumn(cell, cells[1]![i]!))
    this.#base = [-reservations[0]!, -reservations[1]!]
    this.#most = most
  }

  /** All best outcomes by one concept. */
  find(objective: Objective): Found {
    const known = new Best(objective, this.#columns)
    const best = new Best(objective, this.#columns)
    const open: { parts: readonly Part[]; bound: Relaxed }[] = []
    const add = (parts: readonly Part[]): void => {
      const bound = relax(parts, objective, this.#base)
      if (!bound) return
      for (const groups of roundings(parts, bound)) this.#offer(known, groups)
      if (!worse(bound, known.bar)) open.push({ parts, bound })
    }
    add(this.#columns.map((column) => makePart(column, 0, column.a.length - 1)))
    let looked = 0
    while (open.length > 0 && looked <= this.#most) {
      const { parts, bound } = takeLargest(open)
      best.bar = Math.max(best.bar, known.bar)
      if (worse(bound, best.bar)) continue
      looked += parts.reduce((sum, part) => sum + size(part) + 1, 0)
      const lists = new Lists(parts, bound.weights, this.#base, objective, best.bar)
      const place = splitPlace(parts, bound)
      // At a corner the bound is reached: what is left are ties, and too many are not counted.
      const reached = !bound.moving || bound.moving.share === 0 || bound.moving.share === 1
      if (lists.size > FEW && place && !(reached && lists.size > this.#most)) {
        for (const half of place) add(half)
        continue
      }
      if (lists.size > this.#most) {
        looked = Infinity
        break
      }
      looked += lists.visit(best)
      known.bar = Math.max(known.bar, best.bar)
    }
    const complete = open.length === 0 && looked <= this.#most
    const told = complete || !known.beats(best) ? best : known
    return { places: told.places(), count: told.count, complete }
  }

  #offer(best: Best, groups: readonly number[]): void {
    let [a, b] = this.#base as [number, number]
    groups.forEach((g, i) => {
      a += this.#columns[i]!.a[g]!
      b += this.#columns[i]!.b[g]!
    })
    if (a >= 0 && b >= 0) best.offer(a, b, groups)
  }
}

/** Whether a part holds nothing as good as what is known. */
const worse = ({ value }: Relaxed, bar: number): boolean => value < bar - Math.abs(bar) * 1e-12

/** The outcomes next to a bound: with the moving issue just below and just above. */
function roundings(parts: readonly Part[], { corner, moving }: Relaxed): number[][] {
  if (!moving) return [[...corner]]
  const k = groupBefore(parts[moving.issue]!, corner[moving.issue]!, moving.to, moving.share)
  return [k, k + 1].map((group) =>
    corner.map((g, i) => (i === moving.issue ? Math.min(group, moving.to) : g)),
  )
}

/** The last group of a hull's edge that is not past a share of the way along it. */
function groupBefore({ column: { a } }: Part, from: number, to: number, share: number): number {
  const at = a[from]! + share * (a[to]! - a[from]!)
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (a[middle]! <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Both halves of a part, cut in the issue whose bound lies between two values; else in its longest issue. */
function splitPlace(parts: readonly Part[], { corner, moving }: Relaxed): Part[][] | undefined {
  const inside = moving && moving.share > 0 && moving.share < 1
  const longest = parts.reduce((best, part, i) => (size(part) > size(parts[best]!) ? i : best), 0)
  const issue = inside ? moving.issue : longest
  const part = parts[issue]!
  if (part.from === part.to) return undefined
  const k = inside
    ? Math.min(groupBefore(part, corner[issue]!, moving.to, moving.share), part.to - 1)
    : (part.from + part.to) >> 1
  const halves = [makePart(part.column, part.from, k), makePart(part.column, k + 1, part.to)]
  return halves.map((half) => parts.map((other, i) => (i === issue ? half : other)))
}

const size = ({ from, to }: Part): number => to - from

function takeLargest<T extends { readonly bound: Relaxed }>(open: T[]): T {
  let at = 0
  for (let i = 1; i < open.length; i++) if (open[i]!.bound.value > open[at]!.bound.value) at = i
  const [taken] = open.splice(at, 1)
  return taken!
}

/** The groups of each issue that lose little enough against a line. */
class Lists {
  readonly size: number
  readonly #lists: readonly { issue: number; groups: Uint32Array; loss: Float64Array; column: Shifted }[]
  readonly #base: Weights
  readonly #allowed: (value: number) => number
  readonly #first: number

  constructor(parts: readonly Part[], [wa, wb]: Weights, base: Weights, objective: Objective, bar: number) {
    const worth = parts.map(({ column, from, to }) =>
      column.a.subarray(from, to + 1).map((a, g) => wa * a + wb * column.b[from + g]!),
    )
    const tops = worth.map((list) => list.reduce((most, x) => (x > most ? x : most), -Infinity))
    const line = tops.reduce((sum, top) => sum + top, wa * base[0] + wb * base[1])
    const scale = tops.reduce(
      (sum, top) => sum + Math.abs(top),
      Math.abs(wa * base[0]) + Math.abs(wb * base[1]),
    )
    this.#base = base
    this.#allowed = (value) =>
      line - objective.leastWeighted(Math.max(value, 0) * (1 - 1e-12), wa, wb) + scale * 1e-11
    this.#first = this.#allowed(bar)
    this.#lists = parts
      .map(({ column, from }, issue) => {
        const loss = worth[issue]!.map((x) => tops[issue]! - x)
        const groups = Uint32Array.from(loss, (_, g) => g).filter((g) => loss[g]! <= this.#first)
        return { issue, loss, groups, column: shifted(column, from) }
      })
      .sort((p, q) => p.groups.length - q.groups.length)
    this.size = this.#lists.reduce((product, { groups }) => product * groups.length, 1)
  }

  /** Offers every combination within the allowance; returns how many steps that took. */
  visit(best: Best): number {
    const lists = this.#lists
    for (const { groups, loss } of lists) groups.sort((p, q) => loss[p]! - loss[q]!)
    const chosen: number[] = lists.map(() => 0)
    let allowance = this.#first
    let looked = 0
    const descend = (depth: number, spent: number, a: number, b: number): void => {
      if (depth === lists.length) {
        if (a >= 0 && b >= 0 && best.offer(a, b, chosen)) allowance = this.#allowed(best.bar)
        return
      }
      const { issue, groups, loss, column } = lists[depth]!
      for (let i = 0; i < groups.length; i++) {
        const g = groups[i]!
        const total = spent + loss[g]!
        if (total > allowance) return
        looked++
        chosen[issue] = column.from + g
        descend(depth + 1, total, a + column.a[g]!, b + column.b[g]!)
      }
    }
    descend(0, 0, this.#base[0], this.#base[1])
    return looked
  }
}

interface Shifted {
  readonly a: Float64Array
  readonly b: Float64Array
  readonly from: number
}

const shifted = ({ a, b }: Column, from: number): Shifted => ({
  a: a.subarray(from),
  b: b.subarray(from),
  from,
})
