/** The scenarios that a record holds: which of them a negotiation was played by, each read once. */
import type { Problem } from '../core/problem.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { parsePack } from '../scenario/pack.ts'
import type { Scenario } from '../scenario/types.ts'
import type { AssignmentRecord, PackRecord } from './events.ts'
import { packOf, type StudyPlan } from './study-plan.ts'

type Played = Pick<AssignmentRecord, 'variant'>

export class RecordScenarios {
  readonly #plan: Pick<StudyPlan, 'terms'>
  readonly #place: (packPath: string) => string
  readonly #read = new Map<string, { scenario?: Scenario; problems: readonly Problem[] }>()
  readonly #games = new Map<string, Game>()

  /** `place` names a file of a pack for a person. */
  constructor(plan: Pick<StudyPlan, 'terms'>, place: (packPath: string) => string = (path) => path) {
    this.#plan = plan
    this.#place = place
  }

  /** The texts that an assignment plays under an amendment (undefined: as created). */
  pack(assignment: Played, amendment?: string): PackRecord | undefined {
    const terms = this.#plan.terms(amendment)
    return terms && packOf(terms, assignment)
  }

  /** The scenario, or what is wrong with it; neither where the record knows no such texts. */
  read(assignment: Played, amendment?: string): { scenario?: Scenario; problems: readonly Problem[] } {
    const found = this.pack(assignment, amendment)
    if (!found) return { problems: [] }
    const known = this.#read.get(found.scenario)
    if (known) return known
    const { scenario, problems } = parsePack({ ...found.pack }, this.#place)
    const made = { ...(scenario ? { scenario } : {}), problems }
    this.#read.set(found.scenario, made)
    return made
  }

  /** Every scenario that was asked for so far and could be read. */
  all(): Scenario[] {
    return [...this.#read.values()].flatMap(({ scenario }) => scenario ?? [])
  }

  /** The game of a scenario that can be read, once for each opener. Throws as makeGame does. */
  game(assignment: Played & Pick<AssignmentRecord, 'opener'>, amendment?: string): Game | undefined {
    const hash = this.pack(assignment, amendment)?.scenario
    const { scenario } = this.read(assignment, amendment)
    if (!scenario) return undefined
    const audit = this.#plan.terms(amendment)?.audit
    const key = JSON.stringify([hash, assignment.opener, audit])
    const known = this.#games.get(key)
    if (known) return known
    const game = makeGame(scenario, assignment.opener, { audit })
    this.#games.set(key, game)
    return game
  }
}
