/**
 * How opposed a drawn game's parties are: the least distance from any outcome to the one that would be best for
 * everybody, on points scaled to each party's range, over the root of the number of parties (Baarslag et al. 2013;
 * docs/analysis.md, where it stands as opposition per party). Its square is kept, which is an exact fraction, so
 * that a draw never hangs on how a machine rounds a root.
 */
import type { Issue } from '../../core/issue.ts'
import { compileUtility } from '../../core/points.ts'
import { type Rational, rational, toNumber, ZERO } from '../../core/rational.ts'
import { issueCurve, issueFrontier } from '../../core/space/curve.ts'
import { isPoint, type Piece } from '../../core/space/piece.ts'
import type { Space } from '../../core/space/space.ts'
import { sumOfAll } from '../../core/space/sum.ts'
import { BEST, type Sheets } from './sheets.ts'

/** The square of the opposition of many parties whose points run from 0 to BEST. */
export function squaredOpposition(sheets: Sheets): Rational {
  const options = sheets[0]!.map((issue) => issue.length)
  const places = options.map(() => 0)
  let least = sheets.length * BEST * BEST
  for (;;) {
    let square = 0
    for (const sheet of sheets) {
      let lack = BEST
      for (let i = 0; i < places.length; i++) lack -= sheet[i]![places[i]!]!
      square += lack * lack
    }
    if (square < least) least = square
    let i = places.length - 1
    while (i >= 0 && ++places[i]! === options[i]) places[i--] = 0
    if (i < 0) break
  }
  return rational(least, sheets.length * BEST * BEST)
}

/**
 * The same for two sides whose points run from 0 to `best`, given at each issue's marks: its options, or where
 * `continuous`, places between which points are interpolated.
 */
export function squaredOppositionOfTwo(
  continuous: boolean,
  marks: readonly (readonly [readonly number[], readonly number[]])[],
  best: number,
): Rational {
  const issues = marks.map(([first], i): Issue => {
    const id = `issue ${i}`
    const last = first.length - 1
    return continuous
      ? { type: 'number', id, min: 0, max: last, step: 1, decimals: 0 }
      : { type: 'choice', id, options: first.map((_, k) => String(k)) }
  })
  const party = (p: 0 | 1): Space['parties'][0] => ({
    id: String(p),
    reservation: ZERO,
    utility: compileUtility(
      issues,
      marks.map((sides) => {
        const points = sides[p].map((figure) => rational(figure))
        return continuous
          ? { type: 'linear', knots: points.map((worth, k) => ({ at: rational(k), points: worth })) }
          : { type: 'options', points }
      }),
    ),
  })
  const space: Space = { issues, parties: [party(0), party(1)] }
  const frontier = sumOfAll(issues.map((_, i) => issueFrontier(issueCurve(space, i))))
  const ideal = rational(best)
  const least = frontier.map((piece) => squareTo(piece, ideal)).reduce((a, b) => (a.compare(b) <= 0 ? a : b))
  return least.div(rational(2 * best * best))
}

/** The squared distance from a piece to the point (ideal, ideal). */
function squareTo(piece: Piece, ideal: Rational): Rational {
  const { start, end } = piece
  const [x, y] = [ideal.sub(start.a), ideal.sub(start.b)]
  if (isPoint(piece)) return square(x, y)
  const [dx, dy] = [end.a.sub(start.a), end.b.sub(start.b)]
  const along = x.mul(dx).add(y.mul(dy)).div(square(dx, dy))
  const share = along.compare(0) < 0 ? ZERO : along.compare(1) > 0 ? rational(1) : along
  return square(x.sub(dx.mul(share)), y.sub(dy.mul(share)))
}

const square = (x: Rational, y: Rational): Rational => x.mul(x).add(y.mul(y))

/** The opposition itself, for print: from 0, where one outcome is best for all, to 1. */
export const rooted = (squared: Rational): number => Math.sqrt(toNumber(squared))
