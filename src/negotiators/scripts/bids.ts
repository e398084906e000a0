/**
 * The bidding space: how a script finds outcomes that are worth a wished number of its own points. Where the
 * outcomes can be listed they are, sorted by points; where they cannot (concert tickets has 3.8e11), a loss of
 * points is spread over the issues in drawn proportions and mended on the grid of allowed values. What is found
 * is never worth less than was asked for. All points are scaled (Utility.scaled).
 */

import type { Outcome } from '../../core/issue.ts'
import { countOutcomes } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import { type Random, randomOf } from '../../core/random.ts'
import { type Curve, curveOf } from './curve.ts'
import { type Listed, listOutcomes } from './listed.ts'

/** How much each issue gives way beside the others; only the proportions count. */
export type Direction = readonly number[]

export interface BidSpace {
  readonly utility: Utility
  readonly best: number
  readonly worst: number
  /** Every outcome by falling points, where there are at most MOST_LISTED. */
  readonly listed?: Listed
  /** One of the outcomes worth most. */
  top(random: Random): Outcome
  /**
   * A drawn direction. With `skew` 0 every issue gives way by the same share of its own range (each follows the
   * same curve, as in Faratin, Sierra & Jennings 1998); the higher, the more lopsided.
   */
  direction(random: Random, skew: number): Direction
  /**
   * An outcome worth `target` or a little more; above the best there is only the best. In a long space the
   * direction says how the loss is spread; numbers are round ones where that costs little.
   */
  near(target: number, random: Random, direction: Direction): Outcome
  /** One of all outcomes worth at least `target`, each as likely as the next (see `atLeast`); undefined if none. */
  anyAbove(target: number, random: Random): Outcome | undefined
}

/** Up to this many outcomes are listed: sorting them takes about ten milliseconds, once for a utility. */
export const MOST_LISTED = 20_000

/** `near` picks among outcomes within this share of the whole range of points above its target. */
const BAND = 0.01

/** So often a uniform draw is tried in a space that is not listed before `near` a drawn target stands in. */
const TRIES = 200

const spaces = new WeakMap<Utility, BidSpace>()

/** The bidding space of a utility; made once and kept with it. */
export function bidSpace(utility: Utility): BidSpace {
  const known = spaces.get(utility)
  if (known) return known
  const curves = utility.issues.map((_, place) => curveOf(utility, place))
  const space = countOutcomes(utility.issues) <= BigInt(MOST_LISTED) ? short(utility) : long(utility, curves)
  spaces.set(utility, space)
  return space
}

function short(utility: Utility): BidSpace {
  const listed = listOutcomes(utility)
  const { points } = listed
  const best = points[0]!
  const worst = points[points.length - 1]!
  const band = (best - worst) * BAND
  const near = (target: number, random: Random): Outcome => {
    const end = Math.max(1, listed.countAbove(target))
    const highest = Math.max(points[end - 1]!, Math.min(best, target + band))
    const first = listed.countAbove(highest, true)
    return listed.at(first === end - 1 ? first : random.int(first, end - 1))
  }
  return {
    utility,
    best,
    worst,
    listed,
    near,
    direction: () => [],
    top: (random) => near(best, random),
    anyAbove: (target, random) => {
      const count = listed.countAbove(target)
      return count === 0 ? undefined : listed.at(random.int(0, count - 1))
    },
  }
}

function long(utility: Utility, curves: readonly Curve[]): BidSpace {
  const { issues } = utility
  const top = (random: Random): Outcome => curves.map((curve) => curve.down(curve.best, random))
  // Of the outcome itself: a sum of rounded parts may be another number where points are not small.
  const best = utility.scaled(top(randomOf('best')))
  const worst = curves.reduce((sum, curve) => sum + curve.worst, 0)
  // Sums that are too big to be exact are kept clear of the target by more than they can be wrong.
  const margin = utility.small ? 0 : Math.max(Math.abs(best), Math.abs(worst)) * 1e-12

  // The finest issue comes last and takes up what the others' grids left.
  const order = curves.map((_, place) => place).sort((a, b) => curves[b]!.grain - curves[a]!.grain || a - b)
  const slack = Math.max(1, curves[order.at(-1)!]!.grain)
  const blank = curves.map(() => 0)

  const near = (target: number, random: Random, direction: Direction): Outcome => {
    let left = best - (utility.small ? Math.ceil(target) : target + margin)
    if (!(left > 0)) return top(random)
    const outcome = blank.slice()
    let weight = 0
    for (const part of direction) weight += part
    for (const place of order) {
      const curve = curves[place]!
      const share = weight > 0 ? Math.floor((left * direction[place]!) / weight) : 0
      const value = curve.down(curve.best - share, random)
      outcome[place] = value
      left -= curve.best - curve.worth(value)
      weight -= direction[place]!
    }
    // What an issue at its worst could not take goes to the others.
    for (let k = order.length - 1; k >= 0 && left > slack; k--) {
      const place = order[k]!
      const curve = curves[place]!
      const before = curve.worth(outcome[place]!)
      outcome[place] = curve.down(before - left, random)
      left -= before - curve.worth(outcome[place]!)
    }
    // Whole numbers add up exactly; others are added up again.
    const enough = utility.small ? left >= 0 : utility.scaled(outcome) >= target
    return enough ? outcome : top(random)
  }

  const drawn = (random: Random): Outcome =>
    issues.map((issue) =>
      issue.type === 'choice'
        ? random.int(0, issue.options.length - 1)
        : issue.min + random.int(0, Math.floor((issue.max - issue.min) / issue.step)) * issue.step,
    )

  const anyAbove = (target: number, random: Random): Outcome | undefined => {
    if (target > best) return undefined
    for (let i = 0; i < TRIES; i++) {
      const outcome = drawn(random)
      if (utility.scaled(outcome) >= target) return outcome
    }
    return near(target + (best - target) * random.unit(), random, directionOf(curves, random, 1))
  }
  const direction = (random: Random, skew: number): Direction => directionOf(curves, random, skew)
  return { utility, best, worst, near, top, direction, anyAbove }
}

/**
 * Each issue's range times a draw from an exponential distribution to the power of `skew` (with 1, a point
 * drawn evenly from the simplex: Devroye, Non-Uniform Random Variate Generation, 1986, ch. V.2).
 */
const directionOf = (curves: readonly Curve[], random: Random, skew: number): Direction =>
  curves.map(({ best, worst }) => (best - worst) * (1e-9 - Math.log(1 - random.unit())) ** skew)
