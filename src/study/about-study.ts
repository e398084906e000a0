/** What stands above the tables of a report: what it is of, and how the study was planned. */
import type { StudyPlan } from '../record/study-plan.ts'
import type { Scenario } from '../scenario/types.ts'
import { analysisSchema } from './analysis-schema.ts'
import { comparedName } from './report-inference.ts'
import { specText } from './spec-text.ts'
import type { Survey } from './survey.ts'

/** What a reader must know of how the study was planned. `asked`: whether figures of chance were asked for. */
export function planNotes({ registered, amendments, created }: StudyPlan, asked = false): string[] {
  const planned = analysisSchema.safeParse(created.analysis).data
  const kind = planned?.kind
  const hidden =
    registered && !asked ? planned?.comparisons.filter((one) => (one.kind ?? kind) !== 'confirmatory') : []
  return [
    ...(registered ? [] : ['The study was not registered before it was played: all of this is exploratory.']),
    ...(registered && kind !== 'confirmatory'
      ? ['The planned analysis is descriptive: no test was planned.']
      : []),
    ...(hidden && hidden.length > 0
      ? [
          `Compared by plan, and descriptive, so that no table above tells it: ${hidden.map((one) => `${comparedName(one)} (${one.outcome ?? planned!.primary})`).join('; ')}. parley report --inference shows it, marked.`,
        ]
      : []),
    ...amendments.map(
      ({ amendment, at, reason, changes }) =>
        `Amendment ${amendment} of ${at.slice(0, 10)} changed ${changes.map(({ what }) => what).join(', ')}; the reason given: ${reason}`,
    ),
  ]
}

/** What the report is of: the study, its scenario, its days and its negotiators. */
export function aboutOf({ lastAt }: Survey, plan: StudyPlan, scenarios: readonly Scenario[]): string[] {
  const { created, registered } = plan
  const negotiators = Object.entries(created.negotiators).map(([name, spec]) => `${name} (${specText(spec)})`)
  const titles = [...new Set(scenarios.map(({ title }) => title))]
  const played =
    titles.length === 1
      ? `scenario ${titles[0]} (${created.scenario.slice(0, 12)})`
      : `scenarios ${titles.join(', ')} (the first ${created.scenario.slice(0, 12)})`
  return [
    `Study ${created.study}, seed ${created.seed}; ${played}.`,
    `${registered ? `Registered ${day(registered.at)}` : `Begun ${day(created.at)}, not registered`}, last event ${day(lastAt)}; times are those of the author's clock.`,
    `Negotiators: ${negotiators.join(', ')}.`,
  ]
}

const day = (at: string | undefined): string =>
  at === undefined ? 'never' : `${at.slice(0, 16).replace('T', ' ')} UTC`
