/** Every fault of free talk reached by a reply's text, and what a negotiator is then told. */
import { describe, expect, test } from 'vitest'
import { ODD, readTalk, talk, talkGame, YES } from '../../../test/support/talk.ts'
import { FAULT_CODES, type FaultCode, repairText } from '../faults.ts'
import { freeTalk as machine, type State, type View } from './index.ts'

const config = talkGame({
  message: { words: 8, sentences: { min: 2, max: 3 }, bullets: false, stage_directions: false },
})
const seen = (state: State): View => machine.view(state, machine.actor(state)!)
const SPEAKS = machine.start(config)
const READS = talk(talkGame(), 'ww')

const CASES: readonly [FaultCode, text: string, repair: string, state?: State][] = [
  ['empty', ' ', 'The reply was empty.'],
  ['empty', '', 'The reply was empty.', READS],
  ['bad-unicode', '\ud83d', 'The reply holds half a character (a lone surrogate), which is not valid text.'],
  [
    'bad-unicode',
    YES.replace('each', '\\ud83d'),
    'The reply holds half a character (a lone surrogate), which is not valid text.',
    READS,
  ],
  [
    'message-too-long',
    'One two three. Four five six seven eight nine.',
    'The message is 9 words long; at most 8 are allowed.',
  ],
  ['too-many-sentences', 'Yes! Yes! Yes! Yes!', 'The message has 4 sentences; at most 3 are allowed.'],
  ['too-few-sentences', 'Yes!', 'The message has 1 sentences; at least 2 are asked for.'],
  [
    'bullets',
    'So!\n- The peel.\n- Or not.',
    'The message holds a list ("- The peel."); only plain sentences are allowed, without bullets or numbers.',
  ],
  [
    'stage-direction',
    '*nods* Yes! I see.',
    'The message holds a stage direction ("*nods*"); only what is said aloud is allowed.',
  ],
  [
    'text-around',
    `Here it is: ${YES}`,
    'There was text before the JSON object; the reply must be one object and nothing else.',
    READS,
  ],
  [
    'broken-off',
    '{"agreed": true, "kind":',
    'The reply breaks off before its JSON object is complete.',
    READS,
  ],
  ['not-json', 'They agree.', 'The reply is not valid JSON: it must begin with {.', READS],
  [
    'duplicate-key',
    '{"agreed": true, "agreed": false}',
    'The key "agreed" stands twice in one object, so it is unclear which one counts.',
    READS,
  ],
  ['too-deep', '['.repeat(100), 'The reply is nested too deeply; no move needs more than 16 levels.', READS],
  ['not-object', '[true]', 'The reply must be one JSON object; it was a list.', READS],
  [
    'unknown-field',
    YES.replace('who', 'whom'),
    'The object has the field "whom", which is not asked for; its fields are agreed, kind, who, sure.',
    READS,
  ],
  [
    'field-missing',
    '{"agreed": false, "kind": "none"}',
    'The reading leaves out who, sure; it must give every field.',
    READS,
  ],
  [
    'field-not-boolean',
    YES.replace('true', '"yes"'),
    '"agreed" was "yes"; it must be true or false, without quotes.',
    READS,
  ],
  [
    'field-not-text',
    YES.replace('"each a part"', 'null'),
    '"who" was null; it must be text in quotes.',
    READS,
  ],
  [
    'field-unknown-option',
    YES.replace('"full"', '"fully"'),
    '"kind" was "fully"; it must be one of "full", "half", "none".',
    READS,
  ],
  [
    'field-not-number',
    YES.replace('0.9', '"high"'),
    '"sure" was "high"; it must be a number without quotes.',
    READS,
  ],
  ['field-out-of-range', YES.replace('0.9', '1.01'), '"sure" was 1.01; it must lie between 0 and 1.', READS],
  [
    'field-out-of-range',
    YES.replace('0.9', '1e999'),
    '"sure" was 1e999; it must lie between 0 and 1.',
    READS,
  ],
  [
    'agreed-without-kind',
    ODD,
    '"agreed" was true and "kind" was "none"; what was agreed is of one of the other kinds, and what was not agreed is not true.',
    READS,
  ],
]

describe('a reply that is not allowed', () => {
  test.each(CASES)('%s: %j', (code, text, repair, state = SPEAKS) => {
    const view = seen(state)
    const checked = readTalk(text, view)
    expect(checked).toMatchObject({ ok: false, fault: { code } })
    if (checked.ok) return
    expect(repairText(checked.fault)).toBe(repair)
    const once = machine.fault(state, view.seat, checked.fault)
    expect(seen(once)).toMatchObject({ seat: view.seat, turn: view.turn, repair: 1, fault: checked.fault })
    expect(machine.ask(seen(once)).template).toBe('repair')
    const twice = machine.fault(once, view.seat, checked.fault)
    if (view.role === 'observer') {
      expect(twice.readings.at(-1)).toEqual({ turn: 2, seat: 'observer', missing: code })
      expect(twice.record).toBe(state.record)
    } else expect(twice.record.at(-1)).toMatchObject({ action: 'PASS', seat: 'ann', message: '' })
  })

  test('from a program: words that are none', () => {
    const checked = machine.check({ message: 'Hello.' }, seen(SPEAKS))
    expect(checked).toEqual({
      ok: false,
      fault: { code: 'message-not-text', detail: { found: 'an object' } },
    })
  })

  test('is there for every fault of talk', () => {
    const reached = new Set(CASES.map(([code]) => code))
    const own = FAULT_CODES.filter((code) =>
      /sentences$|^field-|^(bullets|stage-direction|agreed-)/.test(code),
    )
    expect(own.filter((code) => !reached.has(code))).toEqual([])
    expect(own.length).toBe(11)
  })
})

describe('a reply that is allowed', () => {
  test('a reading in a fence, its fields in any order, numbers however they are written', () => {
    const text = '```json\n{"sure": 5e-1, "who": "", "kind": "none", "agreed": false}\n```'
    const checked = readTalk(text, seen(READS))
    expect(checked).toEqual({
      ok: true,
      submission: { action: 'READ', fields: { agreed: false, kind: 'none', who: '', sure: 0.5 } },
    })
    expect(checked.ok && machine.format(checked.submission, seen(READS))).toBe(
      '{"agreed": false, "kind": "none", "who": "", "sure": 0.5}',
    )
  })

  test('words as they stand, JSON and white space included', () => {
    for (const text of ['{"action": "OFFER"}', '```\nWell.\n```', '  Two words \n']) {
      const checked = readTalk(text, seen(machine.start(talkGame())))
      expect(checked).toEqual({ ok: true, submission: { action: 'SAY', message: text } })
    }
  })

  test('has the shape that is asked for', () => {
    expect(machine.ask(seen(SPEAKS))).toMatchObject({ template: 'opening', reply: 'text', schema: {} })
    expect(machine.ask(seen(READS))).toEqual({
      template: 'transcript',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['agreed', 'kind', 'who', 'sure'],
        properties: {
          agreed: { type: 'boolean' },
          kind: { type: 'string', enum: ['full', 'half', 'none'] },
          who: { type: 'string' },
          sure: { type: 'number', description: 'from 0 to 1' },
        },
      },
    })
  })
})
