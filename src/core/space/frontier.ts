/**
 * The Pareto frontier of a list of points of two parties: an outcome is on it when no other gives both at least
 * as much and one of them more. Exact: it only compares. Three steps: the frontier of a sample says what most
 * others are dominated by, the few that are left are sorted by one party's points, and one sweep takes the rest.
 */

/** How many outcomes are looked at for the first, rough frontier. */
const SAMPLE = 8192
/** How finely the rough frontier is looked up. */
const BUCKETS = 4096

/**
 * The places of all outcomes on the frontier, by rising `x` and so by falling `y`; outcomes with equal points
 * stand together. `x` and `y` hold one finite number an outcome.
 */
export function paretoFrontier(x: Float64Array, y: Float64Array): Uint32Array {
  if (x.length === 0) return new Uint32Array(0)
  const left = prefilter(x, y)
  return sweep(x, y, sortBy(x, left))
}

/** Drops what some outcome of a sample dominates. */
function prefilter(x: Float64Array, y: Float64Array): Uint32Array {
  const n = x.length
  let low = Infinity
  let high = -Infinity
  for (let k = 0; k < n; k++) {
    const at = x[k]!
    if (at < low) low = at
    if (at > high) high = at
  }
  const all = (): Uint32Array => Uint32Array.from({ length: n }, (_, k) => k)
  if (n < 4 * SAMPLE || high === low) return all()

  // floor[j]: the most y of the sample among outcomes whose x lies in a later bucket than j, so strictly more x.
  const scale = (BUCKETS - 1) / (high - low)
  const floor = new Float64Array(BUCKETS + 1).fill(-Infinity)
  // A stride that shares no factor with usual radices, so that the sample does not follow one issue's values.
  const stride = (n / SAMPLE) | 1
  for (let k = 0; k < n; k += stride) {
    const bucket = ((x[k]! - low) * scale) | 0
    if (y[k]! > floor[bucket]!) floor[bucket] = y[k]!
  }
  let best = -Infinity
  for (let j = BUCKETS - 1; j >= 0; j--) {
    const own = floor[j]!
    floor[j] = best
    if (own > best) best = own
  }
  const kept = new Uint32Array(n)
  let size = 0
  for (let k = 0; k < n; k++) {
    const bucket = ((x[k]! - low) * scale) | 0
    if (y[k]! > floor[bucket]!) {
      kept[size++] = k
    }
  }
  return kept.subarray(0, size)
}

/** Below this a comparison sort is as quick as counting digits. */
const FEW = 256

/** The same places by rising x: a comparison sort for few, a radix sort for many whole numbers. */
export function sortBy(x: Float64Array, places: Uint32Array): Uint32Array {
  if (places.length < FEW) return places.sort((a, b) => x[a]! - x[b]!)
  let low = Infinity
  let high = -Infinity
  let whole = true
  for (let i = 0; i < places.length; i++) {
    const at = x[places[i]!]!
    if (at < low) low = at
    if (at > high) high = at
    if (Math.floor(at) !== at) whole = false
  }
  if (!whole || high - low >= 2 ** 53) return places.sort((a, b) => x[a]! - x[b]!)
  return radixSort(x, places, low, high - low)
}

const DIGIT = 2048

/** Least significant digit first, eleven bits a pass. */
function radixSort(x: Float64Array, places: Uint32Array, low: number, range: number): Uint32Array {
  let from = places
  let to: Uint32Array = new Uint32Array(places.length)
  // Powers of two, so that the product is the exact quotient.
  for (let scale = 1; range * scale >= 1; scale /= DIGIT) {
    const ends = new Uint32Array(DIGIT)
    for (let i = 0; i < from.length; i++) ends[digitOf(x[from[i]!]! - low, scale)]!++
    let sum = 0
    for (let d = 0; d < DIGIT; d++) {
      const size = ends[d]!
      ends[d] = sum
      sum += size
    }
    for (let i = 0; i < from.length; i++) {
      const k = from[i]!
      to[ends[digitOf(x[k]! - low, scale)]!++] = k
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** A digit by floors alone: the remainder operator on floats takes ten times as long. */
function digitOf(value: number, scale: number): number {
  const rest = Math.floor(value * scale)
  return rest - Math.floor(rest / DIGIT) * DIGIT
}

/** From the largest x down: an outcome stays when its y is the most of its x and more than all before. */
function sweep(x: Float64Array, y: Float64Array, sorted: Uint32Array): Uint32Array {
  const found = new Uint32Array(sorted.length)
  let start = found.length
  let best = -Infinity
  for (let end = sorted.length; end > 0; ) {
    const at = x[sorted[end - 1]!]!
    let first = end
    let most = -Infinity
    while (first > 0 && x[sorted[first - 1]!]! === at) {
      first--
      if (y[sorted[first]!]! > most) most = y[sorted[first]!]!
    }
    if (most > best) {
      for (let i = end - 1; i >= first; i--) if (y[sorted[i]!]! === most) found[--start] = sorted[i]!
      best = most
    }
    end = first
  }
  // A copy lets go of the rest, which is most of it in a cloud.
  return start > found.length / 2 ? found.slice(start) : found.subarray(start)
}
