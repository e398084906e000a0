/** Bounds as a person writes them: `20..60`, `0.3..`, `..60`, `40`, `10%..25%`. Exact, ends included. */
import { parseRational, type Rational, rational } from '../../core/rational.ts'

export interface Bounds {
  /** As it was written. */
  readonly text: string
  readonly least?: Rational
  readonly most?: Rational
  /** Whether the figures are shares of a whole, written in percent. */
  readonly percent: boolean
}

const END = /^(\d+(?:\.\d+)?)(%?)$/

/** Reads bounds; undefined where the text is none, or its lower end is above the upper one. */
export function parseBounds(text: string): Bounds | undefined {
  const ends = text.trim().split('..')
  if (ends.length > 2) return undefined
  const [first, second = first] = ends as [string, string?]
  const [low, high] = [endOf(first), endOf(second)]
  if (low === undefined || high === undefined || (!low.value && !high.value)) return undefined
  if (low.value && high.value && low.value.compare(high.value) > 0) return undefined
  if (low.value && high.value && low.percent !== high.percent && ends.length === 2) return undefined
  return {
    text: text.trim(),
    ...(low.value && { least: low.value }),
    ...(high.value && { most: high.value }),
    percent: low.percent || high.percent,
  }
}

function endOf(text: string): { value?: Rational; percent: boolean } | undefined {
  if (text.trim() === '') return { percent: false }
  const found = END.exec(text.trim())
  const value = found && parseRational(found[1]!)
  return value ? { value, percent: found[2] === '%' } : undefined
}

/** Bounds on a count out of `whole`: those written in percent become counts, rounded inwards. */
export function countBounds(
  bounds: Bounds,
  whole: number,
): { readonly least: number; readonly most: number } {
  const scale = rational(bounds.percent ? whole : 100, 100)
  return {
    least: bounds.least ? Number(bounds.least.mul(scale).ceil(0)) : 0,
    most: bounds.most ? Math.min(whole, Number(bounds.most.mul(scale).floor(0))) : whole,
  }
}

/** How far a figure lies outside, on the bounds' own scale: 0 inside. */
export function outside(bounds: Bounds, value: Rational): Rational {
  if (bounds.least && value.compare(bounds.least) < 0) return bounds.least.sub(value)
  if (bounds.most && value.compare(bounds.most) > 0) return value.sub(bounds.most)
  return rational(0)
}

/** The bounds of the squares of what lies within these bounds. */
export const squared = (bounds: Bounds): Bounds => ({
  ...bounds,
  ...(bounds.least && { least: bounds.least.mul(bounds.least) }),
  ...(bounds.most && { most: bounds.most.mul(bounds.most) }),
})
