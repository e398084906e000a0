/** A negotiation that goes on: folded event by event, so that what was read once is never read again. */

import type { NegotiatorSpec } from '../negotiators/registry.ts'
import { type PlayedBy, Played as Settings } from '../publication/played.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped } from '../record/events.ts'
import { Fold } from '../record/fold.ts'
import { openStream } from '../record/open.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import type { StoredEvent } from '../store/contract.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import type { Pricer } from '../study/pricing.ts'
import { registeredSpecs } from '../study/read-spending.ts'
import { spentIn } from '../study/spending.ts'
import { type Attempt, attemptOf, plannedAttempt } from './attempt.ts'

export interface ReadBy {
  readonly settings: Settings
  readonly specs: Readonly<Record<string, NegotiatorSpec>>
  readonly pricer: Pricer
  readonly digest: (text: string) => string
  /** How it was played is not scored. */
  readonly unscored?: boolean
}

/** What all negotiations of a plan are read by. */
export function readBy(plan: StudyPlan, pricer: Pricer, unscored: boolean): ReadBy {
  const shortened = new Map<string, string>()
  return {
    settings: new Settings(plan),
    specs: registeredSpecs({ ...plan.created, negotiators: plan.now.negotiators }),
    pricer,
    digest: (text) => {
      const hash = nodeSha256(text)
      const known = shortened.get(hash) ?? hash
      shortened.set(hash, known)
      return known
    },
    unscored,
  }
}

export class OpenNegotiation {
  readonly assignment: AssignmentRecord
  readonly #number: number
  readonly #read: ReadBy
  readonly #events: Stamped<NegotiationEvent>[] = []
  #by: PlayedBy | undefined
  #fold: Fold | undefined
  /** The rest cannot be followed. */
  #stuck = false
  /** How many events were taken. */
  taken = 0

  constructor(assignment: AssignmentRecord, number: number, read: ReadBy) {
    this.assignment = assignment
    this.#number = number
    this.#read = read
  }

  take(stored: readonly StoredEvent[]): void {
    this.taken += stored.length
    const { events, sealed } = openStream<NegotiationEvent>(stored, this.assignment.id)
    for (const [i, event] of events.entries()) {
      this.#events.push(event)
      if (event.type === 'negotiation.started') this.#begin(event.amendment)
      if (this.#stuck || !this.#fold) continue
      this.#stuck = !this.#fold.take(event, sealed[i])
    }
  }

  /** What a later settings object says: a study that was amended meanwhile. */
  #begin(amendment: string | undefined): void {
    this.#by = this.#read.settings.by(this.assignment, amendment)
    this.#fold = this.#by && new Fold(this.#by.game)
  }

  /** What is known of it now. */
  attempt(): Attempt {
    const { assignment } = this
    const planned = plannedAttempt(assignment, this.#number)
    const replayed = this.#fold?.standing()
    if (!this.#by || !replayed) return unreadable(planned, this.taken)
    const { specs, pricer, digest, unscored = false } = this.#read
    const calls = this.#events.some(({ type }) => type === 'call.sent')
    return attemptOf({
      assignment,
      number: this.#number,
      by: this.#by,
      replayed,
      first: this.#events[0],
      last: this.#events.at(-1),
      ...(calls ? { spent: spentIn(this.#events, assignment.seats, specs, pricer) } : {}),
      digest,
      unscored,
    })
  }

  /** Its turns, for the tally of calls. */
  get turns() {
    return this.#fold?.standing().turns ?? []
  }
}

/** The record has events of it that this version cannot follow. */
const unreadable = (planned: Attempt, events: number): Attempt =>
  events === 0
    ? planned
    : {
        ...planned,
        row: { ...planned.row, status: 'running', outcome: 'running', outcomeText: 'Cannot be replayed' },
        observation: { ...planned.observation, status: 'running' },
      }
