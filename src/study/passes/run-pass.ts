/**
 * Runs a pass over the finished talks of a record, or goes on with it: other observers read them, or those who talked
 * are asked whether they knew the situation. The talks' own streams are only read. Every call is on disk before its
 * bytes leave, caps hold as in a run, and what is answered is never asked again.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { UserError } from '../../core/problem.ts'
import type { Cost } from '../../models/cost.ts'
import type { Desk } from '../../negotiators/contract.ts'
import { makeNegotiator } from '../../negotiators/registry.ts'
import { askedIn, gameOfPass } from '../../record/passes/asked.ts'
import { nextPass } from '../../record/passes/names.ts'
import type { replayReading } from '../../record/passes/replay.ts'
import { makeBrief } from '../../scenario/brief.ts'
import type { Game } from '../../scenario/game.ts'
import type { RecordWriter } from '../../store/contract.ts'
import { openWriter } from '../../store/index.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import { type Budget, type Caps, makeBudget } from '../budget.ts'
import { type Journal, makeJournal } from '../journal.ts'
import { takeIn } from '../looks.ts'
import { type ModelOptions, type Models, openModels, type RunHalt } from '../models.ts'
import { type Played, play } from '../play.ts'
import { makePricer, type Pricer } from '../pricing.ts'
import { readPlayed } from '../read-spending.ts'
import { callsSchema } from '../schema.ts'
import { sumUp } from '../spending.ts'
import { STUDY_STREAM } from '../survey.ts'
import { type PassStudy, passStudy } from './pass-study.ts'
import { readPassSpending } from './spending.ts'
import { type BegunReading, closeReading, historyOf, readReading, startReading } from './stream.ts'
import { type FinishedTalk, readTalks } from './talks.ts'
import { openPass, type PassTask, unread } from './task.ts'

export interface PassOptions extends ModelOptions {
  now(): Date
  random(): string
  readonly parley: string
  readonly caps?: Caps
  readonly pricer?: Pricer
  /** Talks in flight at once; unless given 16 where models are asked, else 1. */
  readonly concurrency?: number
  /** Reads talks that such a pass has read before, too. */
  readonly again?: boolean
  readonly stopAsked?: () => boolean
  readonly progress?: (state: PassState) => void
}

export interface PassState {
  readonly done: number
  readonly running: number
  readonly left: number
  readonly cost?: Cost
}

export interface PassSummary {
  /** Undefined where there was nothing to do. */
  readonly pass?: string
  readonly ended: 'complete' | 'asked' | 'halted' | 'nothing'
  readonly talks: number
  readonly closed: number
  /** Whether it went on with a pass that was begun before. */
  readonly resumed: boolean
  readonly halts: readonly RunHalt[]
}

/** Talks in flight where models are asked: as many as in a run. */
const IN_FLIGHT = 16

/**
 * Makes the pass. Throws a UserError, before anything is written, where the record cannot be read, another process
 * holds it, a cap cannot be kept, or a key is missing. `check` is asked before the first event is written, and may
 * throw one too.
 */
export async function runPass(
  file: string,
  task: PassTask,
  options: PassOptions,
  check: (talks: readonly FinishedTalk[]) => void = () => undefined,
): Promise<PassSummary> {
  const writer = await openWriter(file)
  try {
    const record = await readTalks(writer, file)
    const { survey, plan, passes } = record
    const begun = openPass(passes, task)
    const known = new Map(record.talks.map((talk) => [talk.assignment.id, talk]))
    const talks = begun
      ? begun.started.negotiations.flatMap((id) => known.get(id) ?? [])
      : unread(record, task, options.again ?? false)
    check(talks)
    if (talks.length === 0) return { ended: 'nothing', talks: 0, closed: 0, resumed: false, halts: [] }
    const calls = callsSchema.parse(begun?.started.calls ?? plan.now.calls ?? {})
    const games = new Map(talks.map((talk) => [talk.assignment.id, questionsOf(task, talk, file)]))
    const study = passStudy(task, talks, games, calls, file)
    const { caps = {}, pricer = makePricer() } = options
    let budget: Budget | undefined
    const guard = options.guard ?? { before: (attempt) => budget!.guard.before(attempt) }
    const models = study.hasModels ? await openModels(study, { ...options, guard }) : undefined
    if (models) {
      const spent = [
        ...(await readPlayed(writer, survey, pricer)),
        ...(await readPassSpending(writer, plan, passes, pricer)),
      ].flatMap((one) => one.spent)
      budget = makeBudget(study, [], { caps: { ...caps, anywhere: true }, pricer, before: sumUp(spent) })
    }
    const { now, random } = options
    const journal = makeJournal(writer, { now, salt: random, sha256: nodeSha256, streams: survey.streams })
    await takeIn(file, journal)
    const pass =
      begun?.started.pass ??
      nextPass(
        task.what,
        passes.map(({ started }) => started),
      )
    if (!begun) {
      const { parley } = options
      journal.append(STUDY_STREAM, {
        ...{ type: 'pass.started', pass, what: task.what, reader: task.reader, settings: task.settings },
        ...(study.hasModels ? { calls } : {}),
        ...{ negotiations: talks.map(({ assignment }) => assignment.id), turns: task.turns },
        ...(task.templates ? { templates: task.templates } : {}),
        ...{ parley },
      })
    }
    // Durable before the first request: a pass that is lost has then left its trace.
    await journal.commit()
    const made = {
      writer,
      journal,
      study,
      games,
      task,
      pass,
      file,
      ...(models ? { models } : {}),
      ...(budget ? { budget } : {}),
    }
    const closed = await new PassRun(made, plan.created.study, options).all(talks)
    if (closed === talks.length) {
      const streams = talks.map(({ assignment: { id } }) => ({
        negotiation: id,
        ...journal.at(`${pass}/${id}`),
      }))
      journal.append(STUDY_STREAM, { type: 'pass.closed', pass, streams })
    }
    await journal.commit()
    const halts = models?.halts.filter(({ code }) => code !== 'stopping') ?? []
    const ended = closed === talks.length ? 'complete' : halts.length > 0 ? 'halted' : 'asked'
    return { pass, ended, talks: talks.length, closed, resumed: begun !== undefined, halts }
  } finally {
    await writer.close()
  }
}

/** The questions of a pass over a talk. Throws a UserError where its scenario has nothing to be reported. */
function questionsOf(task: PassTask, talk: FinishedTalk, file: string): Game {
  try {
    return gameOfPass(task, talk)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = `The scenario of ${talk.assignment.id} does not say what an observer reports, so that nobody can read its talks.`
    const mend = 'Only talks with an "observer" block in their scenario can be observed; label them, or ask.'
    throw new UserError([{ file, message, mend }])
  }
}

interface Made {
  readonly writer: RecordWriter
  readonly journal: Journal
  readonly study: PassStudy
  readonly games: ReadonlyMap<string, Game>
  readonly task: PassTask
  readonly pass: string
  readonly file: string
  readonly models?: Models
  readonly budget?: Budget
}

class PassRun {
  readonly #made: Made
  readonly #id: string
  readonly #options: PassOptions
  #closed = 0
  #running = 0
  #halted = false
  #error: unknown

  constructor(made: Made, study: string, options: PassOptions) {
    this.#made = made
    this.#id = study
    this.#options = options
  }

  /** Reads the talks, several at once where models do; returns how many are read to their end. */
  async all(talks: readonly FinishedTalk[]): Promise<number> {
    const { models } = this.#made
    const line = talks.values()
    const worker = async (): Promise<void> => {
      for (const talk of line) {
        if (this.#stopped) return
        if (models?.blocked(this.#seated(talk))) continue
        this.#running++
        await this.#read(talk)
        this.#running--
        this.#tell(talks.length)
        await this.#made.journal.settle()
        await breathe()
      }
    }
    this.#tell(talks.length)
    const workers = this.#options.concurrency ?? (models ? IN_FLIGHT : 1)
    await Promise.all(
      Array.from({ length: workers }, () =>
        worker().catch((error: unknown) => {
          this.#error ??= error
        }),
      ),
    )
    if (this.#error !== undefined) throw this.#error
    return this.#closed
  }

  get #stopped(): boolean {
    return this.#halted || this.#error !== undefined || this.#options.stopAsked?.() === true
  }

  #tell(talks: number): void {
    const { budget } = this.#made
    const left = talks - this.#closed - this.#running
    const cost = budget ? { cost: budget.cost } : {}
    this.#options.progress?.({ done: this.#closed, running: this.#running, left, ...cost })
  }

  /** The assignment with those who are asked in its seats, by the names that the pass has for them. */
  #seated(talk: FinishedTalk) {
    const { study, task } = this.#made
    const asked = Object.entries(askedIn(task, talk))
    return {
      ...talk.assignment,
      seats: Object.fromEntries(asked.map(([seat, one]) => [seat, study.nameOf(one)])),
    }
  }

  async #read(talk: FinishedTalk): Promise<void> {
    const { writer, journal, games, pass, file, models, task } = this.#made
    const { id } = talk.assignment
    const game = games.get(id)!
    const before = await readReading(writer, pass, id, { game }, file)
    if (before?.replayed.closed) {
      this.#closed++
      return
    }
    const { reader } = task
    const stream = before?.stream ?? startReading(journal, talk, { study: this.#id, pass, reader })
    if (before) journal.append(stream, { type: 'negotiation.resumed', run: this.#options.random() })
    const players = this.#players(talk, stream, before)
    let from = before ? { from: before.replayed.state as unknown } : {}
    let played: Played
    do {
      played = await play(game, players, {
        record: (event, sealed) => journal.append(stream, event, sealed),
        ...from,
        pulse: () => (this.#stopped ? 'stop' : undefined),
      })
      // A reader that broke down gave no answer to this question; the next one may be answered.
      from = { from: played.state }
    } while (played.failure)
    const { state, halted } = played
    if (halted) {
      const { seat, ...why } = halted
      models?.halted(id, this.#seated(talk).seats[seat], why)
      this.#halted ||= why.scope === 'study'
      return
    }
    if (!game.protocol.outcome(state)) return
    closeReading(journal, stream, { state: state as NonNullable<ReturnType<typeof replayReading>['state']> })
    this.#closed++
  }

  #players(talk: FinishedTalk, stream: string, before: BegunReading | undefined) {
    const { journal, study, games, pass, models } = this.#made
    const { id } = talk.assignment
    const desk: Desk = {
      negotiation: id,
      history: before ? historyOf(before.opened, talk) : [],
      record: (event, sealed) => journal.append(stream, event, sealed),
      commit: () => journal.commitTogether(),
    }
    const { scenario } = games.get(id)!
    const assignment = this.#seated(talk)
    return Object.fromEntries(
      Object.entries(assignment.seats).map(([seat, name]) => {
        const spec = study.negotiators[name]!
        const negotiator = models ? models.make(name, spec, assignment) : makeNegotiator(name, spec)
        return [seat, negotiator.sit(makeBrief(scenario, seat), `${pass}/${id}`, desk)]
      }),
    )
  }
}
