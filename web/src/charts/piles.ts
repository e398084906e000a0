/** How the figures of a strip are drawn: dots that stand on one another while they can be counted, bars beyond. */
import type { StripData } from '../../../src/pages/types.ts'
import type { Scale } from './scale.ts'

/** Figures within this many percent of the width stand in one pile. */
const BIN = 1.4
/** The highest pile that is drawn as dots of this size, in pixels. */
const SIZES = [
  { most: 5, radius: 3 },
  { most: 14, radius: 2.25 },
] as const
/** Room of a strip that has bars, the count above the highest among it. */
const BARS = 54
/** Counts stand above bars where there are at most so many. */
const NUMBERED = 10

export interface Pile {
  /** Where it stands, in percent. */
  readonly x: number
  readonly count: number
  /** Whom it stands for, by their numbers; empty where that is not told. */
  readonly numbers: readonly number[]
}

/** `floor`: the line that piles stand on, in pixels from the top of the strip. */
export type Drawing =
  | { readonly kind: 'dots'; readonly radius: number; readonly step: number; readonly floor: number }
  | { readonly kind: 'bars'; readonly most: number; readonly room: number; readonly floor: number }

/** The piles of a strip, from the left. Whole numbers are never put together. */
export function pilesOf(values: StripData['values'], scale: Scale, whole: boolean): Pile[] {
  const bins = Map.groupBy(values, ([value]) => (whole ? value : Math.round(scale.at(value) / BIN)))
  return [...bins].map(([bin, pairs]) => ({
    x: whole || pairs.length === 1 ? scale.at(pairs[0]![0]) : bin * BIN,
    count: pairs.reduce((sum, [, count]) => sum + count, 0),
    numbers: pairs.flatMap(([, , numbers]) => numbers ?? []),
  }))
}

/** One way of drawing for all strips of a figure, so that heights compare. */
export function drawingOf(strips: readonly (readonly Pile[])[]): Drawing {
  const most = strips.flat().reduce((highest, { count }) => Math.max(highest, count), 1)
  const fits = SIZES.find((size) => most <= size.most)
  if (!fits) return { kind: 'bars', most, room: BARS - 16, floor: BARS }
  const { radius } = fits
  const step = 2 * radius + 0.5
  return { kind: 'dots', radius, step, floor: Math.max(26, Math.ceil(2 + most * step)) }
}

/** Whether the bars of a strip are so few that each can say how many it stands for. */
export const isNumbered = (piles: readonly Pile[]): boolean => piles.length <= NUMBERED
