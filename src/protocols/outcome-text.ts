/** Outcomes as text, and by their number, for every protocol. */
import { countValues, type Issue, type Outcome, valueText } from '../core/issue.ts'

/** `price 67.50, fee 24.00`: each issue's id and value, in the order of the issues. */
export const outcomeText = (issues: readonly Issue[], outcome: Outcome): string =>
  issues.map((issue, i) => `${issue.id} ${valueText(issue, outcome[i]!)}`).join(', ')

/** The outcome of that number, from 0, in the order of its values, the last issue's changing first. */
export function outcomeAt(issues: readonly Issue[], place: bigint): Outcome {
  const outcome: number[] = []
  let rest = place
  for (const issue of issues.toReversed()) {
    const size = BigInt(countValues(issue))
    const digit = Number(rest % size)
    rest /= size
    outcome.push(issue.type === 'choice' ? digit : issue.min + digit * issue.step)
  }
  return outcome.reverse()
}
