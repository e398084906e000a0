/** What a scenario brings to its analysis, and how values, points and solutions are called and written. */
import { type Issue, valueText } from '../core/issue.ts'
import { EXIT, UserError } from '../core/problem.ts'
import { exactText, fixed, printed, type Rational, rational } from '../core/rational.ts'
import type { Concept } from '../core/space/objective.ts'
import type { Space } from '../core/space/space.ts'
import type { Span } from '../core/space/values.ts'
import { outcomeKinds } from '../scenario/about.ts'
import type { Scenario } from '../scenario/types.ts'
import { safeLine } from './text.ts'

/** What each solution is called. */
export const CONCEPT_WORDS: Readonly<Record<Concept, string>> = {
  nash: 'Nash',
  kalaiSmorodinsky: 'Kalai-Smorodinsky',
  egalitarian: 'egalitarian',
  jointGain: 'largest joint gain',
}

/** The outcome space of a scenario. Throws a UserError where the analysis does not cover it. */
export function spaceOf(scenario: Scenario, path: string): Space {
  const refuse = (message: string, found: string): UserError =>
    new UserError(
      [{ file: path, message, found, expected: 'two parties with points over the issues' }],
      EXIT.invalid,
    )
  const scored = scenario.parties.flatMap(({ id, utility, reservation }) =>
    utility ? [{ id, utility, reservation: reservation.value }] : [],
  )
  if (scored.length < scenario.parties.length || scenario.issues.length === 0) {
    throw withoutPoints(scenario, path, 'two parties with points over the issues')
  }
  const [first, second, ...more] = scored
  if (!first || !second || more.length > 0) {
    throw refuse('Only scenarios with two parties are analysed so far.', `${scored.length} parties`)
  }
  return { issues: scenario.issues, parties: [first, second] }
}

/** Of a game without points: that there is no space, how its outcomes are coded instead, and where they are told. */
export function withoutPoints(scenario: Scenario, path: string, expected: string): UserError {
  const { type } = scenario.protocol
  const kinds = type === 'free-talk' ? outcomeKinds(scenario)?.kinds : undefined
  return new UserError(
    [
      {
        file: path,
        message: 'This scenario has no points, so there is no outcome space to analyse.',
        found: kinds ? `${type}; its outcomes are kinds: ${kinds.join(', ')}` : type,
        expected,
        ...(type === 'free-talk' ? { mend: '"parley report <study>" says how its talks ended' } : {}),
      },
    ],
    EXIT.invalid,
  )
}

/** A value in the issue's units, allowed or not, as exact text: `67.50`, `200/3`. */
export function unitText(issue: Issue, units: Rational): string {
  if (issue.type === 'choice') return valueText(issue, Number(units.valueOf()))
  if (units.d === 1n) return fixed(units.s * units.n, issue.decimals)
  return exactText(units.div(rational(10n ** BigInt(issue.decimals))))
}

/** For people: `67.50`, `2.25` between two steps, `66.67 (200/3)` where no decimal ends. */
function unitWords(issue: Issue, units: Rational): string {
  const exact = unitText(issue, units)
  if (issue.type === 'choice') return safeLine(exact)
  if (!exact.includes('/')) return exact
  return approximate(
    printed(units.div(rational(10n ** BigInt(issue.decimals))), Math.max(2, issue.decimals)),
    exact,
  )
}

const approximate = (short: string, exact: string): string =>
  exact.length <= 20 ? `${short} (${exact})` : `~${short}`

/** Points for people: two decimals, and the exact figure where it has more. */
export function pointsWords(points: Rational): string {
  const short = printed(points)
  const exact = exactText(points)
  return rational(BigInt(short.replace('.', '')), 100n).equals(points) ? short : approximate(short, exact)
}

/** Whether a set of values is all that the issue has. */
export function isFree(issue: Issue, spans: readonly Span[]): boolean {
  if (issue.type === 'choice') return issue.options.length > 1 && spans.length === issue.options.length
  const [only] = spans
  return (
    issue.min < issue.max && only !== undefined && only.from.equals(issue.min) && only.to.equals(issue.max)
  )
}

/** The values of an issue in a solution: `60.00`, `any`, `0.00 to 50.00`, `red or blue`. */
export function spansWords(issue: Issue, spans: readonly Span[]): string {
  if (isFree(issue, spans)) return 'any'
  return spans
    .map(({ from, to }) =>
      from.equals(to) ? unitWords(issue, from) : `${unitWords(issue, from)} to ${unitWords(issue, to)}`,
    )
    .join(' or ')
}

/** One outcome on a line: `price 60.00, fee 50.00`. */
export const outcomeWords = (issues: readonly Issue[], values: readonly Rational[]): string =>
  issues.map((issue, i) => `${safeLine(issue.id)} ${unitWords(issue, values[i]!)}`).join(', ')

/** 384172816 as 384,172,816. */
export const grouped = (count: number | bigint): string => count.toString().replace(/\B(?=(\d{3})+$)/g, ',')

/** `1 piece`, `3 pieces`. */
export const counted = (count: number | bigint, what: string): string =>
  `${grouped(count)} ${what}${count === 1 || count === 1n ? '' : 's'}`
