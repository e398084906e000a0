/** The stub server over real HTTP: what it sends is read back by the wires, as a client of ours would. */
import { describe, expect, test } from 'vitest'
import { STREAMED, wireCall } from '../../../test/support/wire-call.ts'
import { PROVIDERS, type ProviderName } from '../../models/wire/contract.ts'
import { wireOf } from '../../models/wire/registry.ts'
import { Asking } from '../../record/asking.ts'
import { readAs } from '../../record/read.ts'
import { makeRenderer } from '../../scenario/render.ts'
import { parseFaults, startStub } from './index.ts'
import { concert, HELLO, MODES, northgate, promptOf, settingsFor, withStub } from './suite-stub.ts'

describe('right replies', () => {
  test.each(MODES)(
    '$provider, $mode: a negotiation goes from its opening to its end',
    ({ provider, settings }) =>
      withStub({}, async (stub) => {
        const game = concert()
        const { protocol } = game
        let state = protocol.start(game.config)
        for (let seat = protocol.actor(state); seat !== undefined; seat = protocol.actor(state)) {
          const { decoded } = await wireCall(stub.url, provider, promptOf(game, state), settings)
          if (decoded?.kind !== 'answer') throw new Error(JSON.stringify(decoded))
          expect(decoded).toMatchObject({ stop: 'end', model: 'some-model' })
          expect(decoded.usage.input).toBeGreaterThan(500)
          expect(decoded.usage.output).toBeGreaterThan(5)
          const checked = readAs(game, decoded.text, protocol.view(state, seat))
          if (!checked.ok) throw new Error(`${decoded.text}: ${checked.fault.code}`)
          state = protocol.apply(state, seat, checked.submission)
        }
        expect(protocol.outcome(state)?.kind).toBe('agreement')
        expect(stub.stats()).toMatchObject({ unknown: 0, faults: {} })
      }),
  )

  test('the same seed gives the same replies, another one others; each asking draws anew', async () => {
    const game = concert()
    const texts = (seed: string): Promise<string[]> =>
      withStub({ seed }, async (stub) => {
        const found: string[] = []
        for (let i = 0; i < 6; i++) {
          const { decoded } = await wireCall(
            stub.url,
            'openai',
            promptOf(game, game.protocol.start(game.config)),
            settingsFor('openai'),
          )
          found.push(decoded?.kind === 'answer' ? decoded.text : '')
        }
        return found
      })
    const [first, again, other] = [await texts('one'), await texts('one'), await texts('two')]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(new Set(first).size).toBeGreaterThan(1)
  })

  test.each(PROVIDERS)('%s: a prompt of no scenario gets a plain reply and is counted', (provider) =>
    withStub({}, async (stub) => {
      const settings = settingsFor(provider)
      const { decoded } = await wireCall(stub.url, provider, HELLO, settings)
      expect(decoded).toMatchObject({ kind: 'answer', stop: 'end' })
      expect(stub.stats()).toMatchObject({ calls: 1, answered: 1, unknown: 1 })
    }),
  )

  test.each(PROVIDERS)(
    '%s: an unknown prompt with a schema gets the least that the schema allows',
    (provider) =>
      withStub({}, async (stub) => {
        const game = concert()
        const view = game.protocol.view(game.protocol.start(game.config), game.opener)
        const { schema } = game.protocol.ask(view)
        const messages = [{ role: 'user', content: 'Move.' }] as const
        const called = await wireCall(
          stub.url,
          provider,
          { system: '', messages, schema: { name: 'move', schema } },
          settingsFor(provider),
        )
        if (called.decoded?.kind !== 'answer') throw new Error(JSON.stringify(called.decoded))
        expect(readAs(game, called.decoded.text, view)).toMatchObject({
          ok: true,
          submission: { action: 'NONE' },
        })
      }),
  )

  test('what is longer than was allowed is cut off, as a provider does', () =>
    withStub({}, async (stub) => {
      const game = concert()
      const prompt = promptOf(game, game.protocol.start(game.config))
      const { decoded } = await wireCall(
        stub.url,
        'anthropic',
        prompt,
        settingsFor('anthropic', { max_tokens: 12 }),
      )
      expect(decoded).toMatchObject({ kind: 'answer', stop: 'length', usage: { output: 12 } })
    }))

  test('thinking is counted and shown where it was asked for', () =>
    withStub({}, async (stub) => {
      const game = concert()
      const prompt = promptOf(game, game.protocol.start(game.config))
      const asks: readonly [ProviderName, Record<string, unknown>][] = [
        ['anthropic', { max_tokens: 4096, thinking: { type: 'adaptive' } }],
        ['openai', { reasoning: { effort: 'low' } }],
        ['openai-chat', { reasoning_effort: 'low' }],
        ['google', { generationConfig: { thinkingConfig: { thinkingBudget: 1000 } } }],
      ]
      for (const [provider, params] of asks) {
        for (const more of [{}, STREAMED[provider]]) {
          const { decoded } = await wireCall(
            stub.url,
            provider,
            prompt,
            settingsFor(provider, { ...params, ...more }),
          )
          if (decoded?.kind !== 'answer') throw new Error(`${provider}: ${JSON.stringify(decoded)}`)
          expect(decoded.usage.thinking).toBeGreaterThan(0)
          expect(decoded.usage.output).toBeGreaterThan(decoded.usage.thinking!)
          expect(JSON.parse(decoded.text)).toMatchObject({ action: 'OFFER' })
        }
      }
    }))

  test('tokens are counted by each provider that has an endpoint for it', () =>
    withStub({}, async (stub) => {
      const count = async (path: string, body: unknown): Promise<unknown> =>
        (await fetch(stub.url + path, { method: 'POST', body: JSON.stringify(body) })).json()
      const text = 'word '.repeat(400)
      const messages = [{ role: 'user', content: text }]
      const anthropic = await count('/v1/messages/count_tokens', { model: 'm', messages })
      const openai = await count('/v1/responses/input_tokens', { model: 'm', input: text })
      const contents = [{ role: 'user', parts: [{ text }] }]
      const google = await count('/v1beta/models/m:countTokens', {
        generateContentRequest: { model: 'models/m', contents },
      })
      expect(anthropic).toEqual({ input_tokens: 508 })
      expect(openai).toMatchObject({ input_tokens: 508 })
      expect(google).toEqual({ totalTokens: 508 })
      expect(stub.stats()).toMatchObject({ counts: 3, calls: 0 })
    }))

  test('what is no request of these APIs is refused', () =>
    withStub({}, async (stub) => {
      expect((await fetch(`${stub.url}/v2/nothing`, { method: 'POST', body: '{}' })).status).toBe(404)
      expect((await fetch(`${stub.url}/v1/messages`)).status).toBe(404)
      expect((await fetch(`${stub.url}/v1/messages`, { method: 'POST', body: '{' })).status).toBe(400)
    }))
})

describe.each(MODES)('threads, $provider, $mode', ({ provider, settings }) => {
  const faults = parseFaults(
    'half-object=0.2,empty-text=0.1,message-too-long=0.1,fenced=0.1,wrong-offer-id=0.1,unknown-option=0.1',
  )

  test.each([
    ['two parties', concert, 3],
    ['six parties', northgate, 1],
  ])(
    'every prompt is known, repairs too, where a model sees its own earlier replies: %s',
    (_, table, plays) =>
      withStub({ faults, seed: 'threads' }, async (stub) => {
        const game = table()
        const { protocol } = game
        for (let times = 0; times < plays; times++) {
          const askings = new Map(
            game.scenario.parties.map(({ id }) => [
              id,
              new Asking(id, makeRenderer(game.scenario), protocol, { context: 'thread', structured: false }),
            ]),
          )
          let state = protocol.start(game.config)
          for (let seat = protocol.actor(state); seat !== undefined; seat = protocol.actor(state)) {
            const view = protocol.view(state, seat)
            const asking = askings.get(seat)!
            const { decoded } = await wireCall(stub.url, provider, asking.prompt(view), settings)
            if (decoded?.kind !== 'answer') throw new Error(JSON.stringify(decoded))
            asking.replied(decoded)
            const checked = readAs(game, decoded.text, view)
            state = checked.ok
              ? protocol.apply(state, seat, checked.submission)
              : protocol.fault(state, seat, checked.fault)
          }
        }
        const { unknown, faults: done } = stub.stats()
        expect(unknown).toBe(0)
        expect(Object.keys(done).length).toBeGreaterThan(1)
      }),
  )
})

describe('what the server tells', () => {
  test('another model is claimed where that is asked for, and never a header of the request kept', async () => {
    const log: object[] = []
    await withStub({ model: 'other', log: (entry) => void log.push(entry) }, async (stub) => {
      const { path, body } = wireOf('anthropic').request(
        { system: '', messages: [{ role: 'user', content: 'Hello' }] },
        settingsFor('anthropic'),
      )
      const headers = { 'x-api-key': 'sentinel-key', 'content-type': 'application/json' }
      const response = await fetch(stub.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(await response.json()).toMatchObject({ model: 'other' })
      const stats = await (await fetch(`${stub.url}/stub/stats`)).text()
      expect(JSON.parse(stats)).toMatchObject({ calls: 1, answered: 1 })
      expect(stats + JSON.stringify(log)).not.toContain('sentinel')
    })
    expect(log).toMatchObject([
      { n: 1, path: '/v1/messages', model: 'some-model', status: 200, answered: true },
    ])
  })

  test('a port that is taken is told as such', () =>
    withStub({}, async ({ url }) => {
      const port = Number(new URL(url).port)
      await expect(startStub({ scenarios: [], port })).rejects.toThrow(/is taken/)
    }))
})
