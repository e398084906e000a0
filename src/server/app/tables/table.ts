/**
 * One table while the server runs: the study behind it, the state it is in, the moves that people are asked for, and
 * everybody who looks on. The record is the only memory: a table that was left is gone on with from there.
 */
import { type Asked, personNegotiator } from '../../../negotiators/human/negotiator.ts'
import type { TableState } from '../../../pages/table-types.ts'
import type { End, Seat, SeatView } from '../../../protocols/contract.ts'
import { repairText } from '../../../protocols/faults.ts'
import type { AssignmentRecord, NegotiationEvent } from '../../../record/events.ts'
import { openStream } from '../../../record/open.ts'
import { replayNegotiation } from '../../../record/replay.ts'
import type { Game } from '../../../scenario/game.ts'
import { makeRenderer } from '../../../scenario/render.ts'
import { scoreEnd } from '../../../scenario/score.ts'
import { seatPage } from '../../../scenario/seat/page.ts'
import type { SeatPage } from '../../../scenario/seat/types.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { openReader } from '../../../store/index.ts'
import type { Study } from '../../../study/load.ts'
import { runStudy } from '../../../study/run.ts'
import type { TableFile } from './files.ts'
import { Refused } from './refused.ts'
import { capsOf, haltWords, wordsOf } from './told.ts'
import { overheard } from './words.ts'
import type { World } from './world.ts'

/** How long a move that comes a moment too early is held. */
const ASK_MS = 5000

export interface Move {
  readonly turn: number
  readonly repair: number
  readonly move: unknown
}

export class Table {
  readonly study: Study
  readonly assignment: AssignmentRecord
  readonly scenario: Scenario
  readonly game: Game
  /** As it stands on disk; replaced whole. */
  file: TableFile
  #state: unknown
  #moved = false
  #status: TableState = 'waiting'
  #message: string | undefined
  readonly #world: World
  readonly #asked = new Map<Seat, Asked>()
  /** Seats whose move was handed in and is not on disk yet. */
  readonly #given = new Set<Seat>()
  readonly #listeners = new Set<() => void>()
  readonly #here = new Map<Seat, number>()
  /** What models have said so far of the replies that are coming in, by negotiator. */
  readonly #words = new Map<string, string>()
  readonly #system: (seat: Seat) => string
  #stop: AbortController | undefined
  #run: Promise<void> | undefined

  constructor(file: TableFile, study: Study, world: World) {
    this.file = file
    this.study = study
    this.#world = world
    this.assignment = study.assignments[0]!
    const variant = study.variant(this.assignment)
    this.scenario = variant.scenario
    this.game = variant.game(this.assignment.opener)
    const renderer = makeRenderer(this.scenario)
    this.#system = (seat) => renderer.system(seat)
    this.#state = this.game.protocol.start(this.game.config)
  }

  get state(): unknown {
    return this.#state
  }

  get end(): End | undefined {
    return this.game.protocol.outcome(this.#state)
  }

  get points(): ReturnType<typeof scoreEnd> {
    return this.end && scoreEnd(this.scenario, this.end)
  }

  get mover(): Seat | undefined {
    return this.game.protocol.actor(this.#state)
  }

  get status(): TableState {
    if (this.end) return 'ended'
    return this.#status === 'playing' && !this.#moved ? 'waiting' : this.#status
  }

  /** The key of its study's own page, where this server shows one. */
  get studyKey(): string | undefined {
    return this.#world.studyKey?.(this.study.folder)
  }

  get message(): string | undefined {
    return this.#message
  }

  /** Whether the seat's page is open somewhere. */
  here = (seat: Seat): boolean => this.pages(seat) > 0

  /** Words as they come, by seat. */
  words(): { readonly seat: Seat; readonly text: string }[] {
    return Object.entries(this.assignment.seats).flatMap(([seat, name]) => {
      const text = this.#words.get(name)
      return text === undefined ? [] : [{ seat, text }]
    })
  }

  /** Reads how far the record is, without playing on. */
  async read(): Promise<void> {
    const reader = await openReader(this.study.record).catch(() => undefined)
    if (!reader) return
    try {
      const { id } = this.assignment
      const { events, sealed } = openStream<NegotiationEvent>(await reader.read(id), id)
      const { started, state } = replayNegotiation(events, this.game, sealed)
      if (started) this.#moveTo(state)
    } finally {
      await reader.close()
    }
  }

  /** Plays on; does nothing where it is being played or has ended. */
  start(): void {
    if (this.#run || this.end) return
    const stop = new AbortController()
    this.#stop = stop
    this.#status = 'playing'
    this.#message = undefined
    this.#run = this.#play(stop.signal)
      .then(
        (told) => {
          this.#status = told.status
          this.#message = told.message
        },
        (error: unknown) => {
          this.#status = 'failed'
          this.#message = this.#world.secret(this.study)(wordsOf(error))
        },
      )
      .finally(() => {
        this.#run = undefined
        this.#asked.clear()
        this.#given.clear()
        this.#words.clear()
        this.#tell()
      })
    this.#tell()
  }

  /** Leaves it where it stands. Resolves once nothing more is written. */
  async stop(): Promise<void> {
    this.#stop?.abort()
    for (const asked of this.#asked.values()) asked.give({ kind: 'halt', code: 'stopping', scope: 'study' })
    await this.#run
  }

  async #play(stopping: AbortSignal): Promise<{ status: TableState; message?: string }> {
    const { study } = this
    const { now, random, versions, pricer, client, secret } = this.#world
    const redact = secret(study)
    const clock = (): number => now().getTime()
    const summary = await runStudy(study, {
      ...{ now, random, versions, pricer, stopping },
      caps: capsOf(this.file),
      stopAsked: () => stopping.aborted,
      client: async (name, spec) =>
        overheard(await client(name, spec, study), (text) => this.#overheard(name, redact(text)), clock),
      person: (name) => personNegotiator(name, (asked) => this.#ask(asked)),
      watch: (_, state) => this.#moveTo(state),
    })
    if (summary.ended !== 'halted') return { status: 'stopped' }
    return { status: 'halted', message: redact(haltWords(summary.halts)) }
  }

  #ask(asked: Asked): void {
    this.#asked.set(asked.seat, asked)
    if (this.#stop?.signal.aborted) asked.give({ kind: 'halt', code: 'stopping', scope: 'study' })
    this.#tell()
  }

  #overheard(name: string, text: string): void {
    if (text === '') this.#words.delete(name)
    else this.#words.set(name, text)
    this.#tell()
  }

  #moveTo(state: unknown): void {
    this.#state = state
    this.#moved ||= this.game.protocol.present(this.#anyView()).record.length > 0
    this.#tell()
  }

  #anyView(): SeatView {
    return this.game.protocol.view(this.#state, this.scenario.parties[0]!.id)
  }

  /** The page of one seat: made of that seat's brief and view, and of nothing else. */
  page(seat: Seat): SeatPage {
    const { scenario, game, study } = this
    return seatPage({
      scenario,
      protocol: game.protocol,
      brief: study.variant(this.assignment).brief(seat),
      view: game.protocol.view(this.#state, seat),
      instructions: this.#system(seat),
      points: this.points?.[seat],
    })
  }

  /** Takes a person's move. Resolves once it is on disk. Throws a Refused where it is not theirs, or not allowed. */
  async submit(seat: Seat, { turn, repair, move }: Move): Promise<void> {
    if (this.end) throw new Refused(409, 'ended', 'The negotiation has ended.')
    if (!this.#run)
      throw new Refused(503, 'paused', 'The table is not being played now. Try again in a moment.')
    const asked = await this.#askedFor(seat, turn, repair)
    if (!asked) {
      throw new Refused(409, 'not-your-move', 'This move was made already, or it is not yours to make now.')
    }
    const checked = this.game.protocol.check(move, asked.view)
    if (!checked.ok) throw new Refused(422, checked.fault.code, repairText(checked.fault))
    if (!asked.give({ kind: 'submission', submission: checked.submission })) {
      throw new Refused(409, 'not-your-move', 'This move was made already.')
    }
    this.#asked.delete(seat)
    this.#given.add(seat)
    await asked.settled()
    this.#given.delete(seat)
  }

  /**
   * The move of this turn that the seat is asked for; undefined where it is another one's, or was made. A page may
   * know whose move it is a moment before the record is on disk and the person is asked: that moment is waited for.
   */
  async #askedFor(seat: Seat, turn: number, repair: number): Promise<Asked | undefined> {
    const until = Date.now() + ASK_MS
    while (this.#run && this.#isDue(seat, turn, repair)) {
      const asked = this.#asked.get(seat)
      if (asked?.view.turn === turn && asked.view.repair === repair) return asked
      if (this.#given.has(seat) || Date.now() > until) return undefined
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return undefined
  }

  #isDue(seat: Seat, turn: number, repair: number): boolean {
    const view = this.game.protocol.view(this.#state, seat)
    return view.actor === seat && view.turn === turn && view.repair === repair
  }

  /** Calls back after every change, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** How many pages of the seat are open. */
  pages = (seat: Seat): number => this.#here.get(seat) ?? 0

  /** Counts a page of the seat as open, until the returned function is called. */
  arrive(seat: Seat): () => void {
    this.#here.set(seat, (this.#here.get(seat) ?? 0) + 1)
    this.#tell()
    return () => {
      this.#here.set(seat, (this.#here.get(seat) ?? 1) - 1)
      this.#tell()
    }
  }

  /** Something beside the play has changed: a link, a name. */
  changed(): void {
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
