/**
 * How many outcomes each coalition accepts: gives every member no less than its reservation value. Outcomes are
 * counted block by block and never listed, so that ten million take no memory.
 */
import { pointsOfAll } from '../points-of-all.ts'
import type { Tables } from '../tables.ts'
import { type Coalition, sizeOf } from './game.ts'

export interface Acceptance {
  readonly count: number
  /** How many outcomes exactly these parties accept, by coalition. */
  readonly exactly: Float64Array
  /** How many these parties accept, whatever the others do. */
  readonly by: Float64Array
  /** How many outcomes exactly so many parties accept, from 0 on. */
  readonly bySize: readonly number[]
}

/** The outcomes of one block: few enough to stay close to the processor. */
const BLOCK = 4096

/** Counts all outcomes. Throws NotCovered where figures pass 2^53 and there are over a million outcomes. */
export function countAcceptance(tables: Tables): Acceptance {
  const parties = tables.cells.length
  const exactly = new Float64Array(1 << parties)
  if (tables.whole) countBig(tables, exactly)
  else countSmall(tables, exactly)
  const by = exactly.slice()
  for (let p = 0; p < parties; p++) {
    for (let set = 0; set < by.length; set++) if (!((set >> p) & 1)) by[set]! += by[set | (1 << p)]!
  }
  const bySize = new Array<number>(parties + 1).fill(0)
  exactly.forEach((count, set) => {
    bySize[sizeOf(set)]! += count
  })
  return { count: by[0]!, exactly, by, bySize }
}

/** Adds up the counts of all coalitions that pass a test. */
export const countWhere = ({ exactly }: Acceptance, test: (set: Coalition) => boolean): number =>
  exactly.reduce((sum, count, set) => (count > 0 && test(set) ? sum + count : sum), 0)

function countSmall(tables: Tables, exactly: Float64Array): void {
  const { cells, reservations } = tables
  const issues = cells[0]!.length
  // The last issues make a block, the others say how much each block starts with.
  let cut = issues
  let inside = 1
  while (cut > 0 && inside * cells[0]![cut - 1]!.length <= BLOCK) inside *= cells[0]![--cut]!.length
  if (cut === issues) cut--
  const blocks = cells.map((row) => sumsOf(row.slice(cut)))
  const starts = cells.map((row) => sumsOf(row.slice(0, cut)))
  const size = blocks[0]!.length
  const sets = new Uint16Array(size)
  const counts = new Uint32Array(exactly.length)
  for (let start = 0; start < starts[0]!.length; start++) {
    for (let p = 0; p < cells.length; p++) {
      const bar = reservations[p]! - starts[p]![start]!
      const block = blocks[p]!
      if (p === 0) for (let k = 0; k < size; k++) sets[k] = block[k]! >= bar ? 1 : 0
      else {
        const bit = 1 << p
        for (let k = 0; k < size; k++) sets[k]! |= block[k]! >= bar ? bit : 0
      }
    }
    for (let k = 0; k < size; k++) counts[sets[k]!]!++
  }
  counts.forEach((count, set) => {
    exactly[set] = count
  })
}

/** All sums of one value an issue, the last issue running fastest. */
function sumsOf(cells: readonly Float64Array[]): Float64Array {
  let sums = new Float64Array(1)
  for (const cell of cells) {
    const wider = new Float64Array(sums.length * cell.length)
    for (let s = 0, k = 0; s < sums.length; s++) {
      const base = sums[s]!
      for (let v = 0; v < cell.length; v++) wider[k++] = base + cell[v]!
    }
    sums = wider
  }
  return sums
}

function countBig(tables: Tables, exactly: Float64Array): void {
  const { order, bar, count } = pointsOfAll(tables)
  for (let k = 0; k < count; k++) {
    let set = 0
    for (let p = 0; p < order.length; p++) if (order[p]![k]! >= bar[p]!) set |= 1 << p
    exactly[set]!++
  }
}
