/**
 * Which values an issue may take in a solution. An issue is pinned where only one value leads there, free where
 * any does. Exact, by this: a value leads to a point of the frontier just when the other issues can together give
 * both parties at least what is then missing, which the frontier of the other issues tells.
 */
import { type Rational, rational, ZERO } from '../rational.ts'
import { firstReaching } from './envelope.ts'
import { type Frontier, mix, type Piece, slope } from './piece.ts'
import type { Spot } from './solve.ts'

/** From one value to another, in the units (or an option's place twice). */
export interface Span {
  readonly from: Rational
  readonly to: Rational
}

/**
 * The values of one issue with which the spot can still be reached.
 * @param curve all pieces of the issue, dominated ones too
 * @param rest the frontier of the sum of all other issues
 */
export function valuesAt(spot: Spot, curve: readonly Piece[], rest: Frontier): Span[] {
  const spans = curve.flatMap((piece) => {
    const [low, high] =
      piece.start.a.compare(piece.end.a) <= 0 ? [piece.start.a, piece.end.a] : [piece.end.a, piece.start.a]
    // What the other issues must give the first party lies between these two.
    const from = spot.from.a.sub(high)
    const to = spot.to.a.sub(low)
    const found: Span[] = []
    for (let i = firstReaching(rest, from); i < rest.length; i++) {
      const zone = rest[i]!
      const before = rest[i - 1]?.end.a ?? from
      if (before.compare(to) > 0) break
      for (const range of [
        feasible(spot, piece, {
          low: before.compare(from) < 0 ? from : before,
          high: zone.start.a,
          at: zone.start,
          slope: ZERO,
        }),
        feasible(spot, piece, { low: zone.start.a, high: zone.end.a, at: zone.start, slope: slope(zone) }),
      ]) {
        if (range) found.push(onPiece(piece, range))
      }
    }
    return found
  })
  return joined(spans)
}

/** Part of the others' frontier: for points `low` to `high` of the first party a straight height. */
interface Zone {
  readonly low: Rational
  readonly high: Rational
  readonly at: { readonly a: Rational; readonly b: Rational }
  readonly slope: Rational
}

/** p x t + q x y >= r */
type HalfPlane = readonly [p: Rational, q: Rational, r: Rational]

/**
 * Which shares t of a piece reach the spot while the others give the first party y: a polygon in t and y, whose
 * extent in t is that of its corners.
 */
function feasible(spot: Spot, piece: Piece, zone: Zone): [Rational, Rational] | undefined {
  if (zone.low.compare(zone.high) > 0) return undefined
  const { start, end } = piece
  const da = end.a.sub(start.a)
  const db = end.b.sub(start.b)
  const m = slope({ start: spot.from, end: spot.to })
  const one = rational(1)
  const planes: HalfPlane[] = [
    [one, ZERO, ZERO],
    [one.neg(), ZERO, one.neg()],
    [ZERO, one, zone.low],
    [ZERO, one.neg(), zone.high.neg()],
    [da, one, spot.from.a.sub(start.a)],
    [da.neg(), one.neg(), start.a.sub(spot.to.a)],
    // What the others give the second party and what this issue gives it reach the spot's line.
    [
      db.sub(m.mul(da)),
      zone.slope.sub(m),
      spot.from.b
        .add(m.mul(start.a.sub(spot.from.a)))
        .sub(start.b)
        .sub(zone.at.b)
        .add(zone.slope.mul(zone.at.a)),
    ],
  ]
  let range: [Rational, Rational] | undefined
  for (let i = 0; i < planes.length; i++) {
    for (let k = i + 1; k < planes.length; k++) {
      const corner = crossing(planes[i]!, planes[k]!)
      if (!corner || !planes.every((plane) => holds(plane, corner))) continue
      const t = corner[0]
      if (!range) range = [t, t]
      else if (t.compare(range[0]) < 0) range[0] = t
      else if (t.compare(range[1]) > 0) range[1] = t
    }
  }
  return range
}

function crossing([p, q, r]: HalfPlane, [p2, q2, r2]: HalfPlane): [Rational, Rational] | undefined {
  const determinant = p.mul(q2).sub(q.mul(p2))
  if (determinant.equals(0)) return undefined
  return [r.mul(q2).sub(q.mul(r2)).div(determinant), p.mul(r2).sub(r.mul(p2)).div(determinant)]
}

const holds = ([p, q, r]: HalfPlane, [t, y]: [Rational, Rational]): boolean =>
  p.mul(t).add(q.mul(y)).compare(r) >= 0

const onPiece = ({ start, end }: Piece, [low, high]: [Rational, Rational]): Span => ({
  from: mix(start.values[0]!, end.values[0]!, low),
  to: mix(start.values[0]!, end.values[0]!, high),
})

/** Sorted, with spans that touch or overlap made one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((p, q) => p.from.compare(q.from) || p.to.compare(q.to))) {
    const last = all.at(-1)
    if (!last || last.to.compare(span.from) < 0) all.push(span)
    else if (last.to.compare(span.to) < 0) all[all.length - 1] = { from: last.from, to: span.to }
  }
  return all
}
