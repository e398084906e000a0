/**
 * A space with number issues taken as a continuum, solved exactly: its true Pareto frontier, each solution point,
 * and for each which values are pinned and which are free.
 */
import type { Rational } from '../rational.ts'
import { issueCurve, issueFrontier } from './curve.ts'
import { CONCEPTS, type Concept } from './objective.ts'
import type { Frontier } from './piece.ts'
import { type Spot, solveFrontier } from './solve.ts'
import type { Space } from './space.ts'
import { concaveRuns, sumOfAll } from './sum.ts'
import { type Span, valuesAt } from './values.ts'

export interface ContinuumSolution extends Spot {
  /** For each issue all its values that can lead to this spot. */
  readonly values: readonly (readonly Span[])[]
}

export interface Continuum {
  readonly frontier: Frontier
  /** Whether the frontier is one concave chain, without dents and gaps. */
  readonly concave: boolean
  readonly inside: Frontier
  readonly ideals?: readonly [Rational, Rational]
  /** Every tie of every concept; empty where no outcome is individually rational. */
  readonly solutions: Readonly<Record<Concept, readonly ContinuumSolution[]>>
  readonly jointGainOfAll: readonly ContinuumSolution[]
}

/** Solves the continuum of a space. Throws NotCovered where its trade-offs combine in too many ways. */
export function solveContinuum(space: Space): Continuum {
  const curves = space.issues.map((_, i) => issueCurve(space, i))
  const fronts = curves.map(issueFrontier)
  const frontier = sumOfAll(fronts)
  const [a, b] = space.parties
  const solved = solveFrontier(frontier, [a.reservation, b.reservation])
  const rest = curves.map((_, i) => sumOfAll(fronts.filter((_, k) => k !== i)))
  const withValues = (spots: readonly Spot[]): ContinuumSolution[] =>
    spots.map((spot) => ({ ...spot, values: curves.map((curve, i) => valuesAt(spot, curve, rest[i]!)) }))
  return {
    frontier,
    concave: concaveRuns(frontier).length === 1,
    inside: solved.inside,
    ...(solved.ideals && { ideals: solved.ideals }),
    solutions: Object.fromEntries(
      CONCEPTS.map((concept) => [concept, withValues(solved.solutions[concept])]),
    ) as Record<Concept, ContinuumSolution[]>,
    jointGainOfAll: withValues(solved.jointGainOfAll),
  }
}
