/**
 * Every client against a real local server: exact bytes on the wire, one request a call, our own reading of what
 * came back, and nothing of the environment or the key where it does not belong.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  eventsOf,
  fixture,
  hasFixtures,
  type ModelServer,
  page,
  reset,
  startModelServer,
  stream,
  whole,
} from '../../test/support/model-server.ts'
import { type Exchange, makeClient } from './exchange.ts'
import { joinUrl } from './sdk.ts'
import { closeConnections } from './transport.ts'
import type { ProviderName } from './wire/contract.ts'

const SECRET = 'sk-sentinel-4815162342'
const LEAK = 'leaked-from-the-environment'

/** All that the SDKs are known to read, and more. */
const ENVIRONMENT = {
  ANTHROPIC_API_KEY: LEAK,
  ANTHROPIC_AUTH_TOKEN: LEAK,
  ANTHROPIC_BASE_URL: `http://${LEAK}.invalid`,
  ANTHROPIC_CUSTOM_HEADERS: `x-leak: ${LEAK}\nauthorization: ${LEAK}\nuser-agent: ${LEAK}`,
  ANTHROPIC_LOG: 'debug',
  OPENAI_API_KEY: LEAK,
  OPENAI_ADMIN_KEY: LEAK,
  OPENAI_ORG_ID: LEAK,
  OPENAI_PROJECT_ID: LEAK,
  OPENAI_BASE_URL: `http://${LEAK}.invalid`,
  OPENAI_CUSTOM_HEADERS: `x-leak: ${LEAK}\nauthorization: ${LEAK}`,
  OPENAI_LOG: 'debug',
  GOOGLE_API_KEY: LEAK,
  GEMINI_API_KEY: LEAK,
  GOOGLE_GENAI_USE_VERTEXAI: 'true',
  GOOGLE_GENAI_USE_ENTERPRISE: 'true',
  GOOGLE_CLOUD_PROJECT: LEAK,
  GOOGLE_GEMINI_BASE_URL: `http://${LEAK}.invalid`,
  GOOGLE_GENAI_API_VERSION: LEAK,
  HTTP_PROXY: `http://${LEAK}.invalid`,
  HTTPS_PROXY: `http://${LEAK}.invalid`,
  http_proxy: `http://${LEAK}.invalid`,
}

const prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Sell me a ticket for 62.00 €.' }],
} as const

/** Params that an SDK would drop, rename or refuse; none of its business. */
const SETTINGS: Readonly<Record<ProviderName, { model: string; params: Record<string, unknown> }>> = {
  anthropic: { model: 'claude-haiku-5-5', params: { max_tokens: 500_000, not_known_to_any_sdk: { a: [1] } } },
  openai: { model: 'gpt-5', params: { not_known_to_any_sdk: { a: [1] } } },
  'openai-chat': { model: 'gpt-5', params: { not_known_to_any_sdk: { a: [1] } } },
  google: { model: 'gemini-3-pro', params: { not_known_to_any_sdk: { a: [1] } } },
}

const REPLIES: Readonly<Record<ProviderName, string>> = {
  anthropic: 'anthropic-text.json',
  openai: 'openai-responses-text.json',
  'openai-chat': 'openai-chat-text.json',
  google: 'google-text.json',
}

const STREAMS: Partial<Record<ProviderName, string>> = {
  anthropic: 'anthropic-text.chunks.txt',
  openai: 'openai-responses-text.chunks.txt',
  google: 'google-text.chunks.txt',
}

let server: ModelServer
let before: NodeJS.ProcessEnv

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(async () => {
  await closeConnections()
  await server.close()
})
beforeEach(() => {
  before = process.env
  process.env = { ...before, ...ENVIRONMENT }
})
afterEach(() => {
  process.env = before
})

describe.skipIf(!hasFixtures).each(Object.keys(SETTINGS) as ProviderName[])(
  '%s (skipped without the recorded responses)',
  (provider) => {
    const base = () => (provider.startsWith('openai') ? `${server.url}/v1` : server.url)
    const send = async (timeoutMs = 60_000): Promise<Exchange> => {
      const client = await makeClient(provider, { apiKey: SECRET, baseUrl: base() })
      const request = client.wire.request(prompt, SETTINGS[provider])
      return client.send(request, JSON.stringify(request.body), { timeoutMs })
    }

    test('one call is one request with exactly our bytes, key and headers and nothing else', async () => {
      server.answer(whole(fixture(REPLIES[provider])))
      const count = server.seen.length
      const client = await makeClient(provider, { apiKey: SECRET, baseUrl: base() })
      const request = client.wire.request(prompt, SETTINGS[provider])
      const exchange = await client.send(request, JSON.stringify(request.body), { timeoutMs: 60_000 })
      expect(server.seen.length).toBe(count + 1)
      const seen = server.seen.at(-1)!
      expect(seen.body).toBe(JSON.stringify(request.body))
      expect(seen.body).toContain('not_known_to_any_sdk')
      expect(seen.path).toBe(
        new URL(joinUrl(base(), request.path)).pathname + new URL(joinUrl(base(), request.path)).search,
      )
      expect(JSON.stringify(seen)).not.toContain(LEAK)
      expect(Object.values(seen.headers).filter((value) => value?.includes(SECRET))).toHaveLength(1)
      const known = [
        ...[
          'host',
          'connection',
          'content-length',
          'content-type',
          'accept',
          'accept-encoding',
          'user-agent',
        ],
        ...['authorization', 'x-api-key', 'anthropic-version', 'x-goog-api-key', 'x-goog-api-client'],
      ]
      expect(Object.keys(seen.headers).filter((name) => !known.includes(name))).toEqual([])
      expect(Buffer.from(exchange.received!.body).toString()).toBe(fixture(REPLIES[provider]))
      expect(client.wire.decode(exchange.received!)).toMatchObject({ kind: 'answer', stop: 'end' })
    })

    test('a stream is kept as it came, whole and cut', async () => {
      const name = STREAMS[provider]
      if (name === undefined) return expect(provider).toBe('openai-chat')
      const events = eventsOf(name)
      server.answer(stream(events))
      const exchange = await send()
      expect(Buffer.from(exchange.received!.body).toString()).toBe(events.join(''))
      server.answer(stream(events, { cut: 2, pauseMs: 2 }))
      const cut = await send()
      expect(Buffer.from(cut.received!.body).toString()).toBe(events.slice(0, 2).join(''))
      expect(cut).toMatchObject({ received: { ended: false }, failure: { kind: 'network' } })
    })

    test('errors come back as they are, once: nothing is retried by an SDK', async () => {
      for (const status of [400, 401, 408, 409, 429, 500, 529]) {
        server.answer(
          whole('{"error":{"message":"no"}}', status, { 'retry-after': '0', 'x-should-retry': 'true' }),
        )
        const count = server.seen.length
        const exchange = await send()
        expect(server.seen.length).toBe(count + 1)
        expect(exchange.received).toMatchObject({ status, ended: true })
      }
      server.answer(page(502))
      expect((await send()).received).toMatchObject({ status: 502 })
      server.answer(reset())
      expect((await send()).failure?.kind).toBe('network')
    })

    test('the key is nowhere in what comes back, even where a server says it', async () => {
      const told: unknown[] = []
      for (const answer of [
        whole(`{"error":{"message":"Incorrect API key provided: ${SECRET}"}}`, 401, {
          'x-request-id': SECRET,
        }),
        whole(fixture(REPLIES[provider])),
        reset(),
        reset(true),
      ]) {
        server.answer(answer)
        const exchange = await send()
        told.push(exchange, exchange.received && Buffer.from(exchange.received.body).toString())
      }
      expect(JSON.stringify(told)).not.toContain(SECRET)
      const client = await makeClient(provider, { apiKey: SECRET, baseUrl: 'no url at all' })
      const request = client.wire.request(prompt, SETTINGS[provider])
      const error = await client.send(request, '{}', { timeoutMs: 10 }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect((error as Error).stack).not.toContain(SECRET)
    })

    test('counts tokens where the provider does, and says nothing where it fails', async () => {
      const client = await makeClient(provider, { apiKey: SECRET, baseUrl: base() })
      if (!client.countTokens) return expect(provider).toBe('openai-chat')
      server.answer(whole('{"input_tokens":17,"totalTokens":17}'))
      expect(await client.countTokens(prompt, SETTINGS[provider])).toBe(17)
      expect(server.seen.at(-1)!.path).toMatch(/count_tokens$|input_tokens$|:countTokens$/)
      expect(server.seen.at(-1)!.body).not.toContain('max_tokens')
      server.answer(whole('{"error":{}}', 400))
      expect(await client.countTokens(prompt, SETTINGS[provider])).toBeUndefined()
      server.answer(whole('{"input_tokens":"many"}'))
      expect(await client.countTokens(prompt, SETTINGS[provider])).toBeUndefined()
    })
  },
)

test.each([
  ['https://api.anthropic.com', '/v1/messages', 'https://api.anthropic.com/v1/messages'],
  ['https://api.openai.com/v1', '/v1/responses', 'https://api.openai.com/v1/responses'],
  ['https://api.openai.com/v1', '/responses', 'https://api.openai.com/v1/responses'],
  ['https://host/v1/', '/v1/messages', 'https://host/v1/messages'],
  ['https://host/v1beta', '/v1beta/models/x:generateContent', 'https://host/v1beta/models/x:generateContent'],
  ['https://host/proxy', '/v1beta/models/x:y?alt=sse', 'https://host/proxy/v1beta/models/x:y?alt=sse'],
])('%s and %s meet', (base, path, url) => expect(joinUrl(base, path)).toBe(url))
