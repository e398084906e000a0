/**
 * The solution points on the grid of allowed decimals and steps. Spaces of up to ten million outcomes are listed;
 * larger ones are searched, and what could not be settled is said.
 */
import { countOutcomes, type Outcome } from '../issue.ts'
import type { Rational } from '../rational.ts'
import { LISTED } from './best.ts'
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
import { outcomeAt, pointsOfAll } from './points-of-all.ts'
import { GridSearch, MOST_STEPS } from './search.ts'
import { ENUMERABLE, NotCovered, type Space } from './space.ts'
import { makeTables, type Tables } from './tables.ts'

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
  /** How many values and combinations a search may look at. */
  readonly most: number
}

/**
 * Solves the grid. Where it is too large to be listed and its search was not finished, `continuum` may still prove
 * a solution. Throws NotCovered where a grid of up to `list` outcomes cannot be listed.
 */
export function solveGrid(space: Space, continuum?: Continuum, most = MOST_STEPS, list = ENUMERABLE): Grid {
  const size = countOutcomes(space.issues)
  if (size <= BigInt(list)) {
    const all = solveDiscrete(pointsOfAll(makeTables(space)))
    const solutions = byConcept((concept) => listed(space, all, all.solutions[concept]))
    return { size, all, solutions, most }
  }
  const tables = tablesOf(space)
  if (!tables || tables.whole) return { size, most }
  return { size, solutions: searched(space, tables, most, continuum), most }
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

const withPoints = ({ parties }: Space, outcome: Outcome): GridOutcome => ({
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
  tables: Tables,
  most: number,
  continuum: Continuum | undefined,
): Record<Concept, GridSolution> {
  const search = new GridSearch(tables, most)
  /** `reached` tells whether a best outcome is as good as the continuum's, which nothing on the grid betters. */
  const find = (objective: Objective, reached: (best: Pair) => boolean): GridSolution => {
    const { places, count, complete } = search.find(objective)
    const outcomes = places.map((list) =>
      withPoints(
        space,
        list.map((k, i) => tables.value(i, k)),
      ),
    )
    const [best] = outcomes
    return {
      outcomes,
      count: complete ? count : undefined,
      proven: complete || (best !== undefined && reached(best)),
    }
  }
  const among =
    (concept: Concept, same: (p: Pair, q: Pair) => boolean) =>
    (best: Pair): boolean =>
      continuum?.solutions[concept].some(({ from, to }) => same(best, from) || same(best, to)) ?? false
  const mostA = find(gainOf(0), (best) => continuum?.inside.at(-1)?.end.a.equals(best.a) ?? false)
  const mostB = find(gainOf(1), (best) => continuum?.inside[0]?.start.b.equals(best.b) ?? false)
  const ideals = [gainIn(tables, 0, mostA), gainIn(tables, 1, mostB)] as const
  // Its ideals are the grid's own: it is only as sure as they are, and another order than the continuum's.
  const even = find(leximin(ideals), () => false)
  const product = find(nash, among('nash', samePoints))
  const nothing = gainIn(tables, 0, product) * gainIn(tables, 1, product) === 0n
  return {
    nash: nothing ? onAxes(product, mostA, mostB, ideals) : product,
    kalaiSmorodinsky: { ...even, proven: even.proven && mostA.proven && mostB.proven },
    egalitarian: find(egalitarian, among('egalitarian', samePoints)),
    jointGain: find(
      jointGain,
      among('jointGain', (p, q) => p.a.add(p.b).equals(q.a.add(q.b))),
    ),
  }
}

/** A party's scaled gain in the first of the best outcomes; zero where there is none. */
function gainIn(tables: Tables, party: 0 | 1, { outcomes: [best] }: GridSolution): bigint {
  if (!best) return 0n
  const cell = (value: number, i: number): number => tables.cells[party]![i]![placeOf(tables, i, value)]!
  return BigInt(best.outcome.reduce((sum, value, i) => sum + cell(value, i), -tables.reservations[party]!))
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
