/** Every fault of package votes reached by a reply's text, and what a negotiator is then told. */
import { describe, expect, test } from 'vitest'
import { playVotes, readVote, votesGame } from '../../../test/support/package-votes.ts'
import { FAULT_CODES, type FaultCode, repairText } from '../faults.ts'
import { packageVotes as machine, type State, type View } from './index.ts'

const config = votesGame({ message_words: 5, scratchpad: true })
const seen = (state: State): View => machine.view(state, machine.actor(state)!)
const FRESH = machine.start(config)
const OFFERED = playVotes(config, 'p00')
const TWO = playVotes(config, 'p00 p11')
const KILLED = playVotes(votesGame({ reject_kills: true }), 'p00 -P1')
const QUIET = machine.start(votesGame({ chat: false }))
const STRICT = machine.start(votesGame({ strict: true }))
const BARE = machine.start(votesGame())
const FINAL = playVotes(votesGame({ rounds: 1, final_proposer: 'ann' }), 'p00')
const SHEETS = machine.start(votesGame({ agreement: 'sheets' }, { accepts: () => false }))
const deal = (text: string): string => `{"action": "propose", "deal": ${text}}`

const CASES: readonly [FaultCode, text: string, repair: string, state?: State][] = [
  ['empty', ' ', 'The reply was empty.'],
  [
    'bad-unicode',
    '{"message": "\\ud83d"}',
    'The reply holds half a character (a lone surrogate), which is not valid text.',
  ],
  [
    'fenced',
    '```json\n{"action": "none"}\n```',
    'The reply stood in a code fence; only the bare JSON object is allowed.',
    STRICT,
  ],
  [
    'text-around',
    'I propose: {"action": "none"}',
    'There was text before the JSON object; the reply must be one object and nothing else.',
  ],
  [
    'text-around',
    '```json\n{"action": "none"}\n```\nThank you.',
    'There was text before the JSON object; the reply must be one object and nothing else.',
  ],
  ['broken-off', '{"action": "prop', 'The reply breaks off before its JSON object is complete.'],
  ['not-json', 'I accept.', 'The reply is not valid JSON: it must begin with {.'],
  [
    'duplicate-key',
    '{"action": "none", "action": "walk"}',
    'The key "action" stands twice in one object, so it is unclear which one counts.',
  ],
  ['too-deep', '['.repeat(100), 'The reply is nested too deeply; no move needs more than 16 levels.'],
  ['not-object', '["accept", "P1"]', 'The reply must be one JSON object; it was a list.'],
  [
    'unknown-field',
    '{"action": "none", "thoughts": "hm"}',
    'The object has the field "thoughts", which is not asked for; its fields are scratchpad, message, action, deal, offer_id.',
  ],
  [
    'unknown-field',
    '{"action": "none", "scratchpad": "hm"}',
    'The object has the field "scratchpad", which is not asked for; its fields are message, action, deal, offer_id.',
    BARE,
  ],
  [
    'unknown-action',
    '{"action": "Propose"}',
    '"action" was "Propose"; on this turn it must be propose, accept, reject, walk or none.',
  ],
  [
    'unknown-action',
    '{"action": {"propose": 1}}',
    '"action" was an object; on this turn it must be propose, accept, reject, walk or none.',
  ],
  [
    'unknown-action',
    deal('{"Site": "hill", "Pace": "slow"}'),
    '"action" was "propose"; on this turn it must be accept, reject, walk or none.',
    FINAL,
  ],
  [
    'unknown-action',
    '{"action": "accept", "offer_id": "P1"}',
    '"action" was "accept"; on this turn it must be propose, walk or none.',
    SHEETS,
  ],
  ['message-not-text', '{"message": 7}', '"message" was 7; it must be text in quotes.'],
  [
    'message-too-long',
    '{"message": "one two three four five six"}',
    'The message is 6 words long; at most 5 are allowed.',
  ],
  [
    'chat-off',
    '{"message": "Hello.", "action": "none"}',
    'Nobody speaks at this table, so nobody was given your message; "message" must be left out.',
    QUIET,
  ],
  [
    'scratchpad-not-text',
    '{"scratchpad": 31337}',
    '"scratchpad" was no text; it must be text in quotes, or be left out.',
  ],
  [
    'package-missing',
    '{"action": "propose"}',
    'To propose, give a whole package in "deal", an option for every issue (Site, Pace); "deal" was null.',
  ],
  [
    'package-missing',
    deal('"hill, slow"'),
    'To propose, give a whole package in "deal", an option for every issue (Site, Pace); "deal" was "hill, slow".',
  ],
  [
    'incomplete-package',
    deal('{"Site": "hill"}'),
    'Incomplete package: "deal" says nothing of Pace; it must name an option for every issue.',
  ],
  [
    'incomplete-package',
    deal('{"Site": null}'),
    'Incomplete package: "deal" says nothing of Site and Pace; it must name an option for every issue.',
  ],
  [
    'unknown-issue',
    deal('{"Site": "hill", "Pace": "slow", "Colour": "red"}'),
    'Unknown issue: "deal" names "Colour", which is not on the table; the issues are Site, Pace.',
  ],
  [
    'unknown-issue',
    deal('{"Site": "hill", "pace": "slow"}'),
    'Unknown issue: "deal" names "pace", which is not on the table; the issues are Site, Pace.',
  ],
  [
    'unknown-option',
    deal('{"Site": "Hill", "Pace": "slow"}'),
    'Unknown option: Site was "Hill"; its options are "hill", "shore", "valley".',
  ],
  [
    'unknown-option',
    deal('{"Site": "moon"}'),
    'Unknown option: Site was "moon"; its options are "hill", "shore", "valley".',
  ],
  [
    'unknown-option',
    deal('{"Site": ["hill"], "Pace": "slow"}'),
    'Unknown option: Site was a list; its options are "hill", "shore", "valley".',
  ],
  [
    'deal-not-null',
    '{"action": "accept", "offer_id": "P1", "deal": {"Site": "hill"}}',
    'Only "propose" has a "deal"; with accept it must be left out.',
    OFFERED,
  ],
  [
    'deal-not-null',
    '{"deal": {"Site": "hill", "Pace": "slow"}}',
    'Only "propose" has a "deal"; with none it must be left out.',
  ],
  [
    'vote-id-not-null',
    '{"action": "walk", "offer_id": "P1"}',
    'Only "accept" and "reject" have an "offer_id"; with walk it must be left out.',
    OFFERED,
  ],
  [
    'no-live-offer',
    '{"action": "accept", "offer_id": "P1"}',
    'No such live offer: "offer_id" was "P1"; no offer is on the table.',
  ],
  [
    'no-live-offer',
    '{"action": "reject"}',
    'No such live offer: "offer_id" was null; the only live offer is P1.',
    OFFERED,
  ],
  [
    'no-live-offer',
    '{"action": "accept", "offer_id": "p1"}',
    'No such live offer: "offer_id" was "p1"; the live offers are P1, P2.',
    TWO,
  ],
  [
    'no-live-offer',
    '{"action": "accept", "offer_id": 1}',
    'No such live offer: "offer_id" was 1; the live offers are P1, P2.',
    TWO,
  ],
  [
    'no-live-offer',
    '{"action": "accept", "offer_id": "P1"}',
    'No such live offer: "offer_id" was "P1"; no offer is on the table.',
    KILLED,
  ],
]

describe('every fault', () => {
  const named = CASES.map((each) => [each[0], each[1].slice(0, 60), each] as const)
  test.each(named)('%s: %s', (code, _start, [, text, repair, state = FRESH]) => {
    const view = seen(state)
    const checked = readVote(text, view)
    expect(checked.ok).toBe(false)
    if (checked.ok) return
    expect(repairText(checked.fault)).toBe(repair)
    expect(checked.fault.code).toBe(code)
    // Told, the fault asks for a repair and does nothing else; told again, the turn is spent.
    const once = machine.fault(state, view.seat, checked.fault)
    expect(seen(once)).toMatchObject({ seat: view.seat, turn: view.turn, repair: 1, fault: checked.fault })
    expect(once.live).toBe(state.live)
    expect(machine.ask(seen(once)).template).toBe('repair')
    const twice = machine.fault(once, view.seat, checked.fault)
    expect(twice.record.at(-1)).toMatchObject({ action: 'PASS', seat: view.seat, message: '' })
    expect(twice.live).toEqual(state.live)
  })

  test('has a reply above that reaches it, but for those of offers with terms and of talk', () => {
    const unreached = FAULT_CODES.filter((code) => !CASES.some(([reached]) => reached === code))
    expect(
      unreached.filter(
        (code) =>
          !/^terms?-|offer|sentences$|^field-|^(bullets|stage-direction|agreed-without-kind)$/.test(code),
      ),
    ).toEqual([])
    expect(unreached).not.toContain('no-live-offer')
  })

  test('of a scratchpad tells nothing of what it holds', () => {
    for (const value of ['31337', '["31337"]', '{"31337": 1}']) {
      const checked = readVote(`{"scratchpad": ${value}}`, seen(FRESH))
      expect(JSON.stringify(checked)).not.toContain('31337')
    }
  })
})

describe('what is written in another way but right', () => {
  const none = { action: 'none', message: '' }
  test.each<[string, object, State?]>([
    ['{}', none],
    ['{"message": "Hm."}', { ...none, message: 'Hm.' }],
    ['{"action": null, "deal": null, "offer_id": null, "message": null, "scratchpad": null}', none],
    ['```json\n{"action": "none"}\n```', none],
    ['{"message": "", "action": "none"}', none, QUIET],
    ['{"message": null, "action": "none"}', none, QUIET],
    [deal('{"Pace": "fast", "Site": "shore"}'), { action: 'propose', outcome: [1, 1], message: '' }],
    [
      '{"action": "accept", "offer_id": "P1", "deal": null, "scratchpad": "hm"}',
      { action: 'accept', offer: 'P1', message: '', scratchpad: 'hm' },
      OFFERED,
    ],
  ])('%s', (text, submission, state = FRESH) => {
    expect(readVote(text, seen(state))).toEqual({ ok: true, submission })
  })

  test('options that look like numbers may stand without quotes', () => {
    const issue = { type: 'choice', id: 'Share', options: ['10', '12.50'] } as const
    const state = machine.start(votesGame({}, { issues: [issue] }))
    for (const written of ['12.50', '"12.50"']) {
      const checked = readVote(deal(`{"Share": ${written}}`), seen(state))
      expect(checked).toMatchObject({ ok: true, submission: { outcome: [1] } })
    }
    expect(readVote(deal('{"Share": 12.5}'), seen(state))).toMatchObject({ ok: false })
  })
})

describe('a repair that changed the package', () => {
  const mended = (first: string, then: string, state = OFFERED): boolean | undefined => {
    const view = seen(state)
    const bad = readVote(first, view)
    if (bad.ok) throw new Error('no fault')
    const faulty = machine.fault(state, view.seat, bad.fault)
    const good = readVote(then, seen(faulty))
    if (!good.ok) throw new Error(good.fault.code)
    return machine.apply(faulty, view.seat, good.submission).repairs.at(-1)?.changedTerms
  }
  const long = '"message": "a b c d e f"'
  test.each<[string, boolean, string, string]>([
    [
      'the same package, fewer words',
      false,
      `{${long}, "action": "propose", "deal": {"Site": "hill", "Pace": "fast"}}`,
      deal('{"Site": "hill", "Pace": "fast"}'),
    ],
    ['an issue added', false, deal('{"Site": "hill"}'), deal('{"Site": "hill", "Pace": "fast"}')],
    [
      'another option',
      true,
      deal('{"Site": "moon", "Pace": "fast"}'),
      deal('{"Site": "hill", "Pace": "fast"}'),
    ],
    ['a proposal given up', true, deal('{"Site": "hill"}'), '{"action": "none"}'],
    [
      'an acceptance of what it proposed',
      false,
      deal('{"Site": "hill", "Pace": "slow", "x": 1}'),
      '{"action": "accept", "offer_id": "P1"}',
    ],
    [
      'an unknown id, then the right one',
      false,
      '{"action": "accept", "offer_id": "P9"}',
      '{"action": "accept", "offer_id": "P1"}',
    ],
    [
      'a rejection became an acceptance',
      true,
      `{${long}, "action": "reject", "offer_id": "P1"}`,
      '{"action": "accept", "offer_id": "P1"}',
    ],
  ])('%s: %s', (_name, expected, first, then) => {
    expect(mended(first, then)).toBe(expected)
  })
})
