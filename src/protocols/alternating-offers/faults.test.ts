/** Every fault code reached by a reply's text, and what a negotiator is then told. */
import { describe, expect, test } from 'vitest'
import { DAYS, DELIVERY, game, PRICE, readAs } from '../../../test/support/offers.ts'
import { FAULT_CODES, FAULTS, type FaultCode, repairText } from '../faults.ts'
import { alternatingOffers as machine, type State, type Submission, type View } from './index.ts'

const WEIGHT = { ...PRICE, id: 'weight', min: -50, max: 50, decimals: 1 } as const
const config = game([PRICE, DAYS, DELIVERY, WEIGHT], { message_words: 5 })
const terms = (changes: string): string => {
  const base = { price: '62.5', days: '3', delivery: '"late"', weight: '0' }
  const all = { ...base, ...JSON.parse(changes) } as Record<string, string | null>
  const fields = Object.entries(all).flatMap(([id, value]) => (value === null ? [] : [`"${id}": ${value}`]))
  return `{"action": "OFFER", "terms": {${fields.join(', ')}}}`
}
const move = (action: Submission['action'], offer = 'O1'): Submission => {
  if (action === 'OFFER') return { action, outcome: [6250, 3, 1, 0], message: '' }
  return action === 'ACCEPT' ? { action, offer, message: '' } : { action, message: '' }
}

/** A state after some moves, the sides in turn. */
function after(...moves: Submission['action'][]): State {
  return moves.reduce(
    (state, action) => machine.apply(state, machine.actor(state)!, move(action)),
    machine.start(config),
  )
}

const seen = (state: State): View => machine.view(state, machine.actor(state)!)
const FRESH = after()
const OFFERED = after('OFFER')
const OWN = after('OFFER', 'NONE')
const FINAL = [...Array(11)].reduce(
  (state) => machine.apply(state, machine.actor(state)!, move('NONE')),
  FRESH,
)
const LAST = machine.apply(FINAL, 'seller', move('OFFER'))

const CASES: readonly [FaultCode, text: string, repair: string, state?: State, strict?: boolean][] = [
  ['empty', '', 'The reply was empty.'],
  ['empty', ' \n\u00a0\ufeff', 'The reply was empty.'],
  [
    'bad-unicode',
    '{"action": "NONE", "message": "\ud83d"}',
    'The reply holds half a character (a lone surrogate), which is not valid text.',
  ],
  [
    'bad-unicode',
    '{"action": "NONE", "message": "\\ud83d"}',
    'The reply holds half a character (a lone surrogate), which is not valid text.',
  ],
  [
    'fenced',
    '```json\n{"action": "NONE"}\n```',
    'The reply stood in a code fence; only the bare JSON object is allowed.',
    FRESH,
    true,
  ],
  [
    'text-around',
    'Here is my move: {"action": "NONE"}',
    'There was text before the JSON object; the reply must be one object and nothing else.',
  ],
  [
    'text-around',
    '{"action": "NONE"} I hope this helps.',
    'There was text after the JSON object; the reply must be one object and nothing else.',
  ],
  [
    'broken-off',
    '{"action": "OFFER", "terms": {"pri',
    'The reply breaks off before its JSON object is complete.',
  ],
  ['not-json', 'I accept your offer.', 'The reply is not valid JSON: it must begin with {.'],
  [
    'not-json',
    '{"action": NONE}',
    "The reply is not valid JSON: 'N' in line 1, character 12 does not belong there.",
  ],
  [
    'not-json',
    '{"action": "NONE",\n "message": "a\nb"}',
    'The reply is not valid JSON: U+000A in line 2, character 15 must be written with a backslash.',
  ],
  [
    'duplicate-key',
    '{"action": "NONE", "action": "NONE"}',
    'The key "action" stands twice in one object, so it is unclear which one counts.',
  ],
  ['too-deep', '['.repeat(100_000), 'The reply is nested too deeply; no move needs more than 16 levels.'],
  ['not-object', '[1]', 'The reply must be one JSON object; it was a list.'],
  ['not-object', '"NONE"', 'The reply must be one JSON object; it was "NONE".'],
  ['not-object', '62.0', 'The reply must be one JSON object; it was 62.0.'],
  ['not-object', 'null', 'The reply must be one JSON object; it was null.'],
  [
    'unknown-field',
    '{"action": "NONE", "thoughts": "hm"}',
    'The object has the field "thoughts", which is not asked for; its fields are action, offer_id, terms, message.',
  ],
  [
    'unknown-field',
    '{"action": "NONE", "__proto__": {"action": "ACCEPT"}}',
    'The object has the field "__proto__", which is not asked for; its fields are action, offer_id, terms, message.',
  ],
  ['unknown-action', '{}', '"action" was null; on this turn it must be OFFER, ACCEPT or NONE.'],
  [
    'unknown-action',
    '{"action": "offer"}',
    '"action" was "offer"; on this turn it must be OFFER, ACCEPT or NONE.',
  ],
  [
    'unknown-action',
    '{"action": "PASS"}',
    '"action" was "PASS"; on this turn it must be OFFER, ACCEPT or NONE.',
  ],
  [
    'unknown-action',
    '{"action": "NONE"}',
    '"action" was "NONE"; on this turn it must be ACCEPT or END.',
    LAST,
  ],
  [
    'unknown-action',
    '{"action": "END"}',
    '"action" was "END"; on this turn it must be OFFER, ACCEPT or NONE.',
  ],
  [
    'message-not-text',
    '{"action": "NONE", "message": ["a"]}',
    '"message" was a list; it must be text in quotes.',
  ],
  [
    'message-too-long',
    '{"action": "NONE", "message": "one two three four five six"}',
    'The message is 6 words long; at most 5 are allowed.',
  ],
  [
    'message-too-long',
    '{"action": "NONE", "message": "a\\u00a0b\\u3000c\\td\\ne\\u2003f"}',
    'The message is 6 words long; at most 5 are allowed.',
  ],
  [
    'terms-missing',
    '{"action": "OFFER"}',
    'An OFFER gives a value for every term in "terms" (price, days, delivery, weight); "terms" was null.',
  ],
  [
    'terms-missing',
    '{"action": "OFFER", "terms": [62.5, 3]}',
    'An OFFER gives a value for every term in "terms" (price, days, delivery, weight); "terms" was a list.',
  ],
  [
    'term-missing',
    terms('{"price": null, "delivery": null}'),
    'The offer leaves out price and delivery; it must give a value for every term.',
  ],
  [
    'term-unknown',
    terms('{"colour": "1"}'),
    '"terms" names "colour", which is not negotiated; the terms are price, days, delivery, weight.',
  ],
  [
    'term-unknown',
    '{"action": "OFFER", "terms": {"__proto__": {"price": 62}}}',
    '"terms" names "__proto__", which is not negotiated; the terms are price, days, delivery, weight.',
  ],
  [
    'term-not-number',
    terms('{"price": "\\"62.50\\""}'),
    'price was "62.50"; it must be a number without quotes.',
  ],
  ['term-not-number', terms('{"days": "null"}'), 'days was null; it must be a number without quotes.'],
  ['term-out-of-range', terms('{"price": "59.99"}'), 'price was 59.99; it must lie between 60.00 and 70.00.'],
  [
    'term-out-of-range',
    terms('{"price": "70.001"}'),
    'price was 70.001; it must lie between 60.00 and 70.00.',
  ],
  ['term-out-of-range', terms('{"price": "-62"}'), 'price was -62; it must lie between 60.00 and 70.00.'],
  [
    'term-out-of-range',
    terms('{"price": "1e999999999"}'),
    'price was 1e999999999; it must lie between 60.00 and 70.00.',
  ],
  [
    'term-out-of-range',
    terms('{"price": "1e-999999999"}'),
    'price was 1e-999999999; it must lie between 60.00 and 70.00.',
  ],
  ['term-out-of-range', terms('{"weight": "-5.01"}'), 'weight was -5.01; it must lie between -5.0 and 5.0.'],
  ['term-too-fine', terms('{"price": "62.005"}'), 'price was 62.005; it may have at most 2 decimal places.'],
  ['term-too-fine', terms('{"days": "3.5"}'), 'days was 3.5; it may have no decimal places.'],
  [
    'term-too-fine',
    terms('{"weight": "-1e-999999999"}'),
    'weight was -1e-999999999; it may have at most 1 decimal place.',
  ],
  ['term-off-step', terms('{"days": "4"}'), 'days was 4; from 1 on it goes in steps of 2.'],
  [
    'term-unknown-option',
    terms('{"delivery": "\\"Late\\""}'),
    'delivery was "Late"; it must be one of "early", "late".',
  ],
  ['term-unknown-option', terms('{"delivery": "1"}'), 'delivery was 1; it must be one of "early", "late".'],
  [
    'terms-not-null',
    '{"action": "NONE", "terms": {}}',
    '"terms" must be null with NONE; only an OFFER has terms.',
  ],
  [
    'offer-id-not-null',
    '{"action": "NONE", "offer_id": "O1"}',
    '"offer_id" must be null with NONE; only an ACCEPT names an offer.',
  ],
  [
    'no-standing-offer',
    '{"action": "ACCEPT", "offer_id": "O1"}',
    'The other side has no standing offer, so there is nothing to accept.',
  ],
  [
    'no-standing-offer',
    '{"action": "ACCEPT", "offer_id": "O2"}',
    'The other side has no standing offer, so there is nothing to accept.',
    OWN,
  ],
  [
    'own-offer',
    '{"action": "ACCEPT", "offer_id": "O1"}',
    'O1 is your own offer; only the other side can accept it.',
    OWN,
  ],
  [
    'wrong-offer-id',
    '{"action": "ACCEPT", "offer_id": "O2"}',
    '"offer_id" was "O2"; the only offer that can be accepted is O1.',
    OFFERED,
  ],
  [
    'wrong-offer-id',
    '{"action": "ACCEPT", "offer_id": 1}',
    '"offer_id" was 1; the only offer that can be accepted is O1.',
    OFFERED,
  ],
  [
    'wrong-offer-id',
    '{"action": "ACCEPT"}',
    '"offer_id" was null; the only offer that can be accepted is O1.',
    OFFERED,
  ],
]

describe('every fault', () => {
  const named = CASES.map((each) => [each[0], each[1].slice(0, 60), each] as const)
  test.each(named)('%s: %s', (code, _start, [, text, repair, state = FRESH, strict = false]) => {
    const view = seen(state)
    const checked = readAs(text, { ...view, config: { ...view.config, strict } })
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(repairText(checked.fault)).toBe(repair)
    expect(checked.fault.code).toBe(code)
    // Told, the fault asks for a repair; told again, the turn is spent and nobody chose that.
    const once = machine.fault(state, view.seat, checked.fault)
    expect(seen(once)).toMatchObject({ seat: view.seat, turn: view.turn, repair: 1, fault: checked.fault })
    expect(machine.ask(seen(once)).template).toBe('repair')
    const twice = machine.fault(once, view.seat, checked.fault)
    expect(twice.record.at(-1)).toMatchObject({ action: 'PASS', seat: view.seat, message: '' })
  })

  test('has a reply above that reaches it', () => {
    // These are other protocols' alone.
    expect(FAULT_CODES.filter((code) => !CASES.some(([reached]) => reached === code))).toEqual([
      'too-many-sentences',
      'too-few-sentences',
      'bullets',
      'stage-direction',
      'chat-off',
      'scratchpad-not-text',
      'package-missing',
      'incomplete-package',
      'unknown-issue',
      'unknown-option',
      'deal-not-null',
      'vote-id-not-null',
      'field-missing',
      'field-not-boolean',
      'field-not-text',
      'field-unknown-option',
      'field-not-number',
      'field-out-of-range',
      'agreed-without-kind',
      'no-live-offer',
    ])
  })

  test('says whether the text could be read or the move is not allowed', () => {
    expect(FAULT_CODES.filter((code) => FAULTS[code].kind === 'unreadable')).toEqual([
      'empty',
      'bad-unicode',
      'fenced',
      'text-around',
      'broken-off',
      'not-json',
      'duplicate-key',
      'too-deep',
      'not-object',
    ])
    const texts = Object.values(FAULTS).map((entry) => entry.repair)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('is told in a short text even where the reply was long', () => {
    const long = JSON.stringify({ action: '🙂'.repeat(100_000) })
    const checked = readAs(long, seen(FRESH))
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(repairText(checked.fault).length).toBeLessThan(300)
    expect(repairText(checked.fault).isWellFormed()).toBe(true)
  })
})
