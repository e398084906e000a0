/** Plays what is left of a study, one negotiation after another or several in flight, and lets the world in between. */
import { setImmediate as breathe } from 'node:timers/promises'
import type { AssignmentRecord } from '../record/events.ts'
import type { Replayed } from '../record/replay.ts'
import type { Journal } from './journal.ts'
import type { Study } from './load.ts'
import { type Failure, type MakeNegotiator, playAssignment } from './table.ts'

export interface RunState {
  readonly done: number
  readonly running: number
  readonly left: number
}

export interface WorkOptions {
  /** Called often; see to it that it is cheap. */
  readonly progress?: (state: RunState) => void
  /** Asked after each step: true leaves everything where it stands, to be gone on with. */
  readonly stopAsked?: () => boolean
  /** How many negotiations are in flight at once: 1 unless given. */
  readonly concurrency?: number
  /** How negotiators are made: by the registry unless given. */
  readonly make?: MakeNegotiator
}

export interface Work extends WorkOptions {
  readonly run: string
  /** What an earlier run had begun, replayed. */
  readonly begun: ReadonlyMap<string, Replayed>
}

export interface Worked {
  /** How many of `left` have come to their end. */
  readonly ended: number
  readonly failures: readonly Failure[]
}

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
  const { begun, progress, stopAsked, make, run } = options
  const before = study.assignments.length - left.length
  const failures: Failure[] = []
  const errors: unknown[] = []
  let ended = 0
  let running = 0
  let breathed = journal.time

  const tell = (): void => {
    const done = before + ended
    progress?.({ done, running, left: study.assignments.length - done - running })
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
      running++
      const replayed = begun.get(assignment.id)
      const more = { ...(replayed ? { replayed } : {}), ...(make ? { make } : {}) }
      const sitting = await playAssignment(study, assignment, journal, { run, pulse, ...more })
      running--
      if (sitting.failure) failures.push(sitting.failure)
      if (!sitting.ended) return
      ended++
      const wait = pulse()
      if (wait === 'stop') return
      if (wait) await wait
    }
  }
  tell()
  const workers = Array.from({ length: options.concurrency ?? 1 }, () =>
    worker().catch((error: unknown) => void errors.push(error)),
  )
  await Promise.all(workers)
  if (errors.length > 0) throw errors[0]
  tell()
  return { ended, failures }
}
