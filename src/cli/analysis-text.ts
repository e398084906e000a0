/** The analysis of an outcome space as tables for a terminal: size, parties, issues, frontiers. */
import type { Rational } from '../core/rational.ts'
import { rational } from '../core/rational.ts'
import type { Analysis } from '../core/space/analysis.ts'
import type { Continuum } from '../core/space/continuum.ts'
import { listed } from '../core/space/grid.ts'
import { isPoint, type Vertex } from '../core/space/piece.ts'
import { outcomeAt } from '../core/space/points-of-all.ts'
import type { Extent } from '../core/space/roles.ts'
import type { Space } from '../core/space/space.ts'
import type { Scenario } from '../scenario/types.ts'
import { counted, grouped, outcomeWords, pointsWords, spansWords } from './analysis-names.ts'
import { continuumSolutions, gridSolutions } from './analysis-solutions.ts'
import { textTable } from './table.ts'
import { safeLine } from './text.ts'

/** What every block needs to be written. */
export interface Frame {
  readonly scenario: Scenario
  readonly space: Space
  readonly labels: readonly [string, string]
  /** How many pieces or outcomes of a frontier are printed. */
  readonly limit: number
  readonly columns: number
}

export interface TextOptions {
  readonly limit: number
  readonly columns: number
}

/** All blocks of the analysis, an empty line between them. */
export function analysisText(
  scenario: Scenario,
  space: Space,
  analysis: Analysis,
  options: TextOptions,
): string {
  const { continuum, grid, notes } = analysis
  const labels = scenario.parties.map(({ label }) => safeLine(label)) as [string, string]
  const frame: Frame = { scenario, space, labels, ...options }
  const blocks = [
    sizeLines(frame, analysis),
    partyTable(frame, analysis),
    issueTable(frame, analysis),
    continuum && continuumFrontier(frame, continuum),
    continuum && continuumSolutions(frame, continuum),
    gridFrontier(frame, analysis),
    grid.solutions && gridSolutions(frame, analysis, grid.solutions),
    ...notes.map((note) => `Note: ${safeLine(note)}.`),
  ]
  return blocks.filter((block) => block !== undefined).join('\n\n')
}

function sizeLines({ scenario: { title, id, issues } }: Frame, { grid, zopa }: Analysis): string {
  const percent = zopa && `${(zopa.share * 100).toFixed(2)}%`
  const inside =
    zopa === undefined
      ? 'The share of individually rational outcomes was not computed.'
      : zopa.count !== undefined
        ? `Individually rational: ${counted(zopa.count, 'outcome')}, ${percent}.`
        : `Individually rational: about ${percent}, estimated from ${grouped(zopa.sampled!)} evenly spread outcomes.`
  const size = `${counted(grid.size, 'outcome')} over ${counted(issues.length, 'issue')}.`
  return `${safeLine(title)} (${safeLine(id)})\n${size}\n${inside}`
}

function partyTable({ scenario, space, columns }: Frame, { extents, continuum, grid }: Analysis): string {
  const ends = continuum
    ? [continuum.inside.at(-1)?.end.a, continuum.inside[0]?.start.b]
    : space.parties.map(({ utility }, p) => {
        const place = p === 0 ? grid.all?.inside.at(-1) : grid.all?.inside[0]
        return place === undefined ? undefined : utility.points(outcomeAt(grid.all!.points.tables, place))
      })
  const rows = scenario.parties.map((party, p) => [
    party.label,
    pointsWords(extents[p as 0 | 1].most),
    pointsWords(extents[p as 0 | 1].least),
    pointsWords(party.reservation.value),
    pointsWords(party.threshold.value),
    ends[p] ? pointsWords(ends[p]) : '-',
  ])
  const head = ['party', 'best', 'worst', 'reservation', 'threshold', 'best in the ZOPA']
  return `Points of each party\n${textTable(head, rows, undefined, columns)}`
}

function issueTable({ space, labels, columns }: Frame, { roles }: Analysis): string {
  const rows = roles.map((role, i) => [
    space.issues[i]!.id,
    role.party === undefined ? role.role : `${labels[role.party]} alone`,
    atStake(role.worth[0]),
    atStake(role.worth[1]),
    atStake(role.sum),
    role.rate ? extentWords(role.rate) : '-',
    spansWords(space.issues[i]!, role.best),
  ])
  const head = ['issue', 'what it is', ...labels, 'together', 'rate', 'best at']
  return [
    'Issues: the points at stake for each party and for both together',
    textTable(head, rows, undefined, columns),
    `rate: points ${labels[1]} gets for one that ${labels[0]} gives up, where the two are opposed.`,
    'best at: the values with the most points for both together.',
  ].join('\n')
}

function continuumFrontier({ space, labels, limit }: Frame, { frontier, concave }: Continuum): string {
  const { issues } = space
  const pair = ({ a, b }: Vertex): string => `${pointsWords(a)}, ${pointsWords(b)}`
  const lines = frontier.slice(0, limit).map((piece) => {
    if (isPoint(piece)) return `  ${pair(piece.start)}\n      ${outcomeWords(issues, piece.start.values)}`
    const moves = issues.filter((_, i) => !piece.start.values[i]!.equals(piece.end.values[i]!))
    const stays = issues.filter((issue) => !moves.includes(issue))
    const at = (issue: Space['issues'][number], { values }: Vertex): Rational =>
      values[issues.indexOf(issue)]!
    const moving = moves.map((issue) => {
      const [from, to] = [piece.start, piece.end].map((vertex) => {
        const value = at(issue, vertex)
        return spansWords(issue, [{ from: value, to: value }])
      })
      return `${safeLine(issue.id)} ${from} to ${to}`
    })
    const fixed = outcomeWords(
      stays,
      stays.map((issue) => at(issue, piece.start)),
    )
    const along = [moving.join(', '), ...(fixed === '' ? [] : [`with ${fixed}`])].join(' ')
    return `  ${pair(piece.start)} to ${pair(piece.end)}\n      ${along}`
  })
  const shape = concave ? 'concave' : 'not concave: it has dents or gaps'
  return [
    `Pareto frontier${ofContinuum(space)}: ${counted(frontier.length, 'piece')}, ${shape} (points of ${labels.join(', ')})`,
    ...lines,
    ...more(frontier.length, lines.length),
  ].join('\n')
}

function gridFrontier({ space, labels, limit, columns }: Frame, { grid }: Analysis): string | undefined {
  const { all } = grid
  if (!all) return undefined
  const shown = listed(space, all, all.frontier.subarray(0, limit)).outcomes
  const rows = shown.map(({ outcome, a, b }) => {
    const values = outcome.map((value) => rational(value))
    return [pointsWords(a), pointsWords(b), outcomeWords(space.issues, values)]
  })
  const pairs = counted(all.frontierPoints, 'different pair')
  return [
    `Pareto frontier of the grid: ${counted(all.frontier.length, 'outcome')} with ${pairs} of points`,
    textTable([...labels, 'outcome'], rows, undefined, columns),
    ...more(all.frontier.length, rows.length),
  ].join('\n')
}

/** Choices alone have no continuum: what is solved is then the space itself. */
export const ofContinuum = ({ issues }: Space): string =>
  issues.some((issue) => issue.type === 'number') ? ' of the continuum' : ''

const more = (all: number, shown: number): string[] =>
  all > shown
    ? [`  … and ${grouped(all - shown)} more (--limit ${all} prints all, --json is for programs)`]
    : []

const atStake = ({ least, most }: Extent): string => pointsWords(most.sub(least))

const extentWords = ({ least, most }: Extent): string =>
  least.equals(most) ? pointsWords(most) : `${pointsWords(least)} to ${pointsWords(most)}`
