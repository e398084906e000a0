/** Which clone a talk is of, and which models talked: how tables that compare either call them. */
import { isObserver } from '../../protocols/seats.ts'
import { callSettings } from '../../record/call-settings.ts'
import { levelsOf } from '../../record/study-plan.ts'
import type { FinishedTalk } from './talks.ts'

/** The study's own name for the scenario, where it plays several; else the scenario's id. */
export const cloneOf = ({ assignment, game }: Pick<FinishedTalk, 'assignment' | 'game'>): string =>
  levelsOf(assignment).scenario ?? game.scenario.id

/** The model behind a negotiator, or the negotiator's own name where it is no model. */
export const modelName = (name: string, settings: unknown): string =>
  callSettings(settings)?.settings.model ?? name

/** The models of both sides: one name where both are the same, else both in the order of the seats. */
export function modelsOf({
  assignment,
  negotiators,
}: Pick<FinishedTalk, 'assignment' | 'negotiators'>): string {
  const names = Object.entries(assignment.seats)
    .filter(([seat]) => !isObserver(seat))
    .map(([, name]) => modelName(name, negotiators[name]))
  return [...new Set(names)].join(' / ')
}
