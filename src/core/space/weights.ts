/**
 * Supporting lines. Every outcome lies on or below any line that supports the concave hull of the frontier, so the
 * weights of such a line turn 'far from the solution' into a loss that adds up over the issues.
 */
import { type Rational, toNumber } from '../rational.ts'
import type { Concept } from './objective.ts'
import { type Frontier, isPoint, type Piece, slope, type Vertex } from './piece.ts'
import { solveFrontier } from './solve.ts'

export type Weights = readonly [a: number, b: number]

/** The upper hull of a frontier's ends, as a concave frontier (monotone chain; Andrew 1979). */
export function hullOf(frontier: Frontier): Frontier {
  const hull: Vertex[] = []
  for (const vertex of frontier.flatMap(({ start, end }) => [start, end])) {
    while (hull.length > 0 && !bendsDown(hull.at(-2), hull.at(-1)!, vertex)) hull.pop()
    hull.push(vertex)
  }
  if (hull.length === 1) return [{ start: hull[0]!, end: hull[0]! }]
  return hull.slice(1).map((end, i) => ({ start: hull[i]!, end }))
}

function bendsDown(first: Vertex | undefined, middle: Vertex, last: Vertex): boolean {
  // Of two ends with equal points, or an end below the next one, the later is enough.
  if (middle.b.compare(last.b) <= 0) return false
  if (middle.a.equals(last.a)) return true
  if (!first) return true
  const cross = middle.a
    .sub(first.a)
    .mul(last.b.sub(first.b))
    .sub(middle.b.sub(first.b).mul(last.a.sub(first.a)))
  return cross.compare(0) < 0
}

/** For each concept, and for each party's most, the line that supports the hull where the hull's own best lies. */
export function supportingWeights(
  frontier: Frontier,
  reservations: readonly [Rational, Rational],
): Readonly<Record<Concept | 'idealA' | 'idealB', Weights>> {
  const hull = hullOf(frontier)
  const { solutions, inside } = solveFrontier(hull, reservations)
  const at = (vertex: Vertex | undefined): Weights => (vertex ? normalAt(hull, vertex) : [1, 1])
  const top = solutions.nash[0]?.from
  const gains = top && ([toNumber(top.a.sub(reservations[0])), toNumber(top.b.sub(reservations[1]))] as const)
  const sum = solutions.jointGain[0]
  return {
    // The product's own slope touches the hull in its largest product.
    nash: gains && gains[0] > 0 && gains[1] > 0 ? scaled(gains[1], gains[0]) : at(top),
    kalaiSmorodinsky: at(solutions.kalaiSmorodinsky[0]?.from),
    egalitarian: at(solutions.egalitarian[0]?.from),
    jointGain: sum && supportsSum(hull, sum.from) ? [1, 1] : at(sum?.from),
    idealA: at(inside.at(-1)?.end),
    idealB: at(inside[0]?.start),
  }
}

/** The normal of the hull's edge through a vertex, or the mean of two where edges meet. */
function normalAt(hull: Frontier, vertex: Vertex): Weights {
  const normals = edgesAt(hull, vertex).map((edge) => scaled(-toNumber(slope(edge)), 1))
  if (normals.length === 0) return [1, 1]
  return scaled(
    normals.reduce((total, [a]) => total + a, 0),
    normals.reduce((total, [, b]) => total + b, 0),
  )
}

const edgesAt = (hull: Frontier, vertex: Vertex): Piece[] =>
  hull.filter(
    (edge) => !isPoint(edge) && edge.start.a.compare(vertex.a) <= 0 && edge.end.a.compare(vertex.a) >= 0,
  )

/** Whether no part of the hull has a larger sum than the vertex. */
const supportsSum = (hull: Frontier, vertex: Vertex): boolean =>
  hull.every(({ start, end }) =>
    [start, end].every((other) => other.a.add(other.b).compare(vertex.a.add(vertex.b)) <= 0),
  )

const scaled = (a: number, b: number): Weights => [a / Math.max(a, b), b / Math.max(a, b)]
