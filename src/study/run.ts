/**
 * Runs a study, or goes on with it. The record alone says what is left: what is closed stays as it is, what was
 * begun is replayed and played on, the rest is played in the registered order.
 */
import { EXIT, UserError } from '../core/problem.ts'
import type { Desk } from '../negotiators/contract.ts'
import { isPerson } from '../negotiators/registry.ts'
import { checkChain, type OpenedEvent, openEvent } from '../record/chain.ts'
import type {
  AssignmentRecord,
  NegotiationEvent,
  RunHaltRecord,
  RunStopped,
  Stamped,
} from '../record/events.ts'
import { type Replayed, replayNegotiation } from '../record/replay.ts'
import type { RecordReader } from '../store/contract.ts'
import { openWriter } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { asPlanned, surveyOf } from './as-planned.ts'
import { type Budget, type Caps, makeBudget, mustBeKept } from './budget.ts'
import { type Journal, makeJournal } from './journal.ts'
import type { Study } from './load.ts'
import { takeIn } from './looks.ts'
import { hasModels, type ModelOptions, type Models, openModels, type RunHalt } from './models.ts'
import { spentByPasses } from './passes/spending.ts'
import { makePricer, type Pricer } from './pricing.ts'
import { readPlayed } from './read-spending.ts'
import { mustMatch, registration, type Versions } from './registration.ts'
import { sumUp } from './spending.ts'
import { STUDY_STREAM, type Survey, surveyRecord } from './survey.ts'
import type { Failure } from './table.ts'
import { type WorkOptions, work } from './work.ts'

export interface RunOptions extends WorkOptions, ModelOptions {
  now(): Date
  /** A fresh random text, for the run's id and for salts: 32 hex digits. */
  random(): string
  readonly versions: Versions
  /** What the calls of all runs together may use; nothing is capped unless given. */
  readonly caps?: Caps
  /** What models cost: by the study and the list that comes with Parley unless given. */
  readonly pricer?: Pricer
}

export interface RunSummary {
  /** `halted`: what is left waits for something outside, which `halts` tells. */
  readonly ended: 'complete' | 'asked' | 'halted'
  /** The study was complete before: nothing was played or written. */
  readonly already: boolean
  readonly planned: number
  readonly closed: number
  /** How many were closed before this run, and how many of those that were begun it went on with. */
  readonly before: number
  readonly resumed: number
  readonly failures: readonly Failure[]
  readonly halts: readonly RunHalt[]
}

/**
 * Plays what is left of the study. Throws a UserError, before anything is touched, where the study on disk is not
 * the registered one, another run holds it, or the record is broken or cannot be written.
 */
export async function runStudy(study: Study, options: RunOptions): Promise<RunSummary> {
  const before = await surveyOf(study)
  if (before?.plan) {
    mustMatch(study, before.plan, options.versions)
    const done = before.places.every((place) => place.progress === 'closed')
    if (done && before.openRun === undefined) return nothingLeft(before)
  }
  return play(study, before, options)
}

async function play(onDisk: Study, before: Survey | undefined, options: RunOptions): Promise<RunSummary> {
  const { caps = {}, pricer = makePricer() } = options
  mustHavePeople(onDisk, options)
  let study = asPlanned(onDisk, before)
  mustBeKept(study, caps, pricer)
  let budget: Budget | undefined
  const guard = options.guard ?? { before: (attempt) => budget!.guard.before(attempt) }
  const models =
    hasModels(study) && !options.make ? await openModels(study, { ...options, guard }) : undefined
  const writer = await openWriter(study.record)
  try {
    const now = await surveyRecord(writer, study.record, nodeSha256)
    if (now.plan) mustMatch(onDisk, now.plan, options.versions)
    study = asPlanned(onDisk, now)
    const begun = await replayBegun(study, now, writer)
    const journal = makeJournal(writer, {
      now: options.now,
      salt: options.random,
      sha256: nodeSha256,
      streams: now.streams,
    })
    if (now.plan) await takeIn(study.record, journal)
    if (models) {
      const played = await readPlayed(writer, now, pricer, study.negotiators)
      const passes = await spentByPasses(writer, pricer)
      const before = sumUp([...played, ...passes].flatMap((one) => one.spent))
      budget = makeBudget(study, leftOf(study, now), { caps, pricer, before })
    }
    const more = { ...(models ? { models } : {}), ...(budget ? { budget } : {}) }
    return await playLeft(study, now, begun, journal, { ...options, ...more, writer })
  } finally {
    await writer.close()
  }
}

/** Throws a UserError where people sit in the study and nobody can ask them for their moves. */
function mustHavePeople(study: Study, { person, make }: RunOptions): void {
  const names = Object.entries(study.negotiators).flatMap(([name, spec]) => (isPerson(spec) ? [name] : []))
  if (names.length === 0 || person || make) return
  const message = 'A person sits in this study, and this command has no way to ask for their moves.'
  const mend = 'parley play --folder goes on with it in a terminal, parley serve on a page.'
  throw new UserError([{ file: study.file, path: `negotiators.${names[0]}`, message, mend }], EXIT.usage)
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
    const replayed = replayNegotiation(events, study.variant(assignment).game(assignment.opener))
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

const closedIn = ({ places }: Survey): ReadonlySet<string> =>
  new Set(places.filter(({ progress }) => progress === 'closed').map(({ assignment }) => assignment.id))

/** What is still to be played or ended, in its order. */
function leftOf(study: Study, before: Survey): AssignmentRecord[] {
  const done = closedIn(before)
  return study.assignments.filter(({ id }) => !done.has(id))
}

/** From the run's first word in the record to its last. */
async function playLeft(
  study: Study,
  before: Survey,
  begun: ReadonlyMap<string, Replayed>,
  journal: Journal,
  options: RunOptions & { readonly models?: Models; readonly budget?: Budget; readonly writer: RecordReader },
): Promise<RunSummary> {
  const run = options.random()
  const { versions, models, writer } = options
  const history = async (id: string): Promise<Desk['history']> =>
    (await writer.read(id)).map((stored) => openEvent(stored) as OpenedEvent<NegotiationEvent>)
  const done = closedIn(before)
  const stop = async (reason: RunStopped['reason'], halts: readonly RunHalt[] = []): Promise<void> => {
    const told = halts.length > 0 ? { halts: halts.map(haltRecord) } : {}
    journal.append(STUDY_STREAM, { type: 'run.stopped', run, reason, ...told })
    await journal.commit()
  }
  if (!before.created) journal.append(STUDY_STREAM, registration(study, versions))
  if (before.openRun !== undefined) journal.append(STUDY_STREAM, { type: 'run.lost', run: before.openRun })
  journal.append(STUDY_STREAM, { type: 'run.started', run, ...versions })
  // Durable before the first reply: a run that is lost has then left its trace.
  await journal.commit()
  try {
    const left = leftOf(study, before)
    const { ended, failures } = await work(study, left, journal, { ...options, run, begun, history })
    // A stop that was asked for is no halt, whoever noticed it first.
    const halts = models?.halts.filter(({ code }) => code !== 'stopping') ?? []
    const reason = ended === left.length ? 'complete' : halts.length > 0 ? 'halted' : 'asked'
    await stop(reason, halts)
    return {
      ended: reason,
      already: false,
      planned: study.assignments.length,
      closed: done.size + ended,
      before: done.size,
      resumed: begun.size,
      failures,
      halts,
    }
  } catch (error) {
    // The first error is what counts; where the disk is full this last word cannot be written either.
    await stop('failed').catch(() => undefined)
    throw error
  }
}

const nothingLeft = ({ places }: Survey): RunSummary => ({
  ended: 'complete',
  already: true,
  planned: places.length,
  closed: places.length,
  before: places.length,
  resumed: 0,
  failures: [],
  halts: [],
})

/** What the record says of a halt: not the provider's words, which may be private and lie sealed beside the call. */
const haltRecord = ({ detail: _, ...halt }: RunHalt): RunHaltRecord => halt
