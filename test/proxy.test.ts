/** Calls through a real proxy: tunnels to a server with a certificate, plain HTTP, exceptions, refusals. */
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { type AddressInfo, connect, type Server } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { UserError } from '../src/core/problem.ts'
import { makeClient } from '../src/models/exchange.ts'
import { accessOf } from '../src/models/keys.ts'
import { isLoopback, proxyOf } from '../src/models/proxy.ts'
import { closeConnections } from '../src/models/transport.ts'
import { openReader } from '../src/store/index.ts'
import { DEADLINE_MS } from './support/deadline.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import { message, modelStudy, runModels, SENTINEL, sensible, verify } from './support/model-study.ts'
import { CERTIFICATE, KEY } from './support/proxy-key.ts'

const PASSWORD = 'proxy-password'
const port = (server: Server): number => (server.address() as AddressInfo).port
const listening = (server: Server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

/** What the proxy was asked for: tunnels by host and port, and plain requests by their whole address. */
const asked: { readonly what: string; readonly headers: IncomingHttpHeaders }[] = []
/** How the proxy answers a tunnel. */
let tunnel = 200
let plain: ModelServer
let secure: Server
/** How the server behind the tunnel answers. */
let answer: (body: string, end: (text: string) => void) => void
const proxy = createServer((request, response) => {
  asked.push({ what: request.url!, headers: request.headers })
  const { method, headers } = request
  const onward = forward(`${plain.url}${new URL(request.url!).pathname}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode!, reply.headers)
    reply.pipe(response)
  })
  request.pipe(onward)
})
proxy.on('connect', ({ url, headers }, socket) => {
  asked.push({ what: `CONNECT ${url}`, headers })
  socket.on('error', () => undefined)
  if (tunnel !== 200) return socket.end(`HTTP/1.1 ${tunnel} No\r\n\r\n`)
  const onward = connect(port(secure), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  return undefined
})

const trusted = getCACertificates('default')
beforeAll(async () => {
  plain = await startModelServer((response, request) =>
    whole(message(sensible(request.body)))(response, request),
  )
  secure = createSecure({ cert: CERTIFICATE, key: KEY }, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'r1' })
    answer(body, (text) => response.end(text))
  })
  await Promise.all([listening(secure), listening(proxy)])
  setDefaultCACertificates([...trusted, CERTIFICATE])
})
afterEach(async () => {
  asked.length = 0
  tunnel = 200
  await closeConnections()
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  proxy.closeAllConnections()
  await Promise.all([plain.close(), ...[secure, proxy].map((one) => new Promise((done) => one.close(done)))])
})

const envOf = (more: Record<string, string> = {}) => ({
  ANTHROPIC_API_KEY: SENTINEL,
  ANTHROPIC_BASE_URL: 'https://models.example',
  HTTPS_PROXY: `http://reader:${PASSWORD}@127.0.0.1:${port(proxy)}`,
  ...more,
})
const clientIn = (env: Record<string, string>) =>
  makeClient('anthropic', accessOf({ provider: 'anthropic' }, env, 'm', 'study.yaml'))
const send = async (env: Record<string, string>, more: { timeoutMs?: number; onBytes?: () => void } = {}) =>
  (await clientIn(env)).send({ path: '/v1/messages', body: {}, stream: false }, '{"a":1}', {
    timeoutMs: DEADLINE_MS,
    ...more,
  })
const tunnels = (): string[] => asked.map(({ what }) => what)

test('a call over HTTPS goes through a tunnel, its bytes and times kept, its key unseen by the proxy', async () => {
  let pieces = 0
  answer = (body, end) => end(`{"sent":${body}}`)
  const { received, firstByteMs, totalMs, failure } = await send(envOf(), { onBytes: () => pieces++ })
  expect(Buffer.from(received!.body).toString()).toBe('{"sent":{"a":1}}')
  expect(received).toMatchObject({ status: 200, ended: true, headers: { 'request-id': 'r1' } })
  expect([failure, pieces]).toEqual([undefined, 1])
  expect(firstByteMs).toBeLessThanOrEqual(totalMs)
  expect(tunnels()).toEqual(['CONNECT models.example:443'])
  const [{ headers }] = asked as [(typeof asked)[0]]
  expect(headers['proxy-authorization']).toBe(`Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`)
  expect(JSON.stringify(headers)).not.toContain(SENTINEL)
})

test('tunnels are kept for the calls that follow', async () => {
  answer = (_, end) => end('{}')
  for (let i = 0; i < 12; i++) expect((await send(envOf())).received?.status).toBe(200)
  // A call that begins while the one before is being put away takes another.
  expect(tunnels().length).toBeLessThan(6)
})

test('the deadline of an attempt holds behind a tunnel too', async () => {
  answer = () => undefined
  expect((await send(envOf(), { timeoutMs: 300 })).failure).toMatchObject({ kind: 'timeout' })
})

test('plain HTTP is handed to the proxy as it is', async () => {
  const { HTTPS_PROXY, ...env } = envOf({ ANTHROPIC_BASE_URL: 'http://models.example' })
  const { received } = await send({ ...env, http_proxy: HTTPS_PROXY })
  expect(received?.status).toBe(200)
  expect(tunnels()).toEqual(['http://models.example/v1/messages'])
  expect(plain.seen.at(-1)?.body).toBe('{"a":1}')
})

test('hosts of NO_PROXY and this machine itself are reached without', async () => {
  const direct = await send(envOf({ NO_PROXY: 'other.example, models.example' }))
  expect(direct.failure).toMatchObject({ kind: 'network' })
  expect((await send(envOf({ ANTHROPIC_BASE_URL: plain.url }))).received?.status).toBe(200)
  expect(
    (await send(envOf({ ANTHROPIC_BASE_URL: plain.url, HTTP_PROXY: 'http://no.example:1' }))).failure,
  ).toBe(undefined)
  expect(tunnels()).toEqual([])
})

test('a proxy that refuses, or is not there, is a failure of the network; no password is shown', async () => {
  tunnel = 407
  const refused = await send(envOf())
  expect(refused.failure).toMatchObject({ kind: 'network' })
  expect(refused.failure!.message).toContain('407')
  const gone = await send(envOf({ HTTPS_PROXY: `http://reader:${PASSWORD}@127.0.0.1:9` }))
  expect(gone.failure).toMatchObject({ kind: 'network' })
  expect(JSON.stringify([refused, gone])).not.toContain(PASSWORD)
})

test('a whole study goes through it; the record checks, and knows nothing of the proxy', async () => {
  answer = (body, end) => end(message(sensible(body)))
  const folder = modelStudy()
  const client: NonNullable<Parameters<typeof runModels>[2]>['client'] = (name, spec) =>
    makeClient(spec.provider, accessOf(spec, envOf(), name, 'study.yaml'))
  expect(await runModels(folder, '', { client })).toMatchObject({ ended: 'complete', closed: 1 })
  expect(new Set(tunnels())).toEqual(new Set(['CONNECT models.example:443']))
  for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
  const reader = await openReader(join(folder, 'record.sqlite'))
  for (const { stream } of await reader.streams()) {
    const text = JSON.stringify(await reader.read(stream))
    expect(text).not.toContain(PASSWORD)
    expect(text).not.toContain(String(port(proxy)))
  }
  await reader.close()
})

test('settings: either case, lower first; a bare host and port; none where none is set', () => {
  expect(proxyOf({})).toBeUndefined()
  expect(proxyOf({ NO_PROXY: '*' })).toBeUndefined()
  expect(proxyOf({ HTTPS_PROXY: 'http://a:1', https_proxy: 'b.example:2', no_proxy: '.x' })).toEqual({
    httpsProxy: 'http://b.example:2',
    httpProxy: '',
    noProxy: '.x',
  })
  for (const url of ['http://localhost:1/v1', 'http://127.1.2.3', 'http://[::1]:2', 'http://a.localhost.'])
    expect(isLoopback(url)).toBe(true)
  for (const url of ['https://api.openai.com', 'http://127.example', 'http://10.0.0.1'])
    expect(isLoopback(url)).toBe(false)
  for (const bad of ['socks5://h:1', 'http://', `user:${PASSWORD}@h:1:2`]) {
    let thrown: unknown
    try {
      accessOf({ provider: 'anthropic' }, envOf({ HTTPS_PROXY: bad }), 'm', 'study.yaml')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(UserError)
    expect((thrown as UserError).message).toContain('HTTPS_PROXY')
    expect(JSON.stringify((thrown as UserError).problems)).not.toContain(PASSWORD)
  }
})
