/** Goes through the talks of a pass, several at once where models are asked, and counts what came of it. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Desk } from '../../negotiators/contract.ts'
import { makeNegotiator } from '../../negotiators/registry.ts'
import { askedIn } from '../../record/passes/asked.ts'
import { countsOf, type replayReading } from '../../record/passes/replay.ts'
import { makeBrief } from '../../scenario/brief.ts'
import type { Game } from '../../scenario/game.ts'
import type { RecordWriter } from '../../store/contract.ts'
import type { Budget } from '../budget.ts'
import type { Journal } from '../journal.ts'
import type { Models } from '../models.ts'
import { type Played, play } from '../play.ts'
import type { Failure } from '../table.ts'
import type { PassOptions, PassSummary } from './contract.ts'
import type { PassStudy } from './pass-study.ts'
import { type BegunReading, closeReading, historyOf, readReading, startReading } from './stream.ts'
import type { FinishedTalk } from './talks.ts'
import type { PassTask } from './task.ts'

/** Talks in flight where models are asked: as many as in a run. */
const IN_FLIGHT = 16

/** What is ready when the first talk is read. */
export interface Made {
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

export class PassRun {
  readonly #made: Made
  readonly #id: string
  readonly #options: PassOptions
  readonly #failures: Failure[] = []
  #closed = 0
  #readings = 0
  #missing = 0
  #running = 0
  #halted = false
  #error: unknown

  constructor(made: Made, study: string, options: PassOptions) {
    this.#made = made
    this.#id = study
    this.#options = options
  }

  /** Reads the talks, several at once where models do; returns how many are read to their end, and what came of it. */
  async all(
    talks: readonly FinishedTalk[],
  ): Promise<Pick<PassSummary, 'closed' | 'readings' | 'missing' | 'failures'>> {
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
    const [closed, readings, missing] = [this.#closed, this.#readings, this.#missing]
    return { closed, readings, missing, failures: this.#failures }
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
    if (before?.replayed.closed) return this.#count(countsOf(before.replayed))
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
      if (played.failure) {
        const { seat, error } = played.failure
        this.#failures.push({ negotiation: id, seat, negotiator: this.#seated(talk).seats[seat]!, error })
      }
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
    this.#count(
      closeReading(journal, stream, {
        state: state as NonNullable<ReturnType<typeof replayReading>['state']>,
      }),
    )
  }

  /** One talk more is read to its end. */
  #count([readings, missing]: readonly [number, number]): void {
    this.#closed++
    this.#readings += readings
    this.#missing += missing
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
