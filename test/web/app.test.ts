/**
 * The app over real records, in a real browser: every page that a link leads to opens, keeps to its window and to
 * WCAG, and complains of nothing. With PARLEY_SCREENSHOTS the same run leaves the pictures of the documentation.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureWebBuild } from '../../scripts/build-web.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { ROOT } from '../run-parley.ts'
import { get, home, play, playModels, readWhole, serveHome, shippedStudy } from '../support/serving.ts'
import { openPage, startBrowser } from './browser.ts'
import { overflow, picture, unfold, violations } from './page-checks.ts'

let browser: Browser
let serving: Serving
let first: (study: string) => Promise<string>

beforeAll(async () => {
  const at = home()
  cpSync(join(ROOT, 'scenarios'), join(at, 'scenarios'), { recursive: true })
  await play(shippedStudy(at, 'concert-tickets'))
  await play(shippedStudy(at, 'northgate', 4))
  await play(shippedStudy(at, 'orange-battery'))
  playModels(shippedStudy(at, 'concert-models'))
  shippedStudy(at, 'talk-models')
  serving = await serveHome(at, { web: await ensureWebBuild() })
  for (const key of ['concert-tickets', 'northgate', 'orange-battery', 'concert-models'])
    await readWhole(serving, key)
  browser = await startBrowser()
  first = async (study) => (await get(serving, `/api/studies/${study}/attempts`)).json.rows[2].id
})
afterAll(async () => {
  await browser?.close()
  await serving?.close()
})

const WIDE = { viewport: { width: 1280, height: 860 } } as const
const PHONE = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const

async function open(
  path: string,
  options: BrowserContextOptions = WIDE,
): Promise<{ page: Page; problems: readonly string[] }> {
  const opened = await openPage(browser, options)
  await opened.page.goto(new URL(path, serving.address).href)
  await opened.page.waitForSelector('main h1')
  return opened
}

const PLACES: Readonly<Record<string, () => Promise<string>>> = {
  home: async () => '/',
  study: async () => '/studies/concert-tickets',
  'study-votes': async () => '/studies/northgate',
  'study-talk': async () => '/studies/orange-battery',
  'study-models': async () => '/studies/concert-models',
  'study-planned': async () => '/studies/talk-models',
  attempts: async () => '/studies/northgate/attempts?outcome=no-agreement&sort=-turns',
  negotiation: async () => `/studies/concert-tickets/negotiations/${await first('concert-tickets')}`,
  'negotiation-votes': async () => `/studies/northgate/negotiations/${await first('northgate')}`,
  'negotiation-talk': async () => `/studies/orange-battery/negotiations/${await first('orange-battery')}`,
  'negotiation-models': async () => `/studies/concert-models/negotiations/${await first('concert-models')}`,
  scenario: async () => '/scenarios/concert-tickets',
  'scenario-votes': async () => '/scenarios/northgate',
  'scenario-talk': async () => '/scenarios/orange',
  compare: async () =>
    '/compare?left.study=concert-tickets&left.pairing=clock&right.study=concert-tickets&right.pairing=trader',
}

/** Shown in the documentation as they look on a phone, too. */
const ON_PHONES = new Set(['study', 'negotiation'])

describe.each(Object.keys(PLACES))('%s', (name) => {
  test.each([
    ['wide, light', WIDE],
    ['phone, dark', PHONE],
  ] as const)('%s', async (_, options) => {
    const { page, problems } = await open(await PLACES[name]!(), options)
    // What a record still tells while it is read first comes within a moment.
    await page.locator('main .note[role=status]').waitFor({ state: 'detached' })
    if (options === WIDE || ON_PHONES.has(name))
      await picture(page, options === WIDE ? name : `${name}-phone`)
    expect(await overflow(page)).toBe(0)
    if (options === WIDE) {
      await unfold(page)
      expect(await overflow(page)).toBe(0)
    }
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

test('every link within the app leads to a page', async () => {
  const { page } = await openPage(browser, WIDE)
  const seen = new Map<string, string>([['/', '']])
  const broken: string[] = []
  // Enough to come to a page of each kind from each side; the attempts of a study are alike.
  const kinds = new Map<string, number>()
  for (const [path, from] of seen) {
    const kind = path.replace(/[?#].*/, '').replace(/negotiations\/.*/, 'negotiations')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (kinds.get(kind)! > 2) continue
    await page.goto(new URL(path, serving.address).href)
    await page.waitForSelector('main h1')
    await page.locator('main .loading').waitFor({ state: 'detached' })
    if ((await page.locator('.state.failed').count()) > 0) broken.push(`${path} from ${from}`)
    const hrefs = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="/"]')].map((one) => one.getAttribute('href'))`,
    )
    for (const href of hrefs)
      if (!/^\/(tables|classes|api)/.test(href) && !seen.has(href)) seen.set(href, path)
  }
  expect(broken).toEqual([])
  expect(kinds.size).toBeGreaterThan(15)
  await page.context().close()
})

test('the exact bytes of a call are there when somebody unfolds them', async () => {
  const { page } = await open(await PLACES['negotiation-models']!())
  const calls = page.locator('.turn details', { hasText: 'request and response' }).first()
  await calls.locator('summary').first().click()
  await calls.locator('details summary').first().click()
  await calls.getByText('Request', { exact: true }).waitFor()
  expect(await calls.locator('pre').first().textContent()).toContain('You are the')
  await page.context().close()
})

test('a study is run from its page, and the page follows', async () => {
  const at = home()
  shippedStudy(at, 'concert-tickets')
  const other = await serveHome(at, { web: await ensureWebBuild() })
  const { page, problems } = await openPage(browser, WIDE)
  await page.goto(other.link)
  await page.waitForSelector('main h1')
  // The token has left the address before anything else is shown.
  expect(page.url()).not.toContain(other.token)
  await page
    .getByRole('link', { name: /^Concert tickets: conceding/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'No run yet' }).waitFor()
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('Where agreements lie').first().waitFor()
  await page.getByText('40 negotiations were completed').first().waitFor()
  expect(problems).toEqual([])
  await page.context().close()
  await other.close()
})

test('who has no token reads, and is told why nothing changes', async () => {
  const at = home()
  shippedStudy(at, 'concert-tickets', 2)
  const other = await serveHome(at, { web: await ensureWebBuild() })
  const { page } = await openPage(browser, WIDE)
  await page.goto(new URL('/studies/concert-tickets', other.address).href)
  await page.getByRole('button', { name: 'Run' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('token')
  await page.context().close()
  await other.close()
})
