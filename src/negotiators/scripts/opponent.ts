/**
 * A frequency model of the other side, made from its offers alone: what is offered often is liked, and an issue
 * on which it does not move is important. For choice issues this is the model of the ANAC agents Smith (van
 * Galen Last, "Agent Smith: opponent model estimation in bilateral multi-issue negotiation", 2012) and HardHeaded
 * (van Krimpen, Looije & Hajizadeh, "HardHeaded", 2013); surveyed in Baarslag, Hendrikx, Hindriks & Jonker,
 * "Learning about the opponent in automated bilateral negotiation", JAAMAS 30, 2016.
 *
 * A number issue has too many values to count. There the first offer, made before anything was conceded, shows
 * the value that is liked best, a value is worth less the further it lies from that, and how far the offers have
 * strayed from it stands for how often an option was changed.
 */
import type { Issue, Outcome } from '../../core/issue.ts'

export interface Opponent {
  offers: number
  readonly issues: readonly Seen[]
}

interface Seen {
  /** Choice: how often each option was offered, and the largest of these. */
  readonly counts?: number[]
  most: number
  /** Number: the first offer's value and the sum of distances from it, in shares of the range. */
  first: number
  strayed: number
}

/** Nothing seen yet. */
export const unknownOpponent = (issues: readonly Issue[]): Opponent => ({
  offers: 0,
  issues: issues.map((issue) => ({
    ...(issue.type === 'choice' ? { counts: issue.options.map(() => 0) } : {}),
    most: 0,
    first: 0,
    strayed: 0,
  })),
})

/** Takes one of its offers in. */
export function observe(opponent: Opponent, issues: readonly Issue[], outcome: Outcome): void {
  opponent.offers++
  opponent.issues.forEach((seen, i) => {
    const value = outcome[i]!
    if (seen.counts) {
      seen.counts[value]!++
      seen.most = Math.max(seen.most, seen.counts[value]!)
    } else if (opponent.offers === 1) seen.first = value
    else seen.strayed += Math.abs(value - seen.first) / rangeOf(issues[i]!)
  })
}

/** The estimated weights, in the order of the issues; they add up to 1. Equal while there is nothing to tell. */
export function weightsOf(opponent: Opponent): number[] {
  const { offers, issues } = opponent
  // 0: every offer had the favourite value.
  const moved = issues.map((seen) =>
    offers === 0 ? 0 : seen.counts ? 1 - seen.most / offers : seen.strayed / offers,
  )
  const mean = moved.reduce((sum, part) => sum + part, 0) / moved.length
  // Half the mean movement keeps one still issue from taking all the weight.
  const raw = moved.map((part) => 1 / (part + mean / 2 + 0.02))
  const total = raw.reduce((sum, part) => sum + part, 0)
  return raw.map((part) => part / total)
}

/** How much it likes an outcome by estimate, 0 to 1: a function made for all outcomes at once. */
export function likingOf(opponent: Opponent, issues: readonly Issue[]): (outcome: Outcome) => number {
  const weights = weightsOf(opponent)
  const parts = opponent.issues.map((seen, i) => {
    const issue = issues[i]!
    const weight = weights[i]!
    const { counts, first, most } = seen
    if (counts) return (value: number) => (weight * (1 + counts[value]!)) / (1 + most)
    if (issue.type === 'choice') throw new Error('an opponent of other issues')
    const reach = Math.max(issue.max - first, first - issue.min, 1)
    return (value: number) => weight * (1 - Math.abs(value - first) / reach)
  })
  return (outcome) => {
    let sum = 0
    for (let i = 0; i < parts.length; i++) sum += parts[i]!(outcome[i]!)
    return sum
  }
}

const rangeOf = (issue: Issue): number => (issue.type === 'number' ? Math.max(1, issue.max - issue.min) : 1)
