/**
 * What a script knows from its brief before a word is spoken: its points, its floor and its bidding space. Kept
 * with the brief's party, so that a thousand negotiations of one scenario compute it once.
 */
import type { Outcome } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import { randomOf } from '../../core/random.ts'
import { parts } from '../../core/rational.ts'
import type { Brief, Party } from '../../scenario/types.ts'
import { type BidSpace, bidSpace } from './bids.ts'

export interface Stance {
  readonly utility: Utility
  readonly space: BidSpace
  /** What the party should not go below, in scaled points (rounded up where points are whole numbers). */
  readonly floor: number
  /** The most that can be had, in scaled points. */
  readonly best: number
  /** Whether no outcome is worth the floor: then there is nothing to offer or accept. */
  readonly hopeless: boolean
  /** An outcome's scaled points; undefined where it is not worth the floor, exactly. */
  worth(outcome: Outcome): number | undefined
}

const stances = new WeakMap<Party, Stance>()

/** Takes a brief whose party has points (a RangeError otherwise: scripts are for scored scenarios). */
export function stanceOf(brief: Brief): Stance {
  const { you } = brief
  const known = stances.get(you)
  if (known) return known
  const { utility } = you
  if (!utility) throw new RangeError(`${you.id} has no points, so no script can play for it`)
  const space = bidSpace(utility)
  const threshold = you.threshold.value
  const [numerator, denominator] = parts(threshold.mul(utility.denominator))
  const whole = numerator / denominator + (numerator % denominator > 0n ? 1n : 0n)
  const floor = utility.small ? Number(whole) : Number(numerator) / Number(denominator)
  const worth = (outcome: Outcome): number | undefined => {
    const points = utility.scaled(outcome)
    const enough = utility.small ? points >= floor : utility.points(outcome).compare(threshold) >= 0
    return enough ? points : undefined
  }
  const stance: Stance = {
    utility,
    space,
    floor,
    best: space.best,
    hopeless: worth(space.top(randomOf('best'))) === undefined,
    worth,
  }
  stances.set(you, stance)
  return stance
}
