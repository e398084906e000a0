/**
 * One issue as a curve in the plane of both parties' points: straight pieces between all values where either
 * party's points bend, or one point an option.
 */
import type { Issue } from '../issue.ts'
import type { IssuePoints } from '../points.ts'
import { type Rational, rational } from '../rational.ts'
import { fallingPart, mergeAll } from './envelope.ts'
import { type Frontier, mix, type Piece, share, type Vertex } from './piece.ts'
import type { Space } from './space.ts'

/** The pieces of an issue by rising value; each vertex holds the one value. They may run either way. */
export function issueCurve(space: Space, i: number): readonly Piece[] {
  const issue = space.issues[i]!
  const [tableA, tableB] = space.parties.map((party) => party.utility.tables[i]!) as [
    IssuePoints,
    IssuePoints,
  ]
  const vertex = (at: Rational): Vertex => ({
    a: pointsAt(issue, tableA, at),
    b: pointsAt(issue, tableB, at),
    values: [at],
  })
  if (issue.type === 'choice') {
    return issue.options.map((_, k) => {
      const point = vertex(rational(k))
      return { start: point, end: point }
    })
  }
  const unit = rational(10n ** BigInt(issue.decimals))
  const bends = [tableA, tableB]
    .flatMap((table) => (table.type === 'linear' ? table.knots.map((knot) => knot.at.mul(unit)) : []))
    .filter((at) => at.compare(issue.min) > 0 && at.compare(issue.max) < 0)
  const stops = [rational(issue.min), ...bends, rational(issue.max)]
    .sort((p, q) => p.compare(q))
    .filter((at, k, all) => k === 0 || !at.equals(all[k - 1]!))
    .map(vertex)
  if (stops.length === 1) return [{ start: stops[0]!, end: stops[0]! }]
  return stops.slice(1).map((end, k) => ({ start: stops[k]!, end }))
}

/** The part of an issue's curve that is not dominated within the issue: nothing else can be in the best deals. */
export const issueFrontier = (curve: readonly Piece[]): Frontier =>
  mergeAll(curve.map(({ start, end }) => [fallingPart(start, end)]))

/** A party's points for one value, which need not be an allowed one. */
export function pointsAt(issue: Issue, table: IssuePoints, at: Rational): Rational {
  if (table.type === 'options') return table.points[Number(at.n)]!
  const knots = table.knots
  if (issue.type === 'choice' || knots.length === 1) return knots[0]!.points
  const value = at.div(rational(10n ** BigInt(issue.decimals)))
  const place = knots.findIndex((knot, k) => k > 0 && value.compare(knot.at) <= 0)
  const [from, to] = [knots[place - 1]!, knots[place]!]
  return mix(from.points, to.points, share(value, from.at, to.at))
}
