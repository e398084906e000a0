/**
 * The bidding space: how a script finds outcomes that are worth a wished number of its own points. Where the
 * outcomes can be listed they are, sorted by points; where they cannot (concert tickets has 3.8e11), a loss of
 * points is spread over the issues in drawn proportions and mended on the grid of allowed values. What is found
 * is never worth less than was asked for. All points are scaled (Utility.scaled).
 */

import type { Outcome } from '../../core/issue.ts'
import { countOutcomes } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import type { Random } from '../../core/random.ts'
import { type Curve, curveOf } from './curve.ts'
import { type Listed, listOutcomes } from './listed.ts'

export interface BidSpace {
  readonly utility: Utility
  readonly best: number
  readonly worst: number
  /** Every outcome by falling points, where there are at most MOST_LISTED. */
  readonly listed?: Listed
  /** One of the outcomes worth most. */
  top(random: Random): Outcome
  /**
   * An outcome worth `target` or a little more; above the best there is only the best. Different draws give
   * different outcomes. With `skew` 1 all issues give way by like shares of their own range on average (each
   * issue follows the same curve, as in Faratin, Sierra & Jennings 1998); a higher one favours lopsided deals.
   */
  near(target: number, random: Random, skew?: number): Outcome
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
    top: (random) => near(best, random),
    anyAbove: (target, random) => {
      const count = listed.countAbove(target)
      return count === 0 ? undefined : listed.at(random.int(0, count - 1))
    },
  }
}

function long(utility: Utility, curves: readonly Curve[]): BidSpace {
  const { issues } = utility
  const best = curves.reduce((sum, curve) => sum + curve.best, 0)
  const worst = curves.reduce((sum, curve) => sum + curve.worst, 0)
  // Sums that are too big to be exact are kept clear of the target by more than they can be wrong.
  const margin = utility.small ? 0 : Math.max(Math.abs(best), Math.abs(worst)) * 1e-12
  const top = (random: Random): Outcome => curves.map((curve) => curve.down(curve.best, random))

  const near = (target: number, random: Random, skew = 1): Outcome => {
    const loss = best - (utility.small ? Math.ceil(target) : target + margin)
    if (!(loss > 0)) return top(random)
    const shares = spread(loss, curves, random, skew)
    const outcome: number[] = new Array(curves.length)
    const lost: number[] = new Array(curves.length)
    let left = 0
    for (const place of random.shuffle(curves.map((_, i) => i))) {
      const curve = curves[place]!
      const most = Math.floor(shares[place]! + left)
      outcome[place] = curve.down(Math.max(curve.worst, curve.best - most), random)
      lost[place] = curve.best - utility.scaledValue(place, outcome[place]!)
      left += shares[place]! - lost[place]!
    }
    // What rounding left over, and what an issue could not take, goes where there is room.
    let rest = Math.floor(loss - lost.reduce((sum, part) => sum + part, 0))
    for (let place = 0; place < curves.length && rest > 0; place++) {
      const curve = curves[place]!
      const value = curve.down(Math.max(curve.worst, curve.best - lost[place]! - rest), random)
      const now = curve.best - utility.scaledValue(place, value)
      if (now <= lost[place]!) continue
      rest -= now - lost[place]!
      outcome[place] = value
    }
    return utility.scaled(outcome) >= target ? outcome : top(random)
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
    return near(target + (best - target) * random.unit(), random)
  }
  return { utility, best, worst, near, top, anyAbove }
}

/**
 * Spreads a loss over the issues: each weighs its own range times a draw from an exponential distribution to
 * the power of `skew` (with 1, shares are uniform over the simplex: Devroye, Non-Uniform Random Variate
 * Generation, 1986, ch. V.2), and none takes more than its range.
 */
function spread(loss: number, curves: readonly Curve[], random: Random, skew: number): number[] {
  const ranges = curves.map((curve) => curve.best - curve.worst)
  const weights = ranges.map((range) => {
    const draw = -Math.log(1 - random.unit()) + 1e-9
    return range * (skew === 1 ? draw : draw ** skew)
  })
  const shares: number[] = new Array(curves.length).fill(0)
  let open = curves.map((_, place) => place).filter((place) => ranges[place]! > 0)
  let left = loss
  while (open.length > 0 && left > 0) {
    const total = open.reduce((sum, place) => sum + weights[place]!, 0)
    const rate = left / total
    const full = open.filter((place) => weights[place]! * rate >= ranges[place]!)
    if (full.length === 0) {
      for (const place of open) shares[place] = weights[place]! * rate
      break
    }
    for (const place of full) {
      shares[place] = ranges[place]!
      left -= ranges[place]!
    }
    open = open.filter((place) => !full.includes(place))
  }
  return shares
}
