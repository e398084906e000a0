/**
 * Which of many points no other point dominates, in any number of dimensions. Exact: it only compares.
 *
 * A dominating point has the larger sum, so points are taken by falling sum, and each is held against those kept
 * before it. Kept points stand in bit sets, one for each dimension and each of a few bands of its values: bit k of
 * a band's set says that point k is in this band or a higher one. Intersecting one set a dimension leaves the
 * points that may dominate, 32 at a step; each of these is compared in full. (Sums as a presorting: Chomicki,
 * Godfrey, Gryz & Liang, "Skyline with presorting", 2003; bit sets: Tan, Eng & Ooi, "Efficient progressive skyline
 * computation", 2001.)
 */
import { paretoFrontier, sortBy } from '../frontier.ts'

/** Bands of one dimension's values at most. */
const BANDS = 64
/** Points to a chunk of bit sets. */
const CHUNK = 1 << 14
/** With fewer points than this they are compared pair by pair. */
const FEW = 48

/**
 * The places of the points that are not dominated, by falling sum of their coordinates. Equal points do not dominate
 * one another: all of them stay.
 * @param columns one array a dimension, one finite whole number a point
 */
export function nondominated(columns: readonly Float64Array[], count: number): Uint32Array {
  if (columns.length === 2 && count >= FEW) return paretoFrontier(columns[0]!, columns[1]!).reverse()
  const sums = new Float64Array(count)
  for (const column of columns) for (let k = 0; k < count; k++) sums[k]! += column[k]!
  const places = new Uint32Array(count)
  for (let k = 0; k < count; k++) places[k] = k
  const sorted = sortBy(sums, places)
  const kept = new Kept(columns, count)
  for (let end = count; end > 0; ) {
    // Points with one sum cannot dominate each other.
    let first = end
    const sum = sums[sorted[end - 1]!]!
    while (first > 0 && sums[sorted[first - 1]!] === sum) first--
    const before = kept.size
    const rounded = Math.abs(sum) > Number.MAX_SAFE_INTEGER
    for (let i = end - 1; i >= first; i--) {
      const k = sorted[i]!
      if (rounded && dominatedIn(columns, sorted.subarray(first, end), k)) continue
      if (!kept.dominates(k, before)) kept.add(k)
    }
    end = first
  }
  return kept.places.slice(0, kept.size)
}

/** Whether one of these dominates point k: only asked where rounded sums could not tell them apart. */
const dominatedIn = (columns: readonly Float64Array[], places: Uint32Array, k: number): boolean =>
  places.some(
    (other) =>
      columns.every((column) => column[other]! >= column[k]!) &&
      columns.some((column) => column[other]! > column[k]!),
  )

/** The points kept so far, and their bit sets. */
class Kept {
  readonly places: Uint32Array
  size = 0
  readonly #columns: readonly Float64Array[]
  readonly #low: Float64Array
  readonly #scale: Float64Array
  readonly #bands: number
  /** Words of one band's set in a chunk. */
  readonly #words: number
  /** Chunk by chunk: sets of dimension 0, band 0; dimension 0, band 1; … */
  readonly #chunks: Uint32Array[] = []
  /** How many words are filled in; the points after them are compared one by one. */
  #filled = 0
  readonly #rows: Int32Array
  readonly #heights: Int32Array

  constructor(columns: readonly Float64Array[], count: number) {
    this.places = new Uint32Array(count)
    this.#columns = columns
    this.#bands = count < FEW ? 0 : Math.min(BANDS, Math.max(8, count >> 3))
    this.#words = Math.min(CHUNK, (count + 31) & ~31) >> 5
    this.#rows = new Int32Array(columns.length)
    this.#heights = new Int32Array(columns.length)
    this.#low = new Float64Array(columns.length)
    this.#scale = new Float64Array(columns.length)
    if (this.#bands === 0) return
    columns.forEach((column, d) => {
      let low = Infinity
      let high = -Infinity
      for (let k = 0; k < count; k++) {
        const at = column[k]!
        if (at < low) low = at
        if (at > high) high = at
      }
      this.#low[d] = low
      this.#scale[d] = high === low ? 0 : (this.#bands - 1) / (high - low)
    })
  }

  add(k: number): void {
    this.places[this.size++] = k
    if (this.#bands > 0 && (this.size & 31) === 0) this.#fill()
  }

  /** Whether one of the first `before` kept points, all with larger sums, has at least as much everywhere. */
  dominates(k: number, before: number): boolean {
    const words = Math.min(this.#filled, (before + 31) >> 5)
    if (words > 0 && this.#inSets(k, before, words)) return true
    for (let i = words << 5; i < before; i++) if (this.#covers(this.places[i]!, k)) return true
    return false
  }

  #inSets(k: number, before: number, words: number): boolean {
    const dimensions = this.#columns.length
    const rows = this.#sparsestFirst(k)
    const [a, b] = [rows[0]!, rows[1]!]
    for (let done = 0, c = 0; done < words; done += this.#words, c++) {
      const sets = this.#chunks[c]!
      const end = Math.min(this.#words, words - done)
      for (let w = 0; w < end; w++) {
        let left = sets[a + w]! & sets[b + w]!
        for (let d = 2; left !== 0 && d < dimensions; d++) left &= sets[rows[d]! + w]!
        while (left !== 0) {
          const i = ((done + w) << 5) + 31 - Math.clz32(left & -left)
          if (i < before && this.#covers(this.places[i]!, k)) return true
          left &= left - 1
        }
      }
    }
    return false
  }

  /** Where the point's sets begin. The higher its band, the fewer points reach it, the sooner nothing is left. */
  #sparsestFirst(k: number): Int32Array {
    const rows = this.#rows
    const bands = this.#heights
    for (let d = 0; d < rows.length; d++) {
      const band = this.#band(d, this.#columns[d]![k]!)
      const row = (d * this.#bands + band) * this.#words
      let at = d
      for (; at > 0 && bands[at - 1]! < band; at--) {
        bands[at] = bands[at - 1]!
        rows[at] = rows[at - 1]!
      }
      bands[at] = band
      rows[at] = row
    }
    return rows
  }

  /** Whether point `p` has at least as much as point `k` in every dimension. */
  #covers(p: number, k: number): boolean {
    for (let d = 0; d < this.#columns.length; d++) {
      const column = this.#columns[d]!
      if (column[p]! < column[k]!) return false
    }
    return true
  }

  /** Rises with the value, so that a point with at least as much is never in a lower band. */
  #band(d: number, value: number): number {
    return ((value - this.#low[d]!) * this.#scale[d]!) | 0
  }

  /** Puts the last 32 points into the sets. */
  #fill(): void {
    const word = this.#filled++
    const chunk = Math.floor(word / this.#words)
    const at = word - chunk * this.#words
    this.#chunks[chunk] ??= new Uint32Array(this.#columns.length * this.#bands * this.#words)
    const sets = this.#chunks[chunk]!
    this.#columns.forEach((column, d) => {
      const row = d * this.#bands * this.#words + at
      for (let bit = 0; bit < 32; bit++) {
        const band = this.#band(d, column[this.places[(word << 5) + bit]!]!)
        sets[row + band * this.#words]! |= 1 << bit
      }
      for (let band = this.#bands - 2, more = 0; band >= 0; band--) {
        more = sets[row + (band + 1) * this.#words]!
        sets[row + band * this.#words]! |= more
      }
    })
  }
}
