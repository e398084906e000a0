/**
 * A party's points, additive over the issues (Keeney & Raiffa, Decisions with Multiple Objectives, 1976, ch. 3):
 * an option has its points, a number is interpolated linearly between the values listed for it. Everything is
 * scaled to whole numbers over one common denominator, so that a sum is exact and cheap.
 */
import type { Issue, Outcome } from './issue.ts'
import { parts, type Rational, rational } from './rational.ts'

export interface Knot {
  readonly at: Rational
  readonly points: Rational
}

/** What one issue's values are worth to one party. Knots ascend in `at` and span the issue's range. */
export type IssuePoints =
  | { readonly type: 'options'; readonly points: readonly Rational[] }
  | { readonly type: 'linear'; readonly knots: readonly Knot[] }

export interface Utility {
  readonly issues: readonly Issue[]
  readonly tables: readonly IssuePoints[]
  /** Points are whole multiples of 1 / denominator on every allowed outcome. */
  readonly denominator: bigint
  /** The points of an outcome, exactly. */
  points(outcome: Outcome): Rational
  /** The points of one issue's value, exactly. */
  valuePoints(issue: number, value: number): Rational
  /** An outcome's points times the denominator: a safe integer where `small`, else rounded to a float. */
  scaled(outcome: Outcome): number
  /** One value's points times the denominator, likewise. */
  scaledValue(issue: number, value: number): number
  /** Whether every scaled figure is a safe integer, so that `scaled` is exact. */
  readonly small: boolean
}

/** One piece of a number issue: from `from` on, scaled points are (offset + slope x value), exactly. */
interface Piece {
  readonly from: Rational
  readonly offset: Rational
  readonly slope: Rational
}

/**
 * Makes an exact scorer from a party's tables, one per issue and in the issues' order.
 * Throws a RangeError where a table does not fit its issue: that is a caller's fault, since packs are checked
 * when they are loaded.
 */
export function compileUtility(issues: readonly Issue[], tables: readonly IssuePoints[]): Utility {
  const pieces = issues.map((issue, i) => piecesOf(issue, tables[i]))
  const denominator = pieces
    .flat()
    .flatMap((piece) => [parts(piece.offset)[1], parts(piece.slope)[1]])
    .reduce(lcm, 1n)
  const whole = (value: Rational): bigint => {
    const [n, d] = parts(value)
    return n * (denominator / d)
  }
  const exact = pieces.map((list) =>
    list.map((piece) => ({ from: piece.from, offset: whole(piece.offset), slope: whole(piece.slope) })),
  )
  const unit = issues.map((issue) => (issue.type === 'number' ? 10n ** BigInt(issue.decimals) : 1n))
  const quick = exact.map((list, i) =>
    list.map((piece) => ({
      // The first value at or above the piece's start, in the issue's units.
      from: Number(ceilDiv(parts(piece.from)[0] * unit[i]!, parts(piece.from)[1])),
      offset: Number(piece.offset),
      slope: Number(piece.slope),
    })),
  )

  const big = (i: number, value: number): bigint => {
    const list = exact[i]!
    const starts = quick[i]!
    let k = list.length - 1
    while (k > 0 && value < starts[k]!.from) k--
    return list[k]!.offset + list[k]!.slope * BigInt(value)
  }
  const largest = issues.reduce((sum, issue, i) => {
    const reach = issue.type === 'number' ? Math.max(Math.abs(issue.min), Math.abs(issue.max)) : 0
    const sizes = exact[i]!.map((piece) => size(piece.offset) + size(piece.slope) * BigInt(reach))
    return sum + sizes.reduce((a, b) => (a > b ? a : b), 0n)
  }, 0n)
  const small = largest <= BigInt(Number.MAX_SAFE_INTEGER)

  const scaledValue = (i: number, value: number): number => {
    if (!small) return Number(big(i, value))
    const list = quick[i]!
    let k = list.length - 1
    while (k > 0 && value < list[k]!.from) k--
    return list[k]!.offset + list[k]!.slope * value
  }
  const scaled = (outcome: Outcome): number => {
    if (!small) return Number(outcome.reduce((sum, value, i) => sum + big(i, value), 0n))
    let sum = 0
    for (let i = 0; i < outcome.length; i++) sum += scaledValue(i, outcome[i]!)
    return sum
  }
  return {
    issues,
    tables,
    denominator,
    small,
    scaled,
    scaledValue,
    points: (outcome) =>
      rational(
        outcome.reduce((sum, value, i) => sum + big(i, value), 0n),
        denominator,
      ),
    valuePoints: (i, value) => rational(big(i, value), denominator),
  }
}

function piecesOf(issue: Issue, table: IssuePoints | undefined): Piece[] {
  if (issue.type === 'choice') {
    if (table?.type !== 'options' || table.points.length !== issue.options.length) {
      throw new RangeError(`issue ${issue.id}: one figure of points is needed for each option`)
    }
    // An option's place picks its piece: piece k starts at place k and is flat.
    return table.points.map((points, k) => ({ from: rational(k), offset: points, slope: rational(0) }))
  }
  const knots = table?.type === 'linear' ? table.knots : []
  const unit = rational(10n ** BigInt(issue.decimals))
  const covers =
    knots.length > 0 &&
    knots[0]!.at.mul(unit).compare(issue.min) <= 0 &&
    knots.at(-1)!.at.mul(unit).compare(issue.max) >= 0
  if (!covers) throw new RangeError(`issue ${issue.id}: points do not cover its range`)
  if (knots.length === 1) return [{ from: knots[0]!.at, offset: knots[0]!.points, slope: rational(0) }]
  return knots.slice(1).map((end, k) => {
    const start = knots[k]!
    const slope = end.points.sub(start.points).div(end.at.sub(start.at))
    return { from: start.at, offset: start.points.sub(slope.mul(start.at)), slope: slope.div(unit) }
  })
}

const size = (value: bigint): bigint => (value < 0n ? -value : value)

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b

const ceilDiv = (a: bigint, b: bigint): bigint => a / b + (a % b > 0n ? 1n : 0n)
