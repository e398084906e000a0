/**
 * Differences of pairings' means, and their worst-case bounds (Manski 2007): over every assignment, each unknown
 * figure takes the value in its own range that moves the difference furthest. No model of why it is unknown is
 * needed, and none is made.
 */
import type { Rational } from '../core/rational.ts'
import { type Contrast, type Frame, JOINT, type Observation } from './analysis.ts'
import { defined, known } from './known.ts'
import { moments, sum } from './moments.ts'

/** Joint gain first, then each party's own: mean of the later pairing minus that of the earlier. */
export function contrastsOf(
  observations: readonly Observation[],
  frame: Frame,
  of: string,
  minus: string,
): Contrast[] {
  const figures = [
    { figure: JOINT, range: frame.joint, value: (o: Observation) => o.joint },
    ...frame.parties.map((party) => ({
      figure: party,
      range: frame.gains[party]!,
      value: (o: Observation) => o.gains?.[party],
    })),
  ]
  return figures.map(({ figure, range, value }) => {
    const side = (pairing: string): Side => {
      const list = observations.filter((o) => o.pairing === pairing)
      const figures = known(
        list.filter((o) => o.status === 'completed'),
        value,
      )
      return { figures, unknown: list.filter((o) => o.status !== 'completed').length }
    }
    const [a, b] = [side(of), side(minus)]
    const [meanA, meanB] = [moments(a.figures)?.mean, moments(b.figures)?.mean]
    const difference = (x: Rational, y: Rational): Rational | undefined => {
      const [left, right] = [filled(a, x), filled(b, y)]
      return left && right && left.sub(right)
    }
    return defined({
      figure,
      of,
      minus,
      estimate: meanA && meanB && meanA.sub(meanB),
      least: difference(range.least, range.most),
      most: difference(range.most, range.least),
      unknown: a.unknown + b.unknown,
    })
  })
}

interface Side {
  readonly figures: readonly Rational[]
  readonly unknown: number
}

/** The mean if every unknown figure were `value`. */
const filled = ({ figures, unknown }: Side, value: Rational): Rational | undefined =>
  figures.length + unknown === 0
    ? undefined
    : sum(figures)
        .add(value.mul(unknown))
        .div(figures.length + unknown)
