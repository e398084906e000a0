/** Every outcome of a small space, by falling points: typed arrays, and outcomes made when they are asked for. */
import { countValues, type Outcome } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'

export interface Listed {
  /** Scaled points, falling. */
  readonly points: Float64Array
  at(place: number): Outcome
  /** How many outcomes are worth at least `level`, or, `strictly`, more than it. */
  countAbove(level: number, strictly?: boolean): number
}

/** Lists and sorts all outcomes of a utility's issues; those of equal points keep the order of the issues. */
export function listOutcomes(utility: Utility): Listed {
  const { issues } = utility
  const sizes = issues.map(countValues)
  const count = sizes.reduce((product, size) => product * size, 1)
  const outcomes: Outcome[] = []
  const digits: number[] = sizes.map(() => 0)
  for (let k = 0; k < count; k++) {
    outcomes.push(
      issues.map((issue, i) => (issue.type === 'choice' ? digits[i]! : issue.min + digits[i]! * issue.step)),
    )
    for (let i = sizes.length - 1; i >= 0 && ++digits[i]! === sizes[i]; i--) digits[i] = 0
  }
  const worth = Float64Array.from(outcomes, (outcome) => utility.scaled(outcome))
  const order = Array.from(worth.keys()).sort((a, b) => worth[b]! - worth[a]! || a - b)
  const points = Float64Array.from(order, (place) => worth[place]!)
  const sorted = order.map((place) => outcomes[place]!)

  const countAbove = (level: number, strictly = false): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (strictly ? points[middle]! > level : points[middle]! >= level) low = middle + 1
      else high = middle
    }
    return low
  }
  return { points, at: (place) => sorted[place]!, countAbove }
}
