/**
 * Every allowed value's points as whole numbers over one denominator, so that sums over a million outcomes are
 * plain additions and still exact. Where the numbers would pass 2^53 each issue is shifted to start at zero and
 * divided by what all figures have in common; where that is not enough, `whole` holds them as big integers.
 */
import { countValues, type Issue } from '../issue.ts'
import { parts, type Rational, rational } from '../rational.ts'
import { type Listable, NotCovered } from './space.ts'

export interface Tables {
  readonly issues: readonly Issue[]
  /** One party a row, one issue a cell: the scaled points of its values, in order. */
  readonly cells: readonly (readonly Float64Array[])[]
  /** Each party's reservation value on the same scale. */
  readonly reservations: readonly number[]
  /** Points are whole multiples of this, from each party's worst of every issue on where they were shifted. */
  readonly unit: Rational
  /** Set where the figures do not fit into 2^53: `cells` are then rounded, these are exact. */
  readonly whole?: {
    readonly cells: readonly (readonly bigint[][])[]
    readonly reservations: readonly bigint[]
  }
  /** A value's units: min + k x step of a number issue, the place of an option. */
  value(issue: number, k: number): number
}

/** Above this many values of one issue the tables themselves would be too large. */
const MOST_VALUES = 20_000_000
/** The same for figures past 2^53, which take big integers to look at. */
const MOST_BIG_VALUES = 100_000
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Scales a space's points. All parties share the denominator, so that joint gains are sums of the figures.
 * Throws NotCovered where one issue alone allows more than 20 million values, or 100,000 of figures past 2^53.
 */
export function makeTables({ issues, parties }: Listable): Tables {
  const counts = issues.map(countValues)
  if (counts.some((count) => count > MOST_VALUES)) {
    throw new NotCovered('an issue allows more than 20 million values; only its continuum is analysed')
  }
  const value = (i: number, k: number): number => {
    const issue = issues[i]!
    return issue.type === 'choice' ? k : issue.min + k * issue.step
  }
  const denominator = parties
    .flatMap((party) => [party.utility.denominator, parts(party.reservation)[1]])
    .reduce(lcm, 1n)
  const scaled = (points: Rational): bigint => (parts(points)[0] * denominator) / parts(points)[1]

  const plain = parties.every(({ utility }) => utility.small)
  const quick = (plain ? parties : []).map(({ utility, reservation }) => {
    const factor = Number(denominator / utility.denominator)
    const cells = issues.map((_, i) =>
      Float64Array.from({ length: counts[i]! }, (_, k) => utility.scaledValue(i, value(i, k)) * factor),
    )
    const bound = cells.reduce(
      (sum, cell) => sum + cell.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
      0,
    )
    const own = scaled(reservation)
    return { cells, own, safe: bound < 2 ** 51 && absolute(own) < SAFE / 4n }
  })
  if (plain && quick.every((party) => party.safe)) {
    return {
      issues,
      value,
      unit: rational(1n, denominator),
      cells: quick.map((party) => party.cells),
      reservations: quick.map((party) => Number(party.own)),
    }
  }

  if (counts.some((count) => count > MOST_BIG_VALUES)) {
    throw new NotCovered(
      'points pass 2^53 on the common denominator, and an issue allows too many values for that',
    )
  }
  // Exact and slower: shift every issue to its least value, then divide by the common factor of all that is left.
  const shifted = parties.map(({ utility, reservation }) => {
    let own = scaled(reservation)
    const cells = issues.map((_, i) => {
      const cell = Array.from({ length: counts[i]! }, (_, k) => scaled(utility.valuePoints(i, value(i, k))))
      const least = cell.reduce((a, b) => (a < b ? a : b))
      own -= least
      return cell.map((points) => points - least)
    })
    return { cells, own }
  })
  const common = shifted.flatMap(({ cells, own }) => [own, ...cells.flat()]).reduce(gcd, 0n) || 1n
  const whole = {
    cells: shifted.map(({ cells }) => cells.map((cell) => cell.map((points) => points / common))),
    reservations: shifted.map(({ own }) => own / common),
  }
  const fits = whole.cells.every((cells, p) => {
    const most = cells.reduce((sum, cell) => sum + cell.reduce((a, b) => (a > b ? a : b)), 0n)
    return most < SAFE / 4n && absolute(whole.reservations[p]!) < SAFE / 4n
  })
  return {
    issues,
    value,
    unit: rational(common, denominator),
    cells: whole.cells.map((cells) => cells.map((cell) => Float64Array.from(cell, Number))),
    reservations: whole.reservations.map(Number),
    ...(!fits && { whole }),
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absolute(a), absolute(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b
