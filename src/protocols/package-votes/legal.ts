/** What may be done on a turn, and an exception for whoever does something else: that is a caller's mistake. */
import { isAllowed } from '../../core/issue.ts'
import type { Seat } from '../contract.ts'
import { isLonger } from '../words.ts'
import { isFinal } from './configure.ts'
import type { State, Submission, View } from './types.ts'

/** What may be done on a turn; words aside, and whether an offer is there to vote on. */
export function actionsOf({ rules, final, seat }: Pick<View, 'rules' | 'final' | 'seat'>): readonly Action[] {
  if (final && seat !== rules.finalProposer) return VOTES_ALONE
  return final || rules.agreement === 'sheets' ? NO_VOTES : ALL
}

type Action = Submission['action']
const ALL = ['propose', 'accept', 'reject', 'walk', 'none'] as const
const VOTES_ALONE = ['accept', 'reject', 'walk', 'none'] as const
const NO_VOTES = ['propose', 'walk', 'none'] as const

/** Whose move it is; undefined once it has ended. */
export const actor = (state: State): Seat | undefined => (state.end ? undefined : state.queue[0])

/** Throws where it is not this seat's move. */
export function mustAct(state: State, seat: Seat): void {
  const expected = actor(state)
  if (expected !== seat) throw new Error(`it is not ${seat}'s move but ${expected ?? 'nobody'}'s`)
}

/** Throws where the rules forbid what is submitted. */
export function mustBeAllowed(state: State, seat: Seat, submission: Submission): void {
  const { rules } = state.config
  const { action, message, scratchpad } = submission
  if (!actionsOf({ rules, seat, final: isFinal(rules, state.round) }).includes(action)) {
    throw new Error(`${action} is not a move of turn ${state.turn}`)
  }
  if (typeof message !== 'string' || !message.isWellFormed() || isLonger(message, rules.messageWords)) {
    throw new Error(`a message is well-formed text of at most ${rules.messageWords} words`)
  }
  if (!rules.chat && message !== '') throw new Error('nobody speaks at this table')
  if (scratchpad !== undefined && (!rules.scratchpad || !scratchpad.isWellFormed())) {
    throw new Error('there is no scratchpad at this table, or it holds half a character')
  }
  if (submission.action === 'accept' || submission.action === 'reject') {
    if (!state.live.some(({ id }) => id === submission.offer)) {
      throw new Error(`${submission.offer} is no live offer`)
    }
  }
  if (submission.action === 'propose') {
    const { outcome: values } = submission
    const { issues } = rules
    const fits = values.length === issues.length && issues.every((issue, i) => isAllowed(issue, values[i]!))
    if (!fits) throw new Error(`a package names an option for each of ${issues.length} issues`)
  }
}
