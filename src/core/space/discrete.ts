/**
 * A discrete outcome space of two parties, whole: how many outcomes are individually rational, the Pareto
 * frontier, and each solution concept with every tie. All solutions lie on the frontier, since each rises in both
 * gains; so only the frontier is searched.
 */
import { paretoFrontier } from './frontier.ts'
import { type Concept, egalitarian, gainOf, jointGain, leximin, nash, type Objective } from './objective.ts'
import type { AllPoints } from './points-of-all.ts'

export interface Discrete {
  readonly points: AllPoints
  /** How many outcomes give no party less than its reservation value: the size of the ZOPA. */
  readonly rational: number
  /** Places of all outcomes on the frontier, by rising points of the first party. */
  readonly frontier: Uint32Array
  /** Those of the frontier that are individually rational: the first is best for the second party. */
  readonly inside: Uint32Array
  /** How many different pairs of points the frontier has. */
  readonly frontierPoints: number
  /** Places of the outcomes that each concept picks among the individually rational; empty where there are none. */
  readonly solutions: Readonly<Record<Concept, Uint32Array>>
  /** The largest joint gain where reservation values are not asked about. */
  readonly jointGainOfAll: Uint32Array
}

/** Solves a discrete space of two parties. */
export function solveDiscrete(points: AllPoints): Discrete {
  const [x, y] = points.order as [Float64Array, Float64Array]
  const [barX, barY] = points.bar as [number, number]
  const frontier = paretoFrontier(x, y)
  const all = gainsOf(points, frontier)
  const inside = rationalOnes(all)
  const ideal = (party: 0 | 1): bigint => {
    const place = best(points, inside, gainOf(party))[0]
    return place === undefined ? 0n : points.exactGain(party, place)
  }
  return {
    points,
    rational: countRational(x, y, barX, barY),
    frontier,
    inside: inside.places,
    frontierPoints: countDistinct(x, frontier),
    solutions: {
      nash: best(points, inside, nash),
      kalaiSmorodinsky: best(points, inside, leximin([ideal(0), ideal(1)])),
      egalitarian: best(points, inside, egalitarian),
      jointGain: best(points, inside, jointGain),
    },
    jointGainOfAll: best(points, all, jointGain),
  }
}

interface Gains {
  readonly places: Uint32Array
  readonly a: Float64Array
  readonly b: Float64Array
}

/** The gains of some places side by side, so that each concept runs over plain arrays. */
function gainsOf(points: AllPoints, places: Uint32Array): Gains {
  const a = new Float64Array(places.length)
  const b = new Float64Array(places.length)
  for (let i = 0; i < places.length; i++) {
    a[i] = points.gain(0, places[i]!)
    b[i] = points.gain(1, places[i]!)
  }
  return { places, a, b }
}

/** On the frontier one gain rises and the other falls, so the individually rational outcomes stand together. */
function rationalOnes({ places, a, b }: Gains): Gains {
  let start = 0
  let end = places.length
  while (start < end && a[start]! < 0) start++
  while (end > start && b[end - 1]! < 0) end--
  return { places: places.subarray(start, end), a: a.subarray(start, end), b: b.subarray(start, end) }
}

/**
 * All the best places by an objective, ties included. Floats find the few that may be best, with a margin far
 * above their rounding; those are compared exactly. Where the floats themselves are exact they decide.
 */
function best(points: AllPoints, { places, a, b }: Gains, objective: Objective): Uint32Array {
  let most = -Infinity
  for (let i = 0; i < places.length; i++) {
    const value = objective.approx(a[i]!, b[i]!)
    if (value > most) most = value
  }
  const exact = objective.plain && !points.tables.whole && Math.abs(most) <= Number.MAX_SAFE_INTEGER
  const bar = exact ? most : most - Math.abs(most) * 1e-12
  let few = new Uint32Array(64)
  let size = 0
  for (let i = 0; i < places.length; i++) {
    if (objective.approx(a[i]!, b[i]!) < bar) continue
    if (size === few.length) {
      const wider = new Uint32Array(Math.min(size * 4, places.length))
      wider.set(few)
      few = wider
    }
    few[size++] = places[i]!
  }
  return exact ? few.slice(0, size) : exactBest(points, few.subarray(0, size), objective)
}

function exactBest(points: AllPoints, places: Uint32Array, objective: Objective): Uint32Array {
  let found: number[] = []
  let record: readonly [bigint, bigint] | undefined
  for (const k of places) {
    const gains = [points.exactGain(0, k), points.exactGain(1, k)] as const
    const order = record === undefined ? 1 : objective.compare(gains, record)
    if (order > 0) {
      found = []
      record = gains
    }
    if (order >= 0) found.push(k)
  }
  return Uint32Array.from(found)
}

function countRational(x: Float64Array, y: Float64Array, barX: number, barY: number): number {
  let count = 0
  for (let k = 0; k < x.length; k++) if (x[k]! >= barX && y[k]! >= barY) count++
  return count
}

function countDistinct(x: Float64Array, frontier: Uint32Array): number {
  let count = 0
  for (let i = 0; i < frontier.length; i++) if (i === 0 || x[frontier[i]!] !== x[frontier[i - 1]!]) count++
  return count
}
