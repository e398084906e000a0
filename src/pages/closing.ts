/** Closed negotiations of a large study: that they are closed, read at a glance, and what is handed over of each. */
import type { Attempt } from './attempt.ts'

/** What pages of rows need of a closed negotiation. `events`: how many it has. */
export interface ReadElsewhere extends Pick<Attempt, 'row' | 'words'> {
  readonly events: number
}

/**
 * By far the most events of a large study say that a negotiation is closed. Which and when stands at their beginning;
 * what they look like otherwise is read as any other event.
 */
const CLOSING = /^\{"seq":(\d+),"at":"([^"\\]+)","type":"negotiation\.closed","negotiation":"([^"\\]+)"[,}]/

/** Undefined for every other event, and for one that is written in another way. */
export function closingOf(
  body: string,
): { readonly type: 'negotiation.closed'; readonly at: string; readonly negotiation: string } | undefined {
  const [, , at, negotiation] = CLOSING.exec(body) ?? []
  return at !== undefined && negotiation !== undefined
    ? { type: 'negotiation.closed', at, negotiation }
    : undefined
}
