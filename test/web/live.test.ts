/** What happens while a page is read: messages by the hundred, new turns, going from page to page, keys alone. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttemptRow, NegotiationLive, StudyLive } from '../../src/pages/types.ts'
import { openPage, startBrowser } from './browser.ts'
import { watchJumps } from './page-checks.ts'
import { ATTEMPTS, fig, PAGES, ROWS, STUDY, TALK } from './sample-pages.ts'
import { type SampleServer, startSampleServer } from './sample-server.ts'

const LIST = '/studies/concert-tickets/attempts'
const LIVE = '/api/studies/concert-tickets/live'

let browser: Browser
let server: SampleServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([startBrowser(), startSampleServer(PAGES)])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

async function at(path: string): Promise<Page> {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  await page.goto(server.url + path)
  await page.waitForSelector('main h1')
  return page
}

/** The same of a page that goes on, once its stream is open: what is told from then on arrives. */
async function follow(path: string, from: SampleServer = server): Promise<Page> {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
  const open = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/live'))
  await page.goto(from.url + path)
  await page.waitForSelector('main h1')
  await open
  return page
}

const rows = (n: number): StudyLive => {
  const row = ROWS[n % ROWS.length]!
  const changed: AttemptRow = { ...row, turns: n, joint: fig(n / 10) }
  return { type: 'rows', rows: [changed] }
}

describe('a list while a hundred events a second arrive', () => {
  test('follows them, keeps still, and is drawn a few times a second, in the rows that are there', async () => {
    const page = await follow(LIST)
    const jumps = await watchJumps(page)
    await page.evaluate(`
      globalThis.drawings = 0
      globalThis.since = performance.now()
      globalThis.list = [...document.querySelectorAll('tbody tr')]
      new MutationObserver(() => drawings++).observe(document.querySelector('tbody'), {
        subtree: true, childList: true, characterData: true,
      })
    `)
    const before = await page.locator('tbody tr').count()
    for (let n = 1; n <= 400; n++) {
      server.tell(LIVE, rows(n))
      if (n % 10 === 0) await page.waitForTimeout(100)
    }
    await page.getByRole('cell', { name: '400', exact: true }).waitFor()
    const { drawings, ms, kept } = await page.evaluate<{ drawings: number; ms: number; kept: boolean }>(
      '({ drawings, ms: performance.now() - since, kept: list.every((row) => row.isConnected) })',
    )
    expect(await page.locator('tbody tr').count()).toBe(before)
    expect(await jumps()).toBeLessThan(0.01)
    // As many events in one drawing as come in a quarter of a second, on a machine of any speed.
    expect(drawings).toBeGreaterThan(0)
    expect(drawings).toBeLessThanOrEqual(ms / 250 + 2)
    expect(kept).toBe(true)
    await page.context().close()
  })
})

test('a list takes in what moved after it was read and before its live view began', async () => {
  const [first, ...others] = ATTEMPTS.rows
  const list = (row: Partial<AttemptRow>) => ({ ...ATTEMPTS, rows: [{ ...first, ...row }, ...others] })
  const pages: Record<string, unknown> = {
    ...PAGES,
    [`/api${LIST}`]: list({ status: 'running', turns: 776 }),
  }
  const moving = await startSampleServer(pages)
  const page = await follow(LIST, moving)
  pages[`/api${LIST}`] = list({ status: 'completed', turns: 777 })
  moving.tell(LIVE, { type: 'progress', state: 'running', progress: STUDY.progress } satisfies StudyLive)
  await page.getByRole('cell', { name: '777', exact: true }).waitFor()
  await page.context().close()
  await moving.close()
})

test('a study shows how far it is without a jump', async () => {
  const page = await follow('/studies/concert-tickets')
  const jumps = await watchJumps(page)
  const progress = { ...STUDY.progress, completed: 44, notStarted: 13, leftMs: 120_000 }
  server.tell(LIVE, {
    type: 'progress',
    state: 'running',
    progress,
    results: STUDY.resultsUntil!,
  } satisfies StudyLive)
  await page.getByText('45 of 60').waitFor()
  expect(await jumps()).toBeLessThan(0.01)
  await page.context().close()
})

test('a talk grows while it is read, and what stands above stays where it is', async () => {
  const page = await follow('/studies/concert-tickets/negotiations/orange-01')
  const jumps = await watchJumps(page)
  const first = page.locator('#turn-1')
  const place = await first.boundingBox()
  const last = TALK.turns.at(-1)!
  server.tell('/api/studies/concert-tickets/negotiations/orange-01/live', {
    type: 'turns',
    events: TALK.events + 3,
    turns: [{ ...last, turn: 5, seat: 'buyer', message: 'Then take the juice, and I take the peel.' }],
    offers: [],
    mover: 'seller',
  } satisfies NegotiationLive)
  await page.getByText('Then take the juice').waitFor()
  expect(await page.locator('.turn').count()).toBe(5)
  expect(await first.boundingBox()).toEqual(place)
  expect(await jumps()).toBeLessThan(0.01)
  await page.context().close()
})

test('a link to a turn opens there, and going back comes back', async () => {
  const page = await at('/studies/concert-tickets/negotiations/b01-p03-trader-a2#turn-8')
  await page.locator('#turn-8').waitFor()
  await expect.poll(async () => (await page.locator('#turn-8').boundingBox())?.y).toBeLessThan(500)
  expect((await page.locator('#turn-8').boundingBox())!.y).toBeGreaterThan(-50)
  await page.getByRole('navigation', { name: 'Where you are' }).getByText('all attempts').click()
  await page.getByRole('heading', { level: 1, name: 'All attempts' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(LIST)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Attempt 3' }).waitFor()
  await page.context().close()
})

test('filters stand in the address', async () => {
  const page = await at(LIST)
  await page.getByLabel('ended in').first().selectOption('interrupted')
  await page.waitForURL(/outcome=interrupted/)
  await page.getByLabel('words in messages').fill('a fair talk')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/q=a\+fair\+talk/)
  expect(page.url()).toContain('outcome=interrupted')
  await page.context().close()
})

test('the keyboard alone goes everywhere that the mouse does', async () => {
  const page = await at(LIST)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('To the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  const reached = new Set<string>()
  for (let n = 0; n < 120; n++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate<{ name: string; seen: boolean; body: boolean }>(`(() => {
      const active = document.activeElement
      const { outlineStyle, outlineWidth } = getComputedStyle(active)
      const name = active.textContent.trim() || active.getAttribute('name') || active.tagName
      return { name, seen: outlineStyle !== 'none' && outlineWidth !== '0px', body: active === document.body }
    })()`)
    if (found.body) break
    expect(found.seen, `focus is seen on ${found.name}`).toBe(true)
    reached.add(found.name)
  }
  for (const { id } of ATTEMPTS.rows) expect(reached).toContain(id)
  expect(reached).toContain('joint gain')
  expect(reached).toContain('Search')
  await page.context().close()
})
