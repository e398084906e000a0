/** Points of an end, exactly. An interrupted negotiation has no known outcome, so it has no points. */
import { type Rational, ZERO } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import type { Party, Scenario } from './types.ts'

/** Whether every party of the scenario has points. */
export const isScored = (scenario: Scenario): boolean => scenario.parties.every((party) => party.utility)

/**
 * Each party's points at an end: of the outcome agreed on, or its reservation value with no agreement.
 * Returns undefined where the outcome is unknown (interrupted) or the scenario scores nothing.
 */
export function scoreEnd(scenario: Scenario, end: End): Record<string, Rational> | undefined {
  if (end.kind === 'interrupted' || !isScored(scenario)) return undefined
  return byParty(scenario, (party) =>
    end.kind === 'agreement' ? party.utility!.points(end.outcome) : party.reservation.value,
  )
}

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
