/**
 * Trades across issues: it demands as many points as its time-dependent curve says, and among the outcomes worth
 * that offers the one that the other side likes best by its frequency model (opponent.ts). This is the trade-off
 * of Faratin, Sierra & Jennings, "Using similarity criteria to make issue trade-offs in automated negotiations",
 * Artificial Intelligence 142, 2002, with an opponent model in the place of the similarity measure, as ANAC agents
 * do (Baarslag et al., "Evaluating practical negotiating agents", Artificial Intelligence 198, 2013).
 */
import type { Outcome } from '../../core/issue.ts'
import type { Random } from '../../core/random.ts'
import type { Direction } from './bids.ts'
import { likingOf, type Opponent, observe, unknownOpponent } from './opponent.ts'
import type { Script } from './player.ts'
import type { Stance } from './stance.ts'
import { aspiration, type Curve } from './time-dependent.ts'

/** Candidates of a long space are spread evenly over the ways to give way: see BidSpace.direction. */
const SKEW = 1

/** `candidates`: how many outcomes are compared each turn. */
export function frequency(
  stance: Stance,
  curve: Curve & { readonly candidates: number },
  direction: Direction,
): Script<Opponent> {
  const { space, utility } = stance
  const { issues } = utility
  return {
    begin: () => unknownOpponent(issues),
    see: (opponent, { action, offer }, own) => {
      if (!own && action === 'OFFER') observe(opponent, issues, offer!.outcome)
    },
    plan: (opponent, { time, random }) => {
      const target = aspiration(stance, curve, time)
      if (opponent.offers === 0 || target >= stance.best) return space.near(target, random, direction)
      const liking = likingOf(opponent, issues)
      return liked(candidatesAt(stance, target, curve.candidates, random), liking, random)
    },
  }
}

/** Outcomes worth the target: those nearest to it in a listed space, drawn directions in a long one. */
function* candidatesAt(stance: Stance, target: number, count: number, random: Random): Iterable<Outcome> {
  const { space } = stance
  const { listed } = space
  if (listed) {
    const end = Math.max(1, listed.countAbove(target))
    for (let place = end - 1; place >= Math.max(0, end - count); place--) yield listed.at(place)
    return
  }
  for (let i = 0; i < count; i++) yield space.near(target, random, space.direction(random, SKEW))
}

/** The candidate that is liked best; ties are drawn. */
function liked(candidates: Iterable<Outcome>, liking: (outcome: Outcome) => number, random: Random): Outcome {
  let best: Outcome | undefined
  let most = Number.NEGATIVE_INFINITY
  let ties = 0
  for (const outcome of candidates) {
    const likes = liking(outcome)
    if (likes < most) continue
    ties = likes > most ? 1 : ties + 1
    if (ties === 1 || random.int(1, ties) === 1) best = outcome
    most = likes
  }
  return best!
}
