/**
 * MiCRO (de Jonge, "An Analysis of the Linear Bilateral ANAC Domains Using the MiCRO Benchmark Strategy",
 * IJCAI 2022): keep one's outcomes sorted by one's own points and offer the next best only while the other side
 * has made at least as many different offers as oneself; else repeat one of one's own, drawn. It accepts what is
 * worth at least the least that it is ready to offer.
 *
 * The paper's list is every outcome. Where there are too many to list, or few turns, `rungs` thins it to that
 * many, evenly spaced from the best to the threshold (by place in a listed space, by points in a long one).
 */
import type { Outcome } from '../../core/issue.ts'
import { randomOf } from '../../core/random.ts'
import type { Entry } from '../../protocols/alternating-offers/index.ts'
import type { Direction } from './bids.ts'
import type { Listed } from './listed.ts'
import type { Moment, Script } from './player.ts'
import type { Stance } from './stance.ts'

interface Memory {
  /** One's own different offers in their order, and their keys. */
  readonly own: Outcome[]
  readonly ownKeys: Set<string>
  readonly otherKeys: Set<string>
  /** The least points among one's own. */
  least: number
}

/** `rungs`: how many offers the list holds, or `all`. Ties are put in a drawn order. */
export function micro(
  stance: Stance,
  rungs: number | 'all' | undefined,
  direction: Direction,
  draw: { readonly seed: string; readonly seat: string },
): Script<Memory> {
  const { space, utility, floor } = stance
  const { listed } = space
  const acceptable = listed?.countAbove(floor) ?? 0
  const place = listed && tieBreaker(listed, draw)

  const rungOf = (k: number, { view }: Moment): number | undefined => {
    const own = Math.ceil(view.config.turns / 2)
    const count = rungs ?? (listed ? 'all' : own)
    if (count === 'all' || (listed && count >= acceptable)) return k < acceptable ? k : undefined
    if (k >= count) return undefined
    return listed ? Math.round((k * (acceptable - 1)) / Math.max(1, count - 1)) : k / Math.max(1, count - 1)
  }
  const next = (memory: Memory, moment: Moment): Outcome | undefined => {
    const rung = rungOf(memory.own.length, moment)
    if (rung === undefined) return undefined
    if (place) return place(rung)
    const target = stance.best - rung * (stance.best - floor)
    const outcome = space.near(target, moment.random, direction)
    for (let i = 0, other = outcome; i < TRIES; i++) {
      if (!memory.ownKeys.has(other.join())) return other
      other = space.near(target, moment.random, space.direction(moment.random, 1))
    }
    return undefined
  }
  const see = (memory: Memory, { action, offer }: Entry, own: boolean): void => {
    if (action !== 'OFFER') return
    const key = offer!.outcome.join()
    if (!own) memory.otherKeys.add(key)
    else if (!memory.ownKeys.has(key)) {
      memory.ownKeys.add(key)
      memory.own.push(offer!.outcome)
      memory.least = Math.min(memory.least, utility.scaled(offer!.outcome))
    }
  }
  return {
    begin: () => ({ own: [], ownKeys: new Set(), otherKeys: new Set(), least: Number.POSITIVE_INFINITY }),
    see,
    plan: (memory, moment) => {
      const ready = memory.own.length <= memory.otherKeys.size
      const fresh = ready ? next(memory, moment) : undefined
      return fresh ?? (memory.own.length > 0 ? moment.random.pick(memory.own) : undefined)
    },
    takes: (memory, planned) => Math.min(planned, memory.least),
  }
}

/** Another direction is tried this often where a rung's outcome was offered before. */
const TRIES = 8

/** The outcome at a place of the list, outcomes of equal points in an order drawn once. */
function tieBreaker(listed: Listed, draw: { seed: string; seat: string }): (place: number) => Outcome {
  const orders = new Map<number, readonly number[]>()
  return (place) => {
    const points = listed.points[place]!
    const first = listed.countAbove(points, true)
    const end = listed.countAbove(points)
    if (end - first === 1) return listed.at(place)
    let order = orders.get(first)
    if (!order) {
      order = randomOf(draw.seed, draw.seat, 'ties', first).shuffle(
        Array.from({ length: end - first }, (_, k) => first + k),
      )
      orders.set(first, order)
    }
    return listed.at(order[place - first]!)
  }
}
