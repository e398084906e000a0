/** What follows a fault: repairs, then what the scenario says; and what a repair changed. */
import { describe, expect, test } from 'vitest'
import { DELIVERY, game, PRICE, readAs } from '../../../test/support/offers.ts'
import { alternatingOffers as machine, type State } from './index.ts'

/** Plays replies as they come, faults included. */
const play = (settings: object, ...replies: string[]): State =>
  replies.reduce(
    (state, text) => {
      const seat = machine.actor(state)!
      const checked = readAs(text, machine.view(state, seat))
      return checked.ok
        ? machine.apply(state, seat, checked.submission)
        : machine.fault(state, seat, checked.fault)
    },
    machine.start(game([PRICE, DELIVERY], settings)),
  )

const offer = (price: string, delivery: string, message = ''): string =>
  `{"action": "OFFER", "terms": {"price": ${price}, "delivery": "${delivery}"}, "message": "${message}"}`
const ACCEPT = (id: string, message = ''): string =>
  `{"action": "ACCEPT", "offer_id": "${id}", "message": "${message}"}`
const NONE = '{"action": "NONE"}'
const LONG = 'a b c d'
const SHORT = { message_words: 3 }

describe('what follows when the repairs are used up', () => {
  const cases = [0, 1, 2, 10].flatMap((repairs) =>
    (['pass', 'end', 'interrupt'] as const).map((on) => [repairs, on] as const),
  )
  test.each(cases)('%i repairs, then %s', (repairs_per_turn, on_fault) => {
    const settings = { repairs_per_turn, on_fault }
    const tries = Array.from({ length: repairs_per_turn + 1 }, () => 'hm')
    const mendedAtLast = play(settings, ...tries.slice(1), NONE)
    expect(mendedAtLast.record.slice().map(({ action }) => action)).toEqual(['NONE'])
    expect(mendedAtLast.end).toBeUndefined()
    expect(mendedAtLast.repairs.length).toBe(repairs_per_turn > 0 ? 1 : 0)

    const spent = play(settings, ...tries)
    const [repair] = spent.repairs
    expect(repair).toMatchObject({ turn: 1, seat: 'buyer', mended: false, changedTerms: false })
    expect(repair!.faults.map(({ code }) => code)).toEqual(tries.map(() => 'not-json'))
    const actions = spent.record.slice().map(({ action }) => action)
    if (on_fault === 'pass') {
      expect(actions).toEqual(['PASS'])
      expect(machine.actor(spent)).toBe('seller')
      expect(spent.end).toBeUndefined()
    } else if (on_fault === 'end') {
      expect(actions).toEqual(['PASS'])
      expect(spent.end).toEqual({ kind: 'no-agreement', reason: 'fault', turn: 1 })
    } else {
      expect(actions).toEqual([])
      expect(spent.end).toEqual({ kind: 'interrupted', reason: 'fault', turn: 1 })
    }
  })

  test('a PASS leaves the standing offer as it is, and is no NONE', () => {
    const state = play({ repairs_per_turn: 0 }, offer('62', 'late'), 'hm', NONE, ACCEPT('O1'))
    expect(state.record.slice().map(({ action }) => action)).toEqual(['OFFER', 'PASS', 'NONE', 'ACCEPT'])
    expect(state.end).toMatchObject({ kind: 'agreement', offer: 'O1', by: 'buyer', turn: 4 })
  })

  test('a PASS on the last turn ends it, as does one in the final reply', () => {
    const rules = { turns: 2, repairs_per_turn: 0 }
    expect(play(rules, offer('62', 'late'), 'hm').end).toEqual({
      kind: 'no-agreement',
      reason: 'turns-used',
      turn: 2,
    })
    const final = play(rules, NONE, offer('62', 'late'), NONE)
    expect(final.end).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 3 })
    expect(final.record.at(-1)).toMatchObject({ turn: 3, seat: 'buyer', action: 'PASS' })
  })

  test('faults are kept where the seat then falls silent', () => {
    const state = machine.absent(play({}, 'hm'), 'buyer')
    expect(state.end).toEqual({ kind: 'interrupted', reason: 'absent', turn: 1 })
    expect(state.repairs.slice()).toMatchObject([{ turn: 1, seat: 'buyer', mended: false }])
  })
})

describe('a repair that changed the terms', () => {
  const changed = (...replies: string[]): boolean | undefined =>
    play(SHORT, ...replies).repairs.at(-1)?.changedTerms

  test.each<[string, boolean, string[]]>([
    ['same offer, fewer words', false, [offer('62', 'late', LONG), offer('62.00', 'late')]],
    ['another price, fewer words', true, [offer('62', 'late', LONG), offer('63', 'late')]],
    ['rounded to the allowed decimals', true, [offer('62.005', 'late'), offer('62', 'late')]],
    ['rounded, and another term changed', true, [offer('62.005', 'late'), offer('62.01', 'early')]],
    ['a number out of its quotes', false, [offer('"62"', 'late'), offer('62', 'late')]],
    [
      'a term added that was left out',
      false,
      ['{"action": "OFFER", "terms": {"price": 62}}', offer('62', 'early')],
    ],
    ['a term that was no value at all', false, [offer('[62]', 'late'), offer('69', 'late')]],
    ['an offer withdrawn', true, [offer('62', 'late', LONG), NONE]],
    ['nothing became an offer', true, [`{"action": "NONE", "message": "${LONG}"}`, offer('62', 'late')]],
    ['nothing stayed nothing', false, [`{"action": "NONE", "message": "${LONG}"}`, NONE]],
    [
      'terms beside a NONE that became an offer',
      false,
      ['{"action": "NONE", "terms": {"price": 62}}', offer('62', 'late')],
    ],
    ['unreadable', false, ['hm', offer('62', 'late')]],
    ['fenced prose tells nothing', false, ['Sure: {"action": "NONE"}', offer('62', 'late')]],
    ['the same acceptance, fewer words', false, [offer('62', 'late'), ACCEPT('O1', LONG), ACCEPT('O1')]],
    ['an acceptance became an offer', true, [offer('62', 'late'), ACCEPT('O1', LONG), offer('63', 'late')]],
    [
      'an acceptance became its own terms',
      false,
      [offer('62', 'late'), ACCEPT('O1', LONG), offer('62', 'late')],
    ],
    ['an acceptance of another offer', false, [offer('62', 'late'), ACCEPT('O9'), ACCEPT('O1')]],
  ])('%s: %s', (_name, expected, replies) => {
    expect(changed(...replies)).toBe(expected)
  })

  test('compares with the first try that could be read', () => {
    const state = play(
      { ...SHORT, repairs_per_turn: 3 },
      'hm',
      offer('62', 'late', LONG),
      offer('63', 'late', LONG),
      offer('62', 'late'),
    )
    expect(state.repairs.slice()).toMatchObject([{ mended: true, changedTerms: false }])
    expect(state.repairs.at(0)!.faults.map(({ code }) => code)).toEqual([
      'not-json',
      'message-too-long',
      'message-too-long',
    ])
  })
})
