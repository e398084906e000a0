/**
 * The solution points as tables for a terminal, one column a solution. Solutions that meet in one point share a
 * column.
 */
import { type Rational, rational } from '../core/rational.ts'
import type { Analysis } from '../core/space/analysis.ts'
import type { Continuum, ContinuumSolution } from '../core/space/continuum.ts'
import type { GridOutcome, GridSolution } from '../core/space/grid.ts'
import { CONCEPTS, type Concept } from '../core/space/objective.ts'
import { CONCEPT_WORDS, grouped, isFree, outcomeWords, pointsWords, spansWords } from './analysis-names.ts'
import { type Frame, ofContinuum } from './analysis-text.ts'
import { textTable } from './table.ts'

const NONE =
  'No outcome leaves both parties at or above their reservation values, so there is no solution point.'
const ALL_SUMS = 'largest joint gain, reservation values aside'

export interface Column<T> {
  readonly names: string[]
  readonly of: T
}

/** What the continuum's solutions are worth, and which values lead there. */
export function continuumSolutions(frame: Frame, { solutions, jointGainOfAll }: Continuum): string {
  const columns: Column<ContinuumSolution>[] = []
  const place = (name: string, spot: ContinuumSolution): void => {
    const same = columns.find(({ of }) => samePoints(of.from, spot.from) && samePoints(of.to, spot.to))
    if (!same) columns.push({ names: [name], of: spot })
    else if (!same.names.includes(name)) same.names.push(name)
  }
  for (const concept of CONCEPTS) {
    for (const spot of solutions[concept]) place(CONCEPT_WORDS[concept], spot)
  }
  // Told apart only where reservation values keep the parties from it.
  const top = solutions.jointGain[0]
  const kept = top && jointGainOfAll.some((spot) => sumOf(spot.from).equals(sumOf(top.from)))
  if (!kept) for (const spot of jointGainOfAll) place(ALL_SUMS, spot)

  const { issues, parties } = frame.space
  const [ra, rb] = [parties[0].reservation, parties[1].reservation]
  const range = (from: Rational, to: Rational): string =>
    from.equals(to) ? pointsWords(from) : `${pointsWords(from)} to ${pointsWords(to)}`
  const cells = columns.map(({ of: { from, to, values } }) => [
    range(from.a, to.a),
    range(from.b, to.b),
    range(from.a.sub(ra), to.a.sub(ra)),
    range(from.b.sub(rb), to.b.sub(rb)),
    pointsWords(from.a.add(from.b).sub(ra).sub(rb)),
    ...issues.map((issue, i) => spansWords(issue, values[i]!)),
  ])
  const [a, b] = frame.labels
  const names = [a, b, `${a} gains`, `${b} gains`, 'joint gain', ...issues.map(({ id }) => id)]
  const bound = columns.filter(({ of }) => dependent(frame, of))
  return [
    ...(solutions.nash.length === 0 ? [NONE] : []),
    sideways(`Solution points${ofContinuum(frame.space)}`, names, columns, cells, frame.columns),
    ...bound.map(
      ({ names, of }) =>
        `${names.join(', ')}: values that are not pinned depend on one another; one outcome is ${outcomeWords(issues, of.from.values)}.`,
    ),
  ].join('\n')
}

/** Whether several issues are open at a spot and not each free for itself. */
function dependent({ space: { issues } }: Frame, { values }: ContinuumSolution): boolean {
  const open = issues.flatMap((issue, i) => {
    const spans = values[i]!
    const pinned = spans.length === 1 && spans[0]!.from.equals(spans[0]!.to)
    return pinned ? [] : [isFree(issue, spans)]
  })
  return open.length > 1 && open.includes(false)
}

/** What the grid's solutions are; where all are the continuum's own, a line says so. */
export function gridSolutions(
  frame: Frame,
  { continuum, grid }: Analysis,
  solutions: Readonly<Record<Concept, GridSolution>>,
): string {
  const { issues, parties } = frame.space
  if (CONCEPTS.every((concept) => solutions[concept].outcomes.length === 0)) {
    return continuum ? 'On the grid of allowed values no outcome is individually rational either.' : NONE
  }
  const ties = ({ count }: GridSolution): string => (count === undefined ? 'not counted' : grouped(count))
  const onGrid = CONCEPTS.every((concept) =>
    continuum?.solutions[concept].some(({ from, to }) => {
      const best = solutions[concept].outcomes[0]
      return (
        best && sumOf(best).equals(sumOf(from)) && best.a.compare(from.a) >= 0 && best.a.compare(to.a) <= 0
      )
    }),
  )
  if (onGrid && CONCEPTS.every((concept) => solutions[concept].proven)) {
    const counts = CONCEPTS.map((concept) => `${CONCEPT_WORDS[concept]} ${ties(solutions[concept])}`)
    return `The grid of allowed values has all of these points. Outcomes that reach them: ${counts.join(', ')}.`
  }
  const columns: Column<GridOutcome>[] = []
  const counts: string[] = []
  for (const concept of CONCEPTS) {
    const { outcomes, proven } = solutions[concept]
    const name = `${CONCEPT_WORDS[concept]}${proven ? '' : ' (not proven)'}`
    // One column for each different pair of points.
    const pairs = outcomes.filter((one, k) => outcomes.findIndex((other) => samePoints(one, other)) === k)
    for (const one of pairs.slice(0, 3)) {
      const same = columns.findIndex(({ of }) => samePoints(of, one))
      if (same >= 0) columns[same]!.names.push(name)
      else columns.push({ names: [name], of: one })
    }
    counts.push(`${CONCEPT_WORDS[concept]} ${ties(solutions[concept])}`)
  }
  const cells = columns.map(({ of: { a, b, outcome } }) => [
    pointsWords(a),
    pointsWords(b),
    pointsWords(a.sub(parties[0].reservation)),
    pointsWords(b.sub(parties[1].reservation)),
    pointsWords(a.add(b).sub(parties[0].reservation).sub(parties[1].reservation)),
    ...issues.map((issue, i) => {
      const value = rational(outcome[i]!)
      return spansWords(issue, [{ from: value, to: value }])
    }),
  ])
  const [a, b] = frame.labels
  const names = [a, b, `${a} gains`, `${b} gains`, 'joint gain', ...issues.map(({ id }) => id)]
  const unsure = CONCEPTS.filter((concept) => !solutions[concept].proven)
  return [
    sideways('Solution points of the grid of allowed values', names, columns, cells, frame.columns),
    `Outcomes that tie: ${counts.join(', ')}. One of each is shown.`,
    ...unsure.map(
      (concept) =>
        `${CONCEPT_WORDS[concept]}: not settled within ${grouped(grid.most)} steps of the search; the best one found is shown.`,
    ),
  ].join('\n')
}

export function sideways(
  title: string,
  names: readonly string[],
  columns: readonly Column<unknown>[],
  cells: readonly (readonly string[])[],
  width: number,
): string {
  const rows = names.map((name, r) => [name, ...cells.map((column) => column[r]!)])
  const letters = columns.map((_, k) => String.fromCharCode(65 + (k % 26)).repeat(1 + Math.floor(k / 26)))
  const legend = columns.map(({ names: own }, k) => `  ${letters[k]}: ${own.join(', ')}`)
  return `${title}\n${legend.join('\n')}\n${textTable(['', ...letters], rows, `l${'r'.repeat(letters.length)}`, width)}`
}

interface Pair {
  readonly a: Rational
  readonly b: Rational
}

const samePoints = (p: Pair, q: Pair): boolean => p.a.equals(q.a) && p.b.equals(q.b)

const sumOf = ({ a, b }: Pair): Rational => a.add(b)
