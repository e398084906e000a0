/** Codes in words: endings, actions, what became of a call, how a negotiator is set. */
import type { End } from '../protocols/contract.ts'
import { END_REASONS } from '../protocols/ends.ts'
import type { StoryCall } from '../record/story.ts'
import { isScored } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import { kindName } from './kinds.ts'
import type { NegotiationParty } from './types.ts'

/** What an ending or an absence may be called beside what protocols say. */
const REASONS: Readonly<Record<string, string>> = {
  ...END_REASONS,
  'not scored': 'the scenario scores nothing',
  'negotiator-failed': 'a negotiator failed',
  'attempts-spent': 'no attempt brought a reply',
  'call-deadline': 'no reply came in time',
  'lost-reply': 'a reply was lost on its way, and asking again would have been a second draw',
  refused: 'the model refused to reply',
  refusal: 'the model refused to reply',
  'cut-off': 'a reply was cut off',
  truncated: 'a reply was cut off at its greatest length',
  'content-filter': 'a filter of the provider withheld a reply',
  'context-exceeded': 'what there was to read was longer than the model takes',
  paused: 'the model paused in the middle of a reply',
  'tool-call': 'the model called a tool in the place of a reply',
}

/** A code of an ending or an absence in words; one that is not known here as it stands. */
export const reasonText = (code: string): string => REASONS[code] ?? code.replaceAll('-', ' ')

/** `agreement`, `no-agreement`, `settled` or `interrupted`. */
export const outcomeOf = (end: End): string => end.kind

/** One line: how it ended. `absent`: the code of a reply that never came. */
export function endingText(end: End, scenario: Scenario, absent?: string): string {
  switch (end.kind) {
    case 'agreement':
      return 'Agreement'
    case 'settled':
      return `Settled: ${kindName(scenario, end.type)}`
    case 'no-agreement':
      return `No agreement: ${reasonText(end.reason)}`
    case 'interrupted':
      return `Interrupted: ${reasonText(absent ?? end.reason)}`
  }
}

/** A sentence or two for the end of a page. */
export function endSentences(end: End, scenario: Scenario, absent?: string): string {
  const { parties } = scenario
  const label = (id: string): string => parties.find((party) => party.id === id)?.label ?? id
  switch (end.kind) {
    case 'agreement': {
      const outvoted = parties.filter(({ id }) => end.supporters?.includes(id) === false)
      const without = outvoted.length > 0 ? `, without ${outvoted.map(({ id }) => label(id)).join(', ')}` : ''
      return `${label(end.by)}'s offer ${end.offer} was agreed on in turn ${end.turn}${without}.`
    }
    case 'settled':
      return `The observer read the talk as settled after turn ${end.turn}: ${kindName(scenario, end.type)}.`
    case 'no-agreement': {
      const left = isScored(scenario) ? ' Each party is left with its reservation value.' : ''
      return `There is no agreement after turn ${end.turn}: ${reasonText(end.reason)}.${left}`
    }
    case 'interrupted':
      return `It was interrupted in turn ${end.turn}: ${reasonText(absent ?? end.reason)}. Its outcome is unknown, which is ${isScored(scenario) ? 'not a gain of zero' : 'not the same as none'}; the bounds of the analysis say how much it could change.`
  }
}

const ACTIONS: Readonly<
  Record<string, { readonly text: (offer: string) => string; readonly binds: boolean }>
> = {
  OFFER: { text: (offer) => `offers ${offer}`, binds: true },
  ACCEPT: { text: (offer) => `accepts ${offer}`, binds: true },
  NONE: { text: () => 'makes no move', binds: false },
  END: { text: () => 'ends without a deal', binds: true },
  PASS: { text: () => 'the turn was lost to faults', binds: false },
  propose: { text: (offer) => `proposes ${offer}`, binds: true },
  accept: { text: (offer) => `votes for ${offer}`, binds: true },
  reject: { text: (offer) => `votes against ${offer}`, binds: true },
  walk: { text: () => 'leaves the table for good', binds: true },
  none: { text: () => 'makes no move', binds: false },
  VOTE: { text: (offer) => `votes on ${offer}`, binds: true },
}

/** What an action does, and whether it binds; only words were said where there is no text. */
export function actionWords(
  action: string | undefined,
  offer: string | undefined,
): { readonly text?: string; readonly binding: boolean } {
  if (action === undefined || action === 'SAY') return { binding: false }
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  return known
    ? { text: known.text(offer ?? 'an offer'), binding: known.binds }
    : { text: action, binding: true }
}

/** What became of an attempt at a model call. */
export function callText(call: StoryCall): string {
  const { elsewhere } = call
  const where =
    elsewhere === undefined
      ? ''
      : `; sent to another server than the provider's own, which ${elsewhere} named`
  return `${callEnd(call)}${where}`
}

function callEnd({ end, code, status }: StoryCall): string {
  const why = [code, status === undefined || end === 'answered' ? undefined : `HTTP ${status}`].filter(
    (part) => part !== undefined,
  )
  const told = why.length > 0 ? ` (${why.join(', ')})` : ''
  switch (end) {
    case 'answered':
      return `answered${told}`
    case 'failed':
      return `no reply came${told}`
    case 'lost':
      return `a reply was lost${told}`
    case 'open':
      return 'sent; the record does not say what became of it'
  }
}

/** A negotiator's settings in a few words, and what it is. */
export function negotiatorWords(spec: unknown): {
  readonly text: string
  readonly kind: NegotiationParty['kind']
} {
  if (typeof spec !== 'object' || spec === null) return { text: String(spec ?? 'unknown'), kind: 'other' }
  const { script, provider, model, person, price: _, ...settings } = spec as Record<string, unknown>
  const more = Object.entries(settings).map(([key, value]) => `${key} ${plain(value)}`)
  if (person === true) return { text: 'a person', kind: 'person' }
  if (script !== undefined) return { text: [`script ${String(script)}`, ...more].join(', '), kind: 'script' }
  if (model !== undefined)
    return { text: [`${String(model)} (${String(provider)})`, ...more].join(', '), kind: 'model' }
  return { text: more.join(', '), kind: 'other' }
}

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
