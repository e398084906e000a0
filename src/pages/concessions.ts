/** What each offer was worth to the party that made it, turn by turn: some negotiations each, and the mean of all. */
import { toNumber } from '../core/rational.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Analysis, Observation } from '../study/analysis.ts'
import { given } from './figure.ts'
import { type Row, toldApart } from './numbers.ts'
import { partyTags } from './parties.ts'
import { openOf } from './strips.ts'
import type { ConcessionsFigure, XY } from './types.ts'

/** Negotiations whose own curves are drawn, for each pairing: evenly over the plan. */
const DRAWN = 40

export function concessionsFigure(
  scenario: Scenario,
  { pairings }: Analysis,
  observations: readonly Observation[],
  rows: readonly Row[] = [],
): ConcessionsFigure | undefined {
  if (!observations.some(({ offers }) => offers && offers.length > 0)) return undefined
  const tags = partyTags(scenario)
  const numbers = new Map(toldApart(rows).map(({ id, number }) => [id, number]))
  return {
    caption:
      'What each offer was worth to the party that made it. Thin: one negotiation; thick: the mean of the completed, at turns where at least a quarter of them made an offer.',
    parties: tags.map((tag, i) => ({
      ...tag,
      reservation: toNumber(scenario.parties[i]!.reservation.value),
    })),
    panels: pairings.map((cell) => {
      const own = observations.filter(({ pairing, offers }) => pairing === cell.pairing && offers?.length)
      const drawn = spread(own, DRAWN)
      return {
        name: cell.pairing,
        curves: drawn.flatMap(({ id, offers = [], status }) =>
          tags.flatMap(({ id: party }) => {
            const points = offers.flatMap(({ turn, seat, points }): XY[] =>
              seat === party ? [[turn, points]] : [],
            )
            return points.length > 0
              ? [given({ party, id, number: numbers.get(id), points, unknown: status !== 'completed' })]
              : []
          }),
        ),
        means: tags.flatMap(({ id: party }) => {
          const points = means(own, party)
          return points.length > 0 ? [{ party, points }] : []
        }),
        unknown: openOf(cell),
        of: own.length,
        drawn: drawn.length,
      }
    }),
  }
}

/** At most `most` of them, evenly over the list. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, k) => list[Math.floor((k * list.length) / most)]!)
}

function means(observations: readonly Observation[], party: string): XY[] {
  const byTurn = new Map<number, { sum: number; count: number }>()
  let curves = 0
  for (const { status, offers = [] } of observations) {
    if (status !== 'completed') continue
    let any = false
    for (const { turn, seat, points } of offers) {
      if (seat !== party) continue
      any = true
      const at = byTurn.get(turn) ?? { sum: 0, count: 0 }
      at.sum += points
      at.count++
      byTurn.set(turn, at)
    }
    if (any) curves++
  }
  return [...byTurn]
    .filter(([, { count }]) => count * 4 >= curves)
    .sort(([a], [b]) => a - b)
    .map(([turn, { sum, count }]): XY => [turn, sum / count])
}
