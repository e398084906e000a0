import { expect, test } from 'vitest'
import { type ModelSpec, negotiatorSpec } from '../negotiators/registry.ts'
import { loadScenario } from '../scenario/folder.ts'
import { makeGame } from '../scenario/game.ts'
import { makeRenderer } from '../scenario/render.ts'
import { callSizes } from './call-sizes.ts'
import { longestPlay, shortestPlay } from './extremes.ts'

const scenario = await loadScenario('scenarios/concert-tickets')
const game = makeGame(scenario, 'buyer')
const {
  turns,
  message_words: words,
  repairs_per_turn: repairs,
} = scenario.protocol.settings as Record<string, number>
const model = (fields: object = {}): ModelSpec =>
  negotiatorSpec.parse({
    ...{ provider: 'anthropic', model: 'claude-haiku-5-5', params: { max_tokens: 500 } },
    ...fields,
  }) as ModelSpec

test('the longest play uses every turn, the final reply, every repair and every word', () => {
  const play = longestPlay(game)
  expect(play).toHaveLength(turns! + 1)
  expect(play.map(({ repairs: asked }) => asked.length)).toEqual(play.map(() => repairs))
  expect(play[0]!.seat).toBe('buyer')
  const message = JSON.parse(play[2]!.reply).message as string
  expect(message.split(' ')).toHaveLength(words!)
  const last = game.protocol.present(game.protocol.view(play.at(-1)!.state, play.at(-1)!.seat))
  expect(last.record.map(({ action }) => action)).toEqual(play.slice(1).map(() => 'OFFER'))
})

test('the shortest play is an offer and its acceptance', () => {
  const play = shortestPlay(game)
  expect(play.map(({ reply }) => (JSON.parse(reply) as { action: string }).action)).toEqual([
    'OFFER',
    'ACCEPT',
  ])
})

test('requests grow with the record, in a thread with every reply', () => {
  const renderer = makeRenderer(scenario)
  const play = longestPlay(game)
  const fresh = callSizes(game, renderer, 'buyer', model(), play)
  // Seven turns of the buyer's, the final reply among them or not, and a repair of each.
  const own = play.filter(({ seat }) => seat === 'buyer').length
  expect(fresh).toHaveLength(own * (1 + repairs!))
  expect(fresh.map(({ replies }) => replies).slice(0, 2)).toEqual([0, 1])
  const bytes = fresh.filter(({ replies }) => replies === 0).map((size) => size.bytes)
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
  expect(bytes.at(-1)! - bytes[0]!).toBeGreaterThan(turns! * words! * 5)
  const thread = callSizes(game, renderer, 'buyer', model({ context: 'thread' }), play)
  expect(thread.map(({ replies }) => replies)).toEqual(thread.map((_, i) => i))
  expect(thread.at(-1)!.bytes).toBeGreaterThan(thread[0]!.bytes * 2)
})

test('a play of many turns is bounded by its last', async () => {
  const settings = { ...scenario.protocol.settings, turns: 300 }
  const long = makeGame({ ...scenario, protocol: { ...scenario.protocol, settings } }, 'buyer')
  const sizes = callSizes(long, makeRenderer(long.scenario), 'seller', model(), longestPlay(long))
  expect(sizes).toHaveLength(150 * (1 + repairs!))
  expect(sizes[100]!.bytes).toBe(Math.max(...sizes.map(({ bytes }) => bytes)))
})
