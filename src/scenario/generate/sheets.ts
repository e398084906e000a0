/**
 * Draws score sheets in whole points: every party's best outcome is worth 100 and its worst 0. How alike the
 * parties' tastes are is a dial; the properties that a game must have are measured afterwards, not trusted to it.
 * Whole numbers throughout, so that every machine draws the same.
 */
import type { Random } from '../../core/random.ts'

/** Points by party, issue and option. */
export type Sheets = readonly (readonly (readonly number[])[])[]

/** The points of the best outcome. */
export const BEST = 100

/** How a sheet is drawn; both in percent. */
export interface Dial {
  /**
   * Above 0: how often a party orders an issue's options as the others do. Below 0: how often it takes one of two
   * opposite orders, by its place in turn.
   */
  readonly accord: number
  /** How much of an issue's weight is the same for all parties. */
  readonly common: number
}

/** A dial drawn evenly over its range. */
export const drawDial = (random: Random): Dial => ({
  accord: random.int(-100, 100),
  common: random.int(0, 100),
})

/** One game's sheets; `options` has one figure an issue. */
export function drawSheets(parties: number, options: readonly number[], dial: Dial, random: Random): Sheets {
  const issues = options.length
  const shared = { order: options.map((count) => order(count, random)), weights: rawWeights(issues, random) }
  return Array.from({ length: parties }, (_, party) => {
    const own = rawWeights(issues, random)
    const weights = toSum(own.map((weight, i) => mixed(weight, shared.weights[i]!, dial.common)))
    return options.map((count, i) => {
      const follows = random.int(1, 100) <= Math.abs(dial.accord)
      const alone = order(count, random)
      const common = shared.order[i]!
      const turned = dial.accord < 0 && party % 2 === 1
      const taste = follows ? (turned ? common.toReversed() : common) : alone
      const points = steps(weights[i]!, count, random)
      return taste.map((rank) => points[rank]!)
    })
  })
}

/** Each option's rank, 0 for the best. */
const order = (count: number, random: Random): number[] =>
  random.shuffle(Array.from({ length: count }, (_, rank) => rank))

/** In one issue of six a party has no stake, but it has one in two issues at least (in all of two or fewer). */
function rawWeights(issues: number, random: Random): number[] {
  const weights = Array.from({ length: issues }, () => (random.int(1, 6) === 1 ? 0 : random.int(10, 60)))
  for (let i = 0; weights.filter((weight) => weight > 0).length < Math.min(2, issues); i++) {
    if (weights[i] === 0) weights[i] = random.int(10, 60)
  }
  return weights
}

const mixed = (own: number, shared: number, common: number): number => own * (100 - common) + shared * common

/** Whole numbers in these proportions that sum to BEST: what rounding left goes to the first of the largest. */
export function toSum(raw: readonly number[], total = BEST): number[] {
  const whole = raw.reduce((sum, weight) => sum + weight, 0)
  const weights = raw.map((weight) => Math.floor((weight * total) / whole))
  const left = total - weights.reduce((sum, weight) => sum + weight, 0)
  const largest = weights.indexOf(Math.max(...weights))
  weights[largest]! += left
  return weights
}

/** Falling points from the weight to 0: what lies between is drawn, in halves as often as not. */
function steps(weight: number, count: number, random: Random): number[] {
  if (count === 1) return [weight]
  const even = random.int(0, 1) === 1
  const between = Array.from({ length: count - 2 }, (_, k) =>
    even ? Math.floor((weight * (count - 2 - k)) / (count - 1)) : random.int(0, weight),
  )
  return [weight, ...between.sort((a, b) => b - a), 0]
}
