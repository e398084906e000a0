/**
 * The solution concepts on a frontier of straight pieces, exactly: along a piece both gains are linear, so the
 * largest product lies at a rational vertex of a parabola, and equal shares at a rational crossing.
 */
import { type Rational, rational } from '../rational.ts'
import { openEnds } from './envelope.ts'
import type { Concept } from './objective.ts'
import { along, cut, type Frontier, isPoint, type Piece, samePoint, share, type Vertex } from './piece.ts'

/** Where a concept's best lies: one point, or all points of a straight line (`from` and `to` differ). */
export interface Spot {
  readonly from: Vertex
  readonly to: Vertex
}

export interface ContinuumSolutions {
  /** The frontier's individually rational part. */
  readonly inside: Frontier
  /** The most that each party can gain while the other loses nothing; undefined where nothing is rational. */
  readonly ideals?: readonly [Rational, Rational]
  readonly solutions: Readonly<Record<Concept, readonly Spot[]>>
  readonly jointGainOfAll: readonly Spot[]
}

/** A piece, and whether its ends belong to the frontier. */
interface Stretch extends Piece {
  readonly open: { readonly start: boolean; readonly end: boolean }
}

/** Solves a frontier for two reservation values. */
export function solveFrontier(
  frontier: Frontier,
  reservations: readonly [Rational, Rational],
): ContinuumSolutions {
  const [ra, rb] = reservations
  const all = frontier.map((piece, i) => ({ ...piece, open: openEnds(frontier, i) }))
  const inside = all.flatMap((stretch) => rationalPart(stretch, ra, rb))
  const gains = (v: Vertex): [Rational, Rational] => [v.a.sub(ra), v.b.sub(rb)]
  const first = inside[0]
  const last = inside.at(-1)
  if (!first || !last) {
    const none = { nash: [], kalaiSmorodinsky: [], egalitarian: [], jointGain: [] }
    return { inside: [], solutions: none, jointGainOfAll: largestSum(all) }
  }
  const ideals = [last.end.a.sub(ra), first.start.b.sub(rb)] as const
  return {
    inside: inside.map(({ start, end }) => ({ start, end })),
    ideals,
    solutions: {
      nash: bestVertices(inside, gains, productTop, (p, q) => p[0].mul(p[1]).compare(q[0].mul(q[1]))),
      kalaiSmorodinsky: mostEven(inside, gains, ideals),
      egalitarian: mostEven(inside, gains, [rational(1), rational(1)]),
      jointGain: largestSum(inside),
    },
    jointGainOfAll: largestSum(all),
  }
}

/** The part where no party is below its reservation value. */
function rationalPart(stretch: Stretch, ra: Rational, rb: Rational): Stretch[] {
  const { start, end, open } = stretch
  if (end.a.compare(ra) < 0 || start.b.compare(rb) < 0) return []
  const low = start.a.compare(ra) < 0 ? ra : start.a
  const high = end.b.compare(rb) < 0 ? start.a.add(end.a.sub(start.a).mul(share(rb, start.b, end.b))) : end.a
  if (low.compare(high) > 0) return []
  const part = cut(stretch, low, high)
  return [{ ...part, open: { start: open.start && part.start === start, end: open.end && part.end === end } }]
}

type Gains = (vertex: Vertex) => [Rational, Rational]

/** The vertices that are best by an order of gains, where `top` says how far along a piece its best lies. */
function bestVertices(
  stretches: readonly Stretch[],
  gains: Gains,
  top: (from: [Rational, Rational], to: [Rational, Rational]) => Rational,
  compare: (p: [Rational, Rational], q: [Rational, Rational]) => number,
): Spot[] {
  let best: Vertex[] = []
  for (const stretch of stretches) {
    const t = isPoint(stretch) ? rational(0) : top(gains(stretch.start), gains(stretch.end))
    // An end that is dominated is never the best: what dominates it is a candidate of its own.
    if (stretch.open.start && t.compare(0) <= 0) continue
    if (stretch.open.end && t.compare(1) >= 0) continue
    const vertex = along(stretch, t.compare(0) <= 0 ? rational(0) : t.compare(1) >= 0 ? rational(1) : t)
    const order = best[0] ? compare(gains(vertex), gains(best[0])) : 1
    if (order > 0) best = []
    if (order >= 0 && !best.some((other) => samePoint(other, vertex))) best.push(vertex)
  }
  return best.map((vertex) => ({ from: vertex, to: vertex }))
}

/** (a + t da)(b + t db) is largest at t = -(a db + b da) / (2 da db). */
function productTop([a, b]: [Rational, Rational], [a2, b2]: [Rational, Rational]): Rational {
  const da = a2.sub(a)
  const db = b2.sub(b)
  return a.mul(db).add(b.mul(da)).div(da.mul(db).mul(-2))
}

/** The largest smaller share, then the largest larger one. A party whose ideal is zero has share 1. */
function mostEven(
  stretches: readonly Stretch[],
  gains: Gains,
  ideals: readonly [Rational, Rational],
): Spot[] {
  const shares = (pair: [Rational, Rational]): [Rational, Rational] =>
    pair.map((gain, p) => (ideals[p]!.equals(0) ? rational(1) : gain.div(ideals[p]!))) as [Rational, Rational]
  const sorted = (pair: [Rational, Rational]): [Rational, Rational] => {
    const [u, w] = shares(pair)
    return u.compare(w) <= 0 ? [u, w] : [w, u]
  }
  return bestVertices(
    stretches,
    gains,
    (from, to) => {
      const [u, w] = shares(from)
      const [u2, w2] = shares(to)
      const change = u2.sub(u).sub(w2.sub(w))
      return change.equals(0) ? rational(0) : w.sub(u).div(change)
    },
    (p, q) => {
      const [low, high] = sorted(p)
      const [otherLow, otherHigh] = sorted(q)
      return low.compare(otherLow) || high.compare(otherHigh)
    },
  )
}

/** All points with the largest sum; neighbouring pieces on one line are one spot. */
function largestSum(stretches: readonly Stretch[]): Spot[] {
  const sum = (v: Vertex): Rational => v.a.add(v.b)
  const most = stretches
    .flatMap(({ start, end }) => [sum(start), sum(end)])
    .reduce((p, q) => (p.compare(q) >= 0 ? p : q))
  const spots: Spot[] = []
  for (const { start, end } of stretches) {
    const reached = [start, end].filter((vertex) => sum(vertex).equals(most))
    if (reached.length === 0) continue
    const spot = { from: reached[0]!, to: reached.at(-1)! }
    const last = spots.at(-1)
    if (last && samePoint(last.to, spot.from)) spots[spots.length - 1] = { from: last.from, to: spot.to }
    else spots.push(spot)
  }
  return spots
}
