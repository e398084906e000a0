/**
 * From replayed negotiations to the sets that are reported: which scenarios give the ranges, what was planned, what
 * was added later. Nothing here reads a file, so that a published record can be analysed again from what it holds.
 */
import { isObserver } from '../protocols/seats.ts'
import type { Seen } from '../record/events.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Observation } from './analysis.ts'
import { mergeFrames } from './figures.ts'
import { frameOf, largestJointGain } from './frame.ts'
import { plannedInference } from './planned.ts'
import { cellsOf } from './results.ts'
import { type AnalysisSet, analyseSets, type Extension } from './sets.ts'

export interface StudyAnalysis {
  readonly sets: readonly [registered: AnalysisSet, extended?: AnalysisSet]
  /** What was analysed: levels that make no difference left out, and the game's own largest joint gain put in. */
  readonly observations: readonly Observation[]
}

/** `scenarios`: all that are played, the study's own first. `asked`: figures of chance where none were planned. */
export function analyseStudy(
  plan: StudyPlan,
  observations: readonly Observation[],
  scenarios: readonly Scenario[],
  asked = false,
): StudyAnalysis {
  const { created } = plan
  const { pairings, openers } = cellsOf(created)
  const { factors = {} } = created.design ?? {}
  const merged = mergeFrames(scenarios.map((scenario) => frameOf(scenario, largestJointGain(scenario))))
  const frame = { ...merged, factors }
  const list = withoutIdleRoles(plan, observations)
  const inference = plannedInference(created.analysis, {
    pairings,
    seed: created.seed,
    // Openers are kept apart in any case; changed roles are no other game.
    apart: Object.keys(factors).filter((name) => name !== 'opener' && name !== 'roles'),
    registered: plan.registered !== undefined,
    talk: frame.talk !== undefined,
  })
  const extensions = plan.extensions.map(
    (one): Extension => ({
      name: `extension ${one.extension}`,
      told: `on ${one.at.slice(0, 10)}, ${one.assignments.length} assignments, ${SEEN[one.seen]}; the reason given: ${one.reason}`,
    }),
  )
  const options = { pairings, openers, extensions, plan: inference, asked }
  return { sets: analyseSets(list, frame, options), observations: list }
}

const SEEN: Readonly<Record<Seen, string>> = {
  'nothing-run': 'before anything was played',
  'run-not-seen': 'after some was played and before any outcome was shown',
  seen: 'after outcomes had been shown',
}

/**
 * Where all negotiators of a pairing are the same, changed roles are the same play again: such levels are taken out,
 * so that no table tells a difference between them.
 */
function withoutIdleRoles(plan: StudyPlan, observations: readonly Observation[]): Observation[] {
  const idle = new Set(
    plan.assignments
      .filter(({ seats }) => {
        const parties = Object.entries(seats).flatMap(([seat, name]) => (isObserver(seat) ? [] : [name]))
        const specs = parties.map((name) => JSON.stringify(plan.now.negotiators[name] ?? name))
        return new Set(specs).size === 1
      })
      .map(({ pairing }) => pairing),
  )
  return observations.map((o) => {
    if (!idle.has(o.pairing) || o.levels?.roles === undefined) return o
    const { roles: _, ...levels } = o.levels
    const { levels: __, ...rest } = o
    return Object.keys(levels).length > 0 ? { ...rest, levels } : rest
  })
}
