import { describe, expect, test } from 'vitest'
import type { Player, Reply } from '../negotiators/contract.ts'
import type { NegotiationEvent } from '../record/events.ts'
import { kept } from '../record/read.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { parsePack } from '../scenario/pack.ts'
import { NEGOTIATOR_FAILED, type Played, play } from './play.ts'

const { scenario } = parsePack({
  'scenario.yaml': `format: 1
id: small
title: Small
situation: Two sides agree on a price.
issues:
  - { id: price, type: number, min: 0, max: 10, decimals: 0 }
parties:
  - { id: a, label: A, name: Ann, about: buys, reservation: 0, points: { price: { 0: 10, 10: 0 } } }
  - { id: b, label: B, name: Bob, about: sells, reservation: 0, points: { price: { 0: 0, 10: 10 } } }
protocol: { type: alternating-offers, turns: 4 }
information: private
`,
})
const game: Game = makeGame(scenario!, 'a')

const offer = (price: number): Reply => ({
  kind: 'submission',
  submission: { action: 'OFFER', outcome: [price], message: `for ${price}` },
})
const accept = (id: string): Reply => ({
  kind: 'submission',
  submission: { action: 'ACCEPT', offer: id, message: 'yes' },
})
const text = (words: string): Reply => ({ kind: 'text', text: words })

/** Gives its replies one after another, at once or a moment later. */
function list(replies: readonly Reply[], late = false): Player {
  let k = 0
  return { reply: () => (late ? Promise.resolve(replies[k++]!) : replies[k++]!) }
}

async function recorded(a: Player, b: Player): Promise<{ events: NegotiationEvent[]; played: Played }> {
  const events: NegotiationEvent[] = []
  const played = await play(game, { a, b }, { record: (event) => void events.push(event) })
  return { events, played }
}

const endOf = (played: Played) => game.protocol.outcome(played.state)

describe('playing one negotiation', () => {
  test('replies that are there at once are played at once', () => {
    const played = play(game, { a: list([offer(3)]), b: list([accept('O1')]) })
    expect('then' in played).toBe(false)
    expect(endOf(played as Played)).toMatchObject({ kind: 'agreement', offer: 'O1', by: 'a', outcome: [3] })
  })

  test('submissions, text, and replies that come later lead to the same record', async () => {
    const moves = [
      [offer(3), offer(5)],
      [offer(8), accept('O3')],
    ] as const
    const now = await recorded(list(moves[0]), list(moves[1]))
    const later = await recorded(list(moves[0], true), list(moves[1], true))
    const words = now.events.map((event) => (event.type === 'reply.received' ? text(event.text) : undefined)!)
    const said = await recorded(list([words[0]!, words[2]!]), list([words[1]!, words[3]!]))
    expect(now.events.map((event) => event.type === 'reply.received' && event.read)).toEqual([
      'OFFER O1',
      'OFFER O2',
      'OFFER O3',
      'ACCEPT O3',
    ])
    expect(later.events).toEqual(now.events)
    expect(said.events).toEqual(now.events)
    expect(endOf(said.played)).toEqual(endOf(now.played))
  })

  test('a fault is recorded and a repair asked for; a second one passes the turn', async () => {
    const { events, played } = await recorded(
      list([text('I offer 3'), text('{"action": "OFFER", "terms": {"price": 11}}'), offer(4)]),
      list([offer(8), accept('O2')]),
    )
    expect(
      events.map((event) => event.type === 'reply.received' && [event.turn, event.repair, event.fault?.code]),
    ).toEqual([
      [1, 0, 'not-json'],
      [1, 1, 'term-out-of-range'],
      [2, 0, undefined],
      [3, 0, undefined],
      [4, 0, undefined],
    ])
    expect(kept(played.state).record.at(0)).toMatchObject({ action: 'PASS', seat: 'a' })
    expect(endOf(played)).toMatchObject({ kind: 'agreement', outcome: [4] })
  })

  test('a script that says too much is told so like anybody else, since its text is what counts', async () => {
    const long: Reply = {
      kind: 'submission',
      submission: { action: 'OFFER', outcome: [3], message: 'word '.repeat(81) },
    }
    const { events } = await recorded(list([long, offer(3)]), list([accept('O1')]))
    expect(events[0]).toMatchObject({ fault: { code: 'message-too-long' } })
    expect(events[1]).toMatchObject({ repair: 1, read: 'OFFER O1' })
  })

  test('a reply that will never come interrupts, its detail sealed', async () => {
    const sealed: unknown[] = []
    const absent: Reply = { kind: 'absent', code: 'overloaded', detail: 'secret' }
    const played = await play(
      game,
      { a: list([absent]), b: list([]) },
      { record: (event, more) => void sealed.push([event, more]) },
    )
    expect(sealed).toEqual([
      [{ type: 'seat.absent', seat: 'a', turn: 1, code: 'overloaded' }, { detail: 'secret' }],
    ])
    expect(endOf(played)).toMatchObject({ kind: 'interrupted' })
  })

  test.each(['at once', 'later'])(
    'a negotiator that throws %s interrupts, and what the recorder throws goes through',
    async (when) => {
      const failing: Player = {
        reply: () => {
          if (when === 'later') return Promise.reject(new TypeError('a bug'))
          throw new TypeError('a bug')
        },
      }
      const { events, played } = await recorded(failing, list([]))
      expect(events).toMatchObject([{ type: 'seat.absent', code: NEGOTIATOR_FAILED }])
      expect(played.failure).toMatchObject({ seat: 'a', error: new TypeError('a bug') })
      expect(endOf(played)).toMatchObject({ kind: 'interrupted' })
      const full = (): void => {
        throw new RangeError('disk full')
      }
      await expect(async () =>
        play(game, { a: list([offer(1)], when === 'later'), b: list([]) }, { record: full }),
      ).rejects.toThrow('disk full')
    },
  )

  test('a move that the rules forbid is a bug of the negotiator', async () => {
    const { state, failure } = (await play(game, { a: list([offer(99)]), b: list([]) })) as Played
    expect(failure?.seat).toBe('a')
    expect(endOf({ state })).toMatchObject({ kind: 'interrupted' })
  })

  test('a pulse stops it where it stands, and it goes on from there', async () => {
    const moves = [
      [offer(3), offer(5)],
      [offer(8), accept('O3')],
    ] as const
    const whole = (await play(game, { a: list(moves[0]), b: list(moves[1]) })) as Played
    const [a, b] = [list(moves[0]), list(moves[1])]
    let steps = 0
    let state: unknown = game.protocol.start(game.config)
    let waits = 0
    while (game.protocol.outcome(state) === undefined) {
      const pulse = () => {
        if (++steps % 2 === 0) return 'stop' as const
        waits++
        return Promise.resolve()
      }
      ;({ state } = await play(game, { a, b }, { from: state, pulse }))
    }
    expect(waits).toBeGreaterThan(0)
    expect(game.protocol.outcome(state)).toEqual(endOf(whole))
  })
})
