/** An analysis for programs: every figure as a number, and as exact text where it is exact. */
import { exactText, type Rational, toNumber } from '../core/rational.ts'
import type { Analysis, Cell, Contrast, Range } from './analysis.ts'
import type { Moments } from './moments.ts'

/** `value` is the nearest float; `exact` a decimal where it ends, else a fraction. */
export interface Figure {
  readonly value: number
  readonly exact: string
}

const figure = (value: Rational | undefined): Figure | undefined =>
  value && { value: toNumber(value), exact: exactText(value) }

const spread = (of: Moments | undefined) =>
  of && { n: of.n, mean: figure(of.mean), median: figure(of.median), sd: of.sd }

const range = ({ least, most }: Range) => ({ least: figure(least), most: figure(most) })

/** What is unknown is left out, never null or zero. */
const cell = ({ joint, gains, share, efficiency, turns, ...rest }: Cell) => ({
  ...rest,
  share: figure(share),
  joint: spread(joint),
  gains: Object.fromEntries(Object.entries(gains).map(([party, of]) => [party, spread(of)])),
  efficiency: figure(efficiency),
  turns: spread(turns),
})

const contrast = ({ estimate, least, most, ...rest }: Contrast) => ({
  ...rest,
  estimate: figure(estimate),
  least: figure(least),
  most: figure(most),
})

/** The analysis as plain JSON data. */
export const reportJson = ({ frame, pairings, openers, contrasts }: Analysis) => ({
  parties: frame.parties,
  largestJointGain: figure(frame.largestJoint),
  ranges: {
    joint: range(frame.joint),
    ...Object.fromEntries(Object.entries(frame.gains).map(([party, of]) => [party, range(of)])),
  },
  pairings: pairings.map(cell),
  byOpener: openers.map(cell),
  differences: contrasts.map(contrast),
})
