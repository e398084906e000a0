/**
 * `parley serve` with people at a table, as a process of its own: what a seat's link opens of the whole server, and
 * that a kill in the middle of a turn loses nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { SeatAnswer, TableMade, TablePage } from '../src/pages/table-types.ts'
import { parley, ROOT } from './run-parley.ts'
import { markedScenario, SECRETS, tokenIn } from './support/house.ts'

interface Served {
  readonly child: ChildProcess
  readonly address: string
  readonly token: string
  readonly said: () => string
}

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

async function serve(folder: string, ...more: string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    [`${ROOT}/bin/parley.js`, 'serve', folder, '--port', '0', '--json', ...more],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  running.push(child)
  let said = ''
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
    said += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  await expect.poll(() => out.includes('\n') || child.exitCode, { timeout: 300_000 }).toBeTruthy()
  const { address, token } = JSON.parse(out) as { address: string; token: string }
  return { child, address: address.replace(/\/$/, ''), token, said: () => said }
}

const kill = (child: ChildProcess): Promise<unknown> => {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  return gone
}

const ask = (served: Served, auth: string, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(served.address + path, {
    method,
    headers: { authorization: auth, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function make(served: Served, scenario: string): Promise<TableMade> {
  const seats = { buyer: { who: 'person' }, seller: { who: 'person' } }
  const response = await ask(served, `Bearer ${served.token}`, 'POST', '/api/tables', {
    scenario,
    opener: 'buyer',
    seats,
  })
  expect(response.status).toBe(201)
  return (await response.json()) as TableMade
}

const seatOf = ({ links }: TableMade, seat: string): string =>
  `Seat ${tokenIn(links.find((link) => link.seat === seat)!.path)}`

async function asked(served: Served, auth: string): Promise<SeatAnswer> {
  for (;;) {
    const answer = (await (await ask(served, auth, 'GET', '/api/seat')).json()) as SeatAnswer
    if (answer.page?.move ?? answer.page?.end) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function offer(served: Served, auth: string, price: number): Promise<void> {
  const { page } = await asked(served, auth)
  const terms = { unit_price_usd: price, cancellation_fee_pct: 20, name_change_notice_hours: 24 }
  const move = { action: 'OFFER', offer_id: null, terms, message: `For ${price}.` }
  const response = await ask(served, auth, 'POST', '/api/seat/move', { turn: page.turn, repair: 0, move })
  expect(response.status).toBe(200)
}

describe('a seat’s link, of the whole server', () => {
  test('opens that seat alone: nothing of the other side is in any answer, and it changes nothing else', async () => {
    const folder = markedScenario()
    const served = await serve(
      folder,
      '--tables',
      join(mkdtempSync(join(tmpdir(), 'parley-tables-')), 'tables'),
    )
    const home = (await (await ask(served, '', 'GET', '/api/home')).json()) as {
      scenarios: { scenario: string }[]
    }
    const key = home.scenarios[0]!.scenario
    const made = await make(served, key)
    await offer(served, seatOf(made, 'buyer'), 70)
    await offer(served, seatOf(made, 'seller'), 90)
    const id = encodeURIComponent(key)
    const paths = [
      ['GET', '/api/home'],
      ['GET', `/api/scenarios/${id}`],
      ['GET', `/api/studies/${made.table}`],
      ['GET', `/api/studies/${made.table}/attempts`],
      ['GET', `/api/studies/${made.table}/live`],
      ['POST', `/api/studies/${made.table}/control`],
      ['GET', '/api/compare'],
      ['GET', '/api/session'],
      ['POST', '/api/session'],
      ['GET', '/api/tables'],
      ['GET', '/api/tables/choices'],
      ['GET', `/api/tables/${made.table}`],
      ['GET', `/api/tables/${made.table}/live`],
      ['POST', `/api/tables/${made.table}/stop`],
      ['POST', `/api/tables/${made.table}/seats/seller/link`],
      ['DELETE', `/api/tables/${made.table}/seats/buyer/link`],
      ['GET', '/api/watch'],
      ['GET', '/api/nothing'],
      ['GET', `/seat?table=${made.table}`],
      ['GET', `/tables/${made.table}`],
      ['GET', '/api/seat'],
    ] as const
    for (const [own, other] of [
      ['buyer', 'seller'],
      ['seller', 'buyer'],
    ] as const) {
      for (const [method, path] of paths) {
        const response = await ask(
          served,
          seatOf(made, own),
          method,
          path,
          method === 'POST' ? {} : undefined,
        )
        const text = await response.text()
        for (const mark of Object.values(SECRETS[other]))
          expect(`${method} ${path} ${text}`).not.toContain(mark)
        if (path.startsWith('/api/') && path !== '/api/seat') expect([401, 403]).toContain(response.status)
      }
    }
    // From another site's page, and by another name, not even that.
    const link = seatOf(made, 'buyer')
    const foreign = await fetch(`${served.address}/api/seat`, {
      headers: { authorization: link, origin: 'https://elsewhere.example' },
    })
    expect(foreign.status).toBe(403)
    // Nothing of a link, or of what was said, stands in what the server prints.
    expect(served.said()).not.toContain(link.slice(-43))
    expect(served.said()).not.toContain('For 70')
  })

  test('works off this machine as well, where nothing else may be read without the token', async () => {
    const folder = markedScenario()
    const served = await serve(folder, '--host', '0.0.0.0', '--token', 'a-token-of-some-length')
    const made = await make(served, (await first(served))!)
    expect((await ask(served, '', 'GET', '/api/home')).status).toBe(401)
    expect((await ask(served, seatOf(made, 'buyer'), 'GET', '/api/seat')).status).toBe(200)
    expect((await ask(served, '', 'GET', '/seat')).status).toBe(200)
    await offer(served, seatOf(made, 'buyer'), 70)
  })
})

async function first(served: Served): Promise<string | undefined> {
  const response = await ask(served, `Bearer ${served.token}`, 'GET', '/api/tables/choices')
  return ((await response.json()) as { scenarios: { scenario: string }[] }).scenarios[0]?.scenario
}

test('a kill in the middle of a turn loses no move that was taken; the next server goes on, and the record is whole', async () => {
  const folder = markedScenario()
  const before = await serve(folder)
  const made = await make(before, (await first(before))!)
  const [buyer, seller] = [seatOf(made, 'buyer'), seatOf(made, 'seller')]
  await offer(before, buyer, 70)
  await offer(before, seller, 90)
  const page = (await asked(before, buyer)).page
  await kill(before.child)

  const after = await serve(folder)
  expect((await asked(after, buyer)).page).toEqual(page)
  await offer(after, buyer, 74)
  await kill(after.child)

  const last = await serve(folder)
  const { page: now } = await asked(last, seller)
  expect(now.standing?.terms.unit_price_usd).toBe('74.00')
  const move = { action: 'ACCEPT', offer_id: now.standing!.id, message: '' }
  expect(
    (await ask(last, seller, 'POST', '/api/seat/move', { turn: now.turn, repair: 0, move })).status,
  ).toBe(200)
  const response = await ask(last, `Bearer ${last.token}`, 'GET', `/api/tables/${made.table}`)
  const { folder: kept, row } = (await response.json()) as TablePage
  expect(row.state).toBe('ended')
  await expect.poll(() => parley(['replay', kept]).code, { timeout: 300_000 }).toBe(0)
  expect(parley(['report', kept]).code).toBe(0)
})
