/**
 * What the pages of a study are made of, kept up with its record: each negotiation is replayed once, and one that
 * goes on is followed event by event. So a page of ten thousand attempts is an answer from memory, and what a look at
 * a record costs depends on what is new in it alone.
 */
import { EXIT, UserError } from '../core/problem.ts'
import type { Played as Settings } from '../publication/played.ts'
import { checkChain, GENESIS, openEvent } from '../record/chain.ts'
import { FORMAT, type Stamped, type StudyEvent } from '../record/events.ts'
import { type StudyPlan, studyPlan } from '../record/study-plan.ts'
import type { RecordReader } from '../store/contract.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { CallTallier, type CallTally } from '../study/call-tally.ts'
import type { Pricer } from '../study/pricing.ts'
import { STUDY_STREAM } from '../study/survey.ts'
import { type Attempt, plannedAttempt } from './attempt.ts'
import { closingOf, type ReadElsewhere } from './closing.ts'
import { lastResult, later } from './last-result.ts'
import { OpenNegotiation, type ReadBy, readBy } from './open-negotiation.ts'
import { type Runs, runsOf } from './runs.ts'

/** How many planned negotiations after the last that has begun are looked at each time. */
const AHEAD = 64
/** How often all are, since a halted model leaves gaps in the order. */
const SWEEP_MS = 5000
const FOLLOW_MS = 250
/** So many that are not read yet are told of. */
const BEHIND = 100

export interface Place {
  attempt: Attempt
  /** The version of the index in which it changed last. */
  changed: number
  state: 'planned' | 'open' | 'closed'
  /** How many events it has, once it is closed and was read. */
  events?: number
}

export class RecordIndex {
  readonly file: string
  readonly #reader: RecordReader
  readonly #pricer: Pricer
  /** The study's own events, but for those that say that a negotiation is closed. */
  #events: Stamped<StudyEvent>[] = []
  #head = GENESIS
  /** How many events the study's own stream has. */
  studyEvents = 0
  #plan: StudyPlan | undefined
  #readBy: ReadBy | undefined
  readonly #at = new Map<string, number>()
  readonly #open = new Map<string, OpenNegotiation>()
  /** All that are closed. */
  readonly #closed = new Set<string>()
  /** Closed, and not read yet: in the order in which they were closed. */
  readonly #unread = new Set<string>()
  #tallier = new CallTallier()
  #swept = -Infinity
  #followed = -Infinity
  readonly places: Place[] = []
  /** Rises with every change. */
  version: number
  /** Negotiations' events that were taken in. */
  #taken = 0
  #whole = false
  lastAt: string | undefined

  /** There is no record yet: this is what a run would register. */
  readonly draft: boolean
  /** What is closed is read elsewhere, and handed in by `deliver`; that the study's own stream is whole is seen there too. */
  readonly fed: boolean

  /** `file`: the record's name for a person; `version`: where to count on from. */
  constructor(
    reader: RecordReader,
    file: string,
    pricer: Pricer,
    { draft = false, version = 0, fed = false } = {},
  ) {
    this.#reader = reader
    this.file = file
    this.#pricer = pricer
    this.draft = draft
    this.version = version
    this.fed = fed
  }

  get plan(): StudyPlan | undefined {
    return this.#plan
  }

  get settings(): Settings | undefined {
    return this.#readBy?.settings
  }

  get events(): readonly Stamped<StudyEvent>[] {
    return this.draft ? [] : this.#events
  }

  get runs(): Runs {
    return runsOf(this.#events)
  }

  get head(): string | undefined {
    return this.draft ? undefined : this.#head
  }

  /** How many events all of its streams have, as far as they were read. */
  get count(): number {
    return (this.draft ? 0 : this.studyEvents) + this.#taken
  }

  /** How far the first reading is, or one that lags far behind. */
  get reading(): { readonly done: number; readonly all: number } {
    const all = this.places.length
    return { done: this.whole && this.#unread.size < BEHIND ? all : all - this.#unread.size, all }
  }

  /** The first reading is over. */
  get whole(): boolean {
    this.#whole ||= this.#plan !== undefined && this.#unread.size === 0
    return this.#whole
  }

  /** Whether the record says that a negotiation is closed, read or not. */
  isClosed(id: string): boolean {
    return this.#closed.has(id)
  }

  /** How many the record says are closed. */
  get closed(): number {
    return this.#closed.size
  }

  placeOf(id: string): Place | undefined {
    const at = this.#at.get(id)
    return at === undefined ? undefined : this.places[at]
  }

  /**
   * Reads what is new, for about `ms` milliseconds. True: there is more. Throws a UserError where the record is broken
   * or of a newer format. `now`: a clock in milliseconds.
   */
  async look(ms = Infinity, now: () => number = () => performance.now()): Promise<boolean> {
    await this.#readStudy()
    if (!this.#plan) return false
    // A long first reading lets what goes on come in between.
    if (now() - this.#followed > FOLLOW_MS || this.#unread.size === 0) {
      await this.#follow(now, now() + ms)
      this.#followed = now()
    }
    if (this.fed) return false
    // What goes on may take all the time while a run is quick: what has ended gets its own.
    const until = now() + ms
    for (const id of this.#unread) {
      if (now() > until) return true
      this.#unread.delete(id)
      await this.#close(id)
    }
    return false
  }

  async #readStudy(): Promise<void> {
    const stored = await this.#reader.read(STUDY_STREAM, this.studyEvents)
    if (stored.length === 0) return
    const broken = this.fed ? undefined : checkChain(stored, nodeSha256, this.#head)
    if (broken) throw recordError(this.file, `${broken.place}: ${broken.message}`)
    this.#head = stored.at(-1)!.hash
    this.studyEvents += stored.length
    const closed: string[] = []
    let planned = this.#plan === undefined
    for (const one of stored) {
      const event = closingOf(one.body) ?? (openEvent(one).event as Stamped<StudyEvent>)
      if (!this.draft) this.lastAt = lastResult(this.lastAt, event)
      if (event.type === 'negotiation.closed') {
        closed.push(event.negotiation)
        this.#closed.add(event.negotiation)
      } else {
        this.#events.push(event)
        planned ||= event.type.startsWith('study.')
      }
    }
    this.version++
    if (planned) this.#replan()
    else this.#plan = studyPlan(this.#events)
    for (const id of closed) {
      const place = this.placeOf(id)
      if (place && place.state !== 'closed') this.#unread.add(id)
    }
  }

  #replan(): void {
    const [created] = this.#events
    if (created?.type !== 'study.created')
      throw recordError(this.file, 'The record does not begin with the registration of a study.')
    if (created.format !== FORMAT)
      throw recordError(this.file, 'The record has a format that this version of Parley does not read.')
    const plan = studyPlan(this.#events)!
    this.#plan = plan
    this.#readBy = readBy(plan, this.#pricer, this.fed)
    for (const assignment of plan.assignments) {
      if (this.#at.has(assignment.id)) continue
      this.#at.set(assignment.id, this.places.length)
      const attempt = plannedAttempt(assignment, this.places.length + 1)
      this.places.push({ attempt, changed: this.version, state: 'planned' })
    }
  }

  /** New events of what goes on, and what has begun since. */
  async #follow(now: () => number, until: number): Promise<void> {
    for (const [id, open] of this.#open) if (!this.#unread.has(id)) await this.#more(id, open)
    let ahead = 0
    const all = now() - this.#swept > SWEEP_MS
    if (all) this.#swept = now()
    for (const [i, place] of this.places.entries()) {
      if (place.state !== 'planned') {
        ahead = 0
        continue
      }
      // A quick run begins others as fast as they are read: they come at the next look.
      if ((!all && ahead++ > AHEAD) || now() > until) break
      const { id } = place.attempt.row
      if (this.#unread.has(id)) continue
      const assignment = this.#plan!.assignments[i]!
      const open = new OpenNegotiation(assignment, i + 1, this.#readBy!)
      if (!(await this.#more(id, open))) continue
      place.state = 'open'
      this.#open.set(id, open)
      ahead = 0
    }
  }

  /** Takes in what is new of one; false where nothing is. */
  async #more(id: string, open: OpenNegotiation): Promise<boolean> {
    const stored = await this.#reader.read(id, open.taken)
    if (stored.length === 0) return false
    open.take(stored)
    this.#taken += stored.length
    this.#put(id, open.attempt())
    return true
  }

  #put(id: string, attempt: Attempt): void {
    const place = this.placeOf(id)!
    place.attempt = attempt
    place.changed = ++this.version
    const { startedAt, endedAt } = attempt.row
    this.lastAt = later(later(this.lastAt, startedAt), endedAt)
  }

  async #close(id: string): Promise<void> {
    const place = this.placeOf(id)!
    if (place.state === 'closed') return
    const number = place.attempt.row.number
    const open =
      this.#open.get(id) ?? new OpenNegotiation(this.#plan!.assignments[number - 1]!, number, this.#readBy!)
    const stored = await this.#reader.read(id, open.taken)
    open.take(stored)
    this.#taken += stored.length
    place.state = 'closed'
    place.events = open.taken
    this.#open.delete(id)
    // What was followed to its end is known already.
    this.#put(id, stored.length === 0 ? place.attempt : open.attempt())
    const { pairing, seats } = open.assignment
    this.#tallier.take(pairing, seats, open.turns)
  }

  /** Takes in what was read of closed negotiations elsewhere. */
  deliver(read: readonly ReadElsewhere[]): void {
    for (const { row, words, events } of read) {
      const { id } = row
      const place = this.placeOf(id)
      if (!place || place.state === 'closed') continue
      this.#taken += events - (this.#open.get(id)?.taken ?? 0)
      this.#open.delete(id)
      this.#unread.delete(id)
      place.state = 'closed'
      const planned = place.attempt
      const { seats, levels } = planned.row
      this.#put(id, { ...planned, row: { ...row, seats, levels }, words })
    }
  }

  /** The calls to models so far; undefined where nobody made any. */
  tally(): CallTally | undefined {
    const tallier = this.#open.size === 0 ? this.#tallier : this.#tallier.copy()
    for (const { assignment, turns } of this.#open.values())
      tallier.take(assignment.pairing, assignment.seats, turns)
    return tallier.tally
  }

  close(): Promise<void> {
    return this.#reader.close()
  }
}

const recordError = (file: string, message: string): UserError =>
  new UserError([{ file, message, mend: 'parley replay tells more.' }], EXIT.record)
