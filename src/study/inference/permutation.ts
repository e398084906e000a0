/**
 * The permutation test of two pairings: were the names of the pairings drawn by lot, as they were within each block
 * and opener, how often would the difference be as large? (Fisher 1935; Ernst 2004, Permutation methods.)
 *
 * The difference is that of the means within each stratum, strata weighted by n1 n2 / (n1 + n2); where all strata
 * are equally large it is the plain difference of means. Up to a factor that no permutation changes it is the
 * sum over strata of (sum of the first - n1 times the stratum's mean), which lies around zero.
 */
import type { Random } from '../../core/random.ts'

/** The figures of both pairings that may change places with each other. */
export interface Stratum {
  readonly a: readonly number[]
  readonly b: readonly number[]
}

export interface PermutationTest {
  /** Two-sided: how large a share of the rearrangements is at least as far from zero. */
  readonly p: number
  /** `exact`: of all rearrangements. `drawn`: (as large + 1) / (draws + 1), which is never zero (Phipson & Smyth 2010). */
  readonly method: 'exact' | 'drawn'
  /** How many rearrangements there are (as a float, where they are many), or how many were drawn. */
  readonly rearrangements: number
}

/** How many different sums are followed at most for an exact test; more are drawn. */
const MOST_SUMS = 60_000
/** Counts up to here are exact in a float. */
const MOST_COUNT = Number.MAX_SAFE_INTEGER

/** Undefined where no stratum has both pairings. `random` is used where an exact test would be too large. */
export function permutationTest(
  strata: readonly Stratum[],
  random: () => Random,
  draws = 9999,
): PermutationTest | undefined {
  const mixed = strata.filter(({ a, b }) => a.length > 0 && b.length > 0)
  if (mixed.length === 0) return undefined
  const parts = mixed.map(({ a, b }) => {
    const all = [...a, ...b]
    const mean = total(all) / all.length
    // Deviations from the stratum's mean, so that every sum lies around zero.
    return { values: all.map((value) => value - mean), take: a.length }
  })
  const observed = Math.abs(total(parts.map(({ values, take }) => total(values.slice(0, take)))))
  // Sums of the same figures in another order differ in the last digits of a float: they count as equal.
  const size = Math.max(1e-300, ...parts.map(({ values }) => Math.max(...values.map(Math.abs))))
  const slack = size * 1e-9
  const reached = (sum: number): boolean => Math.abs(sum) >= observed - slack
  return exact(parts, slack, reached) ?? drawn(parts, random(), draws, reached)
}

interface Part {
  readonly values: readonly number[]
  /** How many of them go to the first pairing. */
  readonly take: number
}

function exact(
  parts: readonly Part[],
  slack: number,
  reached: (sum: number) => boolean,
): PermutationTest | undefined {
  if (parts.reduce((n, { values, take }) => n * ways(values.length, take), 1) > MOST_COUNT) return undefined
  let sums = new Map<number, Counted>([[0, { sum: 0, count: 1 }]])
  for (const part of parts) {
    const own = sumsOf(part, slack)
    if (!own || own.size * sums.size > 20 * MOST_SUMS) return undefined
    const next = new Map<number, Counted>()
    for (const before of sums.values()) {
      for (const more of own.values()) add(next, before.sum + more.sum, before.count * more.count, slack)
    }
    if (next.size > MOST_SUMS) return undefined
    sums = next
  }
  let [all, far] = [0, 0]
  for (const { sum, count } of sums.values()) {
    all += count
    if (reached(sum)) far += count
  }
  return { p: far / all, method: 'exact', rearrangements: all }
}

/** How many ways there are to take so many of n. */
function ways(n: number, take: number): number {
  let product = 1
  for (let k = 1; k <= Math.min(take, n - take); k++) product = (product * (n - k + 1)) / k
  return product
}

interface Counted {
  readonly sum: number
  count: number
}

/** Equal sums are followed once, with how often they come up. */
function add(sums: Map<number, Counted>, sum: number, count: number, slack: number): void {
  const key = Math.round(sum / slack)
  const known = sums.get(key)
  if (known) known.count += count
  else sums.set(key, { sum, count })
}

/** The sums of `take` of the values, each way of taking them once. Undefined where they are too many. */
function sumsOf({ values, take }: Part, slack: number): Map<number, Counted> | undefined {
  let byTaken: Map<number, Counted>[] = Array.from({ length: take + 1 }, () => new Map())
  byTaken[0]!.set(0, { sum: 0, count: 1 })
  for (const value of values) {
    const next = byTaken.map((sums) => new Map([...sums].map(([key, one]) => [key, { ...one }])))
    for (let k = 0; k < take; k++) {
      for (const { sum, count } of byTaken[k]!.values()) add(next[k + 1]!, sum + value, count, slack)
    }
    if (next.reduce((n, sums) => n + sums.size, 0) > MOST_SUMS) return undefined
    byTaken = next
  }
  return byTaken[take]!
}

function drawn(
  parts: readonly Part[],
  random: Random,
  draws: number,
  reached: (sum: number) => boolean,
): PermutationTest {
  let far = 0
  for (let i = 0; i < draws; i++) {
    let sum = 0
    for (const { values, take } of parts) {
      const pool = [...values]
      // The first `take` places of a shuffle (Fisher-Yates, stopped early).
      for (let k = 0; k < take; k++) {
        const j = random.int(k, pool.length - 1)
        sum += pool[j]!
        pool[j] = pool[k]!
      }
    }
    if (reached(sum)) far++
  }
  return { p: (far + 1) / (draws + 1), method: 'drawn', rearrangements: draws }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
