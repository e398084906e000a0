/** Whether a deal is worth less to a seat than what it has with no deal. Pure: pages and the terminal ask it alike. */
import { parseExact, type Rational } from '../../core/rational.ts'
import type { SeatBrief, SeatOffer } from './types.ts'

/** What the seat should not go below, as its brief has it. */
export const floorOf = ({ you }: Pick<SeatBrief, 'you'>): string => you.threshold ?? you.reservation

/** A sentence about points that are below it; undefined where they are not, or the seat is not scored. */
export function belowText(
  brief: Pick<SeatBrief, 'you'>,
  points: Rational | SeatOffer['points'],
): string | undefined {
  if (points === undefined) return undefined
  const own = 'exact' in points ? parseExact(points.exact)! : points
  const floor = floorOf(brief)
  if (own.compare(parseExact(floor)!) >= 0) return undefined
  return brief.you.threshold === undefined
    ? `That is below what you have with no deal: ${floor}.`
    : `That is below what you should not go under: ${floor}.`
}
