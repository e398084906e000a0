/** Moves of package votes in words, for a negotiation told as a conversation. */
import type { StoryTurn } from '../record/story.ts'

export interface VoteWords {
  readonly text: string
  readonly tone: 'new' | 'yes' | 'no' | 'quiet' | 'lost'
  /** Whether the terms and points of the turn's offer follow. */
  readonly terms: boolean
}

/** What a turn did; undefined where it was no move of package votes. `label` names a party. */
export function voteWords(turn: StoryTurn, label: (seat: string) => string): VoteWords | undefined {
  const { action, offer, supporters } = turn
  const by = supporters?.map(label).join(', ')
  const support = by === undefined ? '' : `; supported by ${by === '' ? 'nobody' : by}`
  const which = offer && `${offer.id} (${label(offer.by)}'s)`
  switch (action) {
    case 'propose':
      return { text: `PROPOSE ${offer?.id}`, tone: 'new', terms: true }
    case 'accept':
      return { text: `ACCEPT ${which}${support}`, tone: 'yes', terms: false }
    case 'reject':
      return { text: `REJECT ${which}${support}`, tone: 'no', terms: false }
    case 'walk':
      return { text: 'WALK: left the table for good', tone: 'no', terms: false }
    case 'none':
      return { text: 'NONE: chose to make no move', tone: 'quiet', terms: false }
    case 'PASS':
      return { text: 'PASS: the turn was lost to faults, nobody chose it', tone: 'lost', terms: false }
    default:
      return undefined
  }
}
