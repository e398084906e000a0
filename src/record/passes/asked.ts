/** Who is asked in a pass over a talk, and the questions: worked out from the record alone. */
import type { State } from '../../protocols/free-talk/index.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import type { Game } from '../../scenario/game.ts'
import { callSettings } from '../call-settings.ts'
import type { AssignmentRecord, PassStarted } from '../events.ts'
import { probeGame, QUESTION } from './probe.ts'
import { readingGame } from './readings.ts'

/** Whoever talked, each asked in turn: the reader of a probe that names nobody else. */
export const TALKERS = 'talkers'

/** What `pass.started` says of a pass, beside its name and its talks. */
export type PassTask = Pick<PassStarted, 'what' | 'reader' | 'settings' | 'turns' | 'templates' | 'seed'>

/** What of a talk decides who is asked. */
export interface Seated {
  readonly assignment: Pick<AssignmentRecord, 'seats'>
  /** The settings of everybody who played it, by name. */
  readonly negotiators: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly name: string
  readonly settings: unknown
}

/** By seat, the name and the settings of who is asked. Empty where nobody can be. */
export function askedIn(
  { what, reader, settings }: Pick<PassTask, 'what' | 'reader' | 'settings'>,
  { assignment, negotiators }: Seated,
): Readonly<Record<string, Asked>> {
  if (what === 'observe') return { [OBSERVER]: { name: reader, settings } }
  const parties = Object.entries(assignment.seats).filter(([seat]) => !isObserver(seat))
  const asked = parties.map(([seat, name]): [string, Asked] => [
    seat,
    reader === TALKERS ? { name, settings: negotiators[name] } : { name: reader, settings },
  ])
  // Scripts and people know nothing that a request could ask for.
  return Object.fromEntries(asked.filter(([, one]) => callSettings(one.settings) !== undefined))
}

/** The questions of a pass over a talk. Throws a RangeError where its scenario declares nothing to be reported. */
export function gameOfPass(
  task: PassTask,
  talk: Seated & { readonly game: Game; readonly state: unknown },
): Game {
  if (task.what === 'observe') return readingGame(talk.game, talk.state as State, task.turns, task.templates)
  return probeGame(talk.game, Object.keys(askedIn(task, talk)), task.templates?.[QUESTION])
}
