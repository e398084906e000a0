/**
 * Sets reservation values so that a wished number of outcomes is acceptable to all. Each party draws how strict it
 * is beside the others; one common level then decides. The higher the level, the fewer outcomes are acceptable, so
 * one pass over the outcomes tells the count at every level.
 */
import type { Random } from '../../core/random.ts'
import { BEST, type Sheets } from './sheets.ts'

export interface Levelled {
  readonly reservations: readonly number[]
  /** How many outcomes are worth its reservation value to every party. */
  readonly acceptable: number
}

/** A party may be this much stricter or laxer than the level, in percent. */
const SPREAD = 25

/** The reservation values of the level whose count comes nearest to `wanted`, within `least` to `most` if any is. */
export function setLevel(
  sheets: Sheets,
  wanted: { readonly target: number; readonly least: number; readonly most: number },
  random: Random,
): Levelled {
  const strict = sheets.map(() => random.int(100 - SPREAD, 100 + SPREAD))
  const counts = countsByLevel(sheets, strict)
  const misses = (count: number): number =>
    count < wanted.least ? wanted.least - count : count > wanted.most ? count - wanted.most : 0
  let best = 1
  for (let level = 2; level < counts.length; level++) {
    const [now, before] = [counts[level]!, counts[best]!]
    const nearer = Math.abs(now - wanted.target) < Math.abs(before - wanted.target)
    if (misses(now) < misses(before) || (misses(now) === misses(before) && nearer)) best = level
  }
  return { reservations: strict.map((own) => reservation(best, own)), acceptable: counts[best]! }
}

/** At least 1, so that nobody takes just anything, and never more than the best outcome is worth. */
const reservation = (level: number, strict: number): number =>
  Math.max(1, Math.min(BEST, Math.floor((level * strict) / 100)))

/** counts[level]: how many outcomes every party finds worth its reservation value at that level. */
function countsByLevel(sheets: Sheets, strict: readonly number[]): number[] {
  const top = Math.ceil((BEST * 100) / Math.min(...strict)) + 1
  // passing[p][x]: the highest level at which x points are enough for party p.
  const passing = strict.map((own) =>
    Array.from({ length: BEST + 1 }, (_, points) => {
      let level = top
      while (level > 0 && reservation(level, own) > points) level--
      return level
    }),
  )
  const options = sheets[0]!.map((issue) => issue.length)
  const places = options.map(() => 0)
  const tally = new Array<number>(top + 1).fill(0)
  for (;;) {
    let lowest = top
    for (let p = 0; p < sheets.length; p++) {
      let points = 0
      for (let i = 0; i < places.length; i++) points += sheets[p]![i]![places[i]!]!
      const level = passing[p]![points]!
      if (level < lowest) lowest = level
    }
    tally[lowest]!++
    let i = places.length - 1
    while (i >= 0 && ++places[i]! === options[i]) places[i--] = 0
    if (i < 0) break
  }
  for (let level = top - 1; level >= 0; level--) tally[level]! += tally[level + 1]!
  return tally
}
