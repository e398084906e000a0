/** The runs of a study, from its own stream: which is open, how the last one ended, what was halted. */
import type { RunHaltRecord, RunStopped, Stamped, StudyEvent } from '../record/events.ts'
import type { Holder } from '../store/index.ts'
import type { StudyState } from './types.ts'

export interface Runs {
  readonly count: number
  readonly startedAt?: string
  readonly open?: string
  readonly stopped?: RunStopped['reason']
  readonly halts?: readonly RunHaltRecord[]
}

export function runsOf(events: readonly Stamped<StudyEvent>[]): Runs {
  let runs: Runs = { count: 0 }
  for (const event of events) {
    if (event.type === 'run.started') runs = { count: runs.count + 1, startedAt: event.at, open: event.run }
    if (event.type === 'run.stopped') {
      const { open: _, ...rest } = runs
      runs = { ...rest, stopped: event.reason, ...(event.halts ? { halts: event.halts } : {}) }
    }
    if (event.type === 'run.lost') {
      const { open: _, ...rest } = runs
      runs = rest
    }
  }
  return runs
}

/** `left`: how many are not at their end. `holder`: who holds the record for writing now. */
export function stateOf(runs: Runs, left: number, holder: Holder | undefined): StudyState {
  if (runs.open !== undefined) return holder ? 'running' : 'lost'
  if (left === 0) return 'complete'
  if (runs.count === 0) return 'planned'
  if (runs.stopped === 'halted') return 'halted'
  if (runs.stopped === 'failed') return 'failed'
  return 'stopped'
}
