/** What a reader of a check should know that is no difference. */
import type { ElsewhereTally } from './elsewhere.ts'
import type { ParleyEvent } from './events.ts'

/**
 * `events`: the study's own stream; `open`: how many negotiations ended and were never closed in it; `withheld`: how many
 * responses the record leaves out; `elsewhere`: calls that a variable sent to another server.
 */
export function recordNotes(
  events: readonly Pick<ParleyEvent, 'type'>[],
  open: number,
  withheld: number,
  elsewhere: ElsewhereTally,
): string[] {
  const last = events.findLast(({ type }) => type === 'run.started' || type === 'run.stopped')
  return [
    ...(last?.type === 'run.started' ? ['The record does not say how its last run stopped.'] : []),
    ...(open > 0
      ? [`${open} ended negotiations are not closed in the study's stream: a missing end would not show.`]
      : []),
    ...(withheld > 0
      ? [`${withheld} responses were left out of the record, so that nothing could be compared with them.`]
      : []),
    ...elsewhere.notes(),
  ]
}
