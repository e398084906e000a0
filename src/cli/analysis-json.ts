/** The analysis of an outcome space as JSON: every figure as exact text, `63.425` or `1/3`. */
import { type Issue, outcomeRecord } from '../core/issue.ts'
import { exactText, type Rational } from '../core/rational.ts'
import type { Analysis } from '../core/space/analysis.ts'
import type { ContinuumSolution } from '../core/space/continuum.ts'
import { openEnds } from '../core/space/envelope.ts'
import { type GridSolution, listed } from '../core/space/grid.ts'
import { CONCEPTS, type Concept } from '../core/space/objective.ts'
import type { Vertex } from '../core/space/piece.ts'
import type { Extent } from '../core/space/roles.ts'
import type { Space } from '../core/space/space.ts'
import type { Span } from '../core/space/values.ts'
import type { Scenario } from '../scenario/types.ts'
import { isFree, unitText } from './analysis-names.ts'

/** A value that `JSON.stringify` writes; documented in docs/analysis.md. */
export function analysisJson(scenario: Scenario, space: Space, analysis: Analysis): Record<string, unknown> {
  const { issues, parties } = space
  const { continuum, grid, zopa, roles, extents, notes } = analysis
  const [first, second] = parties
  const pair = (a: Rational, b: Rational): Record<string, string> => ({
    [first.id]: exactText(a),
    [second.id]: exactText(b),
  })
  const joint = (a: Rational, b: Rational): string =>
    exactText(a.add(b).sub(first.reservation).sub(second.reservation))
  const values = (list: readonly Rational[]): Record<string, string> =>
    Object.fromEntries(issues.map((issue, i) => [issue.id, unitText(issue, list[i]!)]))
  const vertex = ({ a, b, values: list }: Vertex) => ({ points: pair(a, b), outcome: values(list) })
  const spot = ({ from, to, values: spans }: ContinuumSolution) => ({
    from: vertex(from),
    to: vertex(to),
    jointGain: joint(from.a, from.b),
    values: Object.fromEntries(issues.map((issue, i) => [issue.id, spansJson(issue, spans[i]!)])),
  })
  const gridSolution = ({ outcomes, count, proven }: GridSolution) => ({
    proven,
    count: count ?? null,
    outcomes: outcomes.map(({ outcome, a, b }) => ({
      points: pair(a, b),
      jointGain: joint(a, b),
      outcome: outcomeRecord(issues, outcome),
    })),
  })
  const each = <T, R>(all: Readonly<Record<Concept, T>>, make: (one: T) => R): Record<string, R> =>
    Object.fromEntries(CONCEPTS.map((concept) => [concept, make(all[concept])]))
  return {
    scenario: scenario.id,
    outcomes: grid.size.toString(),
    individuallyRational: zopa
      ? { share: zopa.share, count: zopa.count ?? null, estimatedFrom: zopa.sampled ?? null }
      : null,
    parties: scenario.parties.map((party, p) => ({
      id: party.id,
      best: exactText(extents[p as 0 | 1].most),
      worst: exactText(extents[p as 0 | 1].least),
      reservation: exactText(party.reservation.value),
      threshold: exactText(party.threshold.value),
    })),
    issues: roles.map((role, i) => ({
      id: issues[i]!.id,
      role: role.role,
      ...(role.party !== undefined && { party: parties[role.party].id }),
      points: Object.fromEntries(parties.map(({ id }, p) => [id, extentJson(role.worth[p as 0 | 1])])),
      together: extentJson(role.sum),
      exchangeRate: role.rate ? extentJson(role.rate) : null,
      largestTogetherAt: spansJson(issues[i]!, role.best),
    })),
    continuum: continuum
      ? {
          concave: continuum.concave,
          frontier: continuum.frontier.map((piece, i) => ({
            from: vertex(piece.start),
            to: vertex(piece.end),
            open: openEnds(continuum.frontier, i),
          })),
          solutions: each(continuum.solutions, (list) => list.map(spot)),
          jointGainOfAll: continuum.jointGainOfAll.map(spot),
        }
      : null,
    grid: {
      listed: grid.all !== undefined,
      stepsAtMost: grid.most,
      frontier: grid.all
        ? {
            outcomes: grid.all.frontier.length,
            points: grid.all.frontierPoints,
            ...{ first: gridSolution(listed(space, grid.all, grid.all.frontier)).outcomes },
          }
        : null,
      solutions: grid.solutions ? each(grid.solutions, gridSolution) : null,
      jointGainOfAll: grid.all ? gridSolution(listed(space, grid.all, grid.all.jointGainOfAll)) : null,
    },
    notes,
  }
}

const extentJson = ({ least, most }: Extent) => ({ least: exactText(least), most: exactText(most) })

function spansJson(issue: Issue, spans: readonly Span[]) {
  const pinned = spans.length === 1 && spans[0]!.from.equals(spans[0]!.to)
  return {
    kind: pinned ? 'pinned' : isFree(issue, spans) ? 'free' : 'some',
    spans: spans.map(({ from, to }) => ({ from: unitText(issue, from), to: unitText(issue, to) })),
  }
}
