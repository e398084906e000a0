/** Tables over HTTP: whole plays, lost connections, restarts, and what a seat's link opens and does not open. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { markedScenario, openServer, SECRETS, type Server, tokenIn } from '../../../../test/support/house.ts'
import type {
  ClassMade,
  ClassPage,
  SeatAnswer,
  SeatLink,
  TableChoices,
  TableMade,
  TablePage,
  WatchAnswer,
} from '../../../pages/table-types.ts'
import { checkRecord } from './suite-record.ts'

/** Machines that test are busy. */
const SOON = { timeout: 15_000 }

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})
async function start(options: Parameters<typeof openServer>[0] = {}): Promise<Server> {
  const server = await openServer(options)
  open.push(server)
  return server
}

const call = (
  server: Server,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Seat ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const look = async (server: Server, token: string): Promise<SeatAnswer> =>
  (await (await call(server, token, 'GET', '/api/seat')).json()) as SeatAnswer

/** Waits until the seat is asked for a move, or all has ended. */
async function asked(server: Server, token: string): Promise<SeatAnswer> {
  for (let i = 0; i < 1000; i++) {
    const answer = await look(server, token)
    if (answer.page.move || answer.page.end) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('nobody was asked')
}

const move = (server: Server, token: string, { page }: SeatAnswer, what: unknown): Promise<Response> =>
  call(server, token, 'POST', '/api/seat/move', {
    turn: page.move!.turn,
    repair: page.move!.repair,
    move: what,
  })

const offer = (price: number, message = 'Here are my terms.') => ({
  action: 'OFFER',
  offer_id: null,
  terms: { unit_price_usd: price, cancellation_fee_pct: 20, name_change_notice_hours: 24.5 },
  message,
})

const none = { action: 'NONE', message: '' }

const PEOPLE = {
  scenario: 'concert-tickets',
  opener: 'buyer',
  seats: { buyer: { who: 'person' }, seller: { who: 'person' } },
} as const

const tokens = ({ links }: TableMade): Record<string, string> =>
  Object.fromEntries(links.map(({ seat, path }) => [seat, tokenIn(path)]))

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
    await expect.poll(() => checkRecord(owned.folder), SOON).toMatchObject({ differences: [], ended: 1 })
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
    await expect.poll(() => checkRecord(folder), SOON).toMatchObject({ differences: [], ended: 1 })
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
    await expect(stream.next()).rejects.toThrow('over')
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
        SOON,
      )
      .toBe('ended')
    await server.owner('DELETE', `/api/tables/${made.table}/watch`)
    expect((await call(server, spectator, 'GET', '/api/watch')).status).toBe(401)
  })
})

describe('the owner', () => {
  test('alone makes tables, sees them and changes them', async () => {
    const server = await start()
    const made = await server.make(PEOPLE)
    for (const [method, path] of await everyPath(made)) {
      if (path.startsWith('/api/seat') || path.startsWith('/api/watch')) continue
      const response = await fetch(server.url + path, {
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect([method, path, response.status]).toEqual([method, path, 401])
    }
  })

  test('is told what is wrong with an order', async () => {
    const server = await start()
    const order = async (more: object): Promise<[number, string]> => {
      const response = await server.owner('POST', '/api/tables', { ...PEOPLE, ...more })
      const { error } = (await response.json()) as { error: { message: string } }
      return [response.status, error.message]
    }
    expect(await order({ scenario: 'nowhere' })).toEqual([404, expect.stringContaining('nowhere')])
    expect(await order({ scenario: '../../etc' })).toEqual([404, expect.any(String)])
    expect(await order({ seats: { buyer: { who: 'person' } } })).toEqual([
      400,
      expect.stringContaining('seller'),
    ])
    expect(await order({ seats: { ...PEOPLE.seats, seller: { who: 'walker' } } })).toEqual([
      400,
      expect.stringContaining('cannot play'),
    ])
    expect(await order({ seats: { ...PEOPLE.seats, seller: { who: 'anthropic:x' } } })).toEqual([
      400,
      expect.stringContaining('costs money'),
    ])
    expect(
      await order({ seats: { ...PEOPLE.seats, seller: { who: '{ provider: openai, base_url: x }' } } }),
    ).toEqual([400, expect.stringContaining('person, a script')])
    expect(await order({ opener: 'nobody' })).toEqual([400, expect.stringContaining('nobody')])
    expect(readdirSync(server.folder)).toEqual([])
  })

  test('chooses among what can be played here', async () => {
    const server = await start({ providers: ['anthropic'] })
    const choices = (await (await server.owner('GET', '/api/tables/choices')).json()) as TableChoices
    expect(choices.providers).toEqual(['anthropic'])
    expect(choices.scenarios.map(({ scenario }) => scenario)).toEqual([
      'concert-tickets',
      'northgate',
      'orange',
    ])
    expect(choices.scenarios[0]!.scripts[0]).toMatchObject({ name: 'frequency' })
    const bare = await start({ scenarios: {} })
    const shipped = (await (await bare.owner('GET', '/api/tables/choices')).json()) as TableChoices
    expect(shipped.scenarios.map(({ scenario }) => scenario)).toContain('concert-tickets')
  })
})

describe('a class', () => {
  test('a table per pair, links for all, all deals on one page', async () => {
    const server = await start()
    const names = ['Ada', 'Ben', 'Cleo', '<b>Dan</b>', 'Eve']
    const response = await server.owner('POST', '/api/classes', {
      scenario: 'concert-tickets',
      title: 'Monday',
      names,
      spare: 'conceder',
      opener: 'buyer',
      beside: [{ buyer: 'boulware', seller: 'conceder' }],
    })
    expect(response.status).toBe(201)
    const made = (await response.json()) as ClassMade
    expect(made.links.map(({ name }) => name)).toEqual(names)
    expect(new Set(made.links.map(({ path }) => path)).size).toBe(5)
    const token = tokenIn(made.links[0]!.path)
    await move(server, token, await asked(server, token), offer(72))
    const other = tokenIn(made.links[1]!.path)
    await move(server, other, await asked(server, other), { action: 'ACCEPT', offer_id: 'O1', message: '' })
    const pageOf = async (): Promise<ClassPage> =>
      (await (await server.owner('GET', `/api/classes/${made.class}`)).json()) as ClassPage
    await expect
      .poll(async () => (await pageOf()).tables.filter(({ state }) => state === 'ended').length, SOON)
      .toBe(2)
    const page = await pageOf()
    expect(page.tables).toHaveLength(4)
    expect(page.tables[0]!.end?.points?.buyer?.value).toBeGreaterThan(0)
    expect(page.space?.frontier.length).toBeGreaterThan(0)
    // Nobody's name is in a study or its record.
    for (const { study } of server.house.tables) {
      for (const file of ['study.yaml', 'record.sqlite']) {
        const bytes = readFileSync(join(study.folder, file))
        for (const name of ['Ada', 'Ben', 'Cleo', 'Dan']) expect(bytes.includes(name)).toBe(false)
      }
    }
    // A seat's page says nothing of who else is there.
    const text = await (await call(server, token, 'GET', '/api/seat')).text()
    for (const name of ['Ben', 'Cleo', 'Monday']) expect(text).not.toContain(name)
  })

  test('that does not come out even needs somebody for the rest, and leaves nothing behind', async () => {
    const server = await start()
    const odd = await server.owner('POST', '/api/classes', { scenario: 'concert-tickets', names: ['Ada'] })
    expect(odd.status).toBe(400)
    const wrong = await server.owner('POST', '/api/classes', {
      scenario: 'concert-tickets',
      names: ['Ada', 'Ben', 'Cleo'],
      spare: 'nobody',
    })
    expect(wrong.status).toBe(400)
    expect(readdirSync(server.folder)).toEqual([])
    expect(server.house.tables).toEqual([])
  })

  test('thirty names are fifteen tables, at once', async () => {
    const server = await start()
    const names = Array.from({ length: 30 }, (_, i) => `Student ${i + 1}`)
    const before = performance.now()
    const response = await server.owner('POST', '/api/classes', { scenario: 'concert-tickets', names })
    expect(response.status).toBe(201)
    expect(((await response.json()) as ClassMade).links).toHaveLength(30)
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})

/** Every path of the API, with the table's own id put in. */
async function everyPath({ table }: TableMade): Promise<[method: string, path: string][]> {
  return [
    ['GET', '/api/seat'],
    ['GET', '/api/seat/live'],
    ['POST', '/api/seat/move'],
    ['GET', '/api/watch'],
    ['GET', '/api/tables'],
    ['GET', '/api/tables/choices'],
    ['POST', '/api/tables'],
    ['GET', `/api/tables/${table}`],
    ['GET', `/api/tables/${table}/live`],
    ['POST', `/api/tables/${table}/stop`],
    ['POST', `/api/tables/${table}/go-on`],
    ['POST', `/api/tables/${table}/seats/seller/link`],
    ['DELETE', `/api/tables/${table}/seats/seller/link`],
    ['POST', `/api/tables/${table}/watch`],
    ['DELETE', `/api/tables/${table}/watch`],
    ['POST', '/api/classes'],
    ['GET', '/api/classes/class-x'],
    ['GET', '/api/classes/class-x/live'],
  ]
}

/** What a stream sends at first. */
async function some(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body!.getReader()
  let text = ''
  while (!text.includes('event: page')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  return text
}

interface Told {
  readonly id: string
  readonly data: SeatAnswer
}

async function listen(server: Server, token: string, last?: string) {
  const stop = new AbortController()
  const response = await fetch(`${server.url}/api/seat/live`, {
    headers: { authorization: `Seat ${token}`, ...(last === undefined ? {} : { 'last-event-id': last }) },
    signal: stop.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  return {
    async next(): Promise<Told> {
      for (;;) {
        const end = rest.indexOf('\n\n')
        if (end >= 0) {
          const event = rest.slice(0, end)
          rest = rest.slice(end + 2)
          const id = /^id: (.*)$/m.exec(event)?.[1]
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (id !== undefined && data !== undefined) return { id, data: JSON.parse(data) as SeatAnswer }
          continue
        }
        const { value, done } = await reader.read()
        if (done) throw new Error('over')
        rest += value
      }
    },
    async leave(): Promise<void> {
      stop.abort()
      await reader.cancel().catch(() => undefined)
    },
  }
}
