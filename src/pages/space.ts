/** The outcome space of two parties as page data: frontier, solution points, reservation values. */
import { type Rational, toNumber } from '../core/rational.ts'
import { type Analysis, analyzeSpace } from '../core/space/analysis.ts'
import { outcomeAt } from '../core/space/points-of-all.ts'
import { NotCovered, type Space } from '../core/space/space.ts'
import type { Scenario } from '../scenario/types.ts'
import { partyTags } from './parties.ts'
import type { SolutionName, SpaceData, XY } from './types.ts'

interface Known {
  readonly space: Space
  readonly analysis: Analysis
  readonly data: SpaceData
}

const known = new WeakMap<Scenario, { readonly found: Known | undefined }>()

/** Undefined where there are not two scored parties, or the analysis does not cover the space. Made once. */
export const spaceData = (scenario: Scenario): SpaceData | undefined => knownSpace(scenario)?.data

/** The same with the analysis behind it. */
export function knownSpace(scenario: Scenario): Known | undefined {
  const before = known.get(scenario)
  if (before) return before.found
  const found = makeSpace(scenario)
  known.set(scenario, { found })
  return found
}

/** More of them are drawn as a line anyway, and would make every page heavy. */
const MOST_POINTS = 400

function makeSpace(scenario: Scenario): Known | undefined {
  const [first, second, ...more] = scenario.parties.map(({ id, utility, reservation }) => {
    return utility && { id, utility, reservation: reservation.value }
  })
  if (!first || !second || more.length > 0 || scenario.issues.length === 0) return undefined
  const space: Space = { issues: scenario.issues, parties: [first, second] }
  let analysis: Analysis
  try {
    analysis = analyzeSpace(space)
  } catch (error) {
    if (error instanceof NotCovered) return undefined
    throw error
  }
  const { continuum, grid, extents } = analysis
  const at = ({ a, b }: Pair): XY => [toNumber(a), toNumber(b)]
  const frontier: (readonly [XY, XY])[] = continuum
    ? continuum.frontier.map(({ start, end }) => [at(start), at(end)] as const)
    : listed(analysis, space).map((point) => [point, point] as const)
  const solved = (name: Concept): readonly XY[] =>
    distinct(
      continuum
        ? continuum.solutions[name].map(({ from }) => at(from))
        : (grid.solutions?.[name].outcomes ?? []).map(at),
    )
  const [x, y] = partyTags(scenario)
  const [xs, ys] = extents
  const data: SpaceData = {
    parties: [x!, y!],
    reservations: [toNumber(first.reservation), toNumber(second.reservation)],
    extents: [
      [toNumber(xs.least), toNumber(xs.most)],
      [toNumber(ys.least), toNumber(ys.most)],
    ],
    frontier,
    solutions: SOLUTIONS.flatMap(([name, label, concept]) => {
      const points = solved(concept)
      return points.length > 0 ? [{ name, label, at: points.slice(0, 8) }] : []
    }),
  }
  return { space, analysis, data }
}

interface Pair {
  readonly a: Rational
  readonly b: Rational
}

type Concept = 'nash' | 'kalaiSmorodinsky' | 'egalitarian' | 'jointGain'

const SOLUTIONS: readonly (readonly [SolutionName, string, Concept])[] = [
  ['nash', 'Nash', 'nash'],
  ['kalai-smorodinsky', 'Kalai-Smorodinsky', 'kalaiSmorodinsky'],
  ['egalitarian', 'egalitarian', 'egalitarian'],
  ['utilitarian', 'largest joint gain', 'jointGain'],
]

/** Of a space of choices alone: the points on its frontier. */
function listed({ grid }: Analysis, { parties }: Space): XY[] {
  const { all } = grid
  if (!all) return []
  const points = Array.from(all.frontier, (place): XY => {
    const outcome = outcomeAt(all.points.tables, place)
    return [toNumber(parties[0].utility.points(outcome)), toNumber(parties[1].utility.points(outcome))]
  })
  return distinct(points).slice(0, MOST_POINTS)
}

const distinct = (points: readonly XY[]): XY[] => [
  ...new Map(points.map((point) => [point.join(), point])).values(),
]
