/** What must hold whoever asks: names and origins, the token, seats, sizes, headers; and that nothing secret is told. */
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserError } from '../../src/core/problem.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { get, home, owner, play, post, serveHome, shippedStudy } from '../support/serving.ts'

const TOKEN = 'a-token-that-nobody-guesses-0123'
const READS = [
  '/api/home',
  '/api/studies/concert-tickets',
  '/api/studies/concert-tickets/attempts',
  '/api/studies/concert-tickets/negotiations/x',
  '/api/studies/concert-tickets/live',
  '/api/scenarios/concert-tickets',
  '/api/compare',
  '/api/tables',
  '/api/nothing',
]

let at: string
let serving: Serving
let guarded: Serving
beforeAll(async () => {
  at = home()
  await play(shippedStudy(at, 'concert-tickets', 1))
  serving = await serveHome(at)
  guarded = await serveHome(at, { host: '0.0.0.0', token: TOKEN, names: ['class.example.org'] })
})
afterAll(async () => {
  await serving?.close()
  await guarded?.close()
})

/** With whatever Host and other headers a stranger can send. */
function raw(to: Serving, path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: to.port, path, method, headers }, (response) => {
        let text = ''
        response.on('data', (part: Buffer) => {
          text += part.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }))
      })
      asked.on('error', reject)
      asked.end()
    },
  )
}

describe('names and origins', () => {
  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost:1',
    'a@127.0.0.1',
    '127.0.0.1:x',
  ])('asked as "%s": 403, whatever the path', async (host) => {
    // Node itself refuses what is no name at all.
    for (const path of ['/', '/assets/app-abc123.js', ...READS])
      expect([400, 403], path).toContain((await raw(serving, path, { host })).status)
  })

  test('asked by its own names it answers', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await raw(serving, '/api/home', { host: `${host}:${serving.port}` })).status).toBe(200)
    expect((await raw(guarded, '/', { host: 'class.example.org' })).status).toBe(200)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:1', 'http://127.0.0.1.evil.example'])(
    'from the origin %s: 403, with the token too',
    async (origin) => {
      const host = `127.0.0.1:${serving.port}`
      for (const path of READS) expect((await raw(serving, path, { host, origin })).status, path).toBe(403)
      const told = { host, origin, ...owner(serving) }
      expect((await raw(serving, '/api/studies/concert-tickets/control', told, 'POST')).status).toBe(403)
      expect((await raw(serving, '/api/session', told, 'POST')).status).toBe(403)
    },
  )

  test('loaded into a page of another site: 403; opened from a link there: the app', async () => {
    const host = `127.0.0.1:${serving.port}`
    const embedded = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
    expect((await raw(serving, '/api/home', embedded)).status).toBe(403)
    expect((await raw(serving, '/assets/app-abc123.js', embedded)).status).toBe(403)
    const opened = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await raw(serving, '/studies/concert-tickets', opened)).status).toBe(200)
  })
})

describe('the token', () => {
  const order = { action: 'run' }
  const path = '/api/studies/concert-tickets/control'

  test('changes need it: no other, no cookie alone', async () => {
    expect((await post(serving, path, order)).status).toBe(401)
    expect((await post(serving, path, order, { authorization: 'Bearer nobody' })).status).toBe(401)
    expect((await post(serving, path, order, { 'x-parley': '1' })).status).toBe(401)
    expect((await post(serving, path, order, owner(serving))).status).toBe(409)
  })

  test('is traded for a cookie that no script reads and no other site sends', async () => {
    expect((await post(serving, '/api/session', { token: 'another' })).status).toBe(401)
    const traded = await post(serving, '/api/session', { token: serving.token })
    expect(traded.status).toBe(204)
    const cookie = traded.headers.get('set-cookie')!
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    const sent = { cookie: cookie.split(';')[0]! }
    expect((await post(serving, path, order, sent)).status).toBe(401)
    expect((await post(serving, path, order, { ...sent, 'x-parley': '1' })).status).toBe(409)
    expect((await get(serving, '/api/session', { headers: sent })).json).toMatchObject({ owner: true })
    expect((await get(serving, '/api/session')).json).toMatchObject({ owner: false, guarded: false })
  })

  test('is in no answer', async () => {
    for (const one of ['/', '/api/session', ...READS.filter((read) => !read.endsWith('/live'))]) {
      const { text, headers } = await get(serving, one, { headers: owner(serving) })
      expect(text + JSON.stringify([...headers])).not.toContain(serving.token)
    }
  })

  test.each([
    ['off loopback', { host: '0.0.0.0' }],
    ['with a further name', { names: ['class.example.org'] }],
    ['with one that can be guessed', { token: 'short' }],
  ])('%s: it does not start without one', async (_, options) => {
    await expect(serveHome(at, options)).rejects.toThrow(UserError)
  })

  test('what a tunnel passes on is not read without it, whatever name it asks by', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-real-ip']) {
      const headers = { [name]: 'for=203.0.113.7' }
      expect((await get(serving, '/api/home', { headers })).status, name).toBe(401)
      expect((await get(serving, '/api/home', { headers: { ...headers, ...owner(serving) } })).status).toBe(
        200,
      )
    }
  })

  test('off loopback nothing is read without it; the app itself holds nothing', async () => {
    for (const one of READS) expect((await get(guarded, one)).status, one).toBe(401)
    expect((await get(guarded, '/')).status).toBe(200)
    expect((await get(guarded, '/api/home', { headers: owner(guarded) })).status).toBe(200)
    expect((await get(guarded, '/api/session')).json).toEqual({ owner: false, guarded: true, reads: false })
  })
})

test("a seat's link is refused everywhere but at its seat", async () => {
  for (const to of [serving, guarded]) {
    for (const path of READS) {
      const { status, text } = await get(to, path, {
        headers: { authorization: 'Seat some-table.some-seat.some-secret' },
      })
      expect(status, path).toBe(403)
      expect(text).not.toContain('reservation')
    }
  }
})

test('every answer carries a strict policy, and none can be kept or framed', async () => {
  for (const path of ['/', '/api/home', '/api/nothing', '/nothing', '/assets/app-abc123.js']) {
    const { headers } = await get(serving, path)
    const policy = headers.get('content-security-policy')!
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store')
  }
  const asset = await get(serving, '/assets/app-abc123.js')
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect((await get(serving, '/')).headers.get('cache-control')).toBe('no-cache')
})

describe('what is sent', () => {
  test('is read up to a size', async () => {
    const { status, json } = await post(
      serving,
      '/api/studies/concert-tickets/control',
      'x'.repeat(10_000),
      owner(serving),
    )
    expect([status, json.error.code]).toEqual([413, 'too-large'])
    expect((await post(serving, '/api/session', 'x'.repeat(10_000))).status).toBe(413)
  })

  test.each(['{', '[]', '{"action":"burn"}', '{"action":"run","capUsd":"1e9"}', '{"action":"run","more":1}'])(
    'no order is "%s": 400',
    async (body) => {
      expect((await post(serving, '/api/studies/concert-tickets/control', body, owner(serving))).status).toBe(
        400,
      )
    },
  )

  test('is not waited for for long: a request that does not come to its end is given up', async () => {
    const begun = [
      `GET /api/home HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\nX-Slow:`,
      `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\nContent-Length: 900\r\n\r\n{`,
    ]
    const given = begun.map(async (text) => {
      const socket = connect(serving.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(text)
      await once(socket, 'close')
    })
    await Promise.all(given)
  })

  test('a connection at rest is kept longer than the minute of proxies, who may use it again any time', async () => {
    const { headers } = await raw(serving, '/api/home', { connection: 'keep-alive' })
    const [, seconds] = /^timeout=(\d+)$/.exec(String(headers['keep-alive']))!
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  test('a path never leads to a file that is not among the pages', async () => {
    for (const path of [
      '/../package.json',
      '/..%2f..%2fetc/passwd',
      '/assets/../../x',
      '/%2e%2e/x',
      '/assets/',
    ])
      expect((await raw(serving, path, { host: `127.0.0.1:${serving.port}` })).text).not.toMatch(
        /root:|"name"/,
      )
  })
})
