/** Points of an end, exactly. An interrupted negotiation has no known outcome, so it has no points. */
import { parseRational, type Rational, ZERO } from '../core/rational.ts'
import type { Accepts, End } from '../protocols/contract.ts'
import type { Party, Scenario } from './types.ts'

/** Whether every party of the scenario has points. */
export const isScored = (scenario: Scenario): boolean => scenario.parties.every((party) => party.utility)

/** Whether an outcome gives a party at least its threshold; for a scenario that is scored. */
export function acceptsOf(scenario: Scenario): Accepts {
  const parties = new Map(scenario.parties.map((party) => [party.id, party]))
  return (seat, outcome) => {
    const { utility, threshold } = parties.get(seat)!
    return utility!.points(outcome).compare(threshold.value) >= 0
  }
}

/**
 * Each party's points at an end: of the outcome agreed on (and the bonus for unanimity, where the scenario has
 * one and every party supported it), or its reservation value with no agreement, or where it had left before.
 * Returns undefined where the outcome is unknown (interrupted) or the scenario scores nothing.
 */
export function scoreEnd(scenario: Scenario, end: End): Record<string, Rational> | undefined {
  if (end.kind === 'interrupted' || !isScored(scenario)) return undefined
  const { unanimity_bonus: bonus } = scenario.protocol.settings as { unanimity_bonus?: Bonus }
  return byParty(scenario, (party) => {
    if (end.kind !== 'agreement' || end.parties?.includes(party.id) === false) return party.reservation.value
    const points = party.utility!.points(end.outcome)
    const more = bonus && isUnanimous(end) && (bonus.to?.includes(party.id) ?? true)
    return more ? points.add(parseRational(String(bonus.points))!) : points
  })
}

interface Bonus {
  readonly points: number
  readonly to?: readonly string[]
}

/** Whether every party that sat down at first supported the deal. */
const isUnanimous = (end: Extract<End, { kind: 'agreement' }>): boolean =>
  end.parties === undefined && end.supporters === undefined

/** Each party's gain: its points less its reservation value. */
export const gains = (
  scenario: Scenario,
  points: Readonly<Record<string, Rational>>,
): Record<string, Rational> => byParty(scenario, (party) => points[party.id]!.sub(party.reservation.value))

/** The ids of the parties whose points are below their reservation values. */
export const belowReservation = (scenario: Scenario, points: Readonly<Record<string, Rational>>): string[] =>
  scenario.parties
    .filter((party) => points[party.id]!.sub(party.reservation.value).compare(ZERO) < 0)
    .map((party) => party.id)

const byParty = (scenario: Scenario, of: (party: Party) => Rational): Record<string, Rational> =>
  Object.fromEntries(scenario.parties.map((party) => [party.id, of(party)]))
