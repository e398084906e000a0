/** What every block of the analysis of many parties needs to be written, and how its figures are called. */
import stringWidth from 'string-width'
import type { Outcome } from '../../core/issue.ts'
import { type Rational, rational } from '../../core/rational.ts'
import type { ManyAnalysis, Region } from '../../core/space/many/analysis.ts'
import type { ManyConcept } from '../../core/space/many/concepts.ts'
import { type Coalition, membersOf } from '../../core/space/many/game.ts'
import { outcomeAt } from '../../core/space/points-of-all.ts'
import type { Scenario } from '../../scenario/types.ts'
import { outcomeWords } from '../analysis-names.ts'

export interface ManyFrame {
  readonly scenario: Scenario
  readonly analysis: ManyAnalysis
  readonly labels: readonly string[]
  /** How many lines of a long list are printed. */
  readonly limit: number
  readonly columns: number
}

export const MANY_WORDS: Readonly<Record<ManyConcept, string>> = {
  nash: 'Nash',
  kalaiSmorodinsky: 'Kalai-Smorodinsky',
  egalitarian: 'egalitarian',
  utilitarian: 'utilitarian',
  scaledUtilitarian: 'scaled utilitarian',
}

/** The members of a coalition by their labels. */
export const coalitionWords = ({ labels }: ManyFrame, set: Coalition): string =>
  membersOf(set, labels.length)
    .map((p) => labels[p]!)
    .join(', ')

/** `40.74%`, or `-` of nothing. */
export const shareWords = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(2)}%`

/** The exact points of an outcome, by party. */
export const pointsOf = ({ space }: ManyAnalysis, outcome: Outcome): Rational[] =>
  space.parties.map(({ utility }) => utility.points(outcome))

/** The first outcome of a point of the frontier. */
export const outcomeOf = ({ tables, efficient }: ManyAnalysis, u: number): Outcome =>
  outcomeAt(tables, efficient.places[efficient.first[u]!]!)

export const outcomeLine = ({ scenario }: ManyFrame, outcome: Outcome): string =>
  outcomeWords(
    scenario.issues,
    outcome.map((value) => rational(value)),
  )

/** A range of scaled figures in points. */
export const inPoints = ({ tables }: ManyAnalysis, scaled: number): Rational =>
  tables.unit.mul(BigInt(scaled))

/** The regions that solutions are looked for in, and what each is called. */
export const regionsOf = ({ acceptable, passing, space }: ManyAnalysis): readonly [string, Region][] => [
  ['acceptable to all', acceptable],
  ...(passing ? [[passingWords(space.needed, space.parties.length), passing] as [string, Region]] : []),
]

const passingWords = (needed: number, parties: number): string =>
  `that pass with ${needed} of ${parties} parties`

/** The parties at the head of a table: by label where that leaves `room` columns for the rest, else by number. */
export function partyHeads(
  { labels, columns }: ManyFrame,
  room: number,
): { heads: readonly string[]; legend: string[] } {
  const wide = labels.reduce((sum, label) => sum + stringWidth(label) + 2, 0)
  if (wide + room <= columns) return { heads: labels, legend: [] }
  const numbered = labels.map((label, p) => `${p + 1} ${label}`).join(', ')
  return { heads: labels.map((_, p) => `${p + 1}`), legend: [`Parties by their number: ${numbered}.`] }
}
