/** A study in short: on the home page, and on the page of a scenario that it plays. */
import { scenarioHash } from '../../record/scenario-hash.ts'
import { progressOf } from '../progress.ts'
import { pairingResults } from '../scenario-results.ts'
import { listed } from '../sections/contract.ts'
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
    scenario: titlesOf(index.settings?.scenarios ?? []),
    ...(scenarioKey === undefined ? {} : { scenarioKey }),
    models: [...new Set(models)],
    registered: plan.registered !== undefined,
    ...(progress.lastAt === undefined ? {} : { lastAt: progress.lastAt }),
  }
}

/** More scenarios than these are counted. */
const MOST_TITLES = 3

function titlesOf(scenarios: readonly { readonly title: string }[]): string {
  const titles = [...new Set(scenarios.map(({ title }) => title))]
  const more = titles.length - MOST_TITLES
  return listed(more > 0 ? [...titles.slice(0, MOST_TITLES), `${more} more`] : titles)
}

/** What a study has found so far; undefined where nothing has been made of it yet. */
export function scenarioResult({ host, index }: Open, key: string, now: number): ScenarioResult | undefined {
  const made = host.results(index)
  if (!made) return undefined
  return {
    study: key,
    title: index.plan!.now.title,
    state: progressOf(index, now).state,
    pairings: pairingResults(made.report),
  }
}
