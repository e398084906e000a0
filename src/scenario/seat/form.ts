/** The move that a seat is asked for, and what a filled-in form says in the words of the protocol. */
import { type Issue, isAllowed, valueText } from '../../core/issue.ts'
import { submissionsOf } from '../../protocols/alternating-offers/machine.ts'
import type { View as OffersView } from '../../protocols/alternating-offers/types.ts'
import type { SeatView } from '../../protocols/contract.ts'
import { repairText } from '../../protocols/faults.ts'
import type { PartyView } from '../../protocols/free-talk/types.ts'
import type { ProtocolName } from '../../protocols/index.ts'
import { actionsOf } from '../../protocols/package-votes/legal.ts'
import type { View as VotesView } from '../../protocols/package-votes/types.ts'
import { countWords } from '../../protocols/words.ts'
import { termName } from '../term-name.ts'
import type { MoveForm, OffersForm, TalkForm, VotesForm } from './types.ts'

/** The form of the move that is due; undefined where it is not this seat's. */
export function moveForm(protocol: ProtocolName, view: SeatView): MoveForm | undefined {
  if (view.actor !== view.seat) return undefined
  const { turn, repair } = view
  const form = { turn, repair, ...(view.fault ? { fault: repairText(view.fault) } : {}) }
  switch (protocol) {
    case 'alternating-offers': {
      const own = view as OffersView
      const accept = own.standing && own.standing.by !== own.seat ? own.standing.id : undefined
      const actions = submissionsOf(own).filter((one) => one !== 'ACCEPT' || accept !== undefined)
      const more = accept === undefined ? {} : { accept }
      const { messageWords } = own.config
      return { kind: 'offers', ...form, actions, ...more, messageWords } satisfies OffersForm
    }
    case 'package-votes': {
      const own = view as VotesView
      const offers = own.offers.map(({ id }) => id)
      const votes = offers.length > 0
      const actions = actionsOf(own).filter((one) => votes || (one !== 'accept' && one !== 'reject'))
      const { messageWords } = own.rules
      return { kind: 'votes', ...form, actions, offers, messageWords } satisfies VotesForm
    }
    case 'free-talk': {
      const { words, sentences, bullets, stage_directions } = (view as PartyView).rules.message
      const limits: TalkForm['limits'] = {
        ...(words === undefined ? {} : { words }),
        ...(sentences === undefined ? {} : { sentences: least(sentences) }),
        bullets,
        stageDirections: stage_directions,
      }
      return { kind: 'talk', ...form, limits } satisfies TalkForm
    }
  }
}

const least = ({ min, max }: { min?: number | undefined; max?: number | undefined }) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
})

/** A form as it is being filled in. */
export interface Draft {
  readonly action: string
  /** The offer that is voted on or accepted. */
  readonly offer?: string | undefined
  /** A value for each issue, in the issues' order and units; undefined where none is chosen yet. */
  readonly values?: readonly (number | undefined)[]
  readonly message: string
}

/** Why a draft is no move yet, in words for the person; undefined where it is one. */
export function draftProblem(form: MoveForm, issues: readonly Issue[], draft: Draft): string | undefined {
  const { action, message, values = [] } = draft
  if (form.kind === 'talk') return talkProblem(form, message)
  if (!(form.actions as readonly string[]).includes(action)) return 'Choose what to do.'
  if (action === 'OFFER' || action === 'propose') {
    const missing = issues.filter((_, i) => values[i] === undefined)
    if (missing.length > 0) return `Choose a value for ${missing.map(({ id }) => termName(id)).join(', ')}.`
    const wrong = issues.find((issue, i) => !isAllowed(issue, values[i]!))
    if (wrong) return `The value for ${termName(wrong.id)} is not allowed.`
  }
  if ((action === 'accept' || action === 'reject') && !(form as VotesForm).offers.includes(draft.offer ?? ''))
    return 'Choose an offer to vote on.'
  const count = countWords(message)
  if (form.messageWords === 0 && message.trim() !== '') return 'Nobody speaks at this table.'
  if (count > form.messageWords)
    return `The message has ${count} words; at most ${form.messageWords} are allowed.`
  return undefined
}

function talkProblem({ limits }: TalkForm, message: string): string | undefined {
  if (message.trim() === '') return 'Write something.'
  const count = countWords(message)
  if (limits.words !== undefined && count > limits.words)
    return `The message has ${count} words; at most ${limits.words} are allowed.`
  return undefined
}

/**
 * The move as the protocol's `check` reads it: a JSON value (free talk: the text itself). Nothing is checked here
 * that `check` does not check again.
 */
export function moveOf(form: MoveForm, issues: readonly Issue[], draft: Draft): unknown {
  const { action, offer, values = [], message } = draft
  if (form.kind === 'talk') return message
  const terms = () =>
    Object.fromEntries(
      issues.map((issue, i) => {
        const text = valueText(issue, values[i]!)
        return [issue.id, issue.type === 'number' ? Number(text) : text]
      }),
    )
  if (form.kind === 'offers') {
    return {
      action,
      offer_id: action === 'ACCEPT' ? (form.accept ?? null) : null,
      terms: action === 'OFFER' ? terms() : null,
      message,
    }
  }
  return {
    ...(form.messageWords > 0 && message !== '' ? { message } : {}),
    action,
    ...(action === 'propose' ? { deal: terms() } : {}),
    ...(action === 'accept' || action === 'reject' ? { offer_id: offer ?? null } : {}),
  }
}
