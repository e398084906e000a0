/** What each assignment was played by: terms, scenario, game and prompts, each made once. */
import type { AssignmentRecord } from '../record/events.ts'
import { RecordScenarios } from '../record/scenarios.ts'
import { levelsOf, packOf, type StudyPlan, type Terms } from '../record/study-plan.ts'
import type { Game } from '../scenario/game.ts'
import { makeRenderer, type Renderer } from '../scenario/render.ts'
import type { Scenario } from '../scenario/types.ts'
import { mergeFrames } from '../study/figures.ts'
import { frameOf, largestJointGain } from '../study/frame.ts'
import type { Names } from './table-of-attempts.ts'

export interface PlayedBy {
  readonly terms: Terms
  readonly scenario: Scenario
  readonly game: Game
  readonly renderer: Renderer
  readonly largestJoint: ReturnType<typeof largestJointGain>
}

/** What readings report, where the scenarios are free talk. */
function talkNames(scenarios: readonly Scenario[]): Pick<Names, 'talk'> {
  if (!scenarios.some(({ protocol }) => protocol.type === 'free-talk')) return {}
  const { talk } = mergeFrames(scenarios.map((scenario) => frameOf(scenario, undefined)))
  const fields = scenarios.flatMap(({ observer }) => Object.keys(observer?.fields ?? {}))
  return { talk: { fields: [...new Set(fields)], kinds: talk?.kinds ?? [] } }
}

export class Played {
  readonly #plan: StudyPlan
  readonly #scenarios: RecordScenarios
  readonly #renderers = new Map<Scenario, Renderer>()
  /** Every scenario that some assignment plays or was to play, the study's own first. */
  readonly scenarios: readonly Scenario[]
  readonly names: Names

  constructor(plan: StudyPlan) {
    this.#plan = plan
    this.#scenarios = new RecordScenarios(plan)
    const all = new Map<string, Scenario>()
    const amendments = [undefined, ...plan.amendments.map(({ amendment }) => amendment)]
    for (const amendment of amendments) {
      const terms = plan.terms(amendment)!
      for (const variant of [undefined, ...Object.keys(terms.variants)]) {
        const one = variant === undefined ? {} : { variant }
        const pack = packOf(terms, one)
        const { scenario } = this.#scenarios.read(one, amendment)
        if (pack && scenario) all.set(pack.scenario, scenario)
      }
    }
    this.scenarios = [...all.values()]
    const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id)
    const factors = plan.assignments.flatMap((assignment) => Object.keys(levelsOf(assignment)))
    this.names = {
      factors: [...new Set(factors)].filter((factor) => factor !== 'opener'),
      parties: [...new Set(this.scenarios.flatMap(({ parties }) => ids(parties)))],
      issues: [...new Set(this.scenarios.flatMap(({ issues }) => ids(issues)))],
      ...talkNames(this.scenarios),
    }
  }

  /** Undefined where the record does not hold what it was played by. */
  by(assignment: AssignmentRecord, amendment: string | undefined): PlayedBy | undefined {
    const terms = this.#plan.terms(amendment)
    const game = terms && this.#scenarios.game(assignment, amendment)
    if (!game) return undefined
    const { scenario } = game
    const renderer = this.#renderers.get(scenario) ?? makeRenderer(scenario)
    this.#renderers.set(scenario, renderer)
    return {
      terms,
      scenario,
      game,
      renderer,
      // Not every reader asks for it, and the first who does waits for the analysis of the outcome space.
      get largestJoint() {
        return largestJointGain(scenario)
      },
    }
  }
}
