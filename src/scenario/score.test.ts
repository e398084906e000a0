/** What an end is worth where parties can leave, be outvoted, or get a bonus. */
import { describe, expect, test } from 'vitest'
import { scenarioOf } from '../../test/support/packs.ts'
import { exactText } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import { makeGame } from './game.ts'
import { acceptsOf, belowReservation, scoreEnd } from './score.ts'

const pack = (protocol: string): string => `format: 1
id: bridge
situation: a bridge
issues: [{ id: Site, type: choice, options: [hill, shore] }]
parties:
  - { id: ann, label: Ann, reservation: 1.5, points: { Site: { hill: 10, shore: 1 } } }
  - { id: bob, label: Bob, reservation: 2, threshold: 2.25, points: { Site: { hill: 2.25, shore: 2 } } }
  - { id: cid, label: Cid, reservation: 3, points: { Site: { hill: 1, shore: 7 } } }
protocol: { type: package-votes${protocol} }
`
const PLAIN = scenarioOf(pack(''))
const deal = (more: object = {}): End => ({
  kind: 'agreement',
  offer: 'P1',
  by: 'ann',
  turn: 3,
  outcome: [0],
  ...more,
})
const points = (scenario: typeof PLAIN, end: End): string[] =>
  Object.values(scoreEnd(scenario, end)!).map(exactText)

describe('the points of an end', () => {
  test('are the deal’s for those whom it binds, and reservation values for those who had left', () => {
    expect(points(PLAIN, deal())).toEqual(['10', '2.25', '1'])
    expect(points(PLAIN, deal({ parties: ['ann', 'bob'] }))).toEqual(['10', '2.25', '3'])
    expect(points(PLAIN, { kind: 'no-agreement', reason: 'veto-walked', turn: 2 })).toEqual(['1.5', '2', '3'])
    expect(scoreEnd(PLAIN, { kind: 'interrupted', reason: 'absent', turn: 2 })).toBeUndefined()
  })

  test('are the deal’s also for a party that was outvoted', () => {
    const end = deal({ supporters: ['ann', 'bob'] })
    expect(points(PLAIN, end)).toEqual(['10', '2.25', '1'])
    expect(belowReservation(PLAIN, scoreEnd(PLAIN, end)!)).toEqual(['cid'])
  })

  test('a bonus for unanimity is added exactly where everybody supported it', () => {
    const all = scenarioOf(pack(', accept: all-but-one, unanimity_bonus: { points: 0.1 }'))
    expect(points(all, deal())).toEqual(['10.1', '2.35', '1.1'])
    expect(points(all, deal({ supporters: ['ann', 'bob'] }))).toEqual(['10', '2.25', '1'])
    expect(points(all, deal({ parties: ['ann', 'bob'] }))).toEqual(['10', '2.25', '3'])
    const one = scenarioOf(pack(', unanimity_bonus: { points: 10, to: [bob] }'))
    expect(points(one, deal())).toEqual(['10', '12.25', '1'])
  })
})

test('a threshold is met at or above', () => {
  const accepts = acceptsOf(PLAIN)
  expect(['ann', 'bob', 'cid'].map((seat) => accepts(seat, [0]))).toEqual([true, true, false])
  expect(['ann', 'bob', 'cid'].map((seat) => accepts(seat, [1]))).toEqual([false, false, true])
})

test('score sheets decide where the scenario says so, and a bonus makes a round the measure', () => {
  const play = (protocol: string): End | undefined => {
    const game = makeGame(scenarioOf(pack(protocol)))
    const start = game.protocol.start(game.config)
    const state = game.protocol.apply(start, 'ann', { action: 'propose', outcome: [0], message: '' })
    return game.protocol.outcome(state)
  }
  expect(play(', agreement: sheets')).toBeUndefined()
  expect(play(', agreement: sheets, accept: all-but-one')).toMatchObject({ supporters: ['ann', 'bob'] })
  expect(play(', agreement: sheets, accept: all-but-one, unanimity_bonus: { points: 1 }')).toBeUndefined()
})
