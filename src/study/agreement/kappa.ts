/**
 * Cohen's kappa: agreement of two readers beyond what their own habits would give by chance.
 * J. Cohen, 'A coefficient of agreement for nominal scales', Educational and Psychological Measurement 20 (1960).
 */
import { normalQuantile } from '../inference/student.ts'
import type { Confusion } from './confusion.ts'

export interface Kappa {
  readonly kappa: number
  /** Large-sample standard error (Fleiss, Cohen & Everitt 1969). */
  readonly error: number
  /** kappa -+ z * error, cut off at 1 and -1: rough below some thirty units. */
  readonly low: number
  readonly high: number
  readonly level: number
  /** The agreement that was seen, and that which the marginals lead to by chance. */
  readonly observed: number
  readonly expected: number
}

/**
 * Kappa of a confusion table. Undefined where both rated no unit, or where all units lie in one category for both:
 * chance alone would agree everywhere then, and kappa is 0 / 0.
 */
export function cohenKappa({ counts, units }: Confusion, level = 0.95): Kappa | undefined {
  if (units === 0) return undefined
  const p = counts.map((row) => row.map((n) => n / units))
  const rows = p.map((row) => row.reduce((sum, cell) => sum + cell, 0))
  const columns = rows.map((_, j) => p.reduce((sum, row) => sum + row[j]!, 0))
  const observed = p.reduce((sum, row, i) => sum + row[i]!, 0)
  const expected = rows.reduce((sum, row, i) => sum + row * columns[i]!, 0)
  if (1 - expected < 1e-12) return undefined
  const kappa = (observed - expected) / (1 - expected)
  const error = Math.sqrt(Math.max(0, variance(p, rows, columns, kappa, expected)) / units)
  const half = normalQuantile((1 + level) / 2) * error
  return {
    ...{ kappa, error, level, observed, expected },
    low: Math.max(-1, kappa - half),
    high: Math.min(1, kappa + half),
  }
}

/**
 * J. L. Fleiss, J. Cohen, B. S. Everitt, 'Large sample standard errors of kappa and weighted kappa', Psychological
 * Bulletin 72 (1969), for kappa without weights; times 1 / n it is the variance.
 */
function variance(
  p: readonly (readonly number[])[],
  rows: readonly number[],
  columns: readonly number[],
  kappa: number,
  expected: number,
): number {
  let agreeing = 0
  let differing = 0
  for (const [i, row] of p.entries()) {
    for (const [j, cell] of row.entries()) {
      if (i === j) agreeing += cell * (1 - (rows[i]! + columns[i]!) * (1 - kappa)) ** 2
      else differing += cell * (columns[i]! + rows[j]!) ** 2
    }
  }
  const rest = (kappa - expected * (1 - kappa)) ** 2
  return (agreeing + (1 - kappa) ** 2 * differing - rest) / (1 - expected) ** 2
}
