/**
 * The points of every outcome of a discrete space, one array a party. Outcomes are counted with the last issue
 * running fastest; `outcomeAt` turns a count back into values.
 */
import type { Outcome } from '../issue.ts'
import { ENUMERABLE, NotCovered } from './space.ts'
import type { Tables } from './tables.ts'

export interface AllPoints {
  readonly tables: Tables
  readonly count: number
  /**
   * One array a party. Scaled points as they are in `tables`; where those pass 2^53, ranks: equal where points are
   * equal and larger where they are larger, which is all that a frontier asks for.
   */
  readonly order: readonly Float64Array[]
  /** The reservation values on the scale of `order`: at or above means individually rational. */
  readonly bar: readonly number[]
  /** A party's gain of an outcome over its reservation value, scaled and exact. */
  exactGain(party: number, k: number): bigint
  /** The same as a float; exact wherever `tables.whole` is not set. */
  gain(party: number, k: number): number
}

/** Where big integers are needed fewer outcomes are listed, since each costs some hundred bytes. */
const ENUMERABLE_BIG = 1_000_000

/** Lists the points of all outcomes. Throws NotCovered where there are too many. */
export function pointsOfAll(tables: Tables): AllPoints {
  const count = tables.cells[0]!.reduce((product, cell) => product * cell.length, 1)
  const limit = tables.whole ? ENUMERABLE_BIG : ENUMERABLE
  if (count > limit) throw new NotCovered(`more than ${limit} outcomes are not listed one by one`)
  if (tables.whole) return withRanks(tables, tables.whole, count)
  const order = tables.cells.map((cells) => sums(cells, count))
  const gain = (party: number, k: number): number => order[party]![k]! - tables.reservations[party]!
  return {
    tables,
    count,
    order,
    bar: tables.reservations,
    gain,
    exactGain: (party, k) => BigInt(gain(party, k)),
  }
}

/** The outcome with this place in the counting. */
export function outcomeAt(tables: Tables, k: number): Outcome {
  const values: number[] = []
  let rest = k
  for (let i = tables.issues.length - 1; i >= 0; i--) {
    const size = tables.cells[0]![i]!.length
    values[i] = tables.value(i, rest % size)
    rest = Math.floor(rest / size)
  }
  return values
}

/** All sums of one value an issue. Built from the last issue forward; each step copies one block, shifted. */
function sums(cells: readonly Float64Array[], count: number): Float64Array {
  const all = new Float64Array(count)
  let size = 1
  for (let i = cells.length - 1; i >= 0; i--) {
    const cell = cells[i]!
    // Block 0 holds the sums so far and is the last to be overwritten.
    for (let v = cell.length - 1; v >= 0; v--) {
      const more = cell[v]!
      const start = v * size
      for (let k = 0; k < size; k++) all[start + k] = all[k]! + more
    }
    size *= cell.length
  }
  return all
}

function withRanks(tables: Tables, whole: NonNullable<Tables['whole']>, count: number): AllPoints {
  const exact = whole.cells.map((cells) =>
    cells.reduce<bigint[]>((all, cell) => all.flatMap((sum) => cell.map((more) => sum + more)), [0n]),
  )
  const ranked = exact.map((points, p) => {
    const distinct = [...new Set([...points, whole.reservations[p]!])].sort((a, b) =>
      a < b ? -1 : a > b ? 1 : 0,
    )
    const rank = new Map(distinct.map((value, r) => [value, r]))
    return {
      order: Float64Array.from(points, (value) => rank.get(value)!),
      bar: rank.get(whole.reservations[p]!)!,
    }
  })
  const exactGain = (party: number, k: number): bigint => exact[party]![k]! - whole.reservations[party]!
  return {
    tables,
    count,
    order: ranked.map((party) => party.order),
    bar: ranked.map((party) => party.bar),
    exactGain,
    gain: (party, k) => Number(exactGain(party, k)),
  }
}
