/**
 * Where one outcome stands in an analysed space: on the frontier or how far from it, how far from each solution
 * point, and how much of the largest joint gain it reaches. What a play's result is held against.
 */
import type { Outcome } from '../../issue.ts'
import { type Rational, ZERO } from '../../rational.ts'
import type { ManyAnalysis, Region } from './analysis.ts'
import { MANY_CONCEPTS, type ManyConcept } from './concepts.ts'
import type { Coalition } from './game.ts'

/** A distance in points, and in shares of each party's range. Floats. */
export interface Distance {
  readonly points: number
  readonly scaled: number
}

export interface Standing {
  /** Points less reservation value, by party, exactly. */
  readonly gains: readonly Rational[]
  /** Each gain over its party's range (best less worst points); zero where the range is. */
  readonly scaledGains: readonly Rational[]
  readonly jointGain: Rational
  readonly scaledJointGain: Rational
  /** Who has no less than the reservation value. */
  readonly accepting: Coalition
  /** To the nearest point of the frontier of all outcomes: zero just where the outcome is on it. */
  readonly toFrontier: Distance
  /** To the nearest of a concept's tied points; undefined where there is none. */
  readonly toSolutions: Readonly<Record<ManyConcept, Distance | undefined>>
  /** The same among the outcomes that the rule lets pass. */
  readonly toPassingSolutions?: Readonly<Record<ManyConcept, Distance | undefined>>
  /** Joint gain over the largest of an acceptable outcome; undefined where that is not above zero. */
  readonly efficiency: Rational | undefined
  readonly passingEfficiency?: Rational | undefined
}

/** Holds an outcome against an analysis of its space. */
export function standingOf(analysis: ManyAnalysis, outcome: Outcome): Standing {
  const { space, parties, passing, acceptable } = analysis
  const gains = space.parties.map(({ utility, reservation }) => utility.points(outcome).sub(reservation))
  const scaledGains = gains.map((gain, p) => {
    const range = analysis.tables.unit.mul(BigInt(parties.ranges[p]!))
    return range.equals(0) ? ZERO : gain.div(range)
  })
  const jointGain = sumOf(gains)
  const own = gains.map((gain) => gain.div(analysis.tables.unit).valueOf())
  const near = (points: Iterable<number>): Distance | undefined => nearest(analysis, own, points)
  const { size } = analysis.efficient
  return {
    gains,
    scaledGains,
    jointGain,
    scaledJointGain: sumOf(scaledGains),
    accepting: gains.reduce((set, gain, p) => (gain.compare(0) >= 0 ? set | (1 << p) : set), 0),
    toFrontier: near(everyPoint(size))!,
    toSolutions: distances(acceptable, near),
    ...(passing && { toPassingSolutions: distances(passing, near) }),
    efficiency: shareOf(jointGain, largestJointGainOf(analysis, acceptable)),
    ...(passing && { passingEfficiency: shareOf(jointGain, largestJointGainOf(analysis, passing)) }),
  }
}

/** The exact joint gain of a region's utilitarian points, in points; undefined where the region is empty. */
function largestJointGainOf(
  { tables, efficient }: ManyAnalysis,
  { solutions }: Region,
): Rational | undefined {
  const [first] = solutions.utilitarian
  if (first === undefined) return undefined
  return tables.unit.mul(efficient.exact(first).reduce((sum, gain) => sum + gain, 0n))
}

/** The exact gains of a point of the frontier, in points. */
export const gainsOfPoint = ({ tables, efficient }: ManyAnalysis, u: number): Rational[] =>
  efficient.exact(u).map((gain) => tables.unit.mul(gain))

/** How far one point of the frontier is from the nearest of others. */
export const pointDistance = (
  analysis: ManyAnalysis,
  u: number,
  others: readonly number[],
): Distance | undefined =>
  nearest(
    analysis,
    analysis.efficient.gains.map((own) => own[u]!),
    others,
  )

function distances(
  { solutions }: Region,
  near: (points: readonly number[]) => Distance | undefined,
): Record<ManyConcept, Distance | undefined> {
  const found = MANY_CONCEPTS.map((concept) => [concept, near(solutions[concept])] as const)
  return Object.fromEntries(found) as Record<ManyConcept, Distance | undefined>
}

const sumOf = (values: readonly Rational[]): Rational => values.reduce((sum, value) => sum.add(value), ZERO)

const shareOf = (gain: Rational, largest: Rational | undefined): Rational | undefined =>
  largest && largest.compare(0) > 0 ? gain.div(largest) : undefined

function* everyPoint(size: number): Generator<number> {
  for (let u = 0; u < size; u++) yield u
}

/** The least Euclidean distances; the two may be to different points. */
function nearest(
  { efficient, tables, parties }: ManyAnalysis,
  own: readonly number[],
  points: Iterable<number>,
): Distance | undefined {
  let plain = Infinity
  let scaled = Infinity
  for (const u of points) {
    let square = 0
    let scaledSquare = 0
    for (let p = 0; p < own.length; p++) {
      const lack = efficient.gains[p]![u]! - own[p]!
      square += lack * lack
      const range = parties.ranges[p]!
      if (range > 0) scaledSquare += (lack / range) ** 2
    }
    if (square < plain) plain = square
    if (scaledSquare < scaled) scaled = scaledSquare
  }
  if (plain === Infinity) return undefined
  return { points: Math.sqrt(plain) * tables.unit.valueOf(), scaled: Math.sqrt(scaled) }
}
