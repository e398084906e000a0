/** Tables over HTTP: whole plays, moves that count once, streams, restarts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { SeatAnswer, TablePage } from '../../../pages/table-types.ts'
import { checkRecord } from './suite-record.ts'
import {
  asked,
  call,
  closeAll,
  listen,
  look,
  move,
  none,
  offer,
  open,
  PEOPLE,
  start,
  tokens,
} from './suite-tables.ts'

afterEach(closeAll)

describe('a whole play', () => {
  test('a person against a script, to a deal; its record replays and scores', async () => {
    const server = await start()
    const made = await server.make({
      scenario: 'concert-tickets',
      opener: 'buyer',
      seats: { buyer: { who: 'person', name: 'Ada' }, seller: { who: 'conceder' } },
    })
    expect(made.links.map(({ seat, name }) => [seat, name])).toEqual([['buyer', 'Ada']])
    const { buyer } = tokens(made) as { buyer: string }
    for (;;) {
      const answer = await asked(server, buyer)
      if (answer.page.end) break
      const { move: form, turn } = answer.page
      const taken =
        turn > 4 && form?.kind === 'offers' && form.accept
          ? { action: 'ACCEPT', offer_id: form.accept, message: 'Done.' }
          : offer(65 + turn)
      const response = await move(server, buyer, answer, taken)
      expect(response.status).toBe(200)
    }
    const { page, status } = await look(server, buyer)
    expect(status).toBe('ended')
    expect(page.end).toMatchObject({
      kind: 'agreement',
      points: { printed: expect.stringMatching(/^\d+\.\d\d$/) },
    })
    const owned = (await (await server.owner('GET', `/api/tables/${made.table}`)).json()) as TablePage
    expect(owned.row.end?.points?.buyer?.exact).toBe(page.end!.points!.exact)
    await expect.poll(() => checkRecord(owned.folder)).toMatchObject({ differences: [], ended: 1 })
    // Who sat there is not in the record.
    expect(readFileSync(join(owned.folder, 'record.sqlite')).includes('Ada')).toBe(false)
  })

  test('package votes: people and scripts at one table', async () => {
    const server = await start()
    const seats = Object.fromEntries(
      ['avery', 'blake', 'casey', 'devon', 'ember', 'flynn'].map((party) => [
        party,
        { who: party === 'casey' ? 'person' : 'acceptance' },
      ]),
    )
    const made = await server.make({ scenario: 'northgate', seats })
    const token = tokens(made).casey!
    const first = await asked(server, token)
    expect(first.page.move?.kind).toBe('votes')
    const deal = Object.fromEntries(
      first.page.brief.issues.map((issue) => [issue.id, issue.type === 'choice' ? issue.options[0] : 0]),
    )
    expect((await move(server, token, first, { action: 'propose', deal })).status).toBe(200)
    for (;;) {
      const answer = await asked(server, token)
      if (answer.page.end) break
      const [live] = answer.page.offers
      const vote = live ? { action: 'accept', offer_id: live.id } : { action: 'none' }
      expect((await move(server, token, answer, vote)).status).toBe(200)
    }
    const { folder } = (await (await server.owner('GET', `/api/tables/${made.table}`)).json()) as TablePage
    await expect.poll(() => checkRecord(folder)).toMatchObject({ differences: [], ended: 1 })
  })

  test('free talk: words alone, within the limits of the pack', async () => {
    const server = await start()
    const made = await server.make({
      scenario: 'orange',
      seats: { a: { who: 'person' }, b: { who: 'ask-purpose' }, observer: { who: 'rule-observer' } },
    })
    const { a } = tokens(made) as { a: string }
    const first = await asked(server, a)
    expect(first.page.move).toMatchObject({ kind: 'talk', limits: { sentences: { min: 2, max: 4 } } })
    expect((await move(server, a, first, 'One sentence alone.')).status).toBe(422)
    expect((await move(server, a, first, { action: 'SAY' })).status).toBe(422)
    const words = 'I would like the whole orange. I have a friend who needs the juice.'
    expect((await move(server, a, first, words)).status).toBe(200)
    const next = await asked(server, a)
    expect(next.page.record.map(({ seat }) => seat)).toEqual(['a', 'b'])
    expect(next.page.record[0]!.message).toBe(words)
  })
})

describe('a move', () => {
  test('that is not allowed is told what is wrong, and nothing is recorded', async () => {
    const server = await start()
    const { buyer, seller } = tokens(await server.make(PEOPLE)) as { buyer: string; seller: string }
    const first = await asked(server, buyer)
    for (const [what, code] of [
      [offer(1000), 'term-out-of-range'],
      [{ action: 'ACCEPT', offer_id: 'O1', message: '' }, 'no-standing-offer'],
      [offer(70, 'word '.repeat(81)), 'message-too-long'],
      ['a text', 'not-object'],
      [null, 'not-object'],
      [{ action: 'OFFER', terms: { __proto__: 1 } }, 'term-missing'],
    ] as const) {
      const response = await move(server, buyer, first, what)
      expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        422,
        code,
      ])
    }
    const early = await call(server, seller, 'POST', '/api/seat/move', { turn: 1, repair: 0, move: none })
    expect(early.status).toBe(409)
    expect((await look(server, buyer)).page.record).toEqual([])
  })

  test('counts once, however often it is sent', async () => {
    const server = await start()
    const { buyer, seller } = tokens(await server.make(PEOPLE)) as { buyer: string; seller: string }
    const first = await asked(server, buyer)
    const sent = await Promise.all([1, 2, 3].map(() => move(server, buyer, first, offer(70))))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const answer = await asked(server, seller)
    expect(answer.page.record).toHaveLength(1)
    expect(answer.page.standing).toMatchObject({ by: 'buyer', terms: { unit_price_usd: '70.00' } })
  })

  test('is limited in size; what is no JSON is refused', async () => {
    const server = await start()
    const { buyer } = tokens(await server.make(PEOPLE)) as { buyer: string }
    const first = await asked(server, buyer)
    expect((await move(server, buyer, first, offer(70, 'x'.repeat(33_000)))).status).toBe(413)
    // Of a megabyte the server does not wait for the rest: a sender may see no more than that the line is cut.
    const whole = await move(server, buyer, first, offer(70, 'x'.repeat(1_000_000))).catch(() => undefined)
    expect(whole?.status ?? 413).toBe(413)
    expect((await call(server, buyer, 'POST', '/api/seat/move', '{')).status).toBe(400)
    expect((await call(server, buyer, 'POST', '/api/seat/move', { turn: 1 })).status).toBe(400)
    expect((await look(server, buyer)).page.record).toEqual([])
  })

  test('with markup, overrides of direction and a word without a space stays the text that it is', async () => {
    const server = await start()
    const { buyer, seller } = tokens(await server.make(PEOPLE)) as { buyer: string; seller: string }
    const nasty = `<img src=x onerror=alert(1)></script>\u202etxt.exe ${'w'.repeat(20_000)}`
    const first = await asked(server, buyer)
    expect((await move(server, buyer, first, offer(70, nasty))).status).toBe(200)
    const response = await call(server, seller, 'GET', '/api/seat')
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(((await response.json()) as SeatAnswer).page.record[0]!.message).toBe(nasty)
    const half = offer(70, 'half')
    const next = await asked(server, seller)
    const broken = JSON.stringify({ turn: 2, repair: 0, move: half }).replace('half', '\\ud800')
    expect((await call(server, seller, 'POST', '/api/seat/move', broken)).status).toBe(422)
    expect(next.page.turn).toBe(2)
  })
})

describe('what goes on', () => {
  test('a stream tells when it is one’s turn, and after a break only what is new', async () => {
    const server = await start()
    const { buyer, seller } = tokens(await server.make(PEOPLE)) as { buyer: string; seller: string }
    const first = await listen(server, seller)
    expect((await first.next()).data.page.move).toBeUndefined()
    await move(server, buyer, await asked(server, buyer), offer(70))
    let told = await first.next()
    while (!told.data.page.move) told = await first.next()
    expect(told.data.page.standing?.id).toBe('O1')
    await first.leave()

    // Nothing has happened since: who comes back with the last tag is told nothing until something does.
    const again = await listen(server, seller, told.id)
    const waiting = again.next()
    await move(server, seller, await asked(server, seller), offer(90))
    const news = await waiting
    expect(news.id).not.toBe(told.id)
    expect(news.data.page.record.length).toBeGreaterThan(1)
    await again.leave()
  })

  test('a server that stops and starts again goes on with every table', async () => {
    const first = await start()
    const made = await first.make(PEOPLE)
    const { buyer, seller } = tokens(made) as { buyer: string; seller: string }
    await move(first, buyer, await asked(first, buyer), offer(70))
    await move(first, seller, await asked(first, seller), offer(90))
    const before = (await asked(first, buyer)).page
    await first.close()
    open.pop()

    const second = await start({ folder: first.folder })
    const after = (await asked(second, buyer)).page
    expect(after).toEqual(before)
    await move(second, buyer, await asked(second, buyer), { action: 'ACCEPT', offer_id: 'O2', message: '' })
    expect((await asked(second, seller)).page.end).toMatchObject({ kind: 'agreement' })
    await second.close()
    open.pop()

    const third = await start({ folder: first.folder })
    expect((await look(third, buyer)).status).toBe('ended')
    const [row] = third.house.tables
    await expect(checkRecord(row!.study.folder)).resolves.toMatchObject({ differences: [], ended: 1 })
  })

  test('its owner stops a table and goes on with it', async () => {
    const server = await start()
    const made = await server.make(PEOPLE)
    const { buyer } = tokens(made) as { buyer: string }
    const before = await asked(server, buyer)
    expect((await server.owner('POST', `/api/tables/${made.table}/stop`)).status).toBe(200)
    expect((await look(server, buyer)).status).toBe('paused')
    expect((await move(server, buyer, before, offer(70))).status).toBe(503)
    expect((await server.owner('POST', `/api/tables/${made.table}/go-on`)).status).toBe(200)
    expect((await move(server, buyer, await asked(server, buyer), offer(70))).status).toBe(200)
  })
})
