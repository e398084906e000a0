/** A talk in memory, by the library: with an observer, without its reading, and with one that breaks down. */
import { describe, expect, test } from 'vitest'
import { loadScenario, makeGame, makeNegotiator, playNegotiation } from '../src/index.ts'
import type { NegotiationEvent } from '../src/record/events.ts'
import { makeBrief } from '../src/scenario/brief.ts'
import { NEGOTIATOR_FAILED, play } from '../src/study/play.ts'
import { ROOT } from './run-parley.ts'

const game = makeGame(await loadScenario(`${ROOT}/scenarios/orange`))
const holder = makeNegotiator('holder', { script: 'hold-out' })
const splitter = makeNegotiator('splitter', { script: 'split-by-part' })
const observer = makeNegotiator('rules', { script: 'rule-observer' })

describe('a talk in memory', () => {
  test('needs an observer, and is closed by it', async () => {
    const seats = { a: splitter, b: splitter }
    await expect(playNegotiation(game, seats, 's')).rejects.toThrow('no negotiator for the observer')
    const { end, points, events } = await playNegotiation(game, { ...seats, observer }, 's')
    expect(end).toMatchObject({ kind: 'settled', turn: 2, by: 'observer', type: 'integrative_full' })
    expect(points).toBeUndefined()
    expect(events.map((event) => 'seat' in event && event.seat)).toEqual(['a', 'b', 'observer'])
  })

  test('goes on without an observer that breaks down, which is told at the end, and ends unknown', async () => {
    let asked = 0
    const broken = {
      reply: () => {
        asked++
        throw new Error('no eyes')
      },
    }
    const sit = (seat: string) => holder.sit(makeBrief(game.scenario, seat), 's')
    const events: NegotiationEvent[] = []
    const players = { a: sit('a'), b: sit('b'), observer: broken }
    const { state, failure } = await play(game, players, { record: (event) => void events.push(event) })
    expect(failure).toMatchObject({ seat: 'observer', error: { message: 'no eyes' } })
    expect(asked).toBe(19)
    expect(events.filter((event) => event.type === 'seat.absent')).toHaveLength(19)
    expect(events.find((event) => event.type === 'seat.absent')).toMatchObject({ code: NEGOTIATOR_FAILED })
    expect(game.protocol.outcome(state)).toEqual({ kind: 'interrupted', reason: 'no-reading', turn: 20 })
  })
})
