/** Plays what is left of a study, one negotiation after another or several in flight, and lets the world in between. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { Cost } from '../models/cost.ts'
import type { Desk, Negotiator } from '../negotiators/contract.ts'
import { isPerson, makeNegotiator } from '../negotiators/registry.ts'
import type { AssignmentRecord } from '../record/events.ts'
import type { Replayed } from '../record/replay.ts'
import type { Budget } from './budget.ts'
import type { Journal } from './journal.ts'
import type { Study } from './load.ts'
import type { Models } from './models.ts'
import { type Failure, type MakeNegotiator, playAssignment } from './table.ts'

export interface RunState {
  readonly done: number
  readonly running: number
  readonly left: number
  /** What all calls of the record have cost; missing where no model plays. */
  readonly cost?: Cost
}

export interface WorkOptions {
  /** Called often; see to it that it is cheap. */
  readonly progress?: (state: RunState) => void
  /** Asked after each step: true leaves everything where it stands, to be gone on with. */
  readonly stopAsked?: () => boolean
  /** How many negotiations are in flight at once; unless given 1, and 16 where models play. */
  readonly concurrency?: number
  /** How negotiators are made: by the registry unless given. */
  readonly make?: MakeNegotiator
  /** Who is asked to sit down where a study has a person. */
  readonly person?: MakePerson
  /** Shown each negotiation's state at its beginning and after each step. */
  readonly watch?: (negotiation: string, state: unknown) => void
}

/** Makes the negotiator that asks a person for replies. */
export type MakePerson = (name: string, assignment: AssignmentRecord) => Negotiator

export interface Work extends WorkOptions {
  readonly run: string
  /** The models of the run, where the study has any. */
  readonly models?: Models
  /** Asked before a negotiation is taken up; a halt leaves it and all that follow it. */
  readonly budget?: Budget
  /** What the record holds of a negotiation that was begun. */
  readonly history: (id: string) => Promise<Desk['history']>
  /** What an earlier run had begun, replayed. */
  readonly begun: ReadonlyMap<string, Replayed>
}

export interface Worked {
  /** How many of `left` have come to their end. */
  readonly ended: number
  readonly failures: readonly Failure[]
}

/**
 * Negotiations in flight where models play. How many calls are sent at a time is found out for each provider; more
 * negotiations than that only wait, and more would be left half played where the study is halted.
 */
const IN_FLIGHT = 16

/** How long signals and timers may have to wait while scripts play. */
const BREATH_MS = 25

/**
 * Plays the assignments in their order until all have ended or a stop is asked for. Where one throws (the disk is
 * full, say) the others stop where they stand, and the first error is thrown.
 */
export async function work(
  study: Study,
  left: readonly AssignmentRecord[],
  journal: Journal,
  options: Work,
): Promise<Worked> {
  const { begun, progress, stopAsked, run, models, budget, watch } = options
  const make = withPeople(options.make ?? models?.make, options.person)
  const before = study.assignments.length - left.length
  const failures: Failure[] = []
  const errors: unknown[] = []
  let ended = 0
  let running = 0
  /** The whole study waits: nothing further is begun. */
  let halted = false
  let breathed = journal.time

  const tell = (): void => {
    const done = before + ended
    const left = study.assignments.length - done - running
    progress?.({ done, running, left, ...(budget ? { cost: budget.cost } : {}) })
  }
  const rest = async (): Promise<void> => {
    await journal.settle()
    tell()
    await breathe()
  }
  const pulse = (): 'stop' | Promise<void> | undefined => {
    if (errors.length > 0 || stopAsked?.()) return 'stop'
    const gone = journal.time - breathed
    // Below zero where somebody has put the clock back.
    if (gone >= 0 && gone < BREATH_MS) return undefined
    breathed = journal.time
    return rest()
  }
  // Shared: each worker takes the next one.
  const line = left.values()
  const worker = async (): Promise<void> => {
    for (const assignment of line) {
      const { id } = assignment
      const replayed = begun.get(id)
      if (!replayed?.closed && models?.blocked(assignment)) continue
      const halt = budget && !replayed?.closed ? await budget.admit(assignment) : undefined
      if (halt) {
        models?.halted(id, undefined, halt)
        halted = true
      }
      // It may have had to wait, and much can happen meanwhile.
      if (halted || errors.length > 0 || stopAsked?.()) return budget?.leave(id)
      running++
      const history = models && replayed ? { history: await options.history(id) } : {}
      const more = { ...(replayed ? { replayed } : {}), ...(make ? { make } : {}), ...history }
      const watched = watch ? { watch: (state: unknown) => watch(id, state) } : {}
      const playing = playAssignment(study, assignment, journal, { run, pulse, ...watched, ...more })
      const sitting = await playing.finally(() => budget?.leave(id))
      running--
      if (sitting.failure) failures.push(sitting.failure)
      if (sitting.halted) {
        const { negotiator, seat: _, ...why } = sitting.halted
        models?.halted(id, negotiator, why)
        halted ||= why.scope === 'study'
      }
      if (!sitting.ended && !sitting.halted) return
      if (sitting.ended) ended++
      const wait = pulse()
      if (wait === 'stop') return
      if (wait) await wait
    }
  }
  tell()
  const workers = Array.from({ length: options.concurrency ?? (models ? IN_FLIGHT : 1) }, () =>
    worker().catch((error: unknown) => void errors.push(error)),
  )
  await Promise.all(workers)
  if (errors.length > 0) throw errors[0]
  tell()
  return { ended, failures }
}

/** People are asked to sit down by whoever runs the study; everybody else is made as ever. */
function withPeople(
  make: MakeNegotiator | undefined,
  person: MakePerson | undefined,
): MakeNegotiator | undefined {
  if (!person) return make
  return (name, spec, assignment) => {
    if (isPerson(spec) && assignment) return person(name, assignment)
    return make ? make(name, spec, assignment) : makeNegotiator(name, spec)
  }
}
