import { describe, expect, test } from 'vitest'
import { DEAL, eventsOf, none, offer, SILENCE, sampleScenario, stamp } from '../../test/sample-record.ts'
import { exactText } from '../core/rational.ts'
import { makeGame } from '../scenario/game.ts'
import type { NegotiationEvent, Stamped } from './events.ts'
import { kept } from './read.ts'
import { replayNegotiation } from './replay.ts'

const scenario = await sampleScenario()
const game = makeGame(scenario, 'buyer')
const deal = stamp(eventsOf(game, 'n', DEAL))

type Event = Stamped<NegotiationEvent>

/** The deal with one event changed. */
const changed = (seq: number, change: object): Event[] =>
  deal.map((event) => (event.seq === seq ? ({ ...event, ...change } as Event) : event))

describe('replay of a negotiation', () => {
  test('leads to the state, the end and the points that were recorded', () => {
    const replayed = replayNegotiation(deal, game)
    expect(replayed.differences).toEqual([])
    expect(replayed).toMatchObject({ started: true, closed: true })
    expect(replayed.end).toMatchObject({ kind: 'agreement', offer: 'O3', turn: 6 })
    expect(Object.values(replayed.points!).map(exactText)).toEqual(['63.425', '60.95'])
  })

  test('tells repairs, changed terms and turns lost to faults apart', () => {
    const { turns } = replayNegotiation(deal, game)
    expect(turns.map(({ entry }) => entry?.action)).toEqual([
      'OFFER',
      'OFFER',
      'NONE',
      'PASS',
      'OFFER',
      'ACCEPT',
    ])
    expect(turns.map(({ tries }) => tries.length)).toEqual([1, 2, 1, 2, 1, 1])
    expect(turns.map(({ changedTerms }) => changedTerms)).toEqual([false, true, false, false, false, false])
    expect(turns[1]!.tries[0]!.fault).toMatchObject({ code: 'term-out-of-range' })
  })

  test('an unfinished stream is no difference, whatever its length', () => {
    for (let length = 1; length < deal.length; length++) {
      const replayed = replayNegotiation(deal.slice(0, length), game)
      expect(replayed).toMatchObject({ differences: [], started: true, closed: false })
    }
    // All replies are there and only the end is not told: the rules know it.
    expect(replayNegotiation(deal.slice(0, -1), game).end).toMatchObject({ kind: 'agreement' })
    expect(kept(replayNegotiation(deal.slice(0, 3), game).state).turn).toBe(2)
  })

  test('a stop between two runs changes nothing', () => {
    const [start, ...rest] = deal
    const resumed = stamp([start!, { type: 'negotiation.resumed', run: 'r2' }, ...rest] as NegotiationEvent[])
    expect(replayNegotiation(resumed, game).differences).toEqual([])
  })

  test('a reply that never came interrupts, and nothing is scored', () => {
    const absent: NegotiationEvent = { type: 'seat.absent', seat: 'seller', turn: 2, code: 'gave-up' }
    const ended: NegotiationEvent = {
      type: 'negotiation.ended',
      end: { kind: 'interrupted', reason: 'absent', turn: 2 },
    }
    const replayed = replayNegotiation(stamp([...eventsOf(game, 'n', [none]), absent, ended]), game)
    expect(replayed).toMatchObject({ differences: [], closed: true, end: { kind: 'interrupted' } })
    expect(replayed.points).toBeUndefined()
    expect(replayed.turns.at(-1)).toMatchObject({ seat: 'seller', absent: 'gave-up' })
  })

  test.each<[string, number, object, string]>([
    ['the seat', 1, { seat: 'seller' }, 'n, event 1, turn 1'],
    ['the turn', 1, { turn: 3 }, 'n, event 1, turn 3'],
    ['the repair', 3, { repair: 0 }, 'n, event 3, turn 2'],
    ['the reading', 1, { read: 'OFFER O2' }, 'n, event 1, turn 1'],
    ['a reading that is left out', 1, { read: undefined }, 'n, event 1, turn 1'],
    ['the fault', 2, { fault: { code: 'empty', detail: {} } }, 'n, event 2, turn 2'],
    ['a fault where there was none', 1, { fault: { code: 'empty', detail: {} } }, 'n, event 1, turn 1'],
    ['a reading where there was a fault', 2, { read: 'NONE', fault: undefined }, 'n, event 2, turn 2'],
    ['the points', 9, { points: { buyer: '63.425', seller: '60.96' } }, 'n, event 9'],
    ['points that are left out', 9, { points: undefined }, 'n, event 9'],
    ['the end', 9, { end: { kind: 'no-agreement', reason: 'turns-used', turn: 6 } }, 'n, event 9'],
  ])('a false claim is named: %s', (_, seq, change, place) => {
    const { differences } = replayNegotiation(changed(seq, change), game)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatchObject({ depth: 'rules', place })
    expect(differences[0]!.found).not.toBe(differences[0]!.expected)
  })

  test('an offer that was changed shows in the end and the points', () => {
    const { differences } = replayNegotiation(changed(7, { text: offer('67.00', '24.00', '96.00') }), game)
    expect(differences.map(({ place }) => place)).toEqual(['n, event 9', 'n, event 9'])
    expect(differences[1]).toMatchObject({ found: 'buyer 63.425, seller 60.95' })
  })

  test.each<[string, Event[], string]>([
    ['no start', deal.slice(1), 'start'],
    ['another scenario', changed(0, { scenario: 'f'.repeat(64) }), 'another scenario'],
    ['another version of the rules', changed(0, { version: 99 }), 'another version'],
    ['another protocol', changed(0, { protocol: 'free-talk' }), 'another protocol'],
    ['a newer format', changed(0, { format: 99 }), 'nother format'],
    ['another opener', changed(0, { opener: 'seller' }), 'side opened'],
  ])('a stream that cannot be replayed is told as such: %s', (_, events, message) => {
    const replayed = replayNegotiation(events, game)
    expect(replayed).toMatchObject({ started: false, turns: [] })
    expect(replayed.end).toBeUndefined()
    expect(replayed.differences).toHaveLength(1)
    expect(replayed.differences[0]!.message).toContain(message)
  })

  test.each<[string, NegotiationEvent[], string]>([
    ['events after the end', [...deal, deal[1]!], 'follows the end'],
    ['a reply after the last move', [...deal.slice(0, -1), deal[1]!], 'follows the last move'],
    ['an end while a move is due', [...deal.slice(0, 4), deal.at(-1)!], 'while a move is due'],
    ['a second start', [deal[0]!, ...deal], 'starts twice'],
    ['an event of an unknown kind', [deal[0]!, { type: 'x' } as never], 'does not know'],
  ])('told, and never thrown: %s', (_, events, message) => {
    const { differences } = replayNegotiation(stamp(events), game)
    expect(differences[0]!.message).toContain(message)
  })

  test('an empty stream is nothing at all', () => {
    expect(replayNegotiation([], game)).toMatchObject({ started: false, differences: [], turns: [] })
  })

  test('no agreement is worth the reservation values', () => {
    const silence = stamp(eventsOf(game, 'n', SILENCE))
    const { differences, points, end } = replayNegotiation(silence, game)
    expect(differences).toEqual([])
    expect(end).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 12 })
    expect(Object.values(points!).map(exactText)).toEqual(['20', '20'])
  })
})
