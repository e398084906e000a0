/** The passes that a study's own stream tells of. */
import type { PassClosed, PassStarted, Stamped, StudyEvent } from '../events.ts'

export interface Pass {
  readonly started: Stamped<PassStarted>
  /** Missing while the pass is not done: the next run of the same command goes on with it. */
  readonly closed?: Stamped<PassClosed>
}

/** Every pass in the order in which they began. */
export function passesOf(events: readonly Stamped<StudyEvent>[]): Pass[] {
  const closed = new Map<string, Stamped<PassClosed>>()
  for (const event of events) if (event.type === 'pass.closed') closed.set(event.pass, event)
  return events.flatMap((event): Pass[] => {
    if (event.type !== 'pass.started') return []
    const end = closed.get(event.pass)
    return [{ started: event, ...(end ? { closed: end } : {}) }]
  })
}
