/** What a link opens, and what it does not: seats and spectators. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { markedScenario, SECRETS, tokenIn } from '../../../../test/support/house.ts'
import type { SeatLink, WatchAnswer } from '../../../pages/table-types.ts'
import {
  asked,
  call,
  closeAll,
  everyPath,
  listen,
  move,
  offer,
  PEOPLE,
  some,
  start,
  tokens,
} from './suite-tables.ts'

afterEach(closeAll)

describe('a seat’s link', () => {
  const marked = async () => {
    const server = await start({ scenarios: { marked: markedScenario() } })
    const made = await server.make({ ...PEOPLE, scenario: 'marked' })
    const { buyer, seller } = tokens(made) as { buyer: string; seller: string }
    await move(server, buyer, await asked(server, buyer), offer(70))
    await move(server, seller, await asked(server, seller), offer(90))
    return { server, made, buyer, seller }
  }

  test('at no endpoint shows anything that the other seat alone knows', async () => {
    const { server, made, buyer, seller } = await marked()
    const paths = await everyPath(made)
    for (const [own, other, token] of [
      ['buyer', 'seller', buyer],
      ['seller', 'buyer', seller],
    ] as const) {
      const page = await (await call(server, token, 'GET', '/api/seat')).text()
      // Its own marks are there, so that their absence elsewhere means something.
      for (const mark of Object.values(SECRETS[own])) expect(page).toContain(mark)
      for (const [method, path] of paths) {
        const response = await call(server, token, method, path, method === 'POST' ? {} : undefined)
        const text = path.endsWith('/live') ? await some(response) : await response.text()
        for (const mark of Object.values(SECRETS[other]))
          expect(`${method} ${path} ${text}`).not.toContain(mark)
        if (!path.startsWith('/api/seat')) expect([401, 404]).toContain(response.status)
      }
    }
  })

  test('opens nothing once the play has ended that it did not open before', async () => {
    const { server, buyer, seller } = await marked()
    await move(server, buyer, await asked(server, buyer), { action: 'ACCEPT', offer_id: 'O2', message: '' })
    for (const [other, token] of [
      ['seller', buyer],
      ['buyer', seller],
    ] as const) {
      const text = await (await call(server, token, 'GET', '/api/seat')).text()
      expect(text).toContain('"agreement"')
      for (const mark of Object.values(SECRETS[other])) expect(text).not.toContain(mark)
    }
  })

  test('is not guessed, not mixed up, and is gone once it is taken back', async () => {
    const { server, made, buyer, seller } = await marked()
    const other = await server.make({ ...PEOPLE, scenario: 'marked' })
    const secret = buyer.split('.')[1]!
    const wrong = [
      '',
      'x',
      buyer.slice(0, -1),
      `${buyer.slice(0, -1)}${buyer.endsWith('A') ? 'B' : 'A'}`,
      `${other.table}.${secret}`,
      `${made.table}.${'A'.repeat(43)}`,
      `${made.table}.`,
      `no-such-table.${secret}`,
      `../${made.table}.${secret}`,
      `__proto__.${secret}`,
      secret,
    ]
    const answers = await Promise.all(wrong.map((token) => call(server, token, 'GET', '/api/seat')))
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401))
    expect(texts.size).toBe(1)

    expect((await server.owner('DELETE', `/api/tables/${made.table}/seats/buyer/link`)).status).toBe(200)
    expect((await call(server, buyer, 'GET', '/api/seat')).status).toBe(401)
    expect((await call(server, seller, 'GET', '/api/seat')).status).toBe(200)
    const renewed = (await (
      await server.owner('POST', `/api/tables/${made.table}/seats/buyer/link`)
    ).json()) as SeatLink
    expect((await call(server, tokenIn(renewed.path), 'GET', '/api/seat')).status).toBe(200)
    expect((await call(server, buyer, 'GET', '/api/seat')).status).toBe(401)
  })

  test('that is taken back ends its open streams', async () => {
    const { server, made, buyer } = await marked()
    const stream = await listen(server, buyer)
    await stream.next()
    await server.owner('DELETE', `/api/tables/${made.table}/seats/buyer/link`)
    const toItsEnd = async (): Promise<never> => {
      // What was told before, that it is one's turn for instance, may come still.
      for (;;) await stream.next()
    }
    await expect(toItsEnd()).rejects.toThrow('over')
  })

  test('keeps no more lines open than one person needs', async () => {
    const { server, buyer } = await marked()
    const follow = (signal: AbortSignal): Promise<Response> =>
      call(server, buyer, 'GET', '/api/seat/live', undefined, signal)
    const over = new AbortController()
    const answers = await Promise.all(Array.from({ length: 45 }, () => follow(over.signal)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
    over.abort()
    await expect.poll(async () => (await follow(new AbortController().signal)).status).toBe(200)
  })

  test('lies nowhere on disk', async () => {
    const { server, buyer, seller } = await marked()
    const files = readdirSync(server.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    expect(files.length).toBeGreaterThan(3)
    for (const token of [buyer, seller]) {
      for (const bytes of files) expect(bytes.includes(token.split('.')[1]!)).toBe(false)
    }
  })

  test('is in the fragment alone', async () => {
    const { made } = await marked()
    for (const { path } of made.links) expect(path).toMatch(/^\/seat#[a-z0-9-]+\.[A-Za-z0-9_-]{43}$/)
  })
})

describe('spectators', () => {
  test('see a table once it has ended, and nothing before', async () => {
    const server = await start({ scenarios: { marked: markedScenario() } })
    const made = await server.make({ ...PEOPLE, scenario: 'marked' })
    const { buyer, seller } = tokens(made) as { buyer: string; seller: string }
    const { path } = (await (await server.owner('POST', `/api/tables/${made.table}/watch`)).json()) as {
      path: string
    }
    const spectator = tokenIn(path)
    await move(server, buyer, await asked(server, buyer), offer(70))
    expect(await (await call(server, spectator, 'GET', '/api/watch')).json()).toEqual({ kind: 'watch' })
    expect((await call(server, spectator, 'GET', '/api/seat')).status).toBe(401)
    expect((await call(server, buyer, 'GET', '/api/watch')).status).toBe(401)
    await move(server, seller, await asked(server, seller), { action: 'ACCEPT', offer_id: 'O1', message: '' })
    await expect
      .poll(
        async () =>
          ((await (await call(server, spectator, 'GET', '/api/watch')).json()) as WatchAnswer).page?.row
            .state,
      )
      .toBe('ended')
    await server.owner('DELETE', `/api/tables/${made.table}/watch`)
    expect((await call(server, spectator, 'GET', '/api/watch')).status).toBe(401)
  })
})
