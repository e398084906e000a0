/**
 * The Pareto frontier of a whole space from those of its issues, one issue after another. Two concave runs add up
 * to their segments sorted by slope (their Minkowski sum); a frontier with dents or gaps is cut into concave runs,
 * every run of one is added to every run of the other, and the upper envelope of all these chains is the sum's
 * true frontier, not its hull. Dropping what is dominated after each issue loses nothing, since points add up.
 */
import { ZERO } from '../rational.ts'
import { mergeAll } from './envelope.ts'
import { type Frontier, isPoint, type Piece, samePoint, slope, type Vertex } from './piece.ts'
import { NotCovered } from './space.ts'

/** How many pieces the chains of one step may have together, before the analysis gives up. */
const MOST_PIECES = 200_000

/** The frontier of all sums of one point of each. Throws NotCovered where there are too many combinations. */
export function sumOfAll(frontiers: readonly Frontier[], most = MOST_PIECES): Frontier {
  const zero: Vertex = { a: ZERO, b: ZERO, values: [] }
  return frontiers.reduce<Frontier>((sum, next) => add(sum, next, most), [{ start: zero, end: zero }])
}

function add(p: Frontier, q: Frontier, most: number): Frontier {
  const left = concaveRuns(p)
  const right = concaveRuns(q)
  const size = p.length * right.length + q.length * left.length
  if (size > most) {
    throw new NotCovered(
      `the issues' trade-offs combine in too many ways: ${left.length} x ${right.length} chains of ${size} pieces, ` +
        `and at most ${most} are looked at`,
    )
  }
  return mergeAll(left.flatMap((run) => right.map((other) => addRuns(run, other))))
}

/** A frontier cut where it has a gap or bends the wrong way. */
export function concaveRuns(frontier: Frontier): Frontier[] {
  const runs: Piece[][] = []
  for (const piece of frontier) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const goesOn =
      last && samePoint(last.end, piece.start) && !isPoint(last) && slope(piece).compare(slope(last)) <= 0
    if (goesOn) run!.push(piece)
    else runs.push([piece])
  }
  return runs
}

/** The chain of two concave runs: steps of either, the flattest first. */
function addRuns(p: Frontier, q: Frontier): Frontier {
  let left = p[0]!.start
  let right = q[0]!.start
  const steps = [
    ...p.filter((piece) => !isPoint(piece)).map((piece) => ({ piece, own: true, slope: slope(piece) })),
    ...q.filter((piece) => !isPoint(piece)).map((piece) => ({ piece, own: false, slope: slope(piece) })),
  ].sort((s, t) => t.slope.compare(s.slope))
  if (steps.length === 0) {
    const point = together(left, right)
    return [{ start: point, end: point }]
  }
  return steps.map(({ piece, own }) => {
    // From the step's own start: the step before may end in the same points by another value.
    const start = own ? together(piece.start, right) : together(left, piece.start)
    if (own) left = piece.end
    else right = piece.end
    return { start, end: together(left, right) }
  })
}

const together = (p: Vertex, q: Vertex): Vertex => ({
  a: p.a.add(q.a),
  b: p.b.add(q.b),
  values: [...p.values, ...q.values],
})
