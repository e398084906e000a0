/** A published site as a reader has it: files behind a plain server under some path, in a real browser. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../../src/core/problem.ts'
import { parley, ROOT, TRACE } from '../run-parley.ts'
import { openPage, startBrowser } from './browser.ts'
import { hostileStudy, IMAGE, OVERRIDE, SCRIPT, STYLE } from './hostile-record.ts'
import { overflow, picture, violations } from './page-checks.ts'
import { checkLinks } from './site-links.ts'
import { type StaticServer, serveFolder } from './static-server.ts'

let home: string
let browser: Browser
/** The demo study, a study of models with faults, and one that writes markup everywhere. */
const sites = { demo: '', models: '', hostile: '' }
const servers: StaticServer[] = []

async function serve(folder: string): Promise<StaticServer> {
  const server = await serveFolder(folder, '/some/where else/')
  servers.push(server)
  return server
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const pagesOf = (folder: string): string[] =>
  filesOf(folder).filter((name) => name.endsWith('.html') && !name.startsWith('data/'))

const hashesOf = (folder: string): string[] =>
  filesOf(folder).map(
    (path) =>
      `${path} ${createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex')}`,
  )

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'parley-site-'))
  cpSync(`${ROOT}/scenarios/concert-tickets`, join(home, 'scenarios', 'concert-tickets'), { recursive: true })
  const copyStudy = (name: string, change: (text: string) => string): string => {
    const study = join(home, 'studies', name)
    mkdirSync(study, { recursive: true })
    const text = readFileSync(`${ROOT}/studies/${name}/study.yaml`, 'utf8')
    writeFileSync(join(study, 'study.yaml'), change(text))
    return study
  }
  const demo = copyStudy('concert-tickets', (text) => text.replace(/^repetitions: \d+/m, 'repetitions: 30'))
  mkdirSync(join(demo, 'notes'))
  writeFileSync(join(demo, 'notes', 'limitations.md'), 'Two scripts are **no people**.\n')
  expect(parley(['run', demo, '--quiet']).code).toBe(0)
  const models = copyStudy('concert-models', (text) => text)
  expect(parley(['run', models, '--dry-run', '--storm', '0.25', '--quiet']).code).toBeLessThan(EXIT.stopped)
  const hostile = join(home, 'studies', 'hostile')
  mkdirSync(hostile)
  await hostileStudy(hostile)
  for (const [name, record] of [
    ['demo', demo],
    ['models', join(models, 'dry-run.sqlite')],
    ['hostile', join(hostile, 'record.sqlite')],
  ] as const) {
    sites[name] = join(home, `site-${name}`)
    const { code, err } = parley(['site', record, sites[name]])
    expect({ name, code, trace: err.match(TRACE)?.[0] }).toEqual({ name, code: 0, trace: undefined })
  }
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const server of servers) await server.close()
  rmSync(home, { recursive: true, force: true })
})

const FEW = ['index.html', 'check.html', 'attempts/1.html', 'attempts/2.html']

/** One page of each kind. */
const kindsOf = (folder: string): string[] => {
  const pages = pagesOf(folder)
  const first = (start: string): string[] => pages.filter((name) => name.startsWith(start)).slice(0, 1)
  return [
    ...FEW.filter((name) => pages.includes(name)),
    ...first('negotiations/'),
    ...first('scenarios/'),
    ...first('calls/'),
    ...first('compare'),
  ]
}

describe('the files', () => {
  test('are what was promised: a page for each attempt, lists of 100, the published folder', () => {
    const found = filesOf(sites.demo)
    for (const name of [
      'index.html',
      'check.html',
      'attempts/1.html',
      'attempts/2.html',
      'scenarios/concert-tickets.html',
      'data/manifest.json',
      'data/seal.json',
      'data/verify.mjs',
      'concert-tickets-data.tar.gz',
      'preview.png',
      'site.json',
    ])
      expect(found).toContain(name)
    expect(found).not.toContain('attempts/3.html')
    expect(found.filter((name) => name.startsWith('negotiations/'))).toHaveLength(120)
    // Interrupted attempts and those that were not begun have their page too.
    expect(filesOf(sites.models).filter((name) => name.startsWith('negotiations/'))).toHaveLength(8)
    expect(filesOf(sites.hostile).filter((name) => name.startsWith('negotiations/'))).toHaveLength(3)
    // Every call has its request and what came of it on a page, linked from its turn.
    const calls = filesOf(sites.models).filter((name) => name.startsWith('calls/'))
    expect(calls).toHaveLength(8)
    const talk = readFileSync(join(sites.models, calls[2]!.replace('calls/', 'negotiations/')), 'utf8')
    expect(talk).toMatch(/href="\.\.\/calls\/[^"]+\.html#call-\d+"/)
    expect(parley(['verify', join(sites.demo, 'data')]).code).toBe(0)
  })

  test('are the same bytes when the same record is written again, over the former site', () => {
    const before = hashesOf(sites.demo)
    const study = join(home, 'studies', 'concert-tickets')
    const { code, out } = parley(['site', study, sites.demo, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      study: 'concert-tickets',
      planned: 120,
      open: 0,
      notes: ['limitations'],
    })
    expect(hashesOf(sites.demo)).toEqual(before)
  })

  test('leave a folder alone that holds anything else, and tell of notes without a section', () => {
    const study = join(home, 'studies', 'concert-tickets')
    const other = parley(['site', study, study])
    expect(other).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('other files') })
    writeFileSync(join(study, 'notes', 'limits.md'), 'x')
    const note = parley(['site', study, join(home, 'never')])
    rmSync(join(study, 'notes', 'limits.md'))
    expect(note).toMatchObject({ code: EXIT.invalid, err: expect.stringContaining('notes/limits.md') })
    expect(readdirSync(home)).not.toContain('never')
  })

  test('hold pages under 200 KB with style sheet and script, compressed', () => {
    for (const site of Object.values(sites)) {
      const always = filesOf(join(site, 'assets')).filter((name) =>
        /^(site|styles|element|style)-/.test(name),
      )
      const size = (path: string): number => gzipSync(readFileSync(join(site, path))).length
      const assets = always.reduce((sum, name) => sum + size(`assets/${name}`), 0)
      for (const page of pagesOf(site))
        expect({ page, ok: size(page) + assets < 200_000 }).toEqual({ page, ok: true })
    }
  })

  test.each(['demo', 'models', 'hostile'] as const)(
    'link to what is there, down to the place on its page, and load nothing from elsewhere: %s',
    (name) => {
      const { pages, links, problems, elsewhere, unreached } = checkLinks(sites[name])
      expect(problems).toEqual([])
      // The sources that a scenario names, what its author links to in a note, and nothing else.
      const named = readFileSync(join(sites[name], 'data', 'record', 'study.jsonl'), 'utf8')
      const inNotes = name === 'hostile' ? ['https://example.org/paper'] : []
      expect([...elsewhere].filter((link) => !named.includes(link))).toEqual(inNotes)
      expect(unreached).toEqual([])
      expect(pages).toBe(pagesOf(sites[name]).length)
      expect(links).toBeGreaterThan(10 * pages)
    },
  )
})

/** How much moved from the first paint on, by the browser's own measure. */
const MOVED = `new Promise((told) => {
  let sum = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value }))
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => told(sum), 300)
})`

describe('a page in a browser', () => {
  test('is whole without JavaScript, and asks for nothing outside of the site', async () => {
    const server = await serve(sites.demo)
    const { page, problems } = await openPage(browser, { javaScriptEnabled: false })
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL(server.address).href)) outside.push(request.url())
    })
    await page.goto(server.address)
    expect(await page.title()).toContain('Concert tickets')
    const headings = await page.locator('h2').allInnerTexts()
    expect(headings).toEqual([
      'Results',
      'Who gained',
      'Set-up, terms and scoring',
      'Design',
      'Protocol',
      'Models and settings',
      'How the data were collected',
      'Limitations',
      'All conversations',
      'How to check it',
      'Downloads',
    ])
    expect(await page.locator('.own-words').textContent()).toContain('Two scripts are no people.')
    expect(await page.locator('svg.chart').count()).toBeGreaterThan(3)
    await page.getByRole('link', { name: 'Conversations', exact: true }).click()
    await page.waitForURL('**/attempts/1.html*')
    await page.getByRole('link', { name: /later/ }).click()
    await page.waitForURL('**/attempts/2.html')
    await page.locator('tbody a').first().click()
    await page.waitForURL('**/negotiations/*')
    expect(await page.locator('.bubble').count()).toBeGreaterThan(3)
    await page.goto(`${server.address}check.html`)
    expect(await page.locator('main').textContent()).toContain('node verify.mjs')
    expect({ outside, problems, asked: server.asked.filter((path) => path.startsWith('outside')) }).toEqual({
      outside: [],
      problems: [],
      asked: [],
    })
  })

  test.each(['demo', 'models', 'hostile'] as const)(
    'passes axe and fits 360 px, light and dark: %s',
    async (name) => {
      const server = await serve(sites[name])
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, problems } = await openPage(browser, {
          colorScheme,
          viewport: { width: 360, height: 740 },
        })
        for (const path of kindsOf(sites[name])) {
          await page.goto(server.address + path)
          expect({ path, wide: await overflow(page) }).toEqual({ path, wide: 0 })
          expect({ path, found: await violations(page) }).toEqual({ path, found: [] })
        }
        expect(problems).toEqual([])
        await page.context().close()
      }
    },
  )

  test('has two pairings side by side, and one under two conditions, without JavaScript', async () => {
    const server = await serve(sites.demo)
    const { page, problems } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(server.address)
    await page.getByRole('link', { name: 'Two pairings or conditions side by side' }).click()
    await page.waitForURL('**/compare.html*')
    expect(await page.locator('h2').allInnerTexts()).toEqual(['Pairings', 'Conditions'])
    const links = page.locator('tbody a')
    expect(await links.allInnerTexts()).toEqual([
      'clock beside trader',
      'clock, opener buyer beside seller',
      'trader, opener buyer beside seller',
    ])
    await links.first().click()
    await page.waitForURL('**/compare/*')
    const row = await page.getByRole('row', { name: /^Joint gain, mean/ }).allInnerTexts()
    const [, left, right, difference] = row[0]!.split(/\t|\n/).filter((cell) => cell.trim() !== '')
    expect(Number(right) - Number(left)).toBeCloseTo(Number(difference!.replace('\u2212', '-')), 1)
    // Both in one drawing, each mark with its conversation behind it.
    expect(await page.getByText('Where agreements lie', { exact: true }).count()).toBeGreaterThan(0)
    expect(await page.locator('svg a[href^="../negotiations/"]').count()).toBeGreaterThan(10)
    await page.getByRole('link', { name: 'Compare', exact: true }).first().click()
    await page.waitForURL('**/compare.html*')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('does not jump when its script begins', async () => {
    const server = await serve(sites.demo)
    const { page } = await openPage(browser)
    for (const path of ['index.html', 'attempts/1.html', 'check.html']) {
      await page.goto(server.address + path)
      expect({ path, moved: await page.evaluate(MOVED) }).toEqual({ path, moved: 0 })
    }
  })

  test('opens at the width of a desk, each kind of it', async () => {
    const talk = 'negotiation-concert-models-b01-p03-haiku-buys-a2.html'
    for (const [site, path, name] of [
      ['demo', 'index.html', 'site-study'],
      ['demo', 'attempts/1.html', 'site-attempts'],
      ['models', `negotiations/${talk}`, 'site-negotiation'],
      ['models', `calls/${talk}`, 'site-calls'],
      ['demo', 'scenarios/concert-tickets.html', 'site-scenario'],
    ] as const) {
      const server = await serve(sites[site])
      const { page } = await openPage(browser, { viewport: { width: 1200, height: 900 } })
      const response = await page.goto(server.address + path)
      expect({ path, status: response?.status(), wide: await overflow(page) }).toEqual({
        path,
        status: 200,
        wide: 0,
      })
      await picture(page, name)
      await page.context().close()
    }
  })

  test('has a title, a description and a picture for previews', async () => {
    const url = 'https://example.org/tickets/'
    const folder = join(home, 'with-address')
    expect(
      parley(['site', join(home, 'studies', 'concert-tickets'), folder, '--url', url.slice(0, -1)]).code,
    ).toBe(0)
    const html = readFileSync(join(folder, 'attempts', '1.html'), 'utf8')
    expect(html).toContain('<meta property="og:image" content="https://example.org/tickets/preview.png"/>')
    expect(html).toContain('<link rel="canonical" href="https://example.org/tickets/attempts/1.html"/>')
    expect(readFileSync(join(folder, 'preview.png')).subarray(1, 4).toString()).toBe('PNG')
    for (const page of pagesOf(sites.demo)) {
      const text = readFileSync(join(sites.demo, page), 'utf8')
      expect(text).toMatch(/<title>[^<]{5,}<\/title>/)
      expect(text).toMatch(/<meta name="description" content="[^"]{10,300}"\/>/)
    }
    expect(parley(['site', sites.demo, folder, '--url', 'ftp://x']).code).toBe(EXIT.usage)
  })

  test('prints without what only a screen has', async () => {
    const server = await serve(sites.demo)
    const { page } = await openPage(browser)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${server.address}attempts/1.html`)
    expect(await page.locator('.masthead nav').first().isVisible()).toBe(false)
    expect(await page.locator('.list-tools').isVisible()).toBe(false)
    expect(await page.locator('h1').isVisible()).toBe(true)
  })
})

describe('lists with JavaScript', () => {
  test('are filtered, sorted and searched, and the address says how', async () => {
    const server = await serve(sites.demo)
    const { page, problems } = await openPage(browser)
    await page.goto(`${server.address}attempts/1.html`)
    await page.getByRole('button', { name: 'Filter, sort and search' }).click()
    await page.getByLabel('Pairing').selectOption('trader')
    await expect.poll(() => page.getByRole('status').first().textContent()).toContain('60 of 120')
    expect(new URL(page.url()).search).toBe('?pairing=trader')
    await page.getByRole('link', { name: 'joint gain' }).click()
    await page.getByRole('link', { name: 'joint gain ↑' }).waitFor()
    const gains = (await page.locator('tbody tr td:nth-child(7)').allInnerTexts()).map(Number)
    expect(gains).toEqual([...gains].sort((a, b) => a - b))
    await page.getByLabel('words in messages').fill('works for us')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('mark').first().waitFor()
    const address = page.url()
    // The view is shared by its address.
    const { page: other } = await openPage(browser)
    await other.goto(address)
    await other.locator('mark').first().waitFor()
    expect(await other.locator('tbody tr').count()).toBe(await page.locator('tbody tr').count())
    await page.goBack()
    await page.goBack()
    expect(new URL(page.url()).search).toBe('?pairing=trader')
    await expect.poll(() => page.getByLabel('Pairing').inputValue()).toBe('trader')
    expect(problems).toEqual([])
  })
})

async function check(
  folder: string,
  head = '',
  name?: string,
): Promise<{ state: string; text: string; problems: readonly string[] }> {
  const server = await serve(folder)
  const { page, problems } = await openPage(browser)
  await page.goto(`${server.address}check.html`)
  await page.getByLabel(/hash/).fill(head)
  await page.getByRole('button', { name: 'Check it now' }).click()
  const place = page.locator('.check-place [data-state="passed"], .check-place [data-state="failed"]')
  await place.waitFor()
  if (name !== undefined) {
    await page.evaluate("document.querySelector('#here').scrollIntoView({ behavior: 'instant' })")
    await picture(page, name)
  }
  const told = {
    state: (await place.getAttribute('data-state'))!,
    text: (await place.textContent())!,
    problems,
  }
  await page.context().close()
  return told
}

/** A copy of a site in which one file is changed. */
function changed(site: string, path: string, change: (bytes: Buffer) => Buffer | string): string {
  const copy = mkdtempSync(join(home, 'changed-'))
  cpSync(site, copy, { recursive: true })
  const place = join(copy, 'data', path)
  writeFileSync(place, change(readFileSync(place)))
  return copy
}

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const at = Math.floor(copy.length / 2)
  copy[at] = copy[at]! ^ 1
  return copy
}

describe('check this yourself', () => {
  test('passes, every negotiation replayed and every request rendered again', async () => {
    const demo = await check(sites.demo, '', 'site-check')
    expect(demo).toMatchObject({ state: 'passed', problems: [] })
    expect(demo.text).toContain('120 negotiations replayed and scored again')
    const models = await check(sites.models)
    expect(models).toMatchObject({ state: 'passed', problems: [] })
    expect(models.text).toMatch(/\d+ requests rendered again/)
    expect(await check(sites.hostile)).toMatchObject({ state: 'passed', problems: [] })
  })

  test('knows a hash from elsewhere', async () => {
    const { sealed } = JSON.parse(readFileSync(join(sites.models, 'site.json'), 'utf8'))
    expect((await check(sites.models, sealed)).state).toBe('passed')
    const other = await check(sites.models, 'ab'.repeat(32))
    expect(other.state).toBe('failed')
    expect(other.text).toContain('not the one whose hash was published')
  })

  test.each([
    ['turns.csv', /turns\.csv, row \d+/],
    ['turns.parquet', /turns\.parquet/],
    ['public-calls.jsonl', /public-calls\.jsonl, line \d+/],
    ['record/negotiations.jsonl', /record\/negotiations\.jsonl/],
    ['manifest.json', /manifest\.json|seal\.json/],
    ['seal.json', /seal\.json/],
    ['verify.mjs', /verify\.mjs/],
  ])('names a flipped bit in %s', async (path, named) => {
    const { state, text } = await check(changed(sites.models, path, flipped))
    expect(state).toBe('failed')
    expect(text).toContain('The first difference')
    expect(text).toMatch(named)
  })

  test('names a corrected number with its row, column and both values', async () => {
    const site = changed(sites.demo, 'per-assignment-data.csv', (bytes) => {
      const [head, first, ...rest] = bytes.toString().split('\n')
      const cells = first!.split(',')
      cells[head!.split(',').indexOf('joint_gain')] = '99.5'
      return [head, cells.join(','), ...rest].join('\n')
    })
    const { text } = await check(site)
    expect(text).toMatch(/per-assignment-data\.csv, row 2 \(.*\), column joint_gain/)
    expect(text).toContain('found 99.5')
  })

  test('tells of a file that is gone', async () => {
    const site = changed(sites.models, 'offers.csv', (bytes) => bytes)
    rmSync(join(site, 'data', 'offers.csv'))
    expect((await check(site)).text).toMatch(/offers\.csv[\s\S]*The file is missing/)
  })
})

/** Texts with an override that no element around them isolates. */
const LOOSE = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  const blocks = ['block', 'flex', 'grid', 'table-cell', 'list-item']
  const isolated = (element) => element !== null && (
    /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi) ||
    blocks.includes(getComputedStyle(element).display) || isolated(element.parentElement))
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    if (textContent.includes('\\u202e') && !isolated(parentElement)) found.push(textContent)
  }
  return found
})()`

describe('words that would be markup', () => {
  test('are shown as they were written, and run nowhere', async () => {
    const server = await serve(sites.hostile)
    const { page, problems } = await openPage(browser)
    let seen = ''
    for (const path of pagesOf(sites.hostile)) {
      await page.goto(server.address + path)
      const harmed = await page.evaluate(() => (globalThis as { harmed?: string }).harmed)
      expect({ path, harmed }).toEqual({ path, harmed: undefined })
      expect({ path, images: await page.locator('img').count() }).toEqual({ path, images: 0 })
      const scripts = await page.evaluate<string[]>('[...document.scripts].map(({ src }) => src)')
      expect(scripts).toHaveLength(1)
      expect(await page.locator('style').count()).toBe(0)
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
      expect(await page.locator('body').isVisible()).toBe(true)
      seen += await page.locator('main').textContent()
    }
    for (const text of [IMAGE, SCRIPT, STYLE, OVERRIDE]) expect(seen).toContain(text)
    expect(problems).toEqual([])
  })

  test('turn no direction outside of themselves', async () => {
    const server = await serve(sites.hostile)
    const { page } = await openPage(browser)
    await page.goto(`${server.address}negotiations/hostile-1.html`)
    // Every text with an override stands in an element that isolates it.
    const loose = await page.evaluate<string[]>(LOOSE)
    expect(loose).toEqual([])
  })

  test('of a megabyte without a space are cut on the page, which says so, and wrap', async () => {
    const server = await serve(sites.hostile)
    const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    await page.goto(`${server.address}negotiations/hostile-2.html`)
    expect(await page.locator('main').textContent()).toContain('1048576 characters in all')
    expect(await overflow(page)).toBe(0)
  })
})
