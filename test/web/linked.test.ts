/** What is pointed at in one figure or list is marked in the others; contents follow; figures have numbers. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureWebBuild } from '../../scripts/build-web.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { get, home, play, readWhole, serveHome, shippedStudy } from '../support/serving.ts'
import { openPage, startBrowser } from './browser.ts'
import { picture, violations, watchJumps } from './page-checks.ts'

let browser: Browser
let serving: Serving
let page: Page
let problems: readonly string[]

const STUDY = '/studies/concert-tickets'

beforeAll(async () => {
  const at = home()
  await play(shippedStudy(at, 'concert-tickets', 10))
  await play(shippedStudy(at, 'northgate', 1))
  serving = await serveHome(at, { web: await ensureWebBuild() })
  for (const key of ['concert-tickets', 'northgate']) await readWhole(serving, key)
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await serving?.close()
})

async function open(path: string, width = 1280): Promise<void> {
  ;({ page, problems } = await openPage(browser, { viewport: { width, height: 900 } }))
  await page.goto(new URL(path, serving.address).href)
  await page.waitForSelector('main h1')
  await page.locator('main .note[role=status]').waitFor({ state: 'detached' })
}

const marked = (state: string, within = 'main'): Promise<number> =>
  page.locator(`${within} [data-marked="${state}"]`).count()

describe('a study', () => {
  test('a negotiation in the list is found in every figure, by mouse and by keyboard', async () => {
    await open(STUDY)
    const row = page.locator('#conversations ~ .table tr[data-of="3"]')
    await row.hover()
    expect(await row.getAttribute('data-marked')).toBe('on')
    const figures = page.locator('.figure:has([data-of~="3"][data-marked="on"])')
    // The plane, joint gain, offers, turns, gains, gains by opener.
    expect(await figures.count()).toBe(6)
    expect(await marked('off')).toBeGreaterThan(20)
    await page.locator('h1').hover()
    expect((await marked('on')) + (await marked('off'))).toBe(0)
    await row.locator('a').first().focus()
    expect(await figures.count()).toBe(6)
    await page.keyboard.press('Escape')
    expect(await marked('on')).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a pairing chosen in a legend stays marked until it is chosen again, and nothing moves', async () => {
    await open(STUDY)
    const jumps = await watchJumps(page)
    const button = page.getByRole('button', { name: 'trader', exact: true }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await page.locator('h1').hover()
    const rows = page.locator('tr[data-in="pairing trader"]')
    expect(await rows.count()).toBeGreaterThan(0)
    expect(await page.locator('tr[data-in="pairing trader"][data-marked="on"]').count()).toBe(
      await rows.count(),
    )
    expect(await page.locator('.strip[data-in="pairing clock"][data-marked="off"]').count()).toBeGreaterThan(
      0,
    )
    await page.evaluate("document.getElementById('figure-2').scrollIntoView()")
    await picture(page, 'study-linked')
    await button.click()
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.locator('h1').hover()
    await button.blur()
    expect(await marked('on')).toBe(0)
    expect(await jumps()).toBe(0)
    await page.context().close()
  })

  test('figures and tables are numbered in the order in which they stand', async () => {
    await open(STUDY)
    for (const kind of ['figure', 'table']) {
      const ids = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[id^="${kind}-"]')].map(({ id }) => id)`,
      )
      expect(ids.length).toBeGreaterThan(4)
      expect(ids).toEqual(ids.map((_, k) => `${kind}-${k + 1}`))
    }
    expect(await page.locator('#figure-1 figcaption strong').textContent()).toBe(
      'Figure 1. Where agreements lie',
    )
    await page.context().close()
  })

  test.each([1280, 360])('contents say where one is, %i pixels wide', async (width) => {
    await open(STUDY, width)
    const entry = page.locator('.contents a', { hasText: 'Limitations' })
    await entry.click()
    await page.locator('.contents a[aria-current]', { hasText: 'Limitations' }).waitFor()
    expect(await page.locator('.contents a[aria-current]').count()).toBe(1)
    expect(await entry.isVisible()).toBe(true)
    const box = (await entry.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y).toBeGreaterThanOrEqual(0)
    // The heading is not below the strip.
    const heading = (await page.locator('#limitations').boundingBox())!
    expect(heading.y).toBeGreaterThan(width === 360 ? box.y + box.height : -1)
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })

  test('parties have their names in words of the report', async () => {
    await open('/studies/northgate')
    const text = (await page.locator('#results ~ .table caption').first().textContent())!
    expect(text).toContain("Avery, Blake, Casey, Devon, Ember, Flynn: each party's own mean")
    await page.context().close()
  })

  test('on a phone what names a row stays in sight', async () => {
    await open('/studies/northgate', 360)
    const table = page.locator('#results ~ .table:has(table.paired)').first()
    const head = table.locator('tbody th').nth(1)
    await page.evaluate("document.querySelector('#results ~ .table:has(.paired) .scroll').scrollTo(400, 0)")
    const box = (await head.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(await head.locator('.with').isVisible()).toBe(true)
    expect(await head.locator('.with').textContent()).toBe('Avery')
    expect(await table.locator('tbody tr').nth(1).locator('td').first().isVisible()).toBe(false)
    await page.context().close()
  })
})

test('an offer of a negotiation is found in every figure, and leads to its turn', async () => {
  const { rows } = (await get(serving, '/api/studies/concert-tickets/attempts')).json
  await open(`/studies/concert-tickets/negotiations/${rows[0].id}`)
  const mark = page.locator('#figure-1 [data-of="O2"]').first()
  await mark.hover({ force: true })
  expect(await page.locator('#figure-2 [data-of="O2"][data-marked="on"]').count()).toBe(1)
  await mark.click({ force: true })
  expect(new URL(page.url()).hash).toBe('#turn-2')
  expect(problems).toEqual([])
  await page.context().close()
})
