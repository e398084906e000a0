/** The analysis of many parties as JSON: every figure as exact text; docs/analysis.md says what each field holds. */
import { outcomeRecord } from '../../core/issue.ts'
import { exactText, type Rational } from '../../core/rational.ts'
import { type Region, vetoCoalitions } from '../../core/space/many/analysis.ts'
import { MANY_CONCEPTS } from '../../core/space/many/concepts.ts'
import { countOf, placesOf } from '../../core/space/many/efficient.ts'
import { membersOf } from '../../core/space/many/game.ts'
import { gainsOfPoint, pointDistance, standingOf } from '../../core/space/many/standing.ts'
import { outcomeAt } from '../../core/space/points-of-all.ts'
import { inPoints, type ManyFrame, outcomeOf, pointsOf } from './frame.ts'

/** At most so many outcomes of one list are written; all are counted. */
const LISTED = 1000

/** A value that `JSON.stringify` writes. */
export function manyJson(frame: ManyFrame): Record<string, unknown> {
  const { scenario, analysis } = frame
  const { space, acceptance, efficient, parties, acceptable, passing } = analysis
  const ids = space.parties.map(({ id }) => id)
  const members = (set: number): string[] => membersOf(set, ids.length).map((p) => ids[p]!)
  const byParty = (values: readonly Rational[]): Record<string, string> =>
    Object.fromEntries(values.map((value, p) => [ids[p]!, exactText(value)]))
  const everybody = (1 << ids.length) - 1
  return {
    scenario: scenario.id,
    outcomes: String(acceptance.count),
    rule: { needed: space.needed, vetoes: space.parties.filter(({ veto }) => veto).map(({ id }) => id) },
    acceptable: {
      toAll: acceptance.by[everybody],
      toAllButOne: acceptance.bySize[ids.length]! + acceptance.bySize[ids.length - 1]!,
      passing: passing ? passing.count : acceptable.count,
      byNumberOfParties: acceptance.bySize,
      coalitionsWithVetoes: vetoCoalitions(space).map((set) => ({
        parties: members(set),
        accepted: acceptance.by[set],
        byTheseAlone: acceptance.exactly[set],
      })),
    },
    parties: scenario.parties.map((party, p) => ({
      id: party.id,
      veto: space.parties[p]!.veto,
      worst: exactText(party.reservation.value.add(inPoints(analysis, parties.worst[p]!))),
      best: exactText(party.reservation.value.add(inPoints(analysis, parties.best[p]!))),
      reservation: exactText(party.reservation.value),
      threshold: exactText(party.threshold.value),
      accepts: acceptance.by[1 << p],
      aloneAgainst: parties.alone[p],
    })),
    hardest: parties.hardest.map((p) => ids[p]),
    ...oppositionJson(frame),
    weights: Object.fromEntries(
      scenario.issues.map((issue, i) => [
        issue.id,
        byParty(analysis.weights.map((row) => inPoints(analysis, row[i]!))),
      ]),
    ),
    frontier: {
      outcomes: efficient.places.length,
      points: efficient.size,
      acceptable: countOf(efficient, acceptable.points),
      ...(passing && { passing: countOf(efficient, passing.points) }),
      first: Array.from({ length: Math.min(efficient.size, LISTED) }, (_, u) => {
        const outcome = outcomeOf(analysis, u)
        return {
          points: byParty(pointsOf(analysis, outcome)),
          accepting: members(efficient.accepting[u]!),
          outcomes: efficient.first[u + 1]! - efficient.first[u]!,
          outcome: outcomeRecord(scenario.issues, outcome),
        }
      }),
    },
    solutions: {
      acceptable: regionJson(frame, acceptable),
      ...(passing && { passing: regionJson(frame, passing) }),
      all: Object.fromEntries(
        Object.entries(analysis.all).map(([concept, points]) => [concept, solutionJson(frame, points)]),
      ),
    },
  }
}

/** How opposed the parties are, and what they can trade: also part of the analysis of two. */
export function oppositionJson({ scenario, analysis }: ManyFrame): Record<string, unknown> {
  const { opposition, trades, space } = analysis
  const ids = space.parties.map(({ id }) => id)
  return {
    opposition: {
      perParty: opposition.perParty,
      distance: opposition.distance,
      nearest: outcomeRecord(scenario.issues, outcomeOf(analysis, opposition.nearest[0]!)),
      correlations: ids.map((_, p) => opposition.correlations[p]!.map((r) => r ?? null)),
    },
    trades: trades.map(({ first, second, wins, gives, leverage }) => ({
      first: ids[first],
      takes: scenario.issues[wins]!.id,
      second: ids[second],
      itTakes: scenario.issues[gives]!.id,
      leverage: Number.isFinite(leverage) ? leverage : null,
    })),
  }
}

function regionJson(frame: ManyFrame, region: Region): Record<string, unknown> {
  const { analysis } = frame
  const ids = analysis.space.parties.map(({ id }) => id)
  return {
    outcomes: region.count,
    idealGains: region.ideals
      ? Object.fromEntries(
          region.ideals.map((ideal, p) => [ids[p], exactText(analysis.tables.unit.mul(ideal))]),
        )
      : null,
    ...Object.fromEntries(
      MANY_CONCEPTS.map((concept) => [
        concept,
        {
          ...solutionJson(frame, region.solutions[concept]),
          distances: Object.fromEntries(
            MANY_CONCEPTS.map((other) => {
              const [u] = region.solutions[concept]
              return [
                other,
                u === undefined ? null : (pointDistance(analysis, u, region.solutions[other]) ?? null),
              ]
            }),
          ),
        },
      ]),
    ),
  }
}

function solutionJson({ scenario, analysis }: ManyFrame, points: readonly number[]): Record<string, unknown> {
  const ids = analysis.space.parties.map(({ id }) => id)
  const byParty = (values: readonly Rational[]): Record<string, string> =>
    Object.fromEntries(values.map((value, p) => [ids[p]!, exactText(value)]))
  const places = placesOf(analysis.efficient, Uint32Array.from(points))
  const [first] = points
  const standing = first === undefined ? undefined : standingOf(analysis, outcomeOf(analysis, first))
  return {
    count: places.length,
    ...(standing && {
      jointGain: exactText(standing.jointGain),
      scaledJointGain: exactText(standing.scaledJointGain),
      efficiency: standing.efficiency ? exactText(standing.efficiency) : null,
      ...(analysis.passing && {
        passingEfficiency: standing.passingEfficiency ? exactText(standing.passingEfficiency) : null,
      }),
      gains: byParty(gainsOfPoint(analysis, first!)),
    }),
    outcomes: Array.from(places.subarray(0, LISTED), (place) => {
      const outcome = outcomeAt(analysis.tables, place)
      return {
        points: byParty(pointsOf(analysis, outcome)),
        outcome: outcomeRecord(scenario.issues, outcome),
      }
    }),
  }
}
