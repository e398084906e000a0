/**
 * The non-dominated part of two frontiers together: the true upper envelope, with its dents and gaps. Merging
 * frontiers two by two gives the envelope of any number of pieces.
 *
 * A frontier says how much the second party can have while the first has at least `a`: on a segment what the
 * segment gives, left of a piece what its start gives. A point below that is dominated. Pieces are kept with both
 * ends, even where an end is dominated by a piece further on (`openEnds` tells which).
 */
import type { Rational } from '../rational.ts'
import { cut, type Frontier, heightAt, isPoint, mix, type Piece, samePoint, type Vertex } from './piece.ts'

/**
 * The Pareto frontier of everything in `p` and `q`, both frontiers themselves. Of what is equal `p`'s part stays; but a
 * single point on a segment of the other goes, since that segment stays whole and its ends have to be neighbours.
 */
function mergeFrontiers(p: Frontier, q: Frontier): Frontier {
  if (p.length === 0) return q
  if (q.length === 0) return p
  const kept = p.flatMap((piece) => notBelow(piece, q, true))
  const more = q.flatMap((piece) => notBelow(piece, p, false))
  return tidy([...kept, ...more])
}

/** The Pareto frontier of many frontiers. */
export function mergeAll(list: readonly Frontier[]): Frontier {
  if (list.length <= 1) return list[0] ?? []
  const half = list.length >> 1
  return mergeFrontiers(mergeAll(list.slice(0, half)), mergeAll(list.slice(half)))
}

/** The non-dominated part of any straight piece, whichever way it runs. */
export function fallingPart(p: Vertex, q: Vertex): Piece {
  const order = p.a.compare(q.a)
  const height = p.b.compare(q.b)
  if (order * height < 0) return order < 0 ? { start: p, end: q } : { start: q, end: p }
  const better = order < 0 || (order === 0 && height < 0) ? q : p
  return { start: better, end: better }
}

/** The first piece that reaches `a` or further; the frontier's length where none does. */
export function firstReaching(frontier: Frontier, a: Rational): number {
  let low = 0
  let high = frontier.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (frontier[middle]!.end.a.compare(a) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The parts of a piece that `frontier` does not dominate; equal points count as not dominated where `ties`. */
function notBelow(piece: Piece, frontier: Frontier, ties: boolean): Piece[] {
  if (isPoint(piece)) return pointStays(piece.start, frontier, ties) ? [piece] : []
  const { start, end } = piece
  const spans: [Rational, Rational][] = []
  const keep = (low: Rational, high: Rational): void => {
    const last = spans.at(-1)
    if (last?.[1].equals(low)) last[1] = high
    else spans.push([low, high])
  }
  let from = start.a
  for (let i = firstReaching(frontier, start.a); i < frontier.length && from.compare(end.a) < 0; i++) {
    const other = frontier[i]!
    // Left of the other piece its start is what counts; along it, its own height.
    if (from.compare(other.start.a) < 0) {
      const to = least(other.start.a, end.a)
      above(piece, from, to, other.start.b, other.start.b, false, keep)
      from = to
    }
    const to = least(other.end.a, end.a)
    if (from.compare(to) < 0) {
      above(piece, from, to, heightAt(other, from), heightAt(other, to), ties, keep)
      from = to
    }
  }
  if (from.compare(end.a) < 0) keep(from, end.a)
  return spans.map(([low, high]) => cut(piece, low, high))
}

/** Keeps the part of the piece between two places that lies above a straight line, or on it where `ties`. */
function above(
  piece: Piece,
  from: Rational,
  to: Rational,
  lineFrom: Rational,
  lineTo: Rational,
  ties: boolean,
  keep: (low: Rational, high: Rational) => void,
): void {
  const before = heightAt(piece, from).sub(lineFrom)
  const after = heightAt(piece, to).sub(lineTo)
  const [first, last] = [before.compare(0), after.compare(0)]
  if (first <= 0 && last <= 0) {
    if (ties && first === 0 && last === 0) keep(from, to)
    return
  }
  const bothAbove = first >= 0 && last >= 0
  const crossing = bothAbove ? undefined : mix(from, to, before.div(before.sub(after)))
  keep(first >= 0 || !crossing ? from : crossing, last >= 0 || !crossing ? to : crossing)
}

function pointStays(point: Vertex, frontier: Frontier, ties: boolean): boolean {
  const other = frontier[firstReaching(frontier, point.a)]
  if (!other) return true
  const inside = point.a.compare(other.start.a) >= 0
  const height = isPoint(other) || !inside ? other.start.b : heightAt(other, point.a)
  const order = point.b.compare(height)
  return order > 0 || (order === 0 && inside && ties && isPoint(other))
}

/** Sorts, drops points that are an end of their neighbour, and joins pieces that are one straight move. */
function tidy(pieces: Piece[]): Frontier {
  pieces.sort(
    (p, q) => p.start.a.compare(q.start.a) || q.start.b.compare(p.start.b) || p.end.a.compare(q.end.a),
  )
  const tidied: Piece[] = []
  for (const piece of pieces) {
    const last = tidied.at(-1)
    if (last && samePoint(last.end, piece.start)) {
      if (isPoint(piece)) continue
      if (isPoint(last)) tidied.pop()
      else if (sameMove(last, piece)) {
        tidied[tidied.length - 1] = { start: last.start, end: piece.end }
        continue
      }
    }
    tidied.push(piece)
  }
  return tidied
}

/** Whether one piece goes on where the other stops, in points and in every value. */
function sameMove(p: Piece, q: Piece): boolean {
  const t = p.end.a.sub(p.start.a).div(q.end.a.sub(p.start.a))
  const onLine = (from: Rational, middle: Rational, to: Rational): boolean => mix(from, to, t).equals(middle)
  return (
    onLine(p.start.b, p.end.b, q.end.b) &&
    p.end.values.every(
      (value, i) => value.equals(q.start.values[i]!) && onLine(p.start.values[i]!, value, q.end.values[i]!),
    )
  )
}

/**
 * Which ends of a piece are not on the frontier themselves: an end is dominated where the next piece starts as
 * high, further right; a start where the piece before ends as far right, higher.
 */
export function openEnds(frontier: Frontier, i: number): { readonly start: boolean; readonly end: boolean } {
  const piece = frontier[i]!
  const before = frontier[i - 1]
  const next = frontier[i + 1]
  return {
    start: before?.end.a.equals(piece.start.a) === true && before.end.b.compare(piece.start.b) > 0,
    end: next?.start.b.equals(piece.end.b) === true && next.start.a.compare(piece.end.a) > 0,
  }
}

const least = (a: Rational, b: Rational): Rational => (a.compare(b) <= 0 ? a : b)
