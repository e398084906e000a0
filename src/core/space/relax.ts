/**
 * An upper bound for a part of a grid: as if every issue could also be settled between its values. The hulls of
 * the issues add up to one concave chain, their edges sorted by slope, and a concept's best on it is found edge by
 * edge. Only one issue is then between two values; the bound is split there.
 */
import type { Part } from './columns.ts'
import type { Objective } from './objective.ts'

export type Weights = readonly [a: number, b: number]

export interface Relaxed {
  /** No individually rational outcome of the parts is worth more. */
  readonly value: number
  /** The group of each issue at the chain's corner before the best. */
  readonly corner: readonly number[]
  /** The issue that moves on from there and the corner group it moves to; undefined at the chain's only corner. */
  readonly moving?: { readonly issue: number; readonly to: number; readonly share: number }
  /** A line through the best that supports the chain. */
  readonly weights: Weights
}

interface Edge {
  readonly issue: number
  readonly to: number
  readonly da: number
  readonly db: number
}

/** The best that a concept could reach with these parts; undefined where nothing is individually rational. */
export function relax(parts: readonly Part[], objective: Objective, base: Weights): Relaxed | undefined {
  const edges = parts.flatMap(edgesOf).sort((p, q) => q.db * p.da - p.db * q.da)
  const ends = parts.flatMap(({ column, from, to }) => [
    column.a[from]!,
    column.a[to]!,
    column.b[from]!,
    column.b[to]!,
  ])
  // Every figure may be off by its rounding; the bound is taken a little too high.
  const slack = 1e-13 * [...ends, ...base].reduce((sum, x) => sum + Math.abs(x), 0)
  let best: { value: number; edge: number; share: number; a: number; b: number } | undefined
  const offer = (edge: number, share: number, ga: number, gb: number): void => {
    if (ga < -2 * slack || gb < -2 * slack) return
    const value = objective.approx(ga + 2 * slack, gb + 2 * slack)
    if (!best || value > best.value) best = { value, edge, share, a: ga, b: gb }
  }
  let a = base[0] + parts.reduce((sum, { column, from }) => sum + column.a[from]!, 0)
  let b = base[1] + parts.reduce((sum, { column, from }) => sum + column.b[from]!, 0)
  offer(0, 0, a, b)
  edges.forEach(({ da, db }, i) => {
    // From where the first party has enough to where the second still has.
    const low = Math.max(0, (-a - slack) / da)
    const high = Math.min(1, (b + slack) / -db)
    if (low <= high) {
      const top = Math.min(Math.max(objective.top(a, b, da, db), low), high)
      offer(i, top, a + top * da, b + top * db)
    }
    a += da
    b += db
    offer(i, 1, a, b)
  })
  if (!best) return undefined
  const { value, edge, share } = best
  const corner = parts.map(({ from }) => from)
  for (const { issue, to } of edges.slice(0, edge)) corner[issue] = to
  const moved = edges[edge]
  return {
    value,
    corner,
    ...(moved && { moving: { issue: moved.issue, to: moved.to, share } }),
    weights: weightsAt(edges, edge, share, objective.pull(best.a, best.b)),
  }
}

function edgesOf({ column: { a, b }, hull }: Part, issue: number): Edge[] {
  return Array.from(hull.subarray(1), (to, i) => {
    const from = hull[i]!
    return { issue, to, da: a[to]! - a[from]!, db: b[to]! - b[from]! }
  })
}

/**
 * The weights of a line that supports the chain at a place: an edge's own inside it; at a corner any between those
 * of its two edges, as near as can be to the direction that the concept itself pulls in there.
 */
function weightsAt(edges: readonly Edge[], edge: number, share: number, pull: number): Weights {
  // Weights as the first party's part of one: 0 is level, 1 is upright.
  const lean = ({ da, db }: Edge): number => -db / (da - db)
  const at = edges[edge]
  if (at && share > 0 && share < 1) return [lean(at), 1 - lean(at)]
  const next = share <= 0 ? edge : edge + 1
  const low = next > 0 && edges[next - 1] ? lean(edges[next - 1]!) : 0
  const high = edges[next] ? lean(edges[next]!) : 1
  const chosen = Number.isNaN(pull) ? (low + high) / 2 : Math.min(Math.max(pull, low), high)
  return [chosen, 1 - chosen]
}
