/** How opposed a drawn game's parties are, by the definition of the outcome space's analysis. */
import { type Rational, rational } from '../../core/rational.ts'
import { BEST, type Sheets } from './sheets.ts'

export function oppositionOf(sheets: Sheets, _reservations: readonly number[]): Rational {
  const options = sheets[0]!.map((issue) => issue.length)
  const places = options.map(() => 0)
  let most = 0
  for (;;) {
    let lowest = BEST
    for (const sheet of sheets) {
      let points = 0
      for (let i = 0; i < places.length; i++) points += sheet[i]![places[i]!]!
      if (points < lowest) lowest = points
    }
    if (lowest > most) most = lowest
    let i = places.length - 1
    while (i >= 0 && ++places[i]! === options[i]) places[i--] = 0
    if (i < 0) break
  }
  return rational(BEST - most, BEST)
}

/** TEMPORARY */
export const oppositionOfTwo = (
  _kind: string,
  issues: readonly (readonly [readonly number[], readonly number[]])[],
  reservations: readonly number[],
): Rational => oppositionOf([issues.map(([a]) => a), issues.map(([, b]) => b)], reservations)
