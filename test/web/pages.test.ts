/**
 * Every page in every state, in a real browser under the policy of the server: nothing is blocked or complained of,
 * nothing is too wide for the window, and axe-core finds nothing.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, startBrowser } from './browser.ts'
import { overflow, unfold, violations } from './page-checks.ts'
import { HOME, HOSTILE, PAGES, STUDY, TALK } from './sample-pages.ts'
import { type SampleServer, startSampleServer } from './sample-server.ts'

const NONE_YET = {
  ...STUDY,
  study: 'none-yet',
  state: 'planned',
  progress: {
    planned: 60,
    completed: 0,
    interrupted: 0,
    running: 0,
    notStarted: 60,
    events: 3,
    runs: 0,
    halts: [],
  },
  headline: [],
  figures: { byFactor: [] },
  sections: [],
  control: { can: ['run'], costs: true, estimate: 'Between $1.20 and $3.40.' },
}
const FAILED = {
  ...STUDY,
  study: 'failed',
  state: 'failed',
  control: {
    can: ['go-on'],
    costs: false,
    needs: 'ANTHROPIC_API_KEY is not set.',
    run: { state: 'failed', message: 'The record could not be written: the disk is full.' },
  },
}
const SAMPLES = {
  ...PAGES,
  '/api/studies/none-yet': NONE_YET,
  '/api/studies/failed': FAILED,
}

const PLACES = {
  home: '/',
  'a running study': '/studies/concert-tickets',
  'a study without a run': '/studies/none-yet',
  'a study whose run failed': '/studies/failed',
  'all attempts': '/studies/concert-tickets/attempts',
  'a negotiation': '/studies/concert-tickets/negotiations/b01-p03-trader-a2',
  'six who vote, interrupted': '/studies/concert-tickets/negotiations/n01',
  'free talk, hostile words': '/studies/concert-tickets/negotiations/orange-01',
  'a scenario': '/scenarios/concert-tickets',
  'a comparison': '/compare',
  'what is not there': '/scenarios/nothing',
  'no page at all': '/nowhere/at/all',
} as const

let browser: Browser
let server: SampleServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([startBrowser(), startSampleServer(SAMPLES)])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

describe.each([
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 3840, colorScheme: 'light' },
] as const)('$width pixels wide, $colorScheme', ({ width, colorScheme }) => {
  test.each(Object.entries(PLACES))('%s', async (name, path) => {
    const { page, problems } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme })
    await page.goto(server.url + path)
    await page.waitForSelector('main h1, .state')
    await unfold(page)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    expect(await page.title()).toMatch(/Parley$/)
    expect(problems.filter((problem) => name !== 'what is not there' || !problem.includes('404'))).toEqual([])
    await page.context().close()
  })
})

test('hostile words are words', async () => {
  const { page } = await openPage(browser)
  let spoke = false
  page.on('dialog', (dialog) => {
    spoke = true
    void dialog.dismiss()
  })
  await page.goto(server.url + PLACES['free talk, hostile words'])
  await page.waitForSelector('.bubble')
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.locator('.bubble').allTextContents()).toContain(HOSTILE)
  expect(await page.locator('.bubble').last().textContent()).toBe(TALK.turns.at(-1)!.message)
  expect(spoke).toBe(false)
  await page.context().close()
})

test('an empty folder says what to do', async () => {
  const empty = await startSampleServer({ '/api/home': { ...HOME, studies: [], scenarios: [] } })
  const { page, problems } = await openPage(browser)
  await page.goto(empty.url)
  await page.waitForSelector('.state')
  expect(await page.locator('main').textContent()).toContain('parley init')
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
  await empty.close()
})
