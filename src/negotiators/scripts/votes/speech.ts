/** Puts words to a script's move at a table of votes, within the protocol's word limit; they hold public things alone. */
import type { Outcome } from '../../../core/issue.ts'
import { randomOf } from '../../../core/random.ts'
import type { LiveOffer, View } from '../../../protocols/package-votes/index.ts'
import { isLonger } from '../../../protocols/words.ts'
import type { Stance } from '../stance.ts'
import { wordingOf } from '../wording.ts'
import { VOTE_PHRASES, VOTE_SHORT, type VoteOccasion } from './phrases.ts'

export interface VoteSpeaker {
  propose(view: View, outcome: Outcome): string
  accept(view: View, offer: LiveOffer): string
  reject(view: View, offer: LiveOffer): string
  walk(view: View): string
  none(view: View): string
}

/** Says nothing. */
export const SILENT_VOTES: VoteSpeaker = {
  propose: () => '',
  accept: () => '',
  reject: () => '',
  walk: () => '',
  none: () => '',
}

/** Speaks for one seat. Which phrase comes on a turn depends on the seed, the seat and the turn. */
export function voteSpeakerOf(stance: Stance, seat: string, seed: string): VoteSpeaker {
  const wording = wordingOf(stance.utility.issues)

  const starts = new Map<VoteOccasion, number>()
  const startOf = (occasion: VoteOccasion): number => {
    const known = starts.get(occasion)
    if (known !== undefined) return known
    const start = randomOf(seed, seat, 'words', occasion).int(0, VOTE_PHRASES[occasion].length - 1)
    starts.set(occasion, start)
    return start
  }

  /** Phrases come round by round from a drawn start; one that was just heard word for word is passed over. */
  const say = (
    view: View,
    occasion: VoteOccasion,
    short: readonly string[],
    fill: (pattern: string) => string,
  ): string => {
    const { chat, messageWords } = view.rules
    if (!chat || messageWords === 0) return ''
    const phrases = VOTE_PHRASES[occasion]
    const start = startOf(occasion) + view.round
    const heard = new Set(view.record.slice(-view.present.length).map(({ message }) => message))
    const fits = (text: string): boolean => !isLonger(text, messageWords)
    let first: string | undefined
    for (let k = 0; k < phrases.length; k++) {
      const text = fill(phrases[(start + k) % phrases.length]!)
      first ??= text
      if (!heard.has(text)) {
        first = text
        break
      }
    }
    if (fits(first!)) return first!
    return short.map(fill).find(fits) ?? ''
  }
  const withId = ({ id }: LiveOffer): ((pattern: string) => string) => {
    return (pattern) => pattern.replaceAll('{id}', () => id)
  }
  const plain = (pattern: string): string => pattern
  return {
    propose: (view, outcome) => {
      const first = view.record.length === 0
      const occasion = first ? 'opening' : view.round === view.rules.rounds ? 'late' : 'propose'
      return say(view, occasion, VOTE_SHORT.propose, (pattern) =>
        pattern
          .replaceAll('{offer}', () => wording.sentence(outcome))
          .replaceAll('{terms}', () => wording.terms(outcome)),
      )
    },
    accept: (view, offer) => say(view, 'accept', VOTE_SHORT.accept, withId(offer)),
    reject: (view, offer) => say(view, 'reject', VOTE_SHORT.reject, withId(offer)),
    walk: (view) => say(view, 'walk', VOTE_SHORT.walk, plain),
    none: (view) => say(view, 'none', VOTE_SHORT.none, plain),
  }
}
