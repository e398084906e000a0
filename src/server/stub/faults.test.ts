/** Each fault of the stub server over real HTTP: it arrives as the thing it is named for. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { wireCall } from '../../../test/support/wire-call.ts'
import { PROVIDERS, type ProviderName } from '../../models/wire/contract.ts'
import type { FaultCode } from '../../protocols/faults.ts'
import { readAs } from '../../record/read.ts'
import { makeRenderer } from '../../scenario/render.ts'
import { parseFaults, STUB_FAULT_NAMES, STUB_FAULTS, type StubFault, stormOf } from './index.ts'
import { makeMover } from './moves.ts'
import { spoil } from './spoil.ts'
import { concert, HELLO, MODES, northgate, promptOf, settingsFor, withStub } from './suite-stub.ts'

/** What a client of ours reads where each fault was done. `fault`: what the protocol finds in the text. */
interface Expected {
  readonly decoded?: object
  readonly status?: number
  readonly ended?: boolean
  /** The code that the protocol finds in the text; `null`: a right move all the same. */
  readonly found?: FaultCode | null
}

const failure = (kind: string, status?: number): Expected => ({
  decoded: { kind: 'failure', failure: kind },
  ...(status === undefined ? {} : { status }),
})
const stop = (kind: string): Expected => ({ decoded: { kind: 'answer', stop: kind }, status: 200 })
const reply = (found: FaultCode | null): Expected => ({ ...stop('end'), found })

const EXPECTED: Readonly<Record<StubFault, Expected>> = {
  'rate-limited': failure('rate-limited', 429),
  overloaded: failure('overloaded'),
  'overloaded-in-stream': failure('overloaded', 200),
  'server-error': failure('server', 500),
  'html-error': failure('server', 502),
  reset: {},
  'reset-mid-body': { ...failure('stream-cut', 200), ended: false },
  'stream-cut': { status: 200, ended: true },
  'no-answer': {},
  'slow-start': reply(null),
  'invalid-utf8': failure('unreadable', 200),
  'lone-surrogate': failure('unreadable', 200),
  'max-tokens': stop('length'),
  'max-tokens-thinking': { decoded: { kind: 'answer', stop: 'length', text: '' } },
  refusal: stop('refusal'),
  'content-filter': stop('content-filter'),
  'context-exceeded': failure('context-exceeded', 400),
  'paused-turn': stop('paused'),
  'empty-text': reply('empty'),
  'whitespace-text': reply('empty'),
  fenced: reply(null),
  'prose-around': reply('text-around'),
  'fence-in-string': reply(null),
  'half-object': reply('broken-off'),
  'two-objects': reply('text-around'),
  'duplicate-key': reply('duplicate-key'),
  'number-as-string': reply('term-not-number'),
  'exponent-number': reply(null),
  'too-fine-number': reply('term-too-fine'),
  'nan-number': reply('not-json'),
  'wrong-offer-id': reply('wrong-offer-id'),
  'unknown-option': reply('term-not-number'),
  'incomplete-terms': reply('term-missing'),
  'message-too-long': reply('message-too-long'),
  'wrong-model': { ...reply(null), decoded: { kind: 'answer', model: 'some-model-replaced' } },
  authentication: failure('authentication'),
  'unknown-model': failure('unknown-model', 404),
  'no-quota': failure('no-quota'),
  'bad-request': failure('bad-request', 400),
}

const applies = (fault: StubFault, provider: ProviderName, streamed: boolean): boolean => {
  const entry = STUB_FAULTS[fault]
  const providers: readonly ProviderName[] = 'providers' in entry ? entry.providers : PROVIDERS
  return providers.includes(provider) && (streamed || !('streamed' in entry))
}

describe.each(MODES)('faults, $provider, $mode', ({ provider, mode, settings }) => {
  const names = STUB_FAULT_NAMES.filter((name) => applies(name, provider, mode === 'streamed'))

  test.each(names)('%s', (fault) =>
    withStub({ faults: { [fault]: 1 } }, async (stub) => {
      const game = concert()
      const { protocol } = game
      let state = protocol.start(game.config)
      // An acceptance needs an offer to be about: the first turn's reply is right then.
      if (fault === 'wrong-offer-id') {
        const { decoded } = await wireCall(stub.url, provider, promptOf(game, state), settings)
        if (decoded?.kind !== 'answer') throw new Error(JSON.stringify(decoded))
        const checked = readAs(game, decoded.text, protocol.view(state, protocol.actor(state)!))
        if (!checked.ok) throw new Error(checked.fault.code)
        state = protocol.apply(state, protocol.actor(state)!, checked.submission)
      }
      const seat = protocol.actor(state)!
      const view = protocol.view(state, seat)
      const started = performance.now()
      const patience = new AbortController()
      const calling = wireCall(
        stub.url,
        provider,
        promptOf(game, state),
        settings,
        fault === 'no-answer' ? patience.signal : undefined,
      )
      // The client gives up once the server has the call, and has left it without an answer for a while.
      if (fault === 'no-answer') {
        await expect.poll(() => stub.stats().faults).toEqual({ [fault]: 1 })
        await pause(50)
        patience.abort()
      }
      const { received, decoded, error } = await calling
      const { faults, unknown } = stub.stats()
      expect({ faults, unknown }).toEqual({ faults: { [fault]: 1 }, unknown: 0 })

      const expected = EXPECTED[fault]
      if (expected.status !== undefined) expect(received?.status).toBe(expected.status)
      if (expected.ended !== undefined) expect(received?.ended).toBe(expected.ended)
      if (expected.decoded) expect(decoded).toMatchObject(expected.decoded)
      else if (fault === 'stream-cut') {
        expect(decoded).toMatchObject({ kind: 'failure' })
        expect(['stream-cut', 'unreadable']).toContain(decoded?.kind === 'failure' && decoded.failure)
      } else expect(received).toBeUndefined()
      if (fault === 'no-answer') expect(error).toMatchObject({ name: 'AbortError' })
      if (fault === 'reset') expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } })
      if (fault === 'slow-start') expect(performance.now() - started).toBeGreaterThanOrEqual(140)
      if (expected.found === undefined) return
      if (decoded?.kind !== 'answer') throw new Error(JSON.stringify(decoded))
      const checked = readAs(game, decoded.text, view)
      expect(checked.ok ? null : checked.fault.code).toBe(expected.found)
      if (fault === 'fenced') expect(decoded.text).toMatch(/^```/)
      if (fault === 'fence-in-string') expect(JSON.parse(decoded.text).message).toContain('```')
      if (fault === 'exponent-number') expect(decoded.text).toMatch(/: \d(\.\d+)?e\d/)

      // The client goes on from what it read, and the server knows what it will be asked.
      if (fault === 'wrong-offer-id' || checked.ok) return
      const repaired = protocol.fault(state, seat, checked.fault)
      await wireCall(stub.url, provider, promptOf(game, repaired, decoded.text), settings)
      expect(stub.stats()).toMatchObject({ calls: 2, unknown: 0 })
    }),
  )
})

describe("what is wrong with a voter's reply", () => {
  const FOUND = {
    'fence-in-string': null,
    fenced: null,
    'half-object': 'broken-off',
    'duplicate-key': 'duplicate-key',
    'wrong-offer-id': 'no-live-offer',
    'unknown-option': 'unknown-option',
    'incomplete-terms': 'incomplete-package',
    'message-too-long': 'message-too-long',
  } as const satisfies Partial<Record<StubFault, FaultCode | null>>

  test.each(Object.entries(FOUND) as [StubFault, FaultCode | null][])('%s', async (fault, expected) => {
    const game = northgate()
    const { protocol } = game
    const start = protocol.start(game.config)
    const first = protocol.actor(start)!
    // A vote needs an offer to be about.
    const option = { action: 'propose', outcome: [0, 0, 0, 0, 0], message: '' }
    const state = fault === 'wrong-offer-id' ? protocol.apply(start, first, option) : start
    const view = protocol.view(state, protocol.actor(state)!)
    const place = {
      game,
      renderer: makeRenderer(game.scenario),
      state,
      seat: protocol.actor(state)!,
      asked: '',
    }
    const move = await makeMover()(place, 'seed')
    const checked = readAs(game, spoil(fault, move)!, view)
    expect(checked.ok ? null : checked.fault.code).toBe(expected)
    // All but the fault is as it would have been.
    if (fault === 'fence-in-string') {
      const { message, ...rest } = JSON.parse(spoil(fault, move)!)
      expect(message).toContain('```')
      expect(rest).toEqual((({ message: _, ...kept }) => kept)(JSON.parse(move.text)))
      expect(rest).toHaveProperty('scratchpad')
    }
  })
})

describe('how a rate limit says when to come again', () => {
  const WAYS: Readonly<Record<ProviderName, readonly RegExp[]>> = {
    anthropic: [
      /^retry-after: \d+$/m,
      /^retry-after: \w{3}, /m,
      /^anthropic-ratelimit-requests-reset: \d{4}-.*Z$/m,
    ],
    openai: [/^retry-after-ms: 40$/m, /^x-ratelimit-reset-requests: 40ms$/m, /^retry-after: \w{3}, /m],
    'openai-chat': [/^retry-after-ms: 40$/m, /^x-ratelimit-reset-requests: 40ms$/m, /^retry-after: \w{3}, /m],
    google: [/"retryDelay":"0.04s"/],
  }

  test.each(PROVIDERS)('%s: in every way that this provider has, and sometimes in none', (provider) =>
    withStub({ faults: { 'rate-limited': 1 } }, async (stub) => {
      const told: string[] = []
      for (let i = 0; i < 40; i++) {
        const settings = settingsFor(provider)
        const { received } = await wireCall(stub.url, provider, HELLO, settings)
        const headers = Object.entries(received!.headers).map(([name, value]) => `${name}: ${value}`)
        told.push([...headers, new TextDecoder().decode(received!.body)].join('\n'))
      }
      const ways = WAYS[provider].map((way) => told.filter((one) => way.test(one)).length)
      for (const times of ways) expect(times).toBeGreaterThan(0)
      expect(ways.reduce((a, b) => a + b, 0)).toBeLessThan(told.length)
    }),
  )
})

describe('what the server is told', () => {
  test('a spec is read name by name, and everything wrong with it is told', () => {
    expect(parseFaults('rate-limited=0.05, stream-cut=.02,refusal=0')).toEqual({
      'rate-limited': 0.05,
      'stream-cut': 0.02,
      refusal: 0,
    })
    expect(parseFaults('reset')).toEqual({ reset: 1 })
    expect(() => parseFaults('resett=1,reset=2,reset=x')).toThrow(/resett.*\n.*reset.*\n.*reset/)
    expect(() => parseFaults('reset=0.6,refusal=0.6')).toThrow(/more than 1/)
    expect(() => stormOf(Number('much'))).toThrow(/from 0 to 1/)
  })

  test('a storm has all faults but those that no further call gets past, at the rate in all', () => {
    const storm = stormOf(0.3)
    const sum = Object.values(storm).reduce((a, b) => a + b, 0)
    expect(sum).toBeCloseTo(0.3)
    expect(Object.keys(storm)).toHaveLength(STUB_FAULT_NAMES.length - 4)
    expect(storm).not.toHaveProperty('no-quota')
  })

  test('faults fall as often as they were asked for, and the same way from the same seed', async () => {
    const run = (seed: string): Promise<Readonly<Record<string, number>>> =>
      withStub({ seed, faults: { 'server-error': 0.3, 'empty-text': 0.1 } }, async (stub) => {
        for (let i = 0; i < 300; i++)
          await wireCall(stub.url, 'openai-chat', HELLO, settingsFor('openai-chat'))
        return stub.stats().faults
      })
    const first = await run('a')
    expect(await run('a')).toEqual(first)
    expect(first['server-error']).toBeGreaterThan(60)
    expect(first['server-error']).toBeLessThan(120)
    expect(first['empty-text']).toBeGreaterThan(12)
    expect(first['empty-text']).toBeLessThan(50)
  })

  test('docs/dry-run.md lists every fault', () => {
    const page = readFileSync(new URL('../../../docs/dry-run.md', import.meta.url), 'utf8')
    const listed = [...page.slice(page.indexOf('\n## The faults\n')).matchAll(/^\| `([a-z0-9-]+)` \|/gm)]
    expect(listed.map(([, name]) => name).sort()).toEqual([...STUB_FAULT_NAMES].sort())
  })
})
