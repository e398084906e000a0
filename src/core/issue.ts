/**
 * Issues, their values and outcomes. A value is a whole number: of a number issue it counts units of
 * 10^-decimals (67.50 with two decimals is 6750), of a choice issue it is the option's place. So an outcome
 * is a short list of integers, exact and cheap to compare.
 */
import { fixed, type Rational, rational } from './rational.ts'

export interface NumberIssue {
  readonly type: 'number'
  readonly id: string
  /** Bounds and step, in units of 10^-decimals; allowed values are min, min + step, … up to max. */
  readonly min: number
  readonly max: number
  readonly step: number
  readonly decimals: number
  readonly describe?: string
  readonly note?: string
}

export interface ChoiceIssue {
  readonly type: 'choice'
  readonly id: string
  readonly options: readonly string[]
  readonly describe?: string
  readonly note?: string
}

export type Issue = NumberIssue | ChoiceIssue

/** One value per issue, in the order of the issues. */
export type Outcome = readonly number[]

/** How many values an issue allows. */
export const countValues = (issue: Issue): number =>
  issue.type === 'choice' ? issue.options.length : Math.floor((issue.max - issue.min) / issue.step) + 1

/** How many outcomes the issues allow: the size of the outcome space. */
export const countOutcomes = (issues: readonly Issue[]): bigint =>
  issues.reduce((product, issue) => product * BigInt(countValues(issue)), 1n)

/** Whether `value` is one of the issue's allowed values. */
export const isAllowed = (issue: Issue, value: number): boolean =>
  issue.type === 'choice'
    ? Number.isInteger(value) && value >= 0 && value < issue.options.length
    : Number.isInteger(value) &&
      value >= issue.min &&
      value <= issue.max &&
      (value - issue.min) % issue.step === 0

/** A value as text: `67.50`, with the issue's decimals, or the option's name. */
export const valueText = (issue: Issue, value: number): string =>
  issue.type === 'choice' ? issue.options[value]! : fixed(value, issue.decimals)

/** A number issue's value as the exact number it stands for. */
export const valueNumber = (issue: NumberIssue, value: number): Rational =>
  rational(value, 10n ** BigInt(issue.decimals))

/** An outcome as `{ issue: text }`, in the order of the issues. */
export const outcomeRecord = (issues: readonly Issue[], outcome: Outcome): Record<string, string> =>
  Object.fromEntries(issues.map((issue, i) => [issue.id, valueText(issue, outcome[i]!)]))

/** Reads what `outcomeRecord` wrote. Returns undefined where an issue is missing or a value is not allowed. */
export function parseOutcome(
  issues: readonly Issue[],
  record: Readonly<Record<string, string>>,
): Outcome | undefined {
  const outcome = issues.map((issue) =>
    Object.hasOwn(record, issue.id) ? readValue(issue, record[issue.id]!) : undefined,
  )
  const whole = outcome.every((value) => value !== undefined)
  return whole && Object.keys(record).length === issues.length ? outcome : undefined
}

/**
 * Reads one value as `valueText` writes it; a number may also leave out trailing zeros, never add decimals.
 * Returns undefined where the issue does not allow it.
 */
export function readValue(issue: Issue, text: string): number | undefined {
  if (issue.type === 'choice') {
    const place = issue.options.indexOf(text)
    return place < 0 ? undefined : place
  }
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!found || (found[3]?.length ?? 0) > issue.decimals) return undefined
  const value = Number(found[1] + found[2]! + (found[3] ?? '').padEnd(issue.decimals, '0')) + 0
  return isAllowed(issue, value) ? value : undefined
}
