/**
 * What one issue's values are worth to one party, made ready for conceding: given a level of points, which
 * value is worth at least that and as little more as the issue allows. Points are scaled (Utility.scaledValue).
 */
import type { ChoiceIssue, NumberIssue } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import type { Random } from '../../core/random.ts'
import { parts } from '../../core/rational.ts'

export interface Curve {
  readonly best: number
  readonly worst: number
  /** The furthest that `down` may stay above its level, by the grid or by roundness. */
  readonly grain: number
  /**
   * A value worth at least `level` and as little above it as there is, or a round number that costs little more;
   * ties are drawn. `level` is at most `best`; below the worst there is only the worst.
   */
  down(level: number, random: Random): number
  /** The points of a value. */
  worth(value: number): number
}

/** The curve of the issue with this place. Computed once for a utility; calls of `down` are cheap. */
export function curveOf(utility: Utility, place: number): Curve {
  const issue = utility.issues[place]!
  return issue.type === 'choice' ? choiceCurve(utility, place, issue) : numberCurve(utility, place, issue)
}

function choiceCurve(utility: Utility, place: number, issue: ChoiceIssue): Curve {
  const points = issue.options.map((_, option) => utility.scaledValue(place, option))
  const order = issue.options.map((_, option) => option).sort((a, b) => points[b]! - points[a]! || a - b)
  const down = (level: number, random: Random): number => {
    // The last place in the falling order that is still at or above the level.
    let low = 0
    let high = order.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (points[order[middle]!]! >= level) low = middle
      else high = middle - 1
    }
    let first = low
    while (first > 0 && points[order[first - 1]!] === points[order[low]!]) first--
    return order[first === low ? low : random.int(first, low)]!
  }
  const [best, worst] = [points[order[0]!]!, points[order.at(-1)!]!]
  return { best, worst, grain: best - worst, down, worth: (option) => points[option]! }
}

/** A stretch of allowed values over which points are linear: `steps` steps from the value `from`. */
interface Stretch {
  readonly from: number
  readonly steps: number
  readonly start: number
  readonly end: number
}

function numberCurve(utility: Utility, place: number, issue: NumberIssue): Curve {
  const stretches = stretchesOf(utility, place, issue)
  const [only] = stretches
  const straight = utility.small && stretches.length === 1 && only!.start !== only!.end
  return straight ? straightCurve(only!, issue) : bentCurve(utility, place, issue, stretches)
}

/** The common case, and so the quick one: the points rise or fall evenly over the whole issue. */
function straightCurve({ from, steps, start, end }: Stretch, issue: NumberIssue): Curve {
  const rise = (end - start) / steps
  const rounding = roundNumbers(issue)
  // On a grid that meets few round numbers they may lie too far apart.
  const round = rounding && rounding.step * ROUND_COST <= steps * issue.step ? rounding : undefined
  const better = rise > 0 ? 1 : -1
  const down = (level: number): number => {
    const exact = (level - start) / rise
    let step = rise > 0 ? Math.ceil(exact) : Math.floor(exact)
    // The division may be off by one step where the level lies on the grid.
    if (start + step * rise < level) step += better
    else if (start + (step - better) * rise >= level) step -= better
    const value = from + (step < 0 ? 0 : step > steps ? steps : step) * issue.step
    if (round === undefined) return value
    const over = mod(value - round.from, round.step)
    if (over === 0) return value
    const near = rise > 0 ? value + round.step - over : value - over
    return near < issue.min || near > issue.max ? value : near
  }
  const grain = Math.abs(rise) * ((round?.step ?? issue.step) / issue.step)
  // Exact: where points are small, a unit's points are a whole number.
  const slope = rise / issue.step
  const worth = (value: number): number => start + (value - from) * slope
  return { best: Math.max(start, end), worst: Math.min(start, end), grain, down, worth }
}

/** Any other: several stretches, peaks, flat parts. */
function bentCurve(
  utility: Utility,
  place: number,
  issue: NumberIssue,
  stretches: readonly Stretch[],
): Curve {
  const worth = (value: number): number => utility.scaledValue(place, value)
  const best = Math.max(...stretches.map((part) => Math.max(part.start, part.end)))
  const worst = Math.min(...stretches.map((part) => Math.min(part.start, part.end)))

  /** The step of a stretch that crosses the level: at or above it, the next one below. */
  const cross = (part: Stretch, level: number): number => {
    const rising = part.end > part.start
    const exact = ((level - part.start) * part.steps) / (part.end - part.start)
    const inward = rising ? 1 : -1
    let step = Math.min(part.steps, Math.max(0, rising ? Math.ceil(exact) : Math.floor(exact)))
    // The division may be off by one step where the level lies on the grid.
    if (worth(part.from + step * issue.step) < level) step += inward
    else if (step - inward >= 0 && step - inward <= part.steps) {
      if (worth(part.from + (step - inward) * issue.step) >= level) step -= inward
    }
    return step
  }

  const round = roundNumbers(issue)
  /** A round number beside the value that is worth at least `level` and at most `most`, else the value itself. */
  const rounded = (value: number, level: number, most: number): number => {
    if (round === undefined) return value
    const below = value - mod(value - round.from, round.step)
    let chosen = value
    let least = most
    for (const candidate of [below, below + round.step]) {
      if (candidate < issue.min || candidate > issue.max) continue
      const points = worth(candidate)
      if (points >= level && points <= least) [chosen, least] = [candidate, points]
    }
    return chosen
  }

  const down = (wanted: number, random: Random): number => {
    const level = Math.max(worst, wanted)
    let chosen = 0
    let least = Number.POSITIVE_INFINITY
    let ties = 0
    for (const part of stretches) {
      const [low, high] = part.start < part.end ? [part.start, part.end] : [part.end, part.start]
      if (high < level) continue
      let step = part.start <= part.end ? 0 : part.steps
      if (low === high) step = part.steps === 0 ? 0 : random.int(0, part.steps)
      else if (low < level) step = cross(part, level)
      const value = part.from + step * issue.step
      const points = worth(value)
      if (points > least) continue
      ties = points < least ? 1 : ties + 1
      if (ties === 1 || random.int(1, ties) === 1) chosen = value
      least = points
    }
    return rounded(chosen, level, least + (best - worst) / ROUND_COST)
  }
  const steepest = Math.max(
    ...stretches.map(({ start, end, steps }) => Math.abs(end - start) / Math.max(1, steps)),
  )
  return { best, worst, grain: Math.max(steepest, (best - worst) / ROUND_COST), down, worth }
}

/**
 * Where an issue has many values, people name round ones: whole multiples of the smallest 1, 2 or 5 times a
 * power of ten that leaves at most ROUND of them in the range. Undefined where all values are few enough.
 */
function roundNumbers(issue: NumberIssue): { readonly from: number; readonly step: number } | undefined {
  const range = issue.max - issue.min
  if (range / issue.step <= ROUND) return undefined
  let step = 1
  for (let k = 0; range / step > ROUND || step % issue.step !== 0; k++) {
    if (k > 3 * 16) return undefined
    step = [1, 2, 5][k % 3]! * 10 ** Math.floor(k / 3)
  }
  return { from: mod(issue.min, issue.step) === 0 ? 0 : issue.min, step }
}

const ROUND = 100

/** A round number may be worth this part of the issue's points more than was asked, not further. */
const ROUND_COST = 40

/** The remainder that is never negative. */
const mod = (value: number, by: number): number => ((value % by) + by) % by

/** The allowed values cut at the knots; a stretch without an allowed value is left out. */
function stretchesOf(utility: Utility, place: number, issue: NumberIssue): Stretch[] {
  const table = utility.tables[place]!
  const knots = table.type === 'linear' ? table.knots : []
  const unit = 10n ** BigInt(issue.decimals)
  /** The number of the first allowed value at or above a knot. */
  const stepAt = (knot: number): number => {
    const [numerator, denominator] = parts(knots[knot]!.at.mul(unit).sub(issue.min).div(issue.step))
    return Number(numerator / denominator + (numerator % denominator > 0n ? 1n : 0n))
  }
  const last = Math.floor((issue.max - issue.min) / issue.step)
  const inner = knots.slice(1, -1).map((_, k) => Math.min(last + 1, Math.max(0, stepAt(k + 1))))
  const cuts = [0, ...inner, last + 1]
  const found: Stretch[] = []
  for (let k = 1; k < cuts.length; k++) {
    const from = cuts[k - 1]!
    const steps = cuts[k]! - 1 - from
    if (steps < 0) continue
    const value = issue.min + from * issue.step
    const end = utility.scaledValue(place, value + steps * issue.step)
    found.push({ from: value, steps, start: utility.scaledValue(place, value), end })
  }
  return found
}
