/**
 * The solution points on the grid of allowed decimals and steps. Spaces of up to ten million outcomes are listed;
 * larger ones are searched near the continuum's solutions, and what could not be settled is said.
 */
import { countOutcomes, type Outcome } from '../issue.ts'
import { type Rational, toNumber } from '../rational.ts'
import type { Continuum } from './continuum.ts'
import { type Discrete, solveDiscrete } from './discrete.ts'
import {
  CONCEPTS,
  type Concept,
  egalitarian,
  gainOf,
  jointGain,
  leximin,
  nash,
  type Objective,
} from './objective.ts'
import type { Vertex } from './piece.ts'
import { outcomeAt, pointsOfAll } from './points-of-all.ts'
import { LISTED, MOST_COMBINATIONS, searchGrid } from './search.ts'
import { ENUMERABLE, NotCovered, type Space } from './space.ts'
import { makeTables, type Tables } from './tables.ts'
import { supportingWeights, type Weights } from './weights.ts'

/** The points of both parties. */
interface Pair {
  readonly a: Rational
  readonly b: Rational
}

export interface GridOutcome extends Pair {
  readonly outcome: Outcome
}

export interface GridSolution {
  /** The best outcomes, at most a thousand of them. */
  readonly outcomes: readonly GridOutcome[]
  /** How many tie; undefined where not all were counted. */
  readonly count: number | undefined
  /** Whether no outcome of the grid is better. */
  readonly proven: boolean
}

export interface Grid {
  readonly size: bigint
  /** Set where every outcome was listed. */
  readonly all?: Discrete
  /** Undefined where an issue has too many values, or figures too large, to be searched. */
  readonly solutions?: Readonly<Record<Concept, GridSolution>>
  /** How many combinations a search may look at. */
  readonly most: number
}

/** Solves the grid; `continuum` is needed where the grid is too large to be listed. */
export function solveGrid(
  space: Space,
  continuum?: Continuum,
  most = MOST_COMBINATIONS,
  list = ENUMERABLE,
): Grid {
  const size = countOutcomes(space.issues)
  if (size <= BigInt(list)) {
    const all = solveDiscrete(pointsOfAll(makeTables(space)))
    const solutions = byConcept((concept) => listed(space, all, all.solutions[concept]))
    return { size, all, solutions, most }
  }
  const tables = continuum && tablesOf(space)
  if (!continuum || !tables || tables.whole) return { size, most }
  return { size, solutions: searched(space, continuum, tables, most), most }
}

/** Outcomes of a listed space, with their points. */
export function listed(space: Space, all: Discrete, places: Uint32Array): GridSolution {
  const outcomes = Array.from(places.subarray(0, LISTED), (k) =>
    withPoints(space, outcomeAt(all.points.tables, k)),
  )
  return { outcomes, count: places.length, proven: true }
}

const samePoints = (p: Pair, q: Pair): boolean => p.a.equals(q.a) && p.b.equals(q.b)

const byConcept = <T>(make: (concept: Concept) => T): Record<Concept, T> =>
  Object.fromEntries(CONCEPTS.map((concept) => [concept, make(concept)])) as Record<Concept, T>

export const withPoints = ({ parties }: Space, outcome: Outcome): GridOutcome => ({
  outcome,
  a: parties[0].utility.points(outcome),
  b: parties[1].utility.points(outcome),
})

/** The tables of a space, or undefined where an issue has too many values for them. */
export function tablesOf(space: Space): Tables | undefined {
  try {
    return makeTables(space)
  } catch (error) {
    if (error instanceof NotCovered) return undefined
    throw error
  }
}

function searched(
  space: Space,
  continuum: Continuum,
  tables: Tables,
  most: number,
): Record<Concept, GridSolution> {
  const [first, second] = space.parties
  const weights = supportingWeights(continuum.frontier, [first.reservation, second.reservation])
  const { inside, solutions } = continuum
  const find = (
    objective: Objective,
    line: Weights,
    near: readonly Vertex[],
    same = samePoints,
  ): GridSolution => {
    if (inside.length === 0) return { outcomes: [], count: 0, proven: true }
    const starts = near.flatMap((vertex) => neighbours(tables, vertex))
    const found = searchGrid({ tables, objective, weights: line, starts, most })
    const outcomes = found.places.map((places) =>
      withPoints(
        space,
        places.map((k, i) => tables.value(i, k)),
      ),
    )
    // Nothing on the grid beats the continuum: where that is reached no search is needed.
    const reached = outcomes[0] !== undefined && near.some((vertex) => same(outcomes[0]!, vertex))
    return { outcomes, count: found.complete ? found.count : undefined, proven: found.complete || reached }
  }
  const ends = (concept: Concept): Vertex[] => solutions[concept].flatMap(({ from, to }) => [from, to])
  const gainsIn = (party: 0 | 1, { outcomes: [best] }: GridSolution): bigint => {
    if (!best) return 0n
    const cell = (value: number, i: number): number => tables.cells[party]![i]![placeOf(tables, i, value)]!
    return BigInt(best.outcome.reduce((sum, value, i) => sum + cell(value, i), -tables.reservations[party]!))
  }
  const mostA = find(
    gainOf(0),
    weights.idealA,
    inside.slice(-1).map((piece) => piece.end),
  )
  const mostB = find(
    gainOf(1),
    weights.idealB,
    inside.slice(0, 1).map((piece) => piece.start),
  )
  const ideals = [gainsIn(0, mostA), gainsIn(1, mostB)] as const
  // Its ideals are the grid's own: it is only as sure as they are, and another order than the continuum's.
  const even = find(leximin(ideals), weights.kalaiSmorodinsky, ends('kalaiSmorodinsky'), () => false)
  const product = find(nash, weights.nash, ends('nash'))
  const nothing = gainsIn(0, product) * gainsIn(1, product) === 0n
  return {
    nash: nothing ? onAxes(product, mostA, mostB, ideals) : product,
    kalaiSmorodinsky: { ...even, proven: even.proven && mostA.proven && mostB.proven },
    egalitarian: find(egalitarian, weights.egalitarian, ends('egalitarian')),
    jointGain: find(jointGain, weights.jointGain, ends('jointGain'), (p, q) =>
      p.a.add(p.b).equals(q.a.add(q.b)),
    ),
  }
}

/** Where no outcome lets both gain every product is zero: the efficient ones give one party its most. */
function onAxes(
  product: GridSolution,
  mostA: GridSolution,
  mostB: GridSolution,
  [idealA, idealB]: readonly [bigint, bigint],
): GridSolution {
  const sides = [...(idealA > 0n ? [mostA] : []), ...(idealB > 0n ? [mostB] : [])]
  if (sides.length === 0) return product
  const counted = sides.every(({ count }) => count !== undefined)
  return {
    outcomes: sides.flatMap(({ outcomes }) => outcomes),
    count: counted ? sides.reduce((sum, side) => sum + side.count!, 0) : undefined,
    proven: product.proven && sides.every(({ proven }) => proven),
  }
}

/** A value's place among the issue's values. */
function placeOf(tables: Tables, i: number, value: number): number {
  const issue = tables.issues[i]!
  return issue.type === 'choice' ? value : (value - issue.min) / issue.step
}

/** The allowed outcomes around a point of the continuum: each value rounded down and up. */
function neighbours(tables: Tables, vertex: Vertex): number[][] {
  return vertex.values.reduce<number[][]>(
    (all, value, i) => {
      const last = tables.cells[0]![i]!.length - 1
      const issue = tables.issues[i]!
      const exact = issue.type === 'choice' ? value : value.sub(issue.min).div(issue.step)
      const low = Math.min(Math.floor(toNumber(exact)), last)
      const places = exact.equals(low) || low === last ? [low] : [low, low + 1]
      // With many issues not every corner is tried: they are only a start.
      return all.length >= 4096
        ? all.map((one) => [...one, low])
        : all.flatMap((one) => places.map((k) => [...one, k]))
    },
    [[]],
  )
}
