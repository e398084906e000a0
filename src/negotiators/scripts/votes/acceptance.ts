/**
 * Acceptance: among the packages worth its demand it puts forward the one that is best for itself while the others
 * that a deal needs seem ready to accept it; where there is none, the one that they seem readiest for. So it asks for
 * its best until votes and offers tell otherwise: the proposer's rule of legislative bargaining (Baron & Ferejohn,
 * "Bargaining in legislatures", American Political Science Review 83, 1989: offer the cheapest coalition just what
 * it accepts), with acceptance estimated (see Estimates). Its demand falls by the clock (time-dependent.ts).
 */
import type { Outcome } from '../../../core/issue.ts'
import type { Stance } from '../stance.ts'
import { aspiration, type Curve } from '../time-dependent.ts'
import { Estimates } from './estimate.ts'
import type { Moment, VoteScript } from './player.ts'
import { mustSupport, neededOthers } from './table.ts'

/** So many packages are drawn where they are too many to list. */
const DRAWN = 500

export interface AcceptanceSettings extends Curve {
  /** An estimate from here on counts as ready to accept, 0 to 1. */
  readonly confidence: number
}

export const acceptance = (stance: Stance, settings: AcceptanceSettings): VoteScript<Estimates> => ({
  begin: () => new Estimates(stance.utility.issues),
  see: (estimates, entry, own) => {
    if (!own) estimates.see(entry)
  },
  plan: (estimates, moment) =>
    bestReady(stance, aspiration(stance, settings, moment.time), estimates, settings.confidence, moment),
  takes: (_, { time }) => aspiration(stance, settings, time),
})

/** By falling own points, the first package that enough others seem ready for; else the one they are readiest for. */
function bestReady(
  stance: Stance,
  demand: number,
  estimates: Estimates,
  confidence: number,
  { view, random }: Moment,
): Outcome | undefined {
  const { others, spare } = neededOthers(view)
  let readiest: { outcome: Outcome; product: number } | undefined
  for (const outcome of byOwnPoints(stance, Math.max(demand, stance.floor), random)) {
    let unready = 0
    let product = 1
    for (const party of others) {
      const estimate = estimates.of(party, outcome)
      product *= estimate
      if (estimate < confidence) unready += mustSupport(view.rules, party) ? others.length + 1 : 1
    }
    if (unready <= spare) return outcome
    if (!readiest || product > readiest.product) readiest = { outcome, product }
  }
  return readiest?.outcome
}

/** Packages worth at least `level`, best first: all where they are listed, else drawn ones. */
function* byOwnPoints(stance: Stance, level: number, random: Moment['random']): Generator<Outcome> {
  const { listed } = stance.space
  if (listed) {
    const count = listed.countAbove(level)
    for (let place = 0; place < count; place++) yield listed.at(place)
    return
  }
  const drawn = Array.from({ length: DRAWN }, () => stance.space.anyAbove(level, random))
  const found = drawn.filter((outcome) => outcome !== undefined)
  yield* found.sort((a, b) => stance.utility.scaled(b) - stance.utility.scaled(a))
}
