/**
 * The solution concepts over gains of several parties. Each rises with every gain, so its best lies on the Pareto
 * frontier; docs/analysis.md has the definitions and their sources. Floats decide only where they must be right;
 * what they leave open is compared in big integers.
 */
import type { Efficient } from './efficient.ts'

export const MANY_CONCEPTS = [
  'nash',
  'kalaiSmorodinsky',
  'egalitarian',
  'utilitarian',
  'scaledUtilitarian',
] as const
export type ManyConcept = (typeof MANY_CONCEPTS)[number]

/** All the best of `among` (points of the frontier), in the order they stand there. */
type Best = (efficient: Efficient, among: Uint32Array) => number[]

/** Larger in float, with a margin far above all rounding; the few within it are compared exactly. */
function bestOf(
  among: Uint32Array,
  approx: (u: number) => number,
  margin: (most: number) => number,
  compare: ((u: number, v: number) => number) | undefined,
): number[] {
  const values = new Float64Array(among.length)
  let most = -Infinity
  for (let i = 0; i < among.length; i++) {
    const value = approx(among[i]!)
    values[i] = value
    if (value > most) most = value
  }
  const bar = compare ? most - margin(most) : most
  let best: number[] = []
  for (let i = 0; i < among.length; i++) {
    if (values[i]! < bar) continue
    const order = best.length > 0 && compare ? compare(among[i]!, best[0]!) : 0
    if (order > 0) best = []
    if (order >= 0) best.push(among[i]!)
  }
  return best
}

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0)

const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n)

/** The largest sum of gains. */
export const utilitarian: Best = ({ gains, exact, rounded }, among) => {
  const plain = !rounded && spanOf(gains, among) * gains.length <= Number.MAX_SAFE_INTEGER
  return bestOf(
    among,
    (u) => {
      let all = 0
      for (let p = 0; p < gains.length; p++) all += gains[p]![u]!
      return all
    },
    () => spanOf(gains, among) * gains.length * 1e-12,
    plain ? undefined : (u, v) => sign(sum(exact(u)) - sum(exact(v))),
  )
}

/** The largest sum of gains, each over its party's range (best less worst points); a range of zero adds nothing. */
export const scaledUtilitarian =
  (ranges: readonly bigint[]): Best =>
  ({ gains, exact }, among) => {
    const floats = ranges.map(Number)
    const product = ranges.reduce((all, range) => all * (range || 1n), 1n)
    const weights = ranges.map((range) => (range === 0n ? 0n : product / range))
    const whole = (u: number): bigint => sum(exact(u).map((gain, p) => gain * weights[p]!))
    const share = gains.map((own, p) => (floats[p] === 0 ? undefined : { own, range: floats[p]! }))
    const used = share.filter((one) => one !== undefined)
    const size = used.reduce((all, { own, range }) => all + spanOf([own], among) / range, 1)
    return bestOf(
      among,
      (u) => {
        let all = 0
        for (let i = 0; i < used.length; i++) all += used[i]!.own[u]! / used[i]!.range
        return all
      },
      () => size * 1e-12,
      (u, v) => sign(whole(u) - whole(v)),
    )
  }

/** The largest size of any gain. */
function spanOf(gains: readonly Float64Array[], among: Uint32Array): number {
  let most = 0
  for (const own of gains) for (const u of among) if (Math.abs(own[u]!) > most) most = Math.abs(own[u]!)
  return most
}

/**
 * As many parties as possible with a gain above zero, and then the largest product of these gains (Nash 1950; where
 * not all can gain, Caragiannis et al. 2019).
 */
export const nash: Best = ({ gains, exact }, among) => {
  let widest = 0
  const gaining = new Uint8Array(among.length)
  for (let i = 0; i < among.length; i++) {
    const u = among[i]!
    for (let p = 0; p < gains.length; p++) if (gains[p]![u]! > 0) gaining[i]!++
    if (gaining[i]! > widest) widest = gaining[i]!
  }
  const left = among.filter((_, i) => gaining[i] === widest)
  const product = (u: number): number => {
    let all = 1
    for (let p = 0; p < gains.length; p++) if (gains[p]![u]! > 0) all *= gains[p]![u]!
    return all
  }
  const whole = (u: number): bigint => exact(u).reduce((all, gain) => (gain > 0n ? all * gain : all), 1n)
  // Gains below 2^51 each: ten of them stay far below the largest float, and each product rounds once.
  return bestOf(
    left,
    product,
    (most) => most * 1e-12,
    (u, v) => sign(whole(u) - whole(v)),
  )
}

/**
 * The largest smallest share, then the largest second smallest, and so on (leximin): shares are gains over `ideals`.
 * With ideals of one it is the egalitarian solution, with each party's most the Kalai-Smorodinsky solution. A party
 * whose ideal is not above zero can gain nothing and is left out.
 */
export const leximin =
  (ideals: readonly bigint[]): Best =>
  ({ gains, exact, rounded }, among) => {
    const counted = ideals.flatMap((ideal, p) => (ideal > 0n ? [{ p, ideal, float: Number(ideal) }] : []))
    const size = counted.length
    // Division rounds to the nearest float: a larger float is a larger fraction. Different fractions are different
    // floats where denominators are below 2^20 and the shares below 2^10; else equal floats are compared exactly.
    const least = counted.reduce((all, { float }) => Math.min(all, float), Infinity)
    const sure =
      !rounded &&
      (counted.every(({ ideal }) => ideal === 1n) ||
        (counted.every(({ float }) => float < 2 ** 20) && spanOf(gains, among) < least * 2 ** 10))
    let best: number[] = []
    const record = new Float64Array(size)
    const own = new Float64Array(size)
    for (const u of among) {
      for (let i = 0; i < size; i++) {
        const share = gains[counted[i]!.p]![u]! / counted[i]!.float
        let at = i
        for (; at > 0 && own[at - 1]! > share; at--) own[at] = own[at - 1]!
        own[at] = share
      }
      let order = best.length === 0 ? 1 : 0
      for (let i = 0; order === 0 && i < size; i++) {
        const difference = own[i]! - record[i]!
        if (difference !== 0 && (sure || Math.abs(difference) > 1e-12 * Math.abs(own[i]!))) order = difference
        else if (!sure) {
          order = compareShares(counted, exact(u), exact(best[0]!))
          break
        }
      }
      if (order > 0) {
        best = []
        record.set(own)
      }
      if (order >= 0) best.push(u)
    }
    return best
  }

function compareShares(
  counted: readonly { readonly p: number; readonly ideal: bigint }[],
  x: readonly bigint[],
  y: readonly bigint[],
): number {
  const product = counted.reduce((all, { ideal }) => all * ideal, 1n)
  const sorted = (gains: readonly bigint[]): bigint[] =>
    counted.map(({ p, ideal }) => gains[p]! * (product / ideal)).sort((a, b) => sign(a - b))
  const [own, other] = [sorted(x), sorted(y)]
  for (let i = 0; i < own.length; i++) {
    const order = sign(own[i]! - other[i]!)
    if (order !== 0) return order
  }
  return 0
}
