/**
 * Runs a study, or goes on with it. The record alone says what is left: what is closed stays as it is, what was
 * begun is replayed and played on, the rest is played in the registered order.
 */
import { access } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { EXIT, UserError } from '../core/problem.ts'
import { checkChain, openEvent } from '../record/chain.ts'
import type { NegotiationEvent, RunStopped, Stamped } from '../record/events.ts'
import { type Replayed, replayNegotiation } from '../record/replay.ts'
import type { RecordReader } from '../store/contract.ts'
import { openReader, openWriter } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { type Journal, makeJournal } from './journal.ts'
import type { Study } from './load.ts'
import { mustMatch, registration, type Versions } from './registration.ts'
import { STUDY_STREAM, type Survey, surveyRecord } from './survey.ts'
import { type Failure, type MakeNegotiator, playAssignment } from './table.ts'

export interface RunState {
  readonly done: number
  readonly running: number
  readonly left: number
}

export interface RunOptions {
  now(): Date
  /** A fresh random text, for the run's id and for salts: 32 hex digits. */
  random(): string
  readonly versions: Versions
  /** Called often; see to it that it is cheap. */
  readonly progress?: (state: RunState) => void
  /** Asked after each step: true leaves everything where it stands, to be gone on with. */
  readonly stopAsked?: () => boolean
  /** How many negotiations are in flight at once: 1 unless given. */
  readonly concurrency?: number
  /** How negotiators are made: by the registry unless given. */
  readonly make?: MakeNegotiator
}

export interface RunSummary {
  readonly ended: 'complete' | 'asked'
  /** The study was complete before: nothing was played or written. */
  readonly already: boolean
  readonly planned: number
  readonly closed: number
  /** How many were closed before this run, and how many of those that were begun it went on with. */
  readonly before: number
  readonly resumed: number
  readonly failures: readonly Failure[]
}

/** How long signals and timers may have to wait while scripts play. */
const BREATH_MS = 25

/**
 * Plays what is left of the study. Throws a UserError, before anything is touched, where the study on disk is not
 * the registered one, another run holds it, or the record is broken or cannot be written.
 */
export async function runStudy(study: Study, options: RunOptions): Promise<RunSummary> {
  const before = await survey(study)
  if (before?.created) {
    mustMatch(study, before.created, options.versions)
    const done = before.places.every((place) => place.progress === 'closed')
    if (done && before.openRun === undefined) return summary(before, { already: true })
  }
  const writer = await openWriter(study.record)
  try {
    const now = await surveyRecord(writer, study.record, nodeSha256)
    if (now.created) mustMatch(study, now.created, options.versions)
    const begun = await replayBegun(study, now, writer)
    const journal = makeJournal(writer, {
      now: options.now,
      salt: options.random,
      sha256: nodeSha256,
      streams: now.streams,
    })
    return await playAll(study, now, begun, journal, options)
  } finally {
    await writer.close()
  }
}

/** What the record says, without a lock; undefined where there is no record yet. */
async function survey(study: Study): Promise<Survey | undefined> {
  try {
    await access(study.record)
  } catch {
    return undefined
  }
  const reader = await openReader(study.record)
  try {
    return await surveyRecord(reader, study.record, nodeSha256)
  } finally {
    await reader.close()
  }
}

/** Replays what was begun and not closed. Throws a UserError where it is not what the rules make of it. */
async function replayBegun(
  study: Study,
  { places }: Survey,
  reader: RecordReader,
): Promise<ReadonlyMap<string, Replayed>> {
  const begun = new Map<string, Replayed>()
  for (const { assignment, progress } of places) {
    if (progress !== 'begun') continue
    const stored = await reader.read(assignment.id)
    const events = stored.map((event) => openEvent(event).event as Stamped<NegotiationEvent>)
    const replayed = replayNegotiation(events, study.game(assignment.opener))
    const wrong = checkChain(stored, nodeSha256) ?? replayed.differences[0]
    if (wrong) {
      const message = `negotiation ${assignment.id} cannot be gone on with: ${wrong.place}: ${wrong.message}`
      const mend = 'Bring the record back from a copy; parley replay tells more.'
      throw new UserError([{ file: study.record, message, mend }], EXIT.record)
    }
    begun.set(assignment.id, replayed)
  }
  return begun
}

async function playAll(
  study: Study,
  before: Survey,
  begun: ReadonlyMap<string, Replayed>,
  journal: Journal,
  options: RunOptions,
): Promise<RunSummary> {
  const run = options.random()
  const { versions } = options
  const open = new Set(
    before.places.filter(({ progress }) => progress !== 'closed').map(({ assignment }) => assignment.id),
  )
  const queue = study.assignments.filter(({ id }) => !before.created || open.has(id))
  const closedBefore = study.assignments.length - queue.length
  const failures: Failure[] = []
  let closed = closedBefore
  let running = 0
  let breathed = options.now().getTime()

  const tell = (): void =>
    options.progress?.({ done: closed, running, left: study.assignments.length - closed - running })
  const pulse = (): 'stop' | Promise<void> | undefined => {
    if (options.stopAsked?.()) return 'stop'
    if (journal.time - breathed < BREATH_MS) return undefined
    breathed = journal.time
    return rest()
  }
  const rest = async (): Promise<void> => {
    await journal.settle()
    tell()
    await breathe()
  }
  const line = queue.values()
  const work = async (): Promise<void> => {
    for (const assignment of line) {
      running++
      const replayed = begun.get(assignment.id)
      const sitting = await playAssignment(study, assignment, journal, {
        run,
        pulse,
        ...(replayed ? { replayed } : {}),
        ...(options.make ? { make: options.make } : {}),
      })
      running--
      if (sitting.failure) failures.push(sitting.failure)
      if (!sitting.ended) return
      closed++
      const wait = pulse()
      if (wait === 'stop') return
      if (wait) await wait
    }
  }
  const stop = async (reason: RunStopped['reason']): Promise<void> => {
    journal.append(STUDY_STREAM, { type: 'run.stopped', run, reason })
    await journal.commit()
  }

  if (!before.created) journal.append(STUDY_STREAM, registration(study, versions))
  if (before.openRun !== undefined) journal.append(STUDY_STREAM, { type: 'run.lost', run: before.openRun })
  journal.append(STUDY_STREAM, { type: 'run.started', run, ...versions })
  // Durable before the first reply: a run that is lost has then left its trace.
  await journal.commit()
  tell()
  try {
    await Promise.all(Array.from({ length: options.concurrency ?? 1 }, work))
  } catch (error) {
    // The first error is what counts; where the disk is full this last word cannot be written either.
    await stop('failed').catch(() => undefined)
    throw error
  }
  const ended = closed === study.assignments.length ? 'complete' : 'asked'
  await stop(ended)
  tell()
  return {
    ...summary(before, { already: false }),
    ended,
    planned: study.assignments.length,
    closed,
    before: closedBefore,
    resumed: begun.size,
    failures,
  }
}

function summary({ places }: Survey, { already }: { already: boolean }): RunSummary {
  const closed = places.filter(({ progress }) => progress === 'closed').length
  return {
    ended: 'complete',
    already,
    planned: places.length,
    closed,
    before: closed,
    resumed: 0,
    failures: [],
  }
}
