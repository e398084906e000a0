/**
 * Where a result lies in the outcome space: how far from the Pareto frontier and from each solution point. Points are
 * scaled to each party's range (0 its worst outcome, 1 its best) and distances are Euclidean over the root of the
 * number of parties, as opposition is (docs/analysis.md). Floats, for reports alone.
 */
import { type Rational, toNumber } from '../../core/rational.ts'
import { analyzeSpace } from '../../core/space/analysis.ts'
import { analyzeMany, type ManyAnalysis, type Region } from '../../core/space/many/analysis.ts'
import { NotCovered, type Space } from '../../core/space/space.ts'
import { manySpaceOf } from '../../scenario/space.ts'
import type { Scenario } from '../../scenario/types.ts'

/** Solution points among the individually rational outcomes, and what else distances are measured to. */
export const ACCEPTABLE = ['frontier', 'nash', 'kalaiSmorodinsky', 'egalitarian', 'utilitarian'] as const
/** Solution points among the outcomes that the rule lets pass, where a party can be outvoted. */
export const PASSING = [
  'passingNash',
  'passingKalaiSmorodinsky',
  'passingEgalitarian',
  'passingUtilitarian',
] as const
/** What distances are measured to. */
export const LANDMARKS = [...ACCEPTABLE, ...PASSING] as const
export type Landmark = (typeof LANDMARKS)[number]

/** Distances by landmark; one that the space does not have is left out. */
export type Distances = Readonly<Partial<Record<Landmark, number>>>

export interface Landscape {
  /** Measures each party's points. */
  distances(points: Readonly<Record<string, Rational>>): Distances
  /** The largest joint gain of an individually rational outcome, exactly; undefined where there is none. */
  readonly largestJoint?: Rational
  /** The same of an outcome that the rule lets pass, where a party can be outvoted. */
  readonly largestPassing?: Rational
}

/** One straight piece (or, with equal ends, a point) in scaled points, a figure a party. */
interface Stretch {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

const known = new WeakMap<Scenario, { readonly landscape: Landscape | undefined }>()

/** A scenario's landscape; undefined where it has no points or the analysis does not cover it. Made once. */
export function landscapeOf(scenario: Scenario): Landscape | undefined {
  const before = known.get(scenario)
  if (before) return before.landscape
  const landscape = survey(scenario)
  known.set(scenario, { landscape })
  return landscape
}

function survey(scenario: Scenario): Landscape | undefined {
  try {
    const space = scenario.issues.every(({ type }) => type === 'choice') ? manySpaceOf(scenario) : undefined
    if (space) return ofMany(scenario, analyzeMany(space))
    return ofTwo(scenario)
  } catch (error) {
    if (error instanceof NotCovered) return undefined
    throw error
  }
}

function ofMany(scenario: Scenario, analysis: ManyAnalysis): Landscape {
  const { efficient, parties, acceptable, passing } = analysis
  const at = (u: number): Stretch => {
    const point = efficient.gains.map((own, p) => {
      const range = parties.ranges[p]!
      return range === 0 ? 0 : (own[u]! - parties.worst[p]!) / range
    })
    return { from: point, to: point }
  }
  const solutions = (region: Region | undefined, name: keyof Region['solutions']) =>
    region?.solutions[name].map(at) ?? []
  const stretches = {
    frontier: Array.from({ length: efficient.size }, (_, u) => at(u)),
    nash: solutions(acceptable, 'nash'),
    kalaiSmorodinsky: solutions(acceptable, 'kalaiSmorodinsky'),
    egalitarian: solutions(acceptable, 'egalitarian'),
    utilitarian: solutions(acceptable, 'utilitarian'),
    passingNash: solutions(passing, 'nash'),
    passingKalaiSmorodinsky: solutions(passing, 'kalaiSmorodinsky'),
    passingEgalitarian: solutions(passing, 'egalitarian'),
    passingUtilitarian: solutions(passing, 'utilitarian'),
  }
  const largest = (region: Region | undefined): Rational | undefined => {
    const best = region?.solutions.utilitarian[0]
    if (best === undefined) return undefined
    return jointGainOf(scenario, outcomeOf(analysis, efficient.places[efficient.first[best]!]!))
  }
  const largestPassing = largest(passing)
  return {
    ...measured(scenario, stretches, largest(acceptable)),
    ...(largestPassing && { largestPassing }),
  }
}

/** The outcome at a place of the counting: the last issue runs fastest. */
function outcomeOf({ tables }: ManyAnalysis, place: number): number[] {
  const outcome: number[] = []
  let rest = place
  for (let i = tables.issues.length - 1; i >= 0; i--) {
    const size = tables.cells[0]![i]!.length
    outcome[i] = tables.value(i, rest % size)
    rest = Math.floor(rest / size)
  }
  return outcome
}

const jointGainOf = ({ parties }: Scenario, outcome: readonly number[]): Rational =>
  parties
    .map(({ utility, reservation }) => utility!.points(outcome).sub(reservation.value))
    .reduce((sum, gain) => sum.add(gain))

/** Two parties over numbers: the frontier and the solutions of the continuum. */
function ofTwo(scenario: Scenario): Landscape | undefined {
  const [first, second, ...more] = scenario.parties.map(({ id, utility, reservation }) => {
    return utility && { id, utility, reservation: reservation.value }
  })
  if (!first || !second || more.length > 0 || scenario.issues.length === 0) return undefined
  const space: Space = { issues: scenario.issues, parties: [first, second] }
  const { continuum, extents } = analyzeSpace(space)
  if (!continuum) return undefined
  const scale = (points: readonly [Rational, Rational]): number[] =>
    points.map((value, p) => {
      const range = extents[p]!.most.sub(extents[p]!.least)
      return range.equals(0) ? 0 : toNumber(value.sub(extents[p]!.least).div(range))
    })
  type Ends = { readonly start: Corner; readonly end: Corner }
  type Corner = { readonly a: Rational; readonly b: Rational }
  const stretch = ({ start, end }: Ends): Stretch => ({
    from: scale([start.a, start.b]),
    to: scale([end.a, end.b]),
  })
  const spots = (list: readonly { readonly from: Corner; readonly to: Corner }[]): Stretch[] =>
    list.map(({ from, to }) => stretch({ start: from, end: to }))
  const { nash, kalaiSmorodinsky, egalitarian, jointGain } = continuum.solutions
  const best = jointGain[0]?.from
  return measured(
    scenario,
    {
      frontier: continuum.frontier.map(stretch),
      nash: spots(nash),
      kalaiSmorodinsky: spots(kalaiSmorodinsky),
      egalitarian: spots(egalitarian),
      utilitarian: spots(jointGain),
    },
    best?.a.add(best.b).sub(first.reservation).sub(second.reservation),
  )
}

function measured(
  { parties, issues }: Scenario,
  stretches: Readonly<Partial<Record<Landmark, readonly Stretch[]>>>,
  largestJoint: Rational | undefined,
): Landscape {
  const ranges = parties.map(({ utility }) => {
    let [least, most] = [0, 0]
    issues.forEach((_, i) => {
      const table = utility!.tables[i]!
      const points = table.type === 'options' ? table.points : table.knots.map((knot) => knot.points)
      const figures = points.map(toNumber)
      least += Math.min(...figures)
      most += Math.max(...figures)
    })
    return { least, range: most - least }
  })
  return {
    ...(largestJoint && { largestJoint }),
    distances: (points) => {
      const here = parties.map(({ id }, p) => {
        const { least, range } = ranges[p]!
        return range === 0 ? 0 : (toNumber(points[id]!) - least) / range
      })
      return Object.fromEntries(
        LANDMARKS.flatMap((name) => {
          const found = stretches[name] ?? []
          if (found.length === 0) return []
          return [[name, found.reduce((least, one) => Math.min(least, distance(here, one)), Infinity)]]
        }),
      )
    },
  }
}

/** Below this a distance is rounding: points of parties are far coarser. */
const ROUNDING = 1e-9

function distance(here: readonly number[], { from, to }: Stretch): number {
  let [along, length] = [0, 0]
  for (let p = 0; p < here.length; p++) {
    const step = to[p]! - from[p]!
    along += (here[p]! - from[p]!) * step
    length += step * step
  }
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length))
  let square = 0
  for (let p = 0; p < here.length; p++) {
    const off = here[p]! - from[p]! - share * (to[p]! - from[p]!)
    square += off * off
  }
  const found = Math.sqrt(square / here.length)
  return found < ROUNDING ? 0 : found
}
