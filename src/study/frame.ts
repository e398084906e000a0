/** What a scenario allows: between which figures an unknown gain lies, and what efficiency is measured against. */
import type { Issue } from '../core/issue.ts'
import { countValues, valueNumber } from '../core/issue.ts'
import type { IssuePoints, Utility } from '../core/points.ts'
import { type Rational, rational, ZERO } from '../core/rational.ts'
import { largestJointGain as largestOf } from '../core/space/analysis.ts'
import { NotCovered } from '../core/space/space.ts'
import { isList, observerRules } from '../protocols/free-talk/observer-rules.ts'
import type { ObserverRules } from '../protocols/free-talk/types.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Frame, Range } from './analysis.ts'
import { landscapeOf } from './scores/landscape.ts'
import { allKinds } from './scores/talk-cell.ts'

/**
 * The frame of a scenario with points. A range covers every outcome, those below a reservation value too, and no
 * agreement (a gain of zero). Throws a RangeError where a party has no points.
 */
export function frameOf(scenario: Scenario, largestJoint: Rational | undefined): Frame {
  const { issues, parties } = scenario
  if (scenario.protocol.type === 'free-talk') return talkFrame(scenario)
  const utilities = parties.map(({ id, utility }) => {
    if (!utility) throw new RangeError(`party ${id} has no points`)
    return utility
  })
  const gains = parties.map(({ id, reservation }, i) => {
    return [id, withNone(extremes(issues, [utilities[i]!]), reservation.value)] as const
  })
  const reservations = parties.reduce((total, { reservation }) => total.add(reservation.value), ZERO)
  return {
    parties: parties.map(({ id }) => id),
    ...(largestJoint ? { largestJoint } : {}),
    joint: withNone(extremes(issues, utilities), reservations),
    gains: Object.fromEntries(gains),
    ...turnsOf(scenario),
  }
}

/** What can come of a free talk: kinds of agreement, and no points. */
function talkFrame({ parties, protocol, observer }: Scenario): Frame {
  const { kind, none, fields } = observer ? observerRules(observer) : NO_OBSERVER
  const options = kind === undefined ? undefined : fields[kind]
  const kinds = isList(options) ? options.filter((option) => option !== none) : [UNTOLD]
  const { turns } = protocol.settings
  return {
    parties: [],
    joint: { least: ZERO, most: ZERO },
    gains: {},
    ...(typeof turns === 'number' ? { turns: { least: 1, most: turns } } : {}),
    talk: { kinds: allKinds([kinds]), parties: parties.map(({ id }) => id) },
  }
}

/** What an agreement is called where the observer tells no kinds apart. */
const UNTOLD = 'agreed'
const NO_OBSERVER: Partial<ObserverRules> & Pick<ObserverRules, 'fields'> = { fields: {} }

/** Alternating offers say how many turns there are; a final reply counts as one. */
function turnsOf({ protocol }: Scenario): Pick<Frame, 'turns'> {
  const { turns, final_reply: final } = protocol.settings
  if (protocol.type !== 'alternating-offers' || typeof turns !== 'number') return {}
  return { turns: { least: 1, most: turns + (final === true ? 1 : 0) } }
}

/** Gains over the reservation value, and zero for no agreement. */
function withNone({ least, most }: Range, reservation: Rational): Range {
  const [low, high] = [least.sub(reservation), most.sub(reservation)]
  return { least: low.compare(0) < 0 ? low : ZERO, most: high.compare(0) > 0 ? high : ZERO }
}

/**
 * The least and the most of the sum of some parties' points. Points add up over the issues, so each issue has its
 * own extremes; a piecewise linear sum has them at the ends of its pieces.
 */
function extremes(issues: readonly Issue[], utilities: readonly Utility[]): Range {
  let [least, most] = [ZERO, ZERO]
  issues.forEach((issue, i) => {
    const sums = places(
      issue,
      utilities.map((utility) => utility.tables[i]!),
    ).map((place) =>
      utilities.reduce((total, utility) => total.add(pointsAt(issue, utility.tables[i]!, place)), ZERO),
    )
    least = least.add(sums.reduce((a, b) => (b.compare(a) < 0 ? b : a)))
    most = most.add(sums.reduce((a, b) => (b.compare(a) > 0 ? b : a)))
  })
  return { least, most }
}

/** Where the pieces of any of the tables end, inside the issue's range; of a choice issue, each option. */
function places(issue: Issue, tables: readonly IssuePoints[]): Rational[] {
  if (issue.type === 'choice') return issue.options.map((_, k) => rational(k))
  const [low, high] = [valueNumber(issue, issue.min), valueNumber(issue, issue.max)]
  const top = issue.min + (countValues(issue) - 1) * issue.step
  const knots = tables.flatMap((table) => (table.type === 'linear' ? table.knots.map(({ at }) => at) : []))
  const inside = knots.filter((at) => at.compare(low) >= 0 && at.compare(high) <= 0)
  return [low, valueNumber(issue, top), ...inside]
}

function pointsAt(issue: Issue, table: IssuePoints, place: Rational): Rational {
  if (table.type === 'options') return table.points[Number(place.valueOf())]!
  const { knots } = table
  const after = knots.findIndex(({ at }) => at.compare(place) >= 0)
  if (after < 0) throw new RangeError(`issue ${issue.id}: no points at ${place.toString()}`)
  const end = knots[after]!
  if (end.at.equals(place) || after === 0) return end.points
  const start = knots[after - 1]!
  const part = place.sub(start.at).div(end.at.sub(start.at))
  return start.points.add(end.points.sub(start.points).mul(part))
}

/** By scenario: an analysis of an outcome space takes a while. */
const largest = new WeakMap<Scenario, { readonly gain: Rational | undefined }>()

/**
 * The largest joint gain of an outcome that leaves no party under its reservation value; undefined where there is
 * no such outcome, or where the analysis does not cover the scenario. Worked out once for each scenario.
 */
export function largestJointGain(scenario: Scenario): Rational | undefined {
  const known = largest.get(scenario) ?? { gain: searchedGain(scenario) }
  largest.set(scenario, known)
  return known.gain
}

function searchedGain(scenario: Scenario): Rational | undefined {
  const [first, second, ...more] = scenario.parties.map(({ id, utility, reservation }) => {
    return utility && { id, utility, reservation: reservation.value }
  })
  if (more.length > 0) return landscapeOf(scenario)?.largestJoint
  if (!first || !second) return undefined
  try {
    return largestOf({ issues: scenario.issues, parties: [first, second] })
  } catch (error) {
    if (error instanceof NotCovered) return undefined
    throw error
  }
}
