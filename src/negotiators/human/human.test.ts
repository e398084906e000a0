/** A person as a negotiator: one move a question, asked once what went before is on disk. */
import { expect, test } from 'vitest'
import { alternatingOffers } from '../../protocols/alternating-offers/index.ts'
import { makeBrief } from '../../scenario/brief.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { makeGame } from '../../scenario/game.ts'
import { play } from '../../study/play.ts'
import type { Desk } from '../contract.ts'
import { type Asked, personNegotiator } from './negotiator.ts'

const scenario = await loadScenario('scenarios/concert-tickets')
const game = makeGame(scenario, 'buyer')
const opening = alternatingOffers.view(alternatingOffers.start(game.config as never), 'buyer')

function desk(log: string[]): Desk {
  return {
    negotiation: 'n1',
    history: [],
    record: () => undefined,
    commit: async () => void log.push('commit'),
  }
}

test('is asked after a commit, and the first answer counts', async () => {
  const log: string[] = []
  let asked: Asked | undefined
  const person = personNegotiator('p', (one) => {
    log.push('asked')
    asked = one
  }).sit(makeBrief(scenario, 'buyer'), 'seed', desk(log))
  const reply = person.reply(opening)
  await expect.poll(() => asked).toBeDefined()
  expect(log).toEqual(['commit', 'asked'])
  expect(asked).toMatchObject({ negotiation: 'n1', seat: 'buyer', view: opening })
  const none = { kind: 'submission', submission: { action: 'NONE', message: '' } } as const
  expect(asked!.give(none)).toBe(true)
  expect(asked!.give({ kind: 'halt', code: 'stopping', scope: 'study' })).toBe(false)
  expect(await reply).toBe(none)
  await asked!.settled()
  expect(log).toEqual(['commit', 'asked', 'commit'])
})

test('plays like anybody, and leaves the negotiation where it stands', async () => {
  const states: unknown[] = []
  let turns = 0
  const sit = (seat: string) =>
    personNegotiator(seat, (asked) => {
      turns++
      if (turns > 3) asked.give({ kind: 'halt', code: 'stopping', scope: 'study' })
      else asked.give({ kind: 'submission', submission: { action: 'NONE', message: `turn ${turns}` } })
    }).sit(makeBrief(scenario, seat), 'seed')
  const events: string[] = []
  const played = await play(
    game,
    { buyer: sit('buyer'), seller: sit('seller') },
    { record: (event) => void events.push(event.type), watch: (state) => void states.push(state) },
  )
  expect(played.halted).toEqual({ seat: 'seller', code: 'stopping', scope: 'study' })
  expect(events).toEqual(['reply.received', 'reply.received', 'reply.received'])
  // The beginning, and the state after each step.
  expect(states).toHaveLength(4)
  expect(states.at(-1)).toBe(played.state)
})
