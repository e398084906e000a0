/** What live views send, and how the API says that something is wrong. */
import type { AttemptRow } from './attempts.ts'
import type { StudyState } from './home.ts'
import type { EndData, OfferData, TurnData } from './negotiation.ts'
import type { ControlData, CostData, ProgressData, StudyPage } from './study.ts'

/** What `/api/studies/<study>/live` sends (server-sent events, each with an id to go on from). */
export type StudyLive =
  /** How far it is; `stale`: results changed enough to fetch the page again. */
  | {
      readonly type: 'progress'
      readonly state: StudyState
      readonly progress: ProgressData
      readonly cost?: CostData
      readonly reading?: StudyPage['reading']
      readonly control?: ControlData
      readonly results?: string
    }
  /** Rows that changed since the last message, whole; many at once while much happens. */
  | { readonly type: 'rows'; readonly rows: readonly AttemptRow[] }
  /** What was sent before does not lead here: fetch the page anew. */
  | { readonly type: 'reset' }

/** What `/api/studies/<study>/negotiations/<id>/live` sends; ids are counts of events, as `NegotiationPage.events`. */
export type NegotiationLive =
  | {
      readonly type: 'turns'
      readonly events: number
      /** Turns that are new or changed, whole. */
      readonly turns: readonly TurnData[]
      readonly offers: readonly OfferData[]
      readonly mover?: string
      readonly standing?: string
      readonly end?: EndData
    }
  | { readonly type: 'reset' }

/** What an error of the API says. */
export interface ApiError {
  readonly error: {
    /** `not-found`, `forbidden`, `unauthorised`, `invalid`, `busy`, `too-large`, `failed`. */
    readonly code: string
    /** In words for a person. */
    readonly message: string
    readonly mend?: string
  }
}
