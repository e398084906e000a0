/** Stored events as events: each body read and checked for its fields, up to the first that is none. */
import { EXIT, UserError } from '../core/problem.ts'
import { type Body, tryOpenEvent } from './chain.ts'
import type { Difference } from './difference.ts'
import type { ParleyEvent, Stamped } from './events.ts'
import type { StoredEvent } from './stored.ts'

export interface OpenedStream<E extends ParleyEvent> {
  readonly events: Stamped<E>[]
  /** The sealed values of each event that the record still holds. */
  readonly sealed: Readonly<Record<string, string>>[]
  /** The first body that is no event of this version; nothing after it was read. */
  readonly problem?: Difference
}

/**
 * Reads a stream. `bodies`: those that have been read as JSON already, from the first on.
 * Throws a UserError (EXIT.record) where the record is of a newer format.
 */
export function openStream<E extends ParleyEvent>(
  stored: readonly StoredEvent[],
  stream: string,
  bodies: readonly Body[] = [],
): OpenedStream<E> {
  const events: Stamped<E>[] = []
  const sealed: Readonly<Record<string, string>>[] = []
  for (const [i, one] of stored.entries()) {
    const opened = tryOpenEvent(one, stream, bodies[i])
    if ('event' in opened) {
      events.push(opened.event as unknown as Stamped<E>)
      sealed.push(opened.sealed)
      continue
    }
    const { newer, ...problem } = opened
    if (newer) throw new UserError([{ file: 'the record', path: problem.place, ...problem }], EXIT.record)
    return { events, sealed, problem }
  }
  return { events, sealed }
}
