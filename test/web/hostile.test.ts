/** The app over a scenario, a record and people that write what would be markup: it is text on every page, and does no harm. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptsPage } from '../../src/pages/types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { openPage, startBrowser } from './browser.ts'
import { hostileStudy, IMAGE, MEGABYTE, OVERRIDE, PACK, SCRIPT } from './hostile-record.ts'
import { overflow, violations } from './page-checks.ts'
import { made, serveTables } from './table-server.ts'

let browser: Browser
let serving: Serving
/** The paths of all pages. */
let paths: string[]

const ABOUT = `about:
  measures: ${JSON.stringify(`${IMAGE}${SCRIPT}`)}
  expectations:
    - { text: ${JSON.stringify(OVERRIDE)}, source: a }
  bibliography:
    - { id: a, text: ${JSON.stringify(`${IMAGE}, X. (1981). ${SCRIPT}`)} }
`

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-hostile-'))
  const study = join(folder, 'hostile-study')
  mkdirSync(study)
  await hostileStudy(study)
  mkdirSync(join(folder, 'hostile'))
  writeFileSync(join(folder, 'hostile', 'scenario.yaml'), PACK + ABOUT)
  ;[browser, serving] = await Promise.all([startBrowser(), serveTables(folder)])
  const table = await made<{ table: string; links: { seat: string; path: string }[] }>(
    serving,
    '/api/tables',
    {
      scenario: 'hostile',
      title: `${IMAGE}${SCRIPT}`,
      seats: { buyer: { who: 'person', name: IMAGE + OVERRIDE }, seller: { who: 'conceder' } },
    },
  )
  const own = await made<{ class: string }>(serving, '/api/classes', {
    scenario: 'hostile',
    title: SCRIPT,
    names: [IMAGE, OVERRIDE, `${MEGABYTE.slice(0, 78)}`, SCRIPT],
  })
  const list = await fetch(new URL('/api/studies/hostile-study/attempts', serving.address))
  const { rows } = (await list.json()) as AttemptsPage
  paths = [
    ...['/', '/studies/hostile-study', '/studies/hostile-study/attempts'],
    `/studies/hostile-study/attempts?q=${encodeURIComponent(IMAGE)}`,
    ...rows.map(({ id }) => `/studies/hostile-study/negotiations/${id}`),
    ...['/scenarios/hostile', '/compare', '/tables', '/tables/new?scenario=hostile'],
    `/tables/${table.table}`,
    `/classes/${own.class}`,
    ...table.links.map(({ path }) => path),
    `/studies/${encodeURIComponent(IMAGE)}`,
  ]
})
afterAll(async () => {
  await browser?.close()
  await serving?.close()
})

test.each([360, 1280])('no page of the app is harmed, %i pixels wide', async (width) => {
  const { page, problems } = await openPage(browser, { viewport: { width, height: 800 } })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    void dialog.dismiss()
  })
  await page.goto(serving.link)
  await page.waitForURL((url) => !url.hash.includes('token'))
  for (const path of paths) {
    await page.goto('about:blank')
    await page.goto(serving.address.replace(/\/$/, '') + path)
    await page.getByRole('heading').first().waitFor()
    expect([path, await page.evaluate('globalThis.harmed')]).toEqual([path, undefined])
    expect([path, await page.locator('#app img, #app iframe, #app script').count()]).toEqual([path, 0])
    expect([path, await overflow(page)]).toEqual([path, 0])
  }
  await page.goto(`${serving.address}scenarios/hostile`)
  await page.getByRole('heading').first().waitFor()
  expect(await page.locator('h1').textContent()).toBe(`A sale ${IMAGE}`)
  expect(await page.locator('body').textContent()).toContain(SCRIPT)
  expect(await violations(page)).toEqual([])
  expect(dialogs).toBe(0)
  // What is not there is told by the browser too.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  await page.context().close()
})
