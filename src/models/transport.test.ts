/** The transport against a real local server that answers well and badly. */

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEADLINE_MS, withDeadline } from '../../test/support/deadline.ts'
import {
  type Answer,
  type ModelServer,
  never,
  reset,
  startModelServer,
  stream,
  whole,
} from '../../test/support/model-server.ts'
import type { Exchange } from './exchange.ts'
import { closeConnections, fetchTransport, type Outgoing, pooledTransport } from './transport.ts'

const SECRET = 'sk-sentinel-0123456789'
let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(async () => {
  await closeConnections()
  await server.close()
})

const text = ({ received }: Exchange): string => Buffer.from(received!.body).toString()

describe.each([
  ['pooled connections', pooledTransport],
  ['a given fetch', fetchTransport(fetch)],
])('%s', (_name, transport) => {
  const send = (answer: Answer, more: Partial<Outgoing> = {}): Promise<Exchange> => {
    server.answer(answer)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` }
    return transport({
      url: `${server.url}/v1/x?y=1`,
      headers,
      body: '{}',
      timeoutMs: DEADLINE_MS,
      secret: SECRET,
      ...more,
    })
  }

  test('sends exactly the bytes of the body, asks for them plain, and keeps the response', async () => {
    const body = JSON.stringify({ b: 1, a: '62.00 €', '2': '\ud800', nested: { z: null } })
    const exchange = await send(whole('{"ok":1}', 200, { 'request-id': 'r1' }), { body })
    expect(server.seen.at(-1)).toMatchObject({ method: 'POST', path: '/v1/x?y=1', body })
    expect(server.seen.at(-1)!.headers['accept-encoding']).toBe('identity')
    expect(exchange.received).toMatchObject({ status: 200, ended: true })
    expect(text(exchange)).toBe('{"ok":1}')
    expect(exchange.kept).toMatchObject({ 'request-id': 'r1', 'content-type': 'application/json' })
    expect(exchange.firstByteMs).toBeLessThanOrEqual(exchange.totalMs)
    expect(exchange.failure).toBeUndefined()
  })

  test('keeps only the headers of the list', async () => {
    const { kept } = await send(
      whole('{}', 200, {
        'anthropic-organization-id': 'org',
        'openai-organization': 'org',
        'openai-project': 'proj',
        'set-cookie': 'a=b',
        'x-ratelimit-remaining-requests': '9',
        'anthropic-ratelimit-tokens-reset': '2026-01-01T00:00:00Z',
        'retry-after': '3',
        'X-Request-Id': 'abc',
      }),
    )
    expect(Object.keys(kept).sort()).toEqual([
      'anthropic-ratelimit-tokens-reset',
      'content-type',
      'date',
      'retry-after',
      'x-ratelimit-remaining-requests',
      'x-request-id',
    ])
  })

  test('keeps a response of any status, and follows no redirect', async () => {
    expect((await send(whole('busy', 529))).received).toMatchObject({ status: 529, ended: true })
    const before = server.seen.length
    const moved = await send(whole('', 307, { location: `${server.url}/elsewhere` }))
    expect(moved.received?.status).toBe(307)
    expect(server.seen.length).toBe(before + 1)
  })

  test('keeps what had come when the connection breaks', async () => {
    const exchange = await send(stream(['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n'], { pauseMs: 5, cut: 2 }))
    expect(text(exchange)).toBe('data: 1\n\ndata: 2\n\n')
    expect(exchange.received!.ended).toBe(false)
    expect(exchange.failure).toMatchObject({ kind: 'network' })
  })

  test('keeps what had come when time is up, and closes the connection', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const exchange = await withDeadline((strike) =>
      send(
        (response) => {
          response.on('close', close)
          response.writeHead(200, { 'content-type': 'text/event-stream' })
          response.write('data: 0\n\n')
        },
        { onBytes: strike },
      ),
    )
    expect(exchange.failure).toMatchObject({ kind: 'timeout' })
    expect(exchange.received).toMatchObject({ status: 200, ended: false })
    expect(text(exchange)).toBe('data: 0\n\n')
    await closed
  })

  test('says that no response came: time, reset, nobody there', async () => {
    const late = await send(never(), { timeoutMs: 80 })
    expect(late).toMatchObject({ failure: { kind: 'timeout' }, kept: {} })
    expect(late.received).toBeUndefined()
    expect(late.totalMs).toBeGreaterThan(70)
    const broken = await send(reset())
    expect(broken.received).toBeUndefined()
    expect(broken.failure).toMatchObject({ kind: 'network' })
    expect(broken.failure!.code).toBeDefined()
    const nobody = await send(never(), { url: 'http://127.0.0.1:9/v1' })
    expect(nobody.failure?.kind).toBe('network')
    expect(nobody.failure?.message).not.toBe('')
  })

  test('a connection that breaks after the headers leaves an empty body that did not end', async () => {
    const { received, failure } = await send(reset(true))
    expect(received).toMatchObject({ status: 200, ended: false })
    expect(received!.body.length).toBe(0)
    expect(failure?.kind).toBe('network')
  })

  test('gives up when it is told to, before and while it waits', async () => {
    const before = server.seen.length
    const early = await send(whole('{}'), { signal: AbortSignal.abort() })
    expect(early.failure?.kind).toBe('aborted')
    expect(server.seen.length).toBe(before)
    const clock = new AbortController()
    const late = await send(() => clock.abort(), { signal: clock.signal })
    expect(server.seen.length).toBe(before + 1)
    expect(late.failure?.kind).toBe('aborted')
  })

  test('decodes what a server compresses against its orders', async () => {
    const zipped = whole(gzipSync('{"zipped":true}'), 200, { 'content-encoding': 'gzip' })
    expect(text(await send(zipped))).toBe('{"zipped":true}')
  })

  test('blanks a key that a server sends back, in body and headers', async () => {
    const echo = whole(`{"error":"bad key ${SECRET}"}`, 401, { 'x-request-id': SECRET })
    const exchange = await send(echo)
    expect(text(exchange)).toBe(`{"error":"bad key ${'*'.repeat(SECRET.length)}"}`)
    expect(exchange.redacted).toBe(true)
    expect(JSON.stringify(exchange.kept)).not.toContain(SECRET)
  })
})

test('what a server compresses and never ends is decoded as far as it came', async () => {
  server.answer(async (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '1000' })
    await new Promise((done) => response.write(gzipSync('half of it').subarray(0, -8), done))
    response.socket?.destroy()
  })
  const exchange = await pooledTransport({
    url: server.url,
    headers: {},
    body: '',
    timeoutMs: DEADLINE_MS,
    secret: '',
  })
  expect(text(exchange)).toBe('half of it')
  expect(exchange.received!.ended).toBe(false)
})

test('a connection that is never made is given up in time, and sends nothing later', async () => {
  const silent = createServer()
  const sockets: Socket[] = []
  silent.on('connection', (socket) => void sockets.push(socket))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  const { port } = silent.address() as AddressInfo
  // It takes the connection and never greets: TLS waits.
  const url = `https://127.0.0.1:${port}/`
  const exchange = await pooledTransport({ url, headers: {}, body: '{}', timeoutMs: 100, secret: '' })
  expect(exchange).toMatchObject({ failure: { kind: 'timeout' }, kept: {} })
  for (const socket of sockets) socket.destroy()
  await new Promise((done) => silent.close(done))
})
