import { describe, expect, test } from 'vitest'
import { append, emptyLog } from '../../../core/log.ts'
import { UserError } from '../../../core/problem.ts'
import type { Entry, ObserverView, PartyView } from '../../../protocols/free-talk/types.ts'
import type { Brief, Party } from '../../../scenario/types.ts'
import type { Reply } from '../../contract.ts'
import { makeNegotiator, negotiatorSpec, observes, plays, scriptsFor } from '../../registry.ts'
import { ruleObserverProblems } from './observer.ts'
import { Phrases } from './phrases.ts'
import { termsOf } from './terms.ts'

const VARS = { object: 'crate', part_a: 'lithium cells', part_b: 'aluminium casings' }
const party = (id: string): Party => ({
  id,
  label: `Party ${id.toUpperCase()}`,
  name: `Party ${id.toUpperCase()}`,
  about: '',
  veto: false,
  vars: {},
  reservation: {} as Party['reservation'],
  threshold: {} as Party['threshold'],
  sheet: [],
})
const PARTIES = [party('a'), party('b')]
const KINDS = ['integrative_full', 'integrative_partial', 'distributive', 'lopsided', 'none']
const OBSERVER = {
  closes: 'agreement_reached',
  fields: {
    agreement_reached: 'boolean',
    allocation_type: KINDS,
    allocation: 'text',
    rationale: 'text',
    confidence: { min: 0, max: 1 },
  },
} as const
const briefOf = (seat: string, vars: Record<string, string> = VARS): Brief => ({
  seat,
  scenario: 'battery-pack',
  you: party(seat),
  situation: 'a crate',
  vars,
  issues: [],
  parties: PARTIES,
  information: 'private',
  open: [],
  ...(seat === 'observer' ? { observer: OBSERVER } : {}),
})

const textOf = (reply: Reply | Promise<Reply>): string => {
  if ('then' in reply || reply.kind !== 'text') throw new Error('not a text')
  return reply.text
}

type Spec = Parameters<typeof negotiatorSpec.parse>[0]
const sit = (spec: Spec, seat: string, seed: string) =>
  makeNegotiator('x', negotiatorSpec.parse(spec)).sit(briefOf(seat), seed)

/** Plays two talkers with the rule-based observer until it sees an agreement, or to the bound. */
function talk(a: Spec, b: Spec, { turns = 20, seed = 's', after = 0 } = {}) {
  const players = { a: sit(a, 'a', seed), b: sit(b, 'b', seed) }
  const observer = sit({ script: 'rule-observer' }, 'observer', seed)
  let record = emptyLog<Entry>()
  let closed: { turn: number; type: string; allocation: string } | undefined
  const types: string[] = []
  for (let turn = 1; turn <= turns; turn++) {
    if (closed && turn > closed.turn + after) break
    const seat = turn % 2 === 1 ? 'a' : 'b'
    const view = { seat, turn, repair: 0, record, turnsLeft: turns - turn, role: 'party' } as unknown
    const message = textOf(players[seat].reply(view as PartyView))
    record = append(record, { turn, seat, message, action: 'SAY' })
    const seen = { seat: 'observer', turn, repair: 0, record, turnsLeft: turns - turn } as unknown
    const reading = JSON.parse(textOf(observer.reply(seen as ObserverView)))
    types.push(reading.allocation_type)
    if (reading.agreement_reached && !closed)
      closed = { turn, type: reading.allocation_type, allocation: reading.allocation }
  }
  return { closed, types, messages: record.slice().map(({ message }) => message) }
}

describe('scripted talkers', () => {
  test.each([
    ['split-by-part', { script: 'split-by-part' }, { script: 'offer-half' }, 'integrative_full'],
    ['ask-purpose', { script: 'ask-purpose' }, { script: 'ask-purpose' }, 'integrative_full'],
    ['most', { script: 'split-by-part', share: 'most' }, { script: 'ask-purpose' }, 'integrative_partial'],
    ['half', { script: 'offer-half' }, { script: 'offer-half' }, 'distributive'],
    ['whole', { script: 'claim-whole' }, { script: 'hold-out' }, 'lopsided'],
    ['whole, held out from the first turn', { script: 'hold-out' }, { script: 'claim-whole' }, 'lopsided'],
    ['nothing', { script: 'hold-out' }, { script: 'hold-out' }, undefined],
    ['two claims', { script: 'claim-whole' }, { script: 'claim-whole' }, undefined],
  ] as const)('reach every type of the taxonomy: %s', (_, a, b, type) => {
    expect(talk(a, b).closed?.type).toBe(type)
  })

  test('who asks is told, and proposes the split then', () => {
    const { messages, closed } = talk({ script: 'ask-purpose' }, { script: 'ask-purpose' })
    expect(messages[0]).toMatch(/the crate for\?$/)
    expect(messages[1]).toContain('the aluminium casings.')
    expect(messages[2]).toMatch(/all of the lithium cells/)
    expect(closed).toEqual({
      turn: 4,
      type: 'integrative_full',
      allocation: 'Party A takes all of the lithium cells and Party B takes all of the aluminium casings.',
    })
  })

  test('who gets no answer proposes the split after its last question', () => {
    const { messages } = talk({ script: 'ask-purpose', asks: 2 }, { script: 'claim-whole' })
    expect(messages.filter((_, i) => i % 2 === 0).findIndex((text) => text.includes('all of the'))).toBe(2)
  })

  test('keep to what is settled, so that an audit finds it again', () => {
    const { types, closed } = talk({ script: 'split-by-part' }, { script: 'offer-half' }, { after: 8 })
    expect(closed?.turn).toBe(2)
    expect(types.slice(1)).toEqual(Array.from({ length: 9 }, () => 'integrative_full'))
  })

  test('say two to four sentences, by the seed and the turn alone', () => {
    const all = ['a', 'b', 'c'].map(
      (seed) => talk({ script: 'ask-purpose' }, { script: 'hold-out' }, { seed }).messages,
    )
    for (const message of all.flat()) {
      const sentences = message.split(/[.?]/).length - 1
      expect(sentences).toBeGreaterThanOrEqual(2)
      expect(sentences).toBeLessThanOrEqual(4)
    }
    expect(all[0]).toEqual(talk({ script: 'ask-purpose' }, { script: 'hold-out' }, { seed: 'a' }).messages)
    expect(new Set(all.map(String)).size).toBe(3)
  })

  test('need the words that they speak with', () => {
    const bare = () =>
      makeNegotiator('x', negotiatorSpec.parse({ script: 'offer-half' })).sit(briefOf('a', {}), 's')
    expect(bare).toThrow(UserError)
    expect(bare).toThrow(/does not name object, part_a, part_b/)
  })

  test('play free talk alone, and observers no party', () => {
    expect(scriptsFor('free-talk')).toEqual([
      'claim-whole',
      'ask-purpose',
      'split-by-part',
      'offer-half',
      'hold-out',
    ])
    const observer = negotiatorSpec.parse({ script: 'rule-observer' })
    expect([plays(observer, 'free-talk'), observes(observer)]).toEqual([false, true])
    expect(observes(negotiatorSpec.parse({ script: 'hold-out' }))).toBe(false)
  })
})

describe('the rule-based observer', () => {
  const phrases = new Phrases(termsOf({ id: 'x', vars: VARS, parties: PARTIES }))
  const read = (...said: [seat: string, message: string][]) => {
    let record = emptyLog<Entry>()
    for (const [i, [seat, message]] of said.entries())
      record = append(record, { turn: i + 1, seat, message, action: message === '' ? 'PASS' : 'SAY' })
    const view = { seat: 'observer', turn: said.length, repair: 0, record, turnsLeft: 9 } as unknown
    return JSON.parse(textOf(sit({ script: 'rule-observer' }, 'observer', 's').reply(view as ObserverView)))
  }

  test('reads every phrase of each seat, and nothing that has another word in it', () => {
    expect(phrases.read('a', `${phrases.say('a', 'tell', 0)} ${phrases.say('a', 'parts', 1)}`)).toEqual([
      'tell',
      'parts',
    ])
    expect(phrases.read('b', phrases.say('a', 'tell', 0))).toBeUndefined()
    expect(phrases.read('a', `${phrases.say('a', 'accept', 0)} Or not.`)).toBeUndefined()
  })

  test('reports words that it cannot read as no agreement seen', () => {
    const reading = read(['a', phrases.say('a', 'half', 0)], ['b', 'Deal, halves it is!'])
    expect(reading).toMatchObject({ agreement_reached: false, allocation_type: 'none', confidence: 0 })
    expect(reading.rationale).toMatch(/^Rule-based observer: .* no agreement was seen\.$/)
  })

  test('takes no yes to what was said before unread words, to nothing, or to oneself', () => {
    const [half, yes] = [phrases.say('a', 'half', 0), phrases.say('b', 'accept', 0)]
    expect(read(['a', half], ['b', 'Hm.'], ['a', ''], ['b', yes]).agreement_reached).toBe(false)
    expect(read(['a', phrases.say('a', 'hold', 0)], ['b', yes]).agreement_reached).toBe(false)
    expect(read(['a', half], ['b', ''], ['a', phrases.say('a', 'accept', 0)]).agreement_reached).toBe(false)
    expect(read(['a', half], ['b', yes])).toMatchObject({
      agreement_reached: true,
      allocation_type: 'distributive',
    })
  })

  test('needs a list of the kinds that it tells apart', () => {
    const source = { id: 'x', vars: VARS, parties: PARTIES }
    expect(ruleObserverProblems({ ...source, observer: OBSERVER }, 'x')).toEqual([])
    const [problem] = ruleObserverProblems(
      { ...source, observer: { fields: { agreed: 'boolean', kind: ['yes', 'none'] } } },
      'x',
    )
    expect(problem?.message).toMatch(/has integrative_full, integrative_partial, distributive, lopsided\.$/)
    expect(ruleObserverProblems(source, 'x')[0]?.message).toMatch(/nothing of what an observer reports/)
  })
})
