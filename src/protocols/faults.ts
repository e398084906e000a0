/**
 * The one registry of what can be wrong with a reply: a stable code, its kind, the words of the repair and what
 * follows. `unreadable`: the text is not the one JSON object that was asked for. `not-allowed`: it was read, and
 * the rules or the terms forbid it. docs/protocols.md shows the same list.
 */
export type FaultKind = 'unreadable' | 'not-allowed'

/** A negotiator's mistake, as data. `detail` fills the braces of the repair text. */
export interface Fault {
  readonly code: FaultCode
  readonly detail: Readonly<Record<string, string>>
  /**
   * What the try would have bound its party to, issue by issue, as far as it could be read; empty where it was
   * read and binds to nothing. So a repair that changes the terms is seen.
   */
  readonly terms?: Readonly<Record<string, string>>
}

interface Entry {
  readonly kind: FaultKind
  readonly repair: string
}

/** What follows is the same for every code. */
export const CONSEQUENCE = 'a repair while the turn has one left, then what `on_fault` says'

export const FAULTS = {
  empty: { kind: 'unreadable', repair: 'The reply was empty.' },
  'bad-unicode': {
    kind: 'unreadable',
    repair: 'The reply holds half a character (a lone surrogate), which is not valid text.',
  },
  fenced: {
    kind: 'unreadable',
    repair: 'The reply stood in a code fence; only the bare JSON object is allowed.',
  },
  'text-around': {
    kind: 'unreadable',
    repair: 'There was text {where} the JSON object; the reply must be one object and nothing else.',
  },
  'broken-off': {
    kind: 'unreadable',
    repair: 'The reply breaks off before its JSON object is complete.',
  },
  'not-json': { kind: 'unreadable', repair: 'The reply is not valid JSON: {problem}.' },
  'duplicate-key': {
    kind: 'unreadable',
    repair: 'The key "{key}" stands twice in one object, so it is unclear which one counts.',
  },
  'too-deep': {
    kind: 'unreadable',
    repair: 'The reply is nested too deeply; no move needs more than {expected} levels.',
  },
  'not-object': { kind: 'unreadable', repair: 'The reply must be one JSON object; it was {found}.' },
  'unknown-field': {
    kind: 'not-allowed',
    repair: 'The object has the field "{found}", which is not asked for; its fields are {expected}.',
  },
  'unknown-action': {
    kind: 'not-allowed',
    repair: '"action" was {found}; on this turn it must be {expected}.',
  },
  'message-not-text': {
    kind: 'not-allowed',
    repair: '"message" was {found}; it must be text in quotes.',
  },
  'message-too-long': {
    kind: 'not-allowed',
    repair: 'The message is {found} words long; at most {expected} are allowed.',
  },
  'terms-missing': {
    kind: 'not-allowed',
    repair: 'An OFFER gives a value for every term in "terms" ({expected}); "terms" was {found}.',
  },
  'term-missing': {
    kind: 'not-allowed',
    repair: 'The offer leaves out {missing}; it must give a value for every term.',
  },
  'term-unknown': {
    kind: 'not-allowed',
    repair: '"terms" names "{found}", which is not negotiated; the terms are {expected}.',
  },
  'term-not-number': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must be a number without quotes.',
  },
  'term-out-of-range': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must lie between {min} and {max}.',
  },
  'term-too-fine': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it may have {decimals}.',
  },
  'term-off-step': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; from {min} on it goes in steps of {step}.',
  },
  'term-unknown-option': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must be one of {expected}.',
  },
  'terms-not-null': {
    kind: 'not-allowed',
    repair: '"terms" must be null with {action}; only an OFFER has terms.',
  },
  'offer-id-not-null': {
    kind: 'not-allowed',
    repair: '"offer_id" must be null with {action}; only an ACCEPT names an offer.',
  },
  'no-standing-offer': {
    kind: 'not-allowed',
    repair: 'The other side has no standing offer, so there is nothing to accept.',
  },
  'own-offer': {
    kind: 'not-allowed',
    repair: '{found} is your own offer; only the other side can accept it.',
  },
  'wrong-offer-id': {
    kind: 'not-allowed',
    repair: '"offer_id" was {found}; the only offer that can be accepted is {expected}.',
  },
  'too-many-sentences': {
    kind: 'not-allowed',
    repair: 'The message has {found} sentences; at most {expected} are allowed.',
  },
  'too-few-sentences': {
    kind: 'not-allowed',
    repair: 'The message has {found} sentences; at least {expected} are asked for.',
  },
  bullets: {
    kind: 'not-allowed',
    repair:
      'The message holds a list ("{found}"); only plain sentences are allowed, without bullets or numbers.',
  },
  'stage-direction': {
    kind: 'not-allowed',
    repair: 'The message holds a stage direction ("{found}"); only what is said aloud is allowed.',
  },
  'chat-off': {
    kind: 'not-allowed',
    repair: 'Nobody speaks at this table, so nobody was given your message; "message" must be left out.',
  },
  'scratchpad-not-text': {
    kind: 'not-allowed',
    repair: '"scratchpad" was {found}; it must be text in quotes, or be left out.',
  },
  'package-missing': {
    kind: 'not-allowed',
    repair:
      'To propose, give a whole package in "deal", an option for every issue ({expected}); "deal" was {found}.',
  },
  'incomplete-package': {
    kind: 'not-allowed',
    repair: 'Incomplete package: "deal" says nothing of {missing}; it must name an option for every issue.',
  },
  'unknown-issue': {
    kind: 'not-allowed',
    repair: 'Unknown issue: "deal" names "{found}", which is not on the table; the issues are {expected}.',
  },
  'unknown-option': {
    kind: 'not-allowed',
    repair: 'Unknown option: {issue} was {found}; its options are {expected}.',
  },
  'deal-not-null': {
    kind: 'not-allowed',
    repair: 'Only "propose" has a "deal"; with {action} it must be left out.',
  },
  'vote-id-not-null': {
    kind: 'not-allowed',
    repair: 'Only "accept" and "reject" have an "offer_id"; with {action} it must be left out.',
  },
  'field-missing': {
    kind: 'not-allowed',
    repair: 'The reading leaves out {missing}; it must give every field.',
  },
  'field-not-boolean': {
    kind: 'not-allowed',
    repair: '"{field}" was {found}; it must be true or false, without quotes.',
  },
  'field-not-text': { kind: 'not-allowed', repair: '"{field}" was {found}; it must be text in quotes.' },
  'field-unknown-option': {
    kind: 'not-allowed',
    repair: '"{field}" was {found}; it must be one of {expected}.',
  },
  'field-not-number': {
    kind: 'not-allowed',
    repair: '"{field}" was {found}; it must be a number without quotes.',
  },
  'field-out-of-range': {
    kind: 'not-allowed',
    repair: '"{field}" was {found}; it must lie between {min} and {max}.',
  },
  'agreed-without-kind': {
    kind: 'not-allowed',
    repair:
      '"{closes}" was true and "{kind}" was "{none}"; what was agreed is of one of the other kinds, and what was not agreed is not true.',
  },
  'no-live-offer': {
    kind: 'not-allowed',
    repair: 'No such live offer: "offer_id" was {found}; {expected}.',
  },
} as const satisfies Record<string, Entry>

export type FaultCode = keyof typeof FAULTS

export const FAULT_CODES = Object.keys(FAULTS) as FaultCode[]

/** A fault with its details; long finds are cut, so that a repair never repeats a whole reply. */
export function fault(
  code: FaultCode,
  detail: Readonly<Record<string, string>> = {},
  terms?: Readonly<Record<string, string>>,
): Fault {
  const short = Object.fromEntries(Object.entries(detail).map(([key, text]) => [key, cut(text)]))
  return terms === undefined ? { code, detail: short } : { code, detail: short, terms }
}

/** What a repair tells the negotiator: the registry's sentence with the details put in. */
export const repairText = (found: Fault): string =>
  FAULTS[found.code].repair.replace(/\{(\w+)\}/g, (whole, key) =>
    Object.hasOwn(found.detail, key) ? found.detail[key]! : whole,
  )

const LONGEST = 200

/** At most LONGEST characters, without leaving half of one at the end. */
export function cut(text: string): string {
  if (text.length <= LONGEST) return text
  const kept = text.slice(0, LONGEST)
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
