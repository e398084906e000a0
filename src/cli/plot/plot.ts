/** The plot of an analysed outcome space: two parties in the plane of their points, more side by side. */
import { printed, type Rational, toNumber } from '../../core/rational.ts'
import type { Analysis } from '../../core/space/analysis.ts'
import type { Region } from '../../core/space/many/analysis.ts'
import { MANY_CONCEPTS } from '../../core/space/many/concepts.ts'
import { countOf } from '../../core/space/many/efficient.ts'
import { CONCEPTS } from '../../core/space/objective.ts'
import { outcomeAt } from '../../core/space/points-of-all.ts'
import type { Scenario } from '../../scenario/types.ts'
import { CONCEPT_WORDS, counted, grouped } from '../analysis-names.ts'
import { inPoints, MANY_WORDS, type ManyFrame, outcomeOf, pointsOf, regionsOf } from '../many/frame.ts'
import { parallelSvg } from './parallel.ts'
import { type Point, planeSvg } from './plane.ts'

/** More dots than this hide one another and make a large file. */
const MOST_DOTS = 3000
const MOST_LINES = 400

/** Two parties who bargain: the continuum's frontier as lines, where there is one, else the grid's as dots. */
export function plotOfTwo(scenario: Scenario, { continuum, grid }: Analysis): string {
  const [first, second] = scenario.parties as readonly [Scenario['parties'][0], Scenario['parties'][0]]
  const point = ({ a, b }: { readonly a: Rational; readonly b: Rational }): Point => [
    toNumber(a),
    toNumber(b),
  ]
  const solutions = CONCEPTS.map((concept) => {
    const points = continuum
      ? continuum.solutions[concept].flatMap(({ from, to }) => [point(from), point(to)])
      : (grid.solutions?.[concept].outcomes ?? []).map(point)
    return { name: CONCEPT_WORDS[concept], points }
  })
  const ofPlace = (place: number): Point => {
    const outcome = outcomeAt(grid.all!.points.tables, place)
    return [toNumber(first.utility!.points(outcome)), toNumber(second.utility!.points(outcome))]
  }
  return planeSvg({
    title: scenario.title,
    about: `${counted(grid.size, 'outcome')} of two parties, the Pareto frontier and the solution points`,
    labels: [first.label, second.label],
    reservations: [toNumber(first.reservation.value), toNumber(second.reservation.value)],
    dots: grid.all ? some(grid.all.points.count, MOST_DOTS).map(ofPlace) : [],
    front:
      continuum || !grid.all
        ? []
        : some(grid.all.frontier.length, MOST_DOTS).map((i) => ofPlace(grid.all!.frontier[i]!)),
    lines: (continuum?.frontier ?? []).map(({ start, end }) => [point(start), point(end)] as const),
    solutions: together(solutions),
    stretches: continuum !== undefined,
  })
}

/** Any number of parties whose outcomes were listed. */
export function plotOfMany(frame: ManyFrame): string {
  return frame.labels.length === 2 ? planeOf(frame) : sideBySide(frame)
}

/** The solutions to draw: of outcomes acceptable to all, or where there are none, of those that pass. */
function drawn({ analysis }: ManyFrame): readonly [string, Region] {
  const regions = regionsOf(analysis)
  return regions.find(([, region]) => region.count > 0) ?? regions[0]!
}

function planeOf(frame: ManyFrame): string {
  const { analysis, scenario, labels } = frame
  const { acceptance, efficient, tables } = analysis
  const [, region] = drawn(frame)
  const floats = (outcome: Parameters<typeof pointsOf>[1]): Point => {
    const [a, b] = pointsOf(analysis, outcome)
    return [toNumber(a!), toNumber(b!)]
  }
  const solutions = MANY_CONCEPTS.map((concept) => ({
    name: MANY_WORDS[concept],
    points: region.solutions[concept].map((u) => floats(outcomeOf(analysis, u))),
  }))
  return planeSvg({
    title: scenario.title,
    about: aboutOf(frame),
    labels: [labels[0]!, labels[1]!],
    reservations: [
      toNumber(scenario.parties[0]!.reservation.value),
      toNumber(scenario.parties[1]!.reservation.value),
    ],
    dots: some(acceptance.count, MOST_DOTS).map((place) => floats(outcomeAt(tables, place))),
    front: some(efficient.size, MOST_DOTS).map((u) => floats(outcomeOf(analysis, u))),
    lines: [],
    solutions: together(solutions),
  })
}

function sideBySide(frame: ManyFrame): string {
  const { analysis, scenario, labels } = frame
  const { efficient, parties } = analysis
  const [name, region] = drawn(frame)
  const height = (p: number, gain: number): number =>
    parties.ranges[p] === 0 ? 1 : (gain - parties.worst[p]!) / parties.ranges[p]!
  const heights = (u: number): number[] => labels.map((_, p) => height(p, efficient.gains[p]![u]!))
  const solutions = MANY_CONCEPTS.map((concept) => ({
    name: MANY_WORDS[concept],
    // Of a concept's tied points the first is drawn.
    points: region.solutions[concept].slice(0, 1),
  }))
  const empty = region.count === 0
  const shown = empty ? Uint32Array.from({ length: efficient.size }, (_, u) => u) : region.points
  const lines = some(shown.length, MOST_LINES)
  const part = lines.length < shown.length ? 'some ' : ''
  return parallelSvg({
    title: scenario.title,
    about: aboutOf(frame),
    axes: scenario.parties.map(({ reservation }, p) => ({
      label: labels[p]!,
      worst: shortPoints(reservation.value.add(inPoints(analysis, parties.worst[p]!))),
      best: shortPoints(reservation.value.add(inPoints(analysis, parties.best[p]!))),
      reservation: shortPoints(reservation.value),
      bar: height(p, 0),
    })),
    thin: {
      name: empty ? `${part}efficient outcomes; none is ${name}` : `${part}efficient outcomes ${name}`,
      lines: lines.map((i) => heights(shown[i]!)),
    },
    solutions: merged(solutions, (u, v) => u === v).map(({ names, points }) => ({
      names,
      heights: heights(points[0]!),
    })),
  })
}

function aboutOf({ analysis, labels }: ManyFrame): string {
  const { acceptance, efficient, acceptable, opposition } = analysis
  const front = countOf(
    efficient,
    Uint32Array.from({ length: efficient.size }, (_, u) => u),
  )
  return `${counted(acceptance.count, 'outcome')} of ${labels.length} parties: ${grouped(acceptable.count)} acceptable to all, ${grouped(front)} on the Pareto frontier; opposition ${opposition.perParty.toFixed(3)}`
}

const shortPoints = (points: Rational): string => printed(points).replace(/\.?0*$/, '')

/** Evenly spread counts from 0 up to `count`, at most `most` of them. */
function some(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, k) => k)
  return Array.from({ length: most }, (_, k) => Math.floor((k * count) / most))
}

interface Named<T> {
  readonly name: string
  readonly points: readonly T[]
}

/** Solutions that are the same share one name. */
function merged<T>(
  solutions: readonly Named<T>[],
  same: (x: T, y: T) => boolean,
): { names: string; points: readonly T[] }[] {
  const all: { names: string; points: readonly T[] }[] = []
  for (const { name, points } of solutions) {
    if (points.length === 0) continue
    const twin = all.find(
      (other) => other.points.length === points.length && points.every((x, i) => same(x, other.points[i]!)),
    )
    if (twin) twin.names += `, ${name}`
    else all.push({ names: name, points })
  }
  return all
}

const together = (solutions: readonly Named<Point>[]): { names: string; points: readonly Point[] }[] =>
  merged(solutions, (p, q) => p[0] === q[0] && p[1] === q[1])
