/** How large the next study must be: the power of a two-sided t test (Cohen 1988), by the noncentral t. */
import { noncentralBelow, tQuantile } from './student.ts'

export interface PowerOf {
  /** The difference of means that is not to be missed. */
  readonly difference: number
  /** The standard deviation within a pairing; of the games' differences where a game is the unit. */
  readonly sd: number
  /** How often a difference that is none may be taken for one. */
  readonly alpha: number
  /** `negotiations`: two pairings of n each. `games`: n games, both pairings in each. */
  readonly unit: 'negotiations' | 'games'
}

/** The chance to find the difference with `n` a pairing (or `n` games). From n = 2 on, and not only whole ones. */
export function powerAt(n: number, { difference, sd, alpha, unit }: PowerOf): number {
  const df = unit === 'games' ? n - 1 : 2 * (n - 1)
  const error = sd * Math.sqrt((unit === 'games' ? 1 : 2) / n)
  const noncentrality = Math.abs(difference) / error
  const critical = tQuantile(1 - alpha / 2, df)
  // Far out the density is all on one side, where the series of the noncentral t would run out of digits.
  if (noncentrality > 30 + critical) return 1
  return 1 - noncentralBelow(critical, df, noncentrality) + noncentralBelow(-critical, df, noncentrality)
}

/** The largest size that is looked for. */
export const MOST_UNITS = 1_000_000

/** The smallest whole n with at least this power; undefined where more than a million would be needed. */
export function sizeFor(power: number, of: PowerOf): number | undefined {
  if (powerAt(MOST_UNITS, of) < power) return undefined
  let [low, high] = [1, 2]
  while (powerAt(high, of) < power) [low, high] = [high, Math.min(MOST_UNITS, high * 2)]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (powerAt(middle, of) < power) low = middle
    else high = middle
  }
  return high
}

/** The smallest difference that n finds with this power, to six digits. */
export function differenceFor(power: number, n: number, of: Omit<PowerOf, 'difference'>): number {
  let [low, high] = [0, of.sd]
  while (powerAt(n, { ...of, difference: high }) < power) [low, high] = [high, high * 2]
  for (let i = 0; i < 60 && high - low > 1e-7 * high; i++) {
    const middle = (low + high) / 2
    if (powerAt(n, { ...of, difference: middle }) < power) low = middle
    else high = middle
  }
  return high
}
