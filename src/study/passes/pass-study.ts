/** A pass as models and budgets see a study: who is called, how, and what each of the talks is rendered by. */
import type { NegotiatorSpec } from '../../negotiators/registry.ts'
import { isModel } from '../../negotiators/spec.ts'
import type { AssignmentRecord } from '../../record/events.ts'
import { askedIn, type PassTask } from '../../record/passes/asked.ts'
import { makeBrief } from '../../scenario/brief.ts'
import type { Game } from '../../scenario/game.ts'
import type { BudgetStudy } from '../budget.ts'
import type { ModelStudy } from '../models.ts'
import type { CallsBlock } from '../schema.ts'
import type { Variant } from '../variants.ts'
import type { FinishedTalk } from './talks.ts'
import { specOf } from './task.ts'

export interface PassStudy extends ModelStudy, BudgetStudy {
  /** What somebody who is asked in a talk is called here: settings that differ have names that differ. */
  nameOf(asked: { readonly name: string; readonly settings: unknown }): string
  readonly hasModels: boolean
}

/** `games`: the questions of each talk by its id. `file`: what a person knows the record by. */
export function passStudy(
  task: PassTask,
  talks: readonly FinishedTalk[],
  games: ReadonlyMap<string, Game>,
  calls: CallsBlock,
  file: string,
): PassStudy {
  const names = new Map<string, string>()
  const negotiators: Record<string, NegotiatorSpec> = {}
  const keyOf = ({ name, settings }: { name: string; settings: unknown }): string =>
    JSON.stringify([name, settings])
  for (const talk of talks) {
    for (const asked of Object.values(askedIn(task, talk))) {
      if (names.has(keyOf(asked))) continue
      const taken = Object.hasOwn(negotiators, asked.name)
      const name = taken ? `${asked.name} (${names.size + 1})` : asked.name
      names.set(keyOf(asked), name)
      negotiators[name] = specOf(asked.settings)!
    }
  }
  const variants = new Map<string, Variant>()
  return {
    ...{ negotiators, calls, file, record: file },
    pairings: { pass: Object.fromEntries(Object.keys(negotiators).map((name, i) => [String(i), name])) },
    opener: talks.slice(0, 1).map(({ game }) => game.opener),
    hasModels: Object.values(negotiators).some(isModel),
    nameOf: (asked) => names.get(keyOf(asked))!,
    variant: (assignment) => {
      const { id } = assignment as AssignmentRecord
      const known = variants.get(id)
      if (known) return known
      const game = games.get(id)!
      const { scenario } = game
      const made = {
        scenario,
        place: (path: string) => path,
        game: () => game,
        brief: (seat: string) => makeBrief(scenario, seat),
      }
      variants.set(id, made)
      return made
    },
  }
}
