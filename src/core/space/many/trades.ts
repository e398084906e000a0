/**
 * Which issues two parties can trade against each other (logrolling): both are opposed on both issues, and they
 * weigh them differently, so that each can give way where it costs it less (Froman & Cohen 1970; Raiffa 1982).
 */
import type { Tables } from '../tables.ts'

export interface Trade {
  /** The parties: the first cares more for `wins`, compared with `gives`, than the second does. */
  readonly first: number
  readonly second: number
  /** The issue that the first party takes, and the one it gives way on. */
  readonly wins: number
  readonly gives: number
  /**
   * How many times as much `wins` is worth to the first party, in units of `gives`, as to the second:
   * (w1(wins) / w1(gives)) / (w2(wins) / w2(gives)), always above 1. It does not depend on the parties' units.
   */
  readonly leverage: number
}

/** What an issue's best value is worth over its worst, scaled, by party and issue. */
export const weightsOf = ({ cells }: Tables): number[][] =>
  cells.map((row) =>
    row.map((cell) => {
      let least = Infinity
      let most = -Infinity
      for (const value of cell) {
        if (value < least) least = value
        if (value > most) most = value
      }
      return most - least
    }),
  )

/** All trades, the largest leverage first; ties by party and issue. */
export function tradesOf(tables: Tables, weights: readonly (readonly number[])[]): Trade[] {
  const parties = weights.length
  const issues = weights[0]!.length
  const most = tables.cells.map((row) => row.map((cell) => cell.reduce((a, b) => Math.max(a, b), -Infinity)))
  const opposed = (p: number, q: number, i: number): boolean => {
    const [own, other] = [tables.cells[p]![i]!, tables.cells[q]![i]!]
    for (let v = 0; v < own.length; v++) if (own[v] === most[p]![i] && other[v] === most[q]![i]) return false
    return true
  }
  const trades: Trade[] = []
  for (let p = 0; p < parties; p++) {
    for (let q = p + 1; q < parties; q++) {
      const open = Array.from({ length: issues }, (_, i) => i).filter((i) => opposed(p, q, i))
      for (let x = 0; x < open.length; x++) {
        for (let y = x + 1; y < open.length; y++) {
          const [i, j] = [open[x]!, open[y]!]
          const order = compareProducts(weights[p]![i]!, weights[q]![j]!, weights[p]![j]!, weights[q]![i]!)
          if (order === 0) continue
          const [first, second] = order > 0 ? [p, q] : [q, p]
          const [mine, yours] = [weights[first]!, weights[second]!]
          const leverage = (mine[i]! / mine[j]!) * (yours[j]! / yours[i]!)
          trades.push({ first, second, wins: i, gives: j, leverage })
        }
      }
    }
  }
  // Array sort is stable: ties stay in the order of parties and issues.
  return trades.sort((a, b) => b.leverage - a.leverage)
}

/** The sign of a x b - c x d for whole numbers, exact. */
function compareProducts(a: number, b: number, c: number, d: number): number {
  const [left, right] = [a * b, c * d]
  if (Math.max(left, right) <= Number.MAX_SAFE_INTEGER) return left - right
  const exact = BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}
