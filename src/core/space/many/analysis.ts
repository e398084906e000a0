/** The whole analysis of a discrete outcome space of two to ten parties. */
import { countOutcomes } from '../../issue.ts'
import { ENUMERABLE, NotCovered } from '../space.ts'
import { makeTables, type Tables } from '../tables.ts'
import { type Acceptance, countAcceptance, countWhere } from './acceptance.ts'
import { leximin, MANY_CONCEPTS, type ManyConcept, nash, scaledUtilitarian, utilitarian } from './concepts.ts'
import { type Efficient, efficientPoints, pointsWhere } from './efficient.ts'
import { type Coalition, checkParties, type ManySpace, passes, sizeOf, vetoesOf } from './game.ts'
import { type Opposition, oppositionOf } from './opposition.ts'
import { type Trade, tradesOf, weightsOf } from './trades.ts'

export interface ManyParties {
  /** Scaled gains at worst and at best over all outcomes, and best less worst, by party. */
  readonly worst: readonly number[]
  readonly best: readonly number[]
  readonly ranges: readonly number[]
  /** How many outcomes all others accept and this party does not. */
  readonly alone: readonly number[]
  /** The parties that are hardest to satisfy: those that accept the fewest outcomes. */
  readonly hardest: readonly number[]
}

/** The frontier's points among outcomes of some kind, and what the concepts pick there. */
export interface Region {
  /** How many outcomes it has in all, dominated ones too. */
  readonly count: number
  /** Points of the frontier that lie in it. */
  readonly points: Uint32Array
  /** The most each party can gain in it, scaled; undefined where it is empty. */
  readonly ideals?: readonly bigint[]
  /** Points of the frontier, by concept; all empty where the region is empty. */
  readonly solutions: Readonly<Record<ManyConcept, readonly number[]>>
}

export interface ManyAnalysis {
  readonly space: ManySpace
  readonly tables: Tables
  readonly acceptance: Acceptance
  readonly efficient: Efficient
  readonly parties: ManyParties
  /** Outcomes that every party accepts: the individually rational ones. */
  readonly acceptable: Region
  /** Outcomes that the rule lets pass, where a party can be outvoted. */
  readonly passing?: Region
  /** All outcomes, reservation values aside: the largest sums alone. */
  readonly all: Readonly<Record<'utilitarian' | 'scaledUtilitarian', readonly number[]>>
  readonly opposition: Opposition
  /** What each issue is worth to each party, scaled, by party and issue. */
  readonly weights: readonly (readonly number[])[]
  readonly trades: readonly Trade[]
}

/**
 * Analyses a space whose outcomes can be listed. Throws NotCovered where there are more than ten million of them,
 * too few or too many parties, or figures too large to list so many.
 */
export function analyzeMany(space: ManySpace): ManyAnalysis {
  checkParties(space)
  const size = countOutcomes(space.issues)
  if (size > BigInt(ENUMERABLE)) {
    throw new NotCovered(
      `up to ${ENUMERABLE} outcomes of several parties are analysed, and these are ${size}`,
    )
  }
  const tables = makeTables(space)
  const efficient = efficientPoints(tables)
  const acceptance = countAcceptance(tables)
  const weights = weightsOf(tables)
  const parties = partiesOf(tables, acceptance, weights)
  const ranges = exactRanges(tables, parties.ranges)
  const everybody = (1 << space.parties.length) - 1
  const region = (test: (set: Coalition) => boolean): Region =>
    regionOf(efficient, ranges, countWhere(acceptance, test), pointsWhere(efficient, test))
  const all = pointsWhere(efficient, () => true)
  return {
    space,
    tables,
    acceptance,
    efficient,
    parties,
    acceptable: region((set) => set === everybody),
    ...(space.needed < space.parties.length && { passing: region((set) => passes(space, set)) }),
    all: {
      utilitarian: utilitarian(efficient, all),
      scaledUtilitarian: scaledUtilitarian(ranges)(efficient, all),
    },
    opposition: oppositionOf(tables, efficient, parties.best, parties.ranges),
    weights,
    trades: tradesOf(tables, weights),
  }
}

/** Every coalition with all vetoes in it, the largest first. */
export function vetoCoalitions(space: ManySpace): Coalition[] {
  const vetoes = vetoesOf(space)
  return Array.from({ length: 1 << space.parties.length }, (_, set) => set)
    .filter((set) => set > 0 && (set & vetoes) === vetoes)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || a - b)
}

function regionOf(
  efficient: Efficient,
  ranges: readonly bigint[],
  count: number,
  points: Uint32Array,
): Region {
  if (points.length === 0) {
    const none = Object.fromEntries(MANY_CONCEPTS.map((concept) => [concept, []]))
    return { count, points, solutions: none as unknown as Region['solutions'] }
  }
  const ideals = efficient.gains.map((own, p) => {
    let best = points[0]!
    for (const u of points) {
      if (own[u]! > own[best]!) best = u
      else if (
        efficient.rounded &&
        own[u] === own[best] &&
        efficient.exact(u)[p]! > efficient.exact(best)[p]!
      ) {
        best = u
      }
    }
    return efficient.exact(best)[p]!
  })
  const ones = ideals.map(() => 1n)
  return {
    count,
    points,
    ideals,
    solutions: {
      nash: nash(efficient, points),
      kalaiSmorodinsky: leximin(ideals)(efficient, points),
      egalitarian: leximin(ones)(efficient, points),
      utilitarian: utilitarian(efficient, points),
      scaledUtilitarian: scaledUtilitarian(ranges)(efficient, points),
    },
  }
}

function partiesOf(
  tables: Tables,
  { exactly, by }: Acceptance,
  weights: readonly (readonly number[])[],
): ManyParties {
  const everybody = exactly.length - 1
  const ranges = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  const worst = tables.cells.map((row, p) =>
    row.reduce(
      (sum, cell) => sum + cell.reduce((a, b) => Math.min(a, b), Infinity),
      -tables.reservations[p]!,
    ),
  )
  const accepted = ranges.map((_, p) => by[1 << p]!)
  const fewest = Math.min(...accepted)
  return {
    worst,
    best: worst.map((value, p) => value + ranges[p]!),
    ranges,
    alone: ranges.map((_, p) => exactly[everybody & ~(1 << p)]!),
    hardest: accepted.flatMap((count, p) => (count === fewest ? [p] : [])),
  }
}

function exactRanges({ whole }: Tables, ranges: readonly number[]): bigint[] {
  if (!whole) return ranges.map(BigInt)
  return whole.cells.map((row) =>
    row.reduce((sum, cell) => {
      const most = cell.reduce((a, b) => (a > b ? a : b))
      return sum + most - cell.reduce((a, b) => (a < b ? a : b))
    }, 0n),
  )
}
