/** What a check of a record found first: a replay has three depths, and each names its own first difference. */

/**
 * `chain`: something was changed after it was written. `rules`: the replies do not lead to what is recorded.
 * `requests`: what would be sent now is not what was sent.
 */
export type Depth = 'chain' | 'rules' | 'requests'

export interface Difference {
  readonly depth: Depth
  /** Where to look: `negotiation HH-03, event 7` (events count from 0, as `seq` does). */
  readonly place: string
  /** One sentence: what differs. */
  readonly message: string
  readonly found?: string
  readonly expected?: string
}

/** The place of an event, as every difference names it; without a stream where there is only one. */
export const eventPlace = (seq: number, stream?: string): string =>
  stream === undefined ? `event ${seq}` : `${stream}, event ${seq}`
