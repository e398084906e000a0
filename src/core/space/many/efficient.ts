/** The Pareto frontier of a space of several parties: its different points, their gains, and all their outcomes. */
import { pointsOfAll } from '../points-of-all.ts'
import type { Tables } from '../tables.ts'
import { additiveFrontier } from './additive.ts'
import type { Coalition } from './game.ts'
import { nondominated } from './nondominated.ts'

export interface Efficient {
  /** How many different points of all parties the frontier has. */
  readonly size: number
  /** Places of its outcomes in the counting; those of point u are from first[u] up to first[u + 1]. */
  readonly places: Uint32Array
  readonly first: Uint32Array
  /** One array a party: scaled gains over the reservation value, exact unless the tables are `whole`. */
  readonly gains: readonly Float64Array[]
  /** Whether the gains are rounded: the figures pass 2^53. */
  readonly rounded: boolean
  /** Who accepts each point: has no less than the reservation value. */
  readonly accepting: Uint16Array
  /** A point's scaled gains, exactly. */
  exact(u: number): readonly bigint[]
}

/** Finds the frontier. Throws NotCovered where figures pass 2^53 and there are over a million outcomes. */
export function efficientPoints(tables: Tables): Efficient {
  return tables.whole ? ofBig(tables) : ofSmall(tables)
}

function ofSmall(tables: Tables): Efficient {
  const { points, size, places, first } = additiveFrontier(tables.cells)
  const gains = points.map((own, p) => {
    const bar = tables.reservations[p]!
    return own.map((value) => value - bar)
  })
  const exact = (u: number): bigint[] => gains.map((own) => BigInt(own[u]!))
  return { size, places, first, gains, rounded: false, accepting: acceptance(gains, size), exact }
}

/** Where points are no floats their ranks are compared, outcome by outcome; equal points are not put together. */
function ofBig(tables: Tables): Efficient {
  const all = pointsOfAll(tables)
  const places = nondominated(all.order, all.count).sort()
  const size = places.length
  const exact = (u: number): bigint[] => all.order.map((_, p) => all.exactGain(p, places[u]!))
  const gains = all.order.map((_, p) => Float64Array.from(places, (k) => all.gain(p, k)))
  const first = Uint32Array.from({ length: size + 1 }, (_, u) => u)
  return { size, places, first, gains, rounded: true, accepting: acceptance(gains, size), exact }
}

/** The sign of a gain is right even where the float itself is rounded. */
function acceptance(gains: readonly Float64Array[], size: number): Uint16Array {
  const sets = new Uint16Array(size)
  gains.forEach((own, p) => {
    for (let u = 0; u < size; u++) if (own[u]! >= 0) sets[u]! |= 1 << p
  })
  return sets
}

/** The points whose accepting parties pass a test, by rising place of their first outcome. */
export function pointsWhere(efficient: Efficient, test: (accepting: Coalition) => boolean): Uint32Array {
  const { size, accepting, places, first } = efficient
  const answers = new Map<Coalition, boolean>()
  const found = new Uint32Array(size)
  let count = 0
  for (let u = 0; u < size; u++) {
    const set = accepting[u]!
    const answer = answers.get(set) ?? test(set)
    answers.set(set, answer)
    if (answer) found[count++] = u
  }
  return found.slice(0, count).sort((a, b) => places[first[a]!]! - places[first[b]!]!)
}

/** The places of all outcomes of some points, rising. */
export function placesOf({ places, first }: Efficient, points: Uint32Array): Uint32Array {
  let count = 0
  for (const u of points) count += first[u + 1]! - first[u]!
  const all = new Uint32Array(count)
  let at = 0
  for (const u of points) {
    for (let i = first[u]!; i < first[u + 1]!; i++) all[at++] = places[i]!
  }
  return all.sort()
}

/** How many outcomes some points have. */
export function countOf({ first }: Efficient, points: Uint32Array): number {
  let count = 0
  for (const u of points) count += first[u + 1]! - first[u]!
  return count
}
