/**
 * The one registry of what can be wrong with a reply: a stable code, its kind, the words of the repair and what
 * follows. `unreadable`: the text is not the JSON that was asked for. `not-allowed`: it was read, and the rules
 * or the terms forbid it. What follows is the same for all: a repair while the turn has one left, then what the
 * scenario's `on_fault` says.
 */
export type FaultKind = 'unreadable' | 'not-allowed'

/** A negotiator's mistake, as data. `detail` fills the braces of the repair text. */
export interface Fault {
  readonly code: FaultCode
  readonly detail: Readonly<Record<string, string>>
  /** The terms that could be read all the same, so that a repair which changes them is seen. */
  readonly terms?: string
}

interface Entry {
  readonly kind: FaultKind
  readonly repair: string
}

export const FAULTS = {
  empty: { kind: 'unreadable', repair: 'The reply was empty.' },
  'not-json': {
    kind: 'unreadable',
    repair: 'The reply could not be read as JSON: {problem}. Nothing may stand before or after the object.',
  },
  'bad-unicode': {
    kind: 'unreadable',
    repair: 'The reply holds half a character (a lone surrogate), which no text may.',
  },
  fenced: {
    kind: 'unreadable',
    repair: 'The reply stood in a code fence. Send the bare JSON object.',
  },
  'duplicate-key': {
    kind: 'unreadable',
    repair: 'The key "{key}" stands twice in one object, so it is unclear which one counts.',
  },
  'too-deep': { kind: 'unreadable', repair: 'The reply is nested deeper than any move is.' },
  'not-object': {
    kind: 'unreadable',
    repair: 'The reply was JSON, but not an object: {found}.',
  },
  'unknown-field': {
    kind: 'not-allowed',
    repair: 'The object has a field that was not asked for: "{found}". Fields: {expected}.',
  },
  'unknown-action': {
    kind: 'not-allowed',
    repair: '"action" was {found}; it must be one of {expected}.',
  },
  'message-not-text': { kind: 'not-allowed', repair: '"message" was {found}; it must be text.' },
  'message-too-long': {
    kind: 'not-allowed',
    repair: '"message" has {found} words; at most {expected} are allowed.',
  },
  'terms-missing': {
    kind: 'not-allowed',
    repair: 'An OFFER needs "terms" with a value for each of {expected}; found {found}.',
  },
  'term-missing': { kind: 'not-allowed', repair: '"terms" leaves out {issue}.' },
  'term-unknown': {
    kind: 'not-allowed',
    repair: '"terms" names {found}, which is not negotiated. Terms: {expected}.',
  },
  'term-not-number': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must be a JSON number, not text.',
  },
  'term-out-of-range': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must lie from {min} to {max}.',
  },
  'term-too-fine': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; at most {decimals} decimal places are allowed.',
  },
  'term-off-step': {
    kind: 'not-allowed',
    repair: '{issue} was {found}; it must be {min} plus a whole multiple of {step}.',
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
  'no-standing-offer': { kind: 'not-allowed', repair: 'There is no standing offer to accept.' },
  'own-offer': {
    kind: 'not-allowed',
    repair: '{found} is your own offer; only the other side can accept it.',
  },
  'wrong-offer-id': {
    kind: 'not-allowed',
    repair: '"offer_id" was {found}; the standing offer is {expected}.',
  },
} as const satisfies Record<string, Entry>

export type FaultCode = keyof typeof FAULTS

export const FAULT_CODES = Object.keys(FAULTS) as FaultCode[]

/** A fault with its details; long finds are cut, so that a repair never repeats a whole reply. */
export function fault(code: FaultCode, detail: Record<string, string> = {}, terms?: string): Fault {
  const short = Object.fromEntries(Object.entries(detail).map(([key, text]) => [key, cut(text)]))
  return terms === undefined ? { code, detail: short } : { code, detail: short, terms }
}

/** What a repair tells the negotiator: the registry's sentence with the details put in. */
export const repairText = (found: Fault): string =>
  FAULTS[found.code].repair.replace(/\{(\w+)\}/g, (whole, key) =>
    Object.hasOwn(found.detail, key) ? found.detail[key]! : whole,
  )

const LONGEST = 200

const cut = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed().replaceAll('\ufffd', '')}…`
