/** What a pass is to do, which talks it is about, and how two passes that ask for the same are known. */
import { negotiatorSpec } from '../../negotiators/registry.ts'
import { isModel, type NegotiatorSpec } from '../../negotiators/spec.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import type { PassStarted } from '../../record/events.ts'
import type { Pass } from '../../record/passes/plan.ts'
import { probeGame, QUESTION } from '../../record/passes/probe.ts'
import { readingGame } from '../../record/passes/readings.ts'
import type { Game } from '../../scenario/game.ts'
import type { FinishedTalk, TalkRecord } from './talks.ts'

/** Whoever talked, each asked in turn: the reader of a probe that names nobody else. */
export const TALKERS = 'talkers'

/** What `pass.started` says of a pass, beside its name and its talks. */
export type PassTask = Pick<PassStarted, 'what' | 'reader' | 'settings' | 'turns' | 'templates' | 'seed'>

/** Whether a pass asks for the very same as a task: it can be gone on with, and need not be made again. */
export function isSame(pass: PassTask, task: PassTask): boolean {
  const key = ({ what, reader, settings, turns, templates }: PassTask): string =>
    JSON.stringify([what, reader, sorted(settings), turns, sorted(templates ?? {})])
  return key(pass) === key(task)
}

const sorted = (one: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The pass of a task that is not done yet; undefined where there is none. */
export const openPass = (passes: readonly Pass[], task: PassTask): Pass | undefined =>
  passes.find(({ started, closed }) => !closed && isSame(started, task))

/** The talks that no pass of this task has read yet; all of them with `again`. */
export function unread({ passes, talks }: TalkRecord, task: PassTask, again: boolean): FinishedTalk[] {
  if (again) return [...talks]
  const done = new Set(
    passes.filter(({ started }) => isSame(started, task)).flatMap(({ started }) => started.negotiations),
  )
  return talks.filter(({ assignment }) => !done.has(assignment.id))
}

/** Who is asked in a talk: by seat, the name and the settings. Empty where nobody can be. */
export function seatsOf(
  { what, reader, settings }: Pick<PassTask, 'what' | 'reader' | 'settings'>,
  { assignment, negotiators }: Pick<FinishedTalk, 'assignment' | 'negotiators'>,
): Readonly<Record<string, { readonly name: string; readonly settings: unknown }>> {
  if (what === 'observe') return { [OBSERVER]: { name: reader, settings } }
  const parties = Object.entries(assignment.seats).filter(([seat]) => !isObserver(seat))
  const asked = parties.map(
    ([seat, name]) =>
      [
        seat,
        reader === TALKERS ? { name, settings: negotiators[name] } : { name: reader, settings },
      ] as const,
  )
  return Object.fromEntries(asked.filter(([, { settings }]) => modelOf(settings) !== undefined))
}

/** The settings of a model of this version; undefined for anybody else. */
export function modelOf(settings: unknown) {
  const spec = specOf(settings)
  return spec && isModel(spec) ? spec : undefined
}

/** A negotiator's settings with their defaults; undefined where this version cannot read them. */
export const specOf = (settings: unknown): NegotiatorSpec | undefined =>
  negotiatorSpec.safeParse(settings).data

/** The questions of a pass over a talk. */
export function gameOf(task: PassTask, talk: FinishedTalk): Game {
  const { game, state } = talk
  if (task.what === 'observe') return readingGame(game, state, task.turns, task.templates)
  return probeGame(game, Object.keys(seatsOf(task, talk)), task.templates?.[QUESTION])
}
