/**
 * What the same outcomes would be worth under other points: another scenario with the same issues and parties. The
 * first scores stand; a rescoring lies beside them in the record, with its reason.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Problem, UserError } from '../core/problem.ts'
import { exactText, type Rational } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import type { StudyRescored } from '../record/events.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { belowReservation, gains, isScored, scoreEnd } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Analysis, analyse, type Observation } from './analysis.ts'
import { frameOf, largestJointGain } from './frame.ts'
import { defined } from './known.ts'
import type { Study } from './load.ts'
import { sum } from './moments.ts'
import { type ChangeOptions, changedWhen, changing, mustHavePlan } from './open-change.ts'
import { cellsOf, readResults, scenariosOf } from './results.ts'
import { landscapeOf } from './scores/landscape.ts'
import { STUDY_STREAM } from './survey.ts'

/**
 * Notes a rescoring in the study's record. `file` is the other scenario's name for a person. Throws a UserError where
 * it has other issues or parties, or no points, or where the study itself plays several scenarios.
 */
export const rescoreStudy = (
  study: Pick<Study, 'record' | 'folder'>,
  other: Scenario,
  reason: string,
  options: ChangeOptions & { readonly file: string },
): Promise<StudyRescored> =>
  changing(study, options, async ({ survey, journal, reader }) => {
    const plan = mustHavePlan(survey, study)
    const scenarios = scenariosOf(plan, study.record)
    const { ends } = await readResults(reader, survey, scenarios)
    const problems = scenarios.all().flatMap((own) => mismatch(own, other, options.file))
    if (problems.length > 0) throw new UserError(problems)
    const event: StudyRescored = {
      type: 'study.rescored',
      ...changedWhen(plan, survey, reason),
      rescoring: `r${plan.rescorings.length + 1}`,
      scenario: scenarioHash(other),
      pack: other.files,
      points: Object.fromEntries(
        [...ends].flatMap(([id, end]) => {
          const points = scoreEnd(other, end)
          return points ? [[id, exactTexts(points)] as const] : []
        }),
      ),
    }
    journal.append(STUDY_STREAM, event)
    return event
  })

const exactTexts = (points: Readonly<Record<string, Rational>>): Record<string, string> =>
  Object.fromEntries(Object.entries(points).map(([party, value]) => [party, exactText(value)]))

/** Why an outcome of one scenario is none of the other. */
function mismatch(own: Scenario, other: Scenario, file: string): Problem[] {
  const problems: Problem[] = []
  const bare = ({ issues }: Scenario) => issues.map(({ describe: _, note: __, ...issue }) => issue)
  const ids = ({ parties }: Scenario) => parties.map(({ id }) => id)
  if (!isScored(other)) problems.push({ file, message: 'The scenario has no points to score by.' })
  const named = (issue: unknown): string => JSON.stringify(issue)
  if (!isDeepStrictEqual(bare(own), bare(other))) {
    const [expected, found] = [bare(own), bare(other)]
    const i = expected.findIndex((issue, k) => !isDeepStrictEqual(issue, found[k]))
    problems.push({
      file,
      message: 'Its issues are not those of the study, so that an agreement of one is none of the other.',
      found: i < 0 ? `${found.length} issues` : named(found[i] ?? 'no issue'),
      expected: i < 0 ? `${expected.length} issues` : named(expected[i]),
    })
  }
  if (!isDeepStrictEqual(ids(own), ids(other))) {
    problems.push({
      file,
      message: 'Its parties are not those of the study.',
      found: ids(other).join(', '),
      expected: ids(own).join(', '),
    })
  }
  return problems
}

export interface Rescored {
  readonly rescoring: string
  readonly reason: string
  readonly at: string
  readonly title: string
  readonly analysis: Analysis
  /** Negotiations whose noted points are not what the other scenario makes of their outcome. */
  readonly differs: readonly string[]
}

/**
 * The analysis of a rescoring, from the outcomes and the other scenario; what the event claims is only compared.
 * `observations` and `ends` are those of the study, of which negotiations that ended later are left out.
 */
export function rescored(
  event: StudyRescored & { readonly at: string },
  other: Scenario,
  observations: readonly Observation[],
  ends: ReadonlyMap<string, End>,
  created: Parameters<typeof cellsOf>[0],
): Rescored {
  const differs: string[] = []
  const list = observations
    .filter(({ id, status }) => status !== 'completed' || event.points[id] !== undefined)
    .map((o): Observation => {
      const end = ends.get(o.id)
      const points = end && scoreEnd(other, end)
      if (!points || o.status !== 'completed') return o
      if (!isDeepStrictEqual(exactTexts(points), { ...event.points[o.id] })) differs.push(o.id)
      const gained = gains(other, points)
      const distances = landscapeOf(other)?.distances(points)
      return defined<Observation>({
        ...o,
        joint: sum(Object.values(gained)),
        gains: gained,
        below: belowReservation(other, points),
        largestJoint: undefined,
        scores: o.scores && { ...o.scores, ...(distances ? { distances } : {}) },
      })
    })
  const { pairings, openers } = cellsOf(created)
  const { rescoring, reason, at } = event
  const frame = { ...frameOf(other, largestJointGain(other)), factors: created.design?.factors ?? {} }
  const analysis = analyse(list, frame, pairings, openers)
  return { rescoring, reason, at, title: other.title, analysis, differs }
}
