/** The solution points of many parties as tables, one column a point; concepts that meet in a point share it. */
import { printed, type Rational, rational, ZERO } from '../../core/rational.ts'
import type { Region } from '../../core/space/many/analysis.ts'
import { MANY_CONCEPTS, type ManyConcept } from '../../core/space/many/concepts.ts'
import { countOf } from '../../core/space/many/efficient.ts'
import { pointDistance, standingOf } from '../../core/space/many/standing.ts'
import { grouped, pointsWords, spansWords } from '../analysis-names.ts'
import { type Column, sideways } from '../analysis-solutions.ts'
import { MANY_WORDS, type ManyFrame, outcomeOf, pointsOf, regionsOf } from './frame.ts'

/** At most so many tied points of one concept get a column. */
const SHOWN = 3

/** One block for the outcomes acceptable to all; one more where the rule lets others pass too. */
export function solutionBlocks(frame: ManyFrame): string[] {
  const { analysis } = frame
  const { acceptable, passing } = analysis
  const [first, second] = regionsOf(analysis).map(
    ([name, region]) =>
      () =>
        regionBlock(frame, name, region),
  )
  const same =
    passing && acceptable.count > 0 && MANY_CONCEPTS.every((concept) => equal(acceptable, passing, concept))
  return [
    first!(),
    ...(same ? [`${SAME_AGAIN} ${grouped(passing.count)} outcomes ${regionsOf(analysis)[1]![0]}.`] : []),
    ...(second && !same ? [second()] : []),
    sumsBlock(frame),
  ]
}

const SAME_AGAIN = 'All five concepts pick the same points among the'

function equal({ solutions }: Region, other: Region, concept: ManyConcept): boolean {
  const [own, others] = [solutions[concept], other.solutions[concept]]
  return own.length === others.length && own.every((u, i) => u === others[i])
}

function regionBlock(frame: ManyFrame, name: string, region: Region): string {
  const { scenario, analysis, labels } = frame
  const title = `Solution points among the ${grouped(region.count)} outcomes ${name}`
  if (region.count === 0) return `There is no outcome ${name}, and so no solution point among such outcomes.`
  const columns: Column<number>[] = []
  for (const concept of MANY_CONCEPTS) {
    for (const u of region.solutions[concept].slice(0, SHOWN)) {
      const same = columns.find(({ of }) => of === u)
      if (same) same.names.push(MANY_WORDS[concept])
      else columns.push({ names: [MANY_WORDS[concept]], of: u })
    }
  }
  const { nash } = region.solutions
  const cells = columns.map(({ of: u }) => {
    const outcome = outcomeOf(analysis, u)
    const standing = standingOf(analysis, outcome)
    const points = pointsOf(analysis, outcome)
    const least = standing.gains.reduce((a, b) => (a.compare(b) <= 0 ? a : b))
    return [
      ...points.map((own, p) => `${pointsWords(own)} (${signed(standing.gains[p]!)})`),
      pointsWords(standing.jointGain),
      percent(standing.efficiency),
      ...(analysis.passing ? [percent(standing.passingEfficiency)] : []),
      printed(standing.scaledJointGain, 3),
      signed(least),
      (pointDistance(analysis, u, nash)?.scaled ?? 0).toFixed(3),
      ...scenario.issues.map((issue, i) => {
        const value = rational(outcome[i]!)
        return spansWords(issue, [{ from: value, to: value }])
      }),
    ]
  })
  const names = [
    ...labels.map((label) => `${label} (gain)`),
    'joint gain',
    analysis.passing ? 'efficiency, all accept' : 'efficiency',
    ...(analysis.passing ? ['efficiency, passing'] : []),
    'joint gain, scaled',
    'smallest gain',
    'scaled distance to Nash',
    ...scenario.issues.map(({ id }) => id),
  ]
  const ties = MANY_CONCEPTS.map((concept) => {
    const points = region.solutions[concept]
    const outcomes = countOf(analysis.efficient, Uint32Array.from(points))
    return `${MANY_WORDS[concept]} ${grouped(outcomes)}${points.length > SHOWN ? ` (${SHOWN} shown)` : ''}`
  })
  return `${sideways(title, names, columns, cells, frame.columns)}\nOutcomes that tie: ${ties.join(', ')}.`
}

/** The largest sums of all, where reservation values keep the parties from them. */
function sumsBlock({ analysis, labels }: ManyFrame): string {
  const { all } = analysis
  const line = (name: string, u: number): string => {
    const { gains, jointGain } = standingOf(analysis, outcomeOf(analysis, u))
    const below = labels.filter((_, p) => gains[p]!.compare(0) < 0)
    return `Largest ${name} of all outcomes: ${pointsWords(jointGain)}, ${below.length === 0 ? 'which every party accepts' : `below the reservation value of ${below.join(', ')}`}.`
  }
  return [
    line('joint gain', all.utilitarian[0]!),
    line('scaled joint gain', all.scaledUtilitarian[0]!).replace(': ', ': a joint gain of '),
  ].join('\n')
}

const signed = (gain: Rational): string => `${gain.compare(ZERO) >= 0 ? '+' : ''}${pointsWords(gain)}`

const percent = (share: Rational | undefined): string => (share ? `${printed(share.mul(100))}%` : '-')
