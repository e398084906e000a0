/** What is pointed at in one figure or list of a published page is marked in the others; without a script nothing is. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parley } from '../run-parley.ts'
import { home, play, shippedStudy } from '../support/serving.ts'
import { openPage, startBrowser } from './browser.ts'
import { violations, watchJumps } from './page-checks.ts'
import { type StaticServer, serveFolder } from './static-server.ts'

const at = home()
const site = join(at, 'site')
let browser: Browser
let server: StaticServer

beforeAll(async () => {
  const study = shippedStudy(at, 'concert-tickets', 2)
  await play(study)
  const { code, err } = parley(['site', study, site])
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  server = await serveFolder(site, '/below/')
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(at, { recursive: true, force: true })
})

async function visited(path: string, options = {}): Promise<{ page: Page; problems: readonly string[] }> {
  const opened = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options })
  await opened.page.goto(server.address + path)
  return opened
}

const marked = (page: Page, state: string): Promise<number> =>
  page.locator(`main [data-marked="${state}"]`).count()

test('a negotiation of the list is found in every figure, by mouse and by keyboard', async () => {
  const { page, problems } = await visited('index.html')
  const row = page.locator('#conversations ~ .table tr[data-of="3"]')
  await row.hover()
  const figures = page.locator('.figure:has([data-of~="3"][data-marked="on"])')
  await expect.poll(() => figures.count()).toBe(6)
  expect(await marked(page, 'off')).toBeGreaterThan(5)
  await page.locator('h1').hover()
  await expect.poll(() => marked(page, 'on')).toBe(0)
  await row.locator('a').first().focus()
  await expect.poll(() => figures.count()).toBe(6)
  await page.keyboard.press('Escape')
  expect((await marked(page, 'on')) + (await marked(page, 'off'))).toBe(0)
  expect(problems).toEqual([])
  await page.context().close()
})

test("a pairing's name in a legend is a button by the script alone: pressed, its marks stay, and nothing moves", async () => {
  const { page, problems } = await visited('index.html')
  const jumps = await watchJumps(page)
  const button = page.locator('.legend').getByRole('button', { name: 'trader', exact: true }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await page.locator('h1').hover()
  const rows = page.locator('tr[data-in="pairing trader"]')
  expect(await rows.count()).toBeGreaterThan(0)
  expect(await rows.and(page.locator('[data-marked="on"]')).count()).toBe(await rows.count())
  expect(await violations(page)).toEqual([])
  await button.click()
  await button.blur()
  await page.locator('h1').hover()
  await expect.poll(() => marked(page, 'on')).toBe(0)
  expect(await jumps()).toBe(0)
  expect(problems).toEqual([])
  await page.context().close()
})

test('an offer of a negotiation is found in the other figure, and leads to its turn', async () => {
  const [first] = readdirSync(join(site, 'negotiations')).sort()
  const { page, problems } = await visited(`negotiations/${first}`)
  const mark = page.locator('#figure-1 [data-of="O2"]').first()
  await mark.hover({ force: true })
  await expect.poll(() => page.locator('#figure-2 [data-of="O2"][data-marked="on"]').count()).toBe(1)
  await mark.click({ force: true })
  expect(new URL(page.url()).hash).toBe('#turn-2')
  expect(problems).toEqual([])
  await page.context().close()
})

test('without a script no name looks as if it could be pressed, and no hint promises it', async () => {
  const { page } = await visited('index.html', { javaScriptEnabled: false })
  expect(await page.locator('.legend button').count()).toBe(0)
  expect(await page.locator('.legend li', { hasText: 'trader' }).first().isVisible()).toBe(true)
  expect(await page.locator('.hint').first().isVisible()).toBe(false)
  await page.context().close()
})
