/** What a pass is to do, which talks it is about, and how two passes that ask for the same are known. */
import { negotiatorSpec } from '../../negotiators/registry.ts'
import type { NegotiatorSpec } from '../../negotiators/spec.ts'
import type { PassTask } from '../../record/passes/asked.ts'
import type { Pass } from '../../record/passes/plan.ts'
import type { FinishedTalk, TalkRecord } from './talks.ts'

export type { PassTask }

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

/** A negotiator's settings with their defaults; undefined where this version cannot read them. */
export const specOf = (settings: unknown): NegotiatorSpec | undefined =>
  negotiatorSpec.safeParse(settings).data
