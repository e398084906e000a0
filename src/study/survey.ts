/**
 * What a record says of its study: how it was registered, which runs there were, and how far each assignment is.
 * It reads streams' lengths and the study's own stream alone, so that it stays cheap while a run writes.
 */
import { EXIT, type Problem, UserError } from '../core/problem.ts'
import { checkChain, openEvent } from '../record/chain.ts'
import {
  type AssignmentRecord,
  FORMAT,
  type RunHaltRecord,
  type RunStopped,
  type Stamped,
  type StudyCreated,
  type StudyEvent,
} from '../record/events.ts'
import type { Sha256 } from '../record/hash.ts'
import { type Pass, passesOf } from '../record/passes/plan.ts'
import { type StudyPlan, studyPlan } from '../record/study-plan.ts'
import type { RecordReader, StreamInfo } from '../store/contract.ts'

/** The name of a study's own stream. */
export const STUDY_STREAM = 'study'

export type Progress = 'closed' | 'begun' | 'planned'

export interface Place {
  readonly assignment: AssignmentRecord
  /** `begun`: the record has events of it, and does not say that it is closed. */
  readonly progress: Progress
  readonly events: number
}

export interface Survey {
  /** Undefined where the record is still empty. */
  readonly created?: Stamped<StudyCreated>
  /** The study as its own stream tells it, additions included. */
  readonly plan?: StudyPlan
  readonly places: readonly Place[]
  readonly streams: readonly StreamInfo[]
  /** Later passes over talks, where there were any. */
  readonly passes?: readonly Pass[]
  /** The last run, where the record does not say how it ended. */
  readonly openRun?: string
  /** How the last run ended. */
  readonly stopped?: RunStopped['reason']
  /** What was halted in the last run, where it is known how it ended. */
  readonly halts?: readonly RunHaltRecord[]
  readonly runs: number
  /** The time of the last event of the study's own stream. */
  readonly lastAt?: string
}

/**
 * Surveys a record. `file` is its name for a person.
 * Throws a UserError where the study's own stream is broken, is of a newer format, or disagrees with what the
 * record holds of a closed negotiation.
 */
export async function surveyRecord(reader: RecordReader, file: string, sha256: Sha256): Promise<Survey> {
  const stored = await reader.read(STUDY_STREAM)
  // Read after the study's own stream: what it says is closed is then surely there.
  const streams = await reader.streams()
  if (stored.length === 0) return { places: [], streams, runs: 0 }
  const broken = checkChain(stored, sha256)
  if (broken) throw recordError({ file, message: `${broken.place}: ${broken.message}`, ...found(broken) })
  const events = stored.map((event) => openEvent(event).event as Stamped<StudyEvent>)
  const created = events[0]!
  if (created.type !== 'study.created') {
    throw recordError({
      file,
      message: 'The record does not begin with the registration of a study.',
      found: created.type,
    })
  }
  if (created.format !== FORMAT) throw recordError(otherFormat(file, created.format))
  const known = new Map(streams.map((info) => [info.stream, info]))
  const closed = new Set<string>()
  let openRun: string | undefined
  let stopped: Survey['stopped']
  let halts: Survey['halts']
  for (const event of events) {
    if (event.type === 'run.started') {
      openRun = event.run
      halts = undefined
    }
    if (event.type === 'run.stopped') {
      stopped = event.reason
      halts = event.halts
    }
    if (event.type === 'run.stopped' || event.type === 'run.lost') openRun = undefined
    if (event.type === 'run.lost') stopped = undefined
    if (event.type !== 'negotiation.closed') continue
    closed.add(event.negotiation)
    const info = known.get(event.negotiation)
    if (info?.events === event.events && info.head === event.head) continue
    throw recordError({
      file,
      message: `Negotiation ${event.negotiation} is not what it was when it was closed.`,
      found: info ? `${info.events} events, head ${info.head.slice(0, 12)}` : 'no events',
      expected: `${event.events} events, head ${event.head.slice(0, 12)}`,
      mend: 'Bring the record back from a copy; parley replay tells more.',
    })
  }
  const plan = studyPlan(events)!
  const passes = passesOf(events)
  const places = plan.assignments.map((assignment): Place => {
    const count = known.get(assignment.id)?.events ?? 0
    const progress = closed.has(assignment.id) ? 'closed' : count > 0 ? 'begun' : 'planned'
    return { assignment, progress, events: count }
  })
  // What an amendment has ended since waits for nothing.
  const waits = halts?.filter(
    ({ negotiations }) => negotiations.length === 0 || negotiations.some((id) => !closed.has(id)),
  )
  return {
    created,
    plan,
    places,
    streams,
    runs: events.filter((event) => event.type === 'run.started').length,
    lastAt: events.at(-1)!.at,
    ...(openRun === undefined ? {} : { openRun }),
    ...(stopped === undefined ? {} : { stopped }),
    ...(waits === undefined || waits.length === 0 ? {} : { halts: waits }),
    ...(passes.length > 0 ? { passes } : {}),
  }
}

const found = (difference: { found?: string; expected?: string }): Partial<Problem> => ({
  ...(difference.found === undefined ? {} : { found: difference.found }),
  ...(difference.expected === undefined ? {} : { expected: difference.expected }),
})

const otherFormat = (file: string, format: number): Problem => ({
  file,
  message: 'The record has a format that this version of Parley does not read.',
  found: String(format),
  expected: String(FORMAT),
  mend: 'Use a newer version of Parley.',
})

const recordError = (problem: Problem): UserError => new UserError([problem], EXIT.record)
