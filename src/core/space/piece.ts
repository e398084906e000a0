/**
 * Straight pieces in the plane of two parties' points. A frontier is a list of pieces by rising points of the
 * first party; a piece is a segment that falls from left to right, or a single point. Every end of a piece is
 * realised by an outcome, so every point between is too: along a piece the values move in proportion.
 */
import { type Rational, ZERO } from '../rational.ts'

export interface Vertex {
  readonly a: Rational
  readonly b: Rational
  /** One value an issue, in units of 10^-decimals or an option's place; not always a whole number. */
  readonly values: readonly Rational[]
}

/** From the point that is better for the second party to the one that is better for the first. */
export interface Piece {
  readonly start: Vertex
  readonly end: Vertex
}

export type Frontier = readonly Piece[]

export const isPoint = ({ start, end }: Piece): boolean => start.a.equals(end.a) && start.b.equals(end.b)

export const samePoint = (p: Vertex, q: Vertex): boolean => p.a.equals(q.a) && p.b.equals(q.b)

/** Where `at` lies between `from` (0) and `to` (1). */
export const share = (at: Rational, from: Rational, to: Rational): Rational => at.sub(from).div(to.sub(from))

export const mix = (from: Rational, to: Rational, t: Rational): Rational =>
  from === to ? from : from.add(to.sub(from).mul(t))

/** The vertex that lies `t` of the way along a piece, with the outcome that realises it. */
export function along({ start, end }: Piece, t: Rational): Vertex {
  if (t.equals(0)) return start
  if (t.equals(1)) return end
  return {
    a: mix(start.a, end.a, t),
    b: mix(start.b, end.b, t),
    values: start.values.map((value, i) => mix(value, end.values[i]!, t)),
  }
}

/** The vertex of a segment where the first party has `a` points. */
const atA = (piece: Piece, a: Rational): Vertex => along(piece, share(a, piece.start.a, piece.end.a))

/** The second party's points on a segment where the first has `a`. */
export const heightAt = ({ start, end }: Piece, a: Rational): Rational =>
  mix(start.b, end.b, share(a, start.a, end.a))

/** Points of the second party for one of the first: below zero on a segment, zero for a point. */
export const slope = ({ start, end }: Piece): Rational =>
  start.a.equals(end.a) ? ZERO : end.b.sub(start.b).div(end.a.sub(start.a))

/** A segment of the piece from `low` to `high` (points of the first party), itself where that is all of it. */
export function cut(piece: Piece, low: Rational, high: Rational): Piece {
  const start = low.equals(piece.start.a) ? piece.start : atA(piece, low)
  const end = high.equals(piece.end.a) ? piece.end : low.equals(high) ? start : atA(piece, high)
  return { start, end }
}
