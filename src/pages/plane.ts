/** Each negotiation as a point in the points of two parties; equal ones together, and squares where there are many. */
import type { Analysis } from '../study/analysis.ts'
import { toldApart } from './numbers.ts'
import { openOf, pairingColour } from './strips.ts'
import type { AttemptRow, CloudPoint, PlaneFigure, SpaceData } from './types.ts'

/** More places than these are drawn as small squares. */
const MOST = 1500
const SQUARES = 60

export function planeFigure(
  space: SpaceData,
  { pairings }: Pick<Analysis, 'pairings'>,
  rows: readonly AttemptRow[],
): PlaneFigure | undefined {
  const names = pairings.map(({ pairing }) => pairing)
  const [x, y] = space.parties
  const found = names.map((pairing) =>
    rows.flatMap((row): CloudPoint[] => {
      const [px, py] = [row.points?.[x.id], row.points?.[y.id]]
      return row.pairing === pairing && px && py ? [[px.value, py.value, 1, row.id, [row.number]]] : []
    }),
  )
  if (found.every((points) => points.length === 0)) return undefined
  // Where two studies are compared, one number can stand for two negotiations.
  const apart = toldApart(rows).length > 0 && new Set(rows.map(({ number }) => number)).size === rows.length
  const merged = found.map((points) => merge(points, ([px, py]) => [px, py], apart))
  const binned = merged.reduce((n, points) => n + points.length, 0) > MOST
  const groups = pairings.map((cell, i) => ({
    pairing: cell.pairing,
    colour: pairingColour(names, cell.pairing),
    points: binned ? merge(found[i]!, square(space), false) : merged[i]!,
    unknown: openOf(cell),
  }))
  return {
    caption: `Each completed negotiation in the points of ${x.label} (across) and ${y.label} (up); no agreement lies at the reservation values. The line is the Pareto frontier: no outcome gives one party more without giving the other less.${binned ? ' There are so many that each mark stands for all within a small square.' : ''}`,
    space,
    groups,
    binned,
  }
}

function merge(
  points: readonly CloudPoint[],
  at: (point: CloudPoint) => readonly [number, number],
  apart: boolean,
): CloudPoint[] {
  const places = new Map<
    string,
    { point: readonly [number, number]; count: number; id: string | undefined; numbers: number[] }
  >()
  for (const point of points) {
    const place = at(point)
    const key = place.join()
    const known = places.get(key)
    const numbers = apart ? (point[4] ?? []) : []
    if (known) {
      known.count++
      known.numbers.push(...numbers)
    } else places.set(key, { point: place, count: 1, id: point[3], numbers: [...numbers] })
  }
  return [...places.values()].map(({ point: [px, py], count, id, numbers }): CloudPoint => {
    if (id === undefined) return [px, py, count]
    return numbers.length === 0 ? [px, py, count, id] : [px, py, count, id, numbers]
  })
}

/** The middle of the small square that a point lies in. */
function square({ extents }: SpaceData): (point: CloudPoint) => readonly [number, number] {
  const middle = (value: number, [least, most]: readonly [number, number]): number => {
    const size = (most - least) / SQUARES || 1
    return Number((least + (Math.floor((value - least) / size) + 0.5) * size).toPrecision(6))
  }
  return ([px, py]) => [middle(px, extents[0]), middle(py, extents[1])]
}
