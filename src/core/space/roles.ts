/**
 * What an issue is to the two parties. Some create value: settling them well raises the sum of points. Some only
 * move it from one side to the other. On some both want the same, and some matter to one party or to none.
 */
import { type Rational, rational } from '../rational.ts'
import { issueCurve, issueFrontier } from './curve.ts'
import { isPoint, slope, type Vertex } from './piece.ts'
import type { Space } from './space.ts'
import type { Span } from './values.ts'

export const ROLES = ['creates value', 'moves value', 'common interest', 'one party', 'no party'] as const
export type Role = (typeof ROLES)[number]

export interface Extent {
  readonly least: Rational
  readonly most: Rational
}

export interface IssueRole {
  readonly role: Role
  /** The party it matters to, where that is one. */
  readonly party?: 0 | 1
  /** What its values are worth to each party, and to both together. */
  readonly worth: readonly [Extent, Extent]
  readonly sum: Extent
  /** Its values with the largest sum of points. */
  readonly best: readonly Span[]
  /**
   * On the part where the parties are opposed: how many points the second party gets for one that the first gives
   * up. Undefined where they are not.
   */
  readonly rate?: Extent
}

/** Tells what each issue is. Exact; taken over its whole range, not only over allowed steps. */
export const issueRoles = (space: Space): IssueRole[] => space.issues.map((_, i) => roleOf(space, i))

function roleOf(space: Space, i: number): IssueRole {
  const curve = issueCurve(space, i)
  const ends = curve.flatMap(({ start, end }) => [start, end])
  const sumOf = ({ a, b }: Vertex): Rational => a.add(b)
  const worth = [extent(ends.map(({ a }) => a)), extent(ends.map(({ b }) => b))] as const
  const sum = extent(ends.map(sumOf))
  const front = issueFrontier(curve)
  const best = curve.flatMap(({ start, end }) => {
    const reached = [start, end].filter((vertex) => sumOf(vertex).equals(sum.most)).map((v) => v.values[0]!)
    if (reached.length === 0) return []
    return [{ from: reached[0]!, to: reached.at(-1)! }]
  })
  const flat = worth.map(isFlat)
  const rates = front.filter((piece) => !isPoint(piece)).map((piece) => slope(piece).neg())
  const jumps = front.slice(1).flatMap(({ start }, k) => {
    const before = front[k]!.end
    return start.a.equals(before.a) ? [] : [before.b.sub(start.b).div(start.a.sub(before.a))]
  })
  const opposed = [...rates, ...jumps]
  const role: Role =
    flat[0] && flat[1]
      ? 'no party'
      : flat[0] || flat[1]
        ? 'one party'
        : front.length === 1 && isPoint(front[0]!)
          ? 'common interest'
          : isFlat(sum)
            ? 'moves value'
            : 'creates value'
  return {
    role,
    ...(role === 'one party' && { party: flat[0] ? 1 : 0 }),
    worth,
    sum,
    best: joined(best),
    ...(opposed.length > 0 && { rate: extent(opposed) }),
  }
}

const isFlat = ({ least, most }: Extent): boolean => least.equals(most)

const extent = (values: readonly Rational[]): Extent => ({
  least: values.reduce((p, q) => (p.compare(q) <= 0 ? p : q)),
  most: values.reduce((p, q) => (p.compare(q) >= 0 ? p : q)),
})

/** What each party could get at best and at worst if it alone decided. */
export function partyExtents(space: Space): [Extent, Extent] {
  const zero = { least: rational(0), most: rational(0) }
  const roles = issueRoles(space)
  const total = (p: 0 | 1): Extent =>
    roles.reduce<Extent>(
      (sum, { worth }) => ({ least: sum.least.add(worth[p].least), most: sum.most.add(worth[p].most) }),
      zero,
    )
  return [total(0), total(1)]
}

/** Neighbouring pieces that share an end become one span; options stay apart. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const last = all.at(-1)
    if (last?.to.equals(span.from)) all[all.length - 1] = { from: last.from, to: span.to }
    else all.push(span)
  }
  return all
}
