/**
 * Behaviour-dependent tactics of Faratin, Sierra & Jennings 1998, section 4.3: what the other side conceded is
 * given back. They state it for one issue's value; here it is on one's own points, so that any outcome space
 * will do ("naive tit-for-tat" in Baarslag, Hindriks & Jonker, PRIMA 2011).
 *
 * absolute: the demand falls by as many points as the other side's last offer rose, seen with one's own points
 * (it rises when that fell), and by a random step more: their random absolute tit-for-tat, whose step lets two
 * who mirror each other leave a standstill.
 * relative: what is demanded above the floor shrinks by the same share as what the other side withholds (the
 * best minus its offer's points), and by that random step.
 */
import { randomOf } from '../../core/random.ts'
import type { Entry } from '../../protocols/alternating-offers/index.ts'
import type { Direction } from './bids.ts'
import type { Script } from './player.ts'
import type { Stance } from './stance.ts'

export interface Mirror {
  readonly measure: 'absolute' | 'relative'
  /** The random step is drawn from 0 to this share of the range from floor to best. */
  readonly nudge: number
}

interface Memory {
  /** The scaled points to demand next. */
  demand: number
  /** What the other side's last offer is worth. */
  before?: number
}

/** Starts from its best and moves only as it is moved. The steps depend on seed, seat and turn. */
export function titForTat(
  stance: Stance,
  { measure, nudge }: Mirror,
  direction: Direction,
  draw: { readonly seed: string; readonly seat: string },
): Script<Memory> {
  const { floor, best, space, utility } = stance
  const clamp = (demand: number): number => Math.min(best, Math.max(floor, demand))
  const see = (memory: Memory, { action, offer, turn }: Entry, own: boolean): void => {
    if (own || action !== 'OFFER') return
    const now = utility.scaled(offer!.outcome)
    const { demand, before } = memory
    const step = nudge * (best - floor) * randomOf(draw.seed, draw.seat, 'nudge', turn).unit()
    memory.demand = clamp((before === undefined ? demand : mirrored(demand, before, now)) - step)
    memory.before = now
  }
  const mirrored = (demand: number, before: number, now: number): number => {
    if (measure === 'absolute') return demand - (now - before)
    return before < best ? floor + ((demand - floor) * (best - now)) / (best - before) : demand
  }
  return {
    begin: () => ({ demand: best }),
    see,
    plan: (memory, { random }) => space.near(memory.demand, random, direction),
  }
}
