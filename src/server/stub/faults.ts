/**
 * The one registry of what the stub server can be told to do wrong, and the spec that says how often: a list of
 * names with rates (`rate-limited=0.05,stream-cut=0.02`). docs/dry-run.md shows the same list.
 */
import { type Problem, UserError } from '../../core/problem.ts'
import { randomOf } from '../../core/random.ts'
import type { ProviderName } from '../../models/wire/contract.ts'
import { nearest } from '../../scenario/nearest.ts'

/**
 * `transient`: the call fails or its reply is lost, and the next one may not. `model`: the model itself brings the
 * call to an end. `reply`: an answer whose text or claim is not as it should be. `halt`: every further call would fail too, so a
 * storm has none of these.
 */
export type FaultGroup = 'transient' | 'model' | 'reply' | 'halt'

interface Entry {
  readonly group: FaultGroup
  readonly says: string
  /** Left out: all four. */
  readonly providers?: readonly ProviderName[]
  /** Only a streamed reply can have it. */
  readonly streamed?: true
}

export const STUB_FAULTS = {
  'rate-limited': { group: 'transient', says: '429, with one of the ways to say when to come again' },
  overloaded: { group: 'transient', says: '529 or 503, or the same words under another type' },
  'overloaded-in-stream': {
    group: 'transient',
    streamed: true,
    says: 'a stream that began well (200), then an event that says overloaded',
  },
  'server-error': { group: 'transient', says: '500' },
  'html-error': { group: 'transient', says: '502 with a web page in place of JSON' },
  reset: { group: 'transient', says: 'the connection is reset before a byte of the response' },
  'reset-mid-body': { group: 'transient', says: 'the connection is reset in the middle of the response' },
  'stream-cut': {
    group: 'transient',
    says: 'the response ends as HTTP should, before its closing event (unstreamed: in the middle of the JSON)',
  },
  'no-answer': { group: 'transient', says: 'nothing at all, until the client gives up' },
  'slow-start': { group: 'transient', says: 'a right reply, whose first byte comes late' },
  'invalid-utf8': { group: 'transient', says: 'a reply in whose text one byte is no UTF-8' },
  'lone-surrogate': {
    group: 'transient',
    says: 'a reply with half a character in its text (an escape like \\ud83d alone)',
  },

  'max-tokens': { group: 'model', says: 'cut off at the limit of tokens, in the middle of the text' },
  'max-tokens-thinking': {
    group: 'model',
    says: 'cut off at the limit before the text: thinking used it all',
  },
  refusal: {
    group: 'model',
    providers: ['anthropic', 'openai', 'openai-chat'],
    says: 'the model declines to answer',
  },
  'content-filter': {
    group: 'model',
    providers: ['openai', 'openai-chat', 'google'],
    says: 'a filter stops the reply',
  },
  'context-exceeded': { group: 'model', says: 'the prompt is longer than the context window' },
  'paused-turn': {
    group: 'model',
    providers: ['anthropic'],
    says: 'the turn is paused and wants to be gone on with',
  },

  'empty-text': { group: 'reply', says: 'an answer without text' },
  'whitespace-text': { group: 'reply', says: 'an answer of white space alone' },
  fenced: { group: 'reply', says: 'the JSON object in a code fence' },
  'prose-around': { group: 'reply', says: 'words before and after the JSON object' },
  'fence-in-string': { group: 'reply', says: 'a right move whose message holds a code fence' },
  'half-object': {
    group: 'reply',
    says: 'the first half of the JSON object, with a stop that says all is well',
  },
  'two-objects': { group: 'reply', says: 'the JSON object twice' },
  'duplicate-key': { group: 'reply', says: 'one key twice in the JSON object' },
  'number-as-string': { group: 'reply', says: 'a number in quotes' },
  'exponent-number': { group: 'reply', says: 'a number written like 1e2' },
  'too-fine-number': { group: 'reply', says: 'a number with more decimals than the issue allows (62.005)' },
  'nan-number': { group: 'reply', says: 'NaN in place of a number' },
  'wrong-offer-id': {
    group: 'reply',
    says: 'an acceptance that names no offer on the table',
  },
  'unknown-option': { group: 'reply', says: 'an offer with a value that its issue does not have' },
  'incomplete-terms': { group: 'reply', says: 'an offer that leaves an issue out' },
  'message-too-long': { group: 'reply', says: 'a right move with a message one word too long' },
  'wrong-model': { group: 'reply', says: 'a right reply from a model that was not asked for' },

  authentication: { group: 'halt', says: '401: the key is not valid' },
  'unknown-model': { group: 'halt', says: '404: there is no such model' },
  'no-quota': { group: 'halt', says: 'no credit or quota left' },
  'bad-request': { group: 'halt', says: '400: a parameter that the model does not take' },
} as const satisfies Record<string, Entry>

export type StubFault = keyof typeof STUB_FAULTS

export const STUB_FAULT_NAMES = Object.keys(STUB_FAULTS) as StubFault[]

/** What a storm is made of: all but those that no further call gets past. */
export const STORM = STUB_FAULT_NAMES.filter((name) => STUB_FAULTS[name].group !== 'halt')

/** How often each fault befalls a call, from 0 to 1, together at most 1. */
export type FaultRates = Readonly<Partial<Record<StubFault, number>>>

/** Where a spec was written, for what is told of its mistakes. */
const SPEC = '--faults'

/**
 * Reads `name=rate,name=rate`; a name alone has the rate 1. Throws a UserError with everything that is wrong.
 */
export function parseFaults(spec: string): FaultRates {
  const problems: Problem[] = []
  const rates: Partial<Record<StubFault, number>> = {}
  for (const part of spec.split(',').map((piece) => piece.trim())) {
    if (part === '') continue
    const [name = '', rate = '1', ...more] = part.split('=').map((piece) => piece.trim())
    if (!isFault(name)) {
      const meant = nearest(name, STUB_FAULT_NAMES)
      const mend = meant ? `Did you mean "${meant}"?` : 'parley stub-server --list-faults lists them.'
      problems.push({ file: SPEC, message: `There is no fault "${name}".`, mend })
    } else if (more.length > 0 || !isRate(rate)) {
      problems.push({ file: SPEC, message: `The rate of ${name} must be a number from 0 to 1.`, found: part })
    } else if (name in rates) {
      problems.push({ file: SPEC, message: `${name} stands twice.`, found: spec })
    } else rates[name] = Number(rate)
  }
  if (problems.length === 0) problems.push(...tooMany(rates, SPEC))
  if (problems.length > 0) throw new UserError(problems)
  return rates
}

/** All faults of a storm, evenly, so that a call has one of them at this rate. */
export function stormOf(rate: number): FaultRates {
  if (!(rate >= 0 && rate <= 1)) {
    const message = 'The rate of a storm must be a number from 0 to 1.'
    throw new UserError([{ file: '--storm', message, found: String(rate) }])
  }
  return Object.fromEntries(STORM.map((name) => [name, rate / STORM.length]))
}

const isFault = (name: string): name is StubFault => Object.hasOwn(STUB_FAULTS, name)

const isRate = (text: string): boolean => /^\d*\.?\d+$/.test(text) && Number(text) <= 1

function tooMany(rates: FaultRates, file: string): Problem[] {
  const sum = Object.values(rates).reduce((a, b) => a + b, 0)
  if (sum <= 1 + 1e-9) return []
  const message = 'The rates add up to more than 1: a call has one fault at most.'
  return [{ file, message, found: String(sum), expected: 'at most 1' }]
}

/** Which fault a call gets; undefined for none. The words decide: the same words, the same fault. */
export function drawFault(
  rates: FaultRates,
  call: { readonly provider: ProviderName; readonly stream: boolean },
  ...words: readonly (string | number)[]
): StubFault | undefined {
  let left = randomOf('fault', ...words).unit()
  for (const name of STUB_FAULT_NAMES) {
    const rate = rates[name] ?? 0
    if (left < rate) return fits(STUB_FAULTS[name], call) ? name : undefined
    left -= rate
  }
  return undefined
}

const fits = (
  { providers, streamed }: Entry,
  call: { readonly provider: ProviderName; readonly stream: boolean },
): boolean => (providers?.includes(call.provider) ?? true) && (call.stream || !streamed)
