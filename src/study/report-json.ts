/** An analysis for programs: every figure as a number, and as exact text where it is exact. */
import { exactText, type Rational, toNumber } from '../core/rational.ts'
import type { Analysis, Cell, Contrast, Range } from './analysis.ts'
import type { Moments } from './moments.ts'
import type { AnalysisSet } from './sets.ts'

/** `value` is the nearest float; `exact` a decimal where it ends, else a fraction. */
export interface Figure {
  readonly value: number
  readonly exact: string
}

const figure = (value: Rational | undefined): Figure | undefined =>
  value && { value: toNumber(value), exact: exactText(value) }

const spread = (of: Moments | undefined) =>
  of && {
    n: of.n,
    mean: figure(of.mean),
    median: figure(of.median),
    lowerQuartile: figure(of.lower),
    upperQuartile: figure(of.upper),
    least: figure(of.least),
    most: figure(of.most),
    sd: of.sd,
  }

const range = ({ least, most }: Range) => ({ least: figure(least), most: figure(most) })

/** What is unknown is left out, never null or zero. */
const cell = ({
  joint,
  gains,
  share,
  efficiency,
  efficiencies,
  places,
  tokens,
  usd,
  turns,
  figures: _,
  ...rest
}: Cell) => ({
  ...rest,
  share: figure(share),
  joint: spread(joint),
  gains: Object.fromEntries(Object.entries(gains).map(([party, of]) => [party, spread(of)])),
  efficiency: figure(efficiency),
  efficiencies: spread(efficiencies),
  places: places && { ...places, share: figure(places.share) },
  turns: spread(turns),
  tokens: spread(tokens),
  usd: spread(usd),
})

const contrast = ({ estimate, least, most, ...rest }: Contrast) => ({
  ...rest,
  estimate: figure(estimate),
  least: figure(least),
  most: figure(most),
})

/** One analysis as plain JSON data. */
export const reportJson = ({ frame, pairings, openers, levels, contrasts }: Analysis) => ({
  parties: frame.parties,
  largestJointGain: figure(frame.largestJoint),
  ranges: {
    joint: range(frame.joint),
    ...Object.fromEntries(Object.entries(frame.gains).map(([party, of]) => [party, range(of)])),
  },
  pairings: pairings.map(cell),
  byOpener: openers.map(cell),
  byLevel: levels.map(cell),
  differences: contrasts.map(contrast),
})

/** The registered analysis at the top, as where there are no extensions; the extended one beside it, marked. */
export const setsJson = ([first, extended]: readonly [AnalysisSet, AnalysisSet?]) => ({
  ...reportJson(first.analysis),
  ...(first.comparisons ? { comparisons: first.comparisons } : {}),
  ...(extended
    ? {
        extended: {
          descriptive: true,
          extensions: extended.extensions,
          ...reportJson(extended.analysis),
          ...(extended.comparisons ? { comparisons: extended.comparisons } : {}),
        },
      }
    : {}),
})
