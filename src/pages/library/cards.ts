/** A study in short: on the home page, and on the page of a scenario that it plays. */
import { scenarioHash } from '../../record/scenario-hash.ts'
import { figures } from '../figure.ts'
import { progressOf } from '../progress.ts'
import type { ScenarioResult, StudyCard } from '../types.ts'
import type { Open } from './hosts.ts'

/** `key`: the study's; `now`: milliseconds. */
export function studyCard(
  { index }: Open,
  key: string,
  keyOf: (hash: string) => string | undefined,
  now: number,
): StudyCard {
  const plan = index.plan!
  const { state, progress } = progressOf(index, now)
  const [own] = index.settings?.scenarios ?? []
  const scenarioKey = own && keyOf(scenarioHash(own))
  const models = Object.values(plan.now.negotiators).flatMap((spec) => {
    const { model } = (spec ?? {}) as { model?: unknown }
    return typeof model === 'string' ? [model] : []
  })
  return {
    study: key,
    title: plan.now.title,
    state,
    planned: progress.planned,
    ended: progress.completed + progress.interrupted,
    running: progress.running,
    interrupted: progress.interrupted,
    scenario: own?.title ?? '',
    ...(scenarioKey === undefined ? {} : { scenarioKey }),
    models: [...new Set(models)],
    registered: plan.registered !== undefined,
    ...(progress.lastAt === undefined ? {} : { lastAt: progress.lastAt }),
  }
}

/** What a study has found so far; undefined where nothing has been made of it yet. */
export function scenarioResult({ host, index }: Open, key: string, now: number): ScenarioResult | undefined {
  const made = host.results(index)
  if (!made) return undefined
  return {
    study: key,
    title: index.plan!.now.title,
    state: progressOf(index, now).state,
    pairings: made.report.analysis.pairings.map((cell) => {
      const means = Object.entries(cell.gains).flatMap(([party, of]) =>
        of ? [[party, of.mean] as const] : [],
      )
      return {
        pairing: cell.pairing,
        completed: cell.completed,
        planned: cell.planned,
        ...(cell.agreements === undefined ? {} : { agreements: cell.agreements }),
        ...(cell.joint ? figures({ joint: cell.joint.mean }) : {}),
        gains: figures(Object.fromEntries(means)),
      }
    }),
  }
}
