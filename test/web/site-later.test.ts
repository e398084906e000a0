/** A site of talks that others have read afterwards; what refuses to be written; every byte that is published. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../../src/core/problem.ts'
import type { Folder } from '../../src/publication/folder.ts'
import { verifierText } from '../../src/publication/verifier.ts'
import { checkPublication, type FolderCheck } from '../../src/publication/verify.ts'
import { hasher, sha256 } from '../../src/record/hash.ts'
import { webBuild } from '../../src/site/web-build.ts'
import { parley, ROOT } from '../run-parley.ts'
import { shipped, talkHome } from '../support/talk-study.ts'
import { openPage, startBrowser } from './browser.ts'
import { overflow, violations } from './page-checks.ts'
import { serveFolder } from './static-server.ts'

const NOTE = '<img src=x onerror="globalThis.harmed=1"> half & half'
let home: string
let study: string
let site: string
let browser: Browser

const page = (name: string): string => readFileSync(join(site, name), 'utf8')
/** The text that a reader sees. */
const words = (name: string): string =>
  page(name)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

beforeAll(async () => {
  home = talkHome()
  study = shipped(home, 'orange-battery')
  const file = join(study, 'study.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^repetitions: \d+/m, 'repetitions: 1'))
  expect(parley(['run', study, '--blind', '--quiet']).code).toBe(0)
  expect(parley(['observe', study, '--with', 'rule-observer', '--quiet']).code).toBe(0)
  const { out } = parley(['label', study, '--coder', 'anna', '--sheet'])
  const rows = parse(out, { columns: true }) as Record<string, string>[]
  const filled = rows.map((row) => ({ ...row, agreed: 'no', note: NOTE }))
  const sheet = join(home, 'sheet.csv')
  writeFileSync(sheet, stringify(filled, { header: true }))
  expect(parley(['label', study, '--coder', 'anna', '--labels', sheet]).code).toBe(0)
  site = join(home, 'site')
  const { code, err } = parley(['site', study, site])
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(home, { recursive: true, force: true })
})

const talks = (): string[] => readdirSync(join(site, 'negotiations')).map((name) => `negotiations/${name}`)

describe('what was read afterwards', () => {
  test('has its parts in the results, after what was read first, by the names of the pages', () => {
    const text = page('index.html')
    const at = [
      '<h2 id="results">',
      'One scenario against its clones',
      'How far readers agree',
      '<h2 id="gains">',
    ]
    const places = at.map((one) => text.indexOf(one))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(words('index.html')).toContain('rules (in the talk, rule-based) and anna (lab1)')
    expect(words('index.html')).toMatch(/\u201cThe full trade\u201d: orange against the other clones/)
    for (const file of ['readings.csv', 'later-readings.csv', 'labels.csv'])
      expect(text).toContain(`href="data/${file}"`)
  })

  test("stands beside the first readings on a talk's page, marked as later, and notes are text", () => {
    const settled = talks().filter((name) => words(name).includes('agreed: The full trade'))
    expect(settled.length).toBeGreaterThan(0)
    for (const name of settled) {
      const text = words(name)
      expect(text).toMatch(/Observer rules , after turn 4: agreed/)
      expect(text).toMatch(/Later reader rule-observer \(obs1\), after turn 4: agreed/)
      expect(text).toContain('Read again later')
      expect(text).toMatch(/anna \(lab1\) a person, blind to who talked not agreed/)
      expect(page(name)).toContain('&lt;img src=x onerror=')
      expect(page(name)).not.toContain('<img')
    }
  })

  test('says what each side is told, what kinds mean and how a talk closes', () => {
    const text = words('index.html')
    for (const said of [
      'For that you need orange flesh',
      'For that you need orange peel',
      'All of the flesh to the one who needs it',
      'The same game as The orange in other words',
      'One reading that reports an agreement closes the talk',
      'Who observes rules: script rule-observer',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('Party A: Party A')
  })

  test('is checked in a browser like all else, and fits a phone', async () => {
    const server = await serveFolder(site, '/below/')
    const { page: tab, problems } = await openPage(browser, { viewport: { width: 360, height: 740 } })
    try {
      for (const path of ['index.html', talks()[0]!]) {
        await tab.goto(server.address + path)
        expect({ path, wide: await overflow(tab), found: await violations(tab) }).toEqual({
          path,
          wide: 0,
          found: [],
        })
      }
      await tab.goto(`${server.address}check.html`)
      await tab.getByRole('button', { name: 'Check it now' }).click()
      await tab.locator('.check-place [data-state="passed"], .check-place [data-state="failed"]').waitFor()
      expect(await tab.locator('.check-place').textContent()).toContain('Everything agrees')
      expect(problems).toEqual([])
    } finally {
      await tab.context().close()
      await server.close()
    }
  })

  test('opened from a disk, says that a check needs a server, and is whole otherwise', async () => {
    const { page: tab } = await openPage(browser)
    await tab.goto(pathToFileURL(join(site, 'check.html')).href)
    expect(await tab.locator('main').textContent()).toContain('opened from a disk may fetch no files')
    await tab.getByRole('link', { name: 'Study', exact: true }).click()
    await tab.waitForURL('**/index.html')
    expect(await tab.locator('h2').first().textContent()).toBe('Results')
    await tab.context().close()
  })
})

/** The published files in memory, as a browser has them: no list of what else there is. */
const inMemory = (files: ReadonlyMap<string, Uint8Array>): Folder => ({
  name: 'data',
  open(path) {
    const bytes = files.get(path)
    let at = 0
    return (
      bytes && {
        read(into) {
          const piece = bytes.subarray(at, at + into.length)
          into.set(piece)
          at += piece.length
          return piece.length
        },
        close: () => undefined,
      }
    )
  },
  list: () => undefined,
})

const checked = async (files: ReadonlyMap<string, Uint8Array>): Promise<FolderCheck['checks']> =>
  (await checkPublication(inMemory(files), { sha256, hasher })).checks

test('one bit in any published file is found, and the file named', async () => {
  const data = join(site, 'data')
  const names = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
  const files = new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(data, name)))]))
  expect((await checked(files)).filter(({ status }) => status === 'failed')).toEqual([])
  expect(names.length).toBeGreaterThan(30)
  for (const [i, name] of names.entries()) {
    const bytes = files.get(name)!
    if (bytes.length === 0) continue
    const copy = Uint8Array.from(bytes)
    // A byte at another part of each file, the first and the last ones too.
    const at = i % 5 === 0 ? 0 : i % 5 === 1 ? copy.length - 1 : (i * 7919) % copy.length
    copy[at] = copy[at]! ^ 1
    const told = await checked(new Map([...files, [name, copy]])).catch((error: Error) => error)
    const found = told instanceof Error ? [] : told.flatMap(({ findings }) => findings)
    // A manifest that cannot be read is told of before anything else.
    const words = told instanceof Error ? JSON.stringify(told) : found.map(({ file }) => file).join()
    expect({ name, at, caught: words !== '' }).toEqual({ name, at, caught: true })
    if (name !== 'manifest.json')
      expect({ name, at, words }).toEqual({ name, at, words: expect.stringContaining(name) })
  }
})

describe('what cannot be written', () => {
  test('leaves nothing behind, and a former site as it was', async () => {
    // What is built on the way must not be what is refused.
    await Promise.all([verifierText(), webBuild()])
    const before = readFileSync(join(site, 'index.html'), 'utf8')
    const command = `ulimit -f 200; exec "${process.execPath}" bin/parley.js site "${study}" "$0" --no-seal`
    for (const target of [site, join(home, 'another')]) {
      const { status, stderr } = spawnSync('bash', ['-c', command, target], { cwd: ROOT, encoding: 'utf8' })
      expect({ status, stderr }).toEqual({
        status: EXIT.record,
        stderr: expect.stringContaining('a file would be larger than is allowed'),
      })
    }
    expect(readFileSync(join(site, 'index.html'), 'utf8')).toBe(before)
    expect(existsSync(join(home, 'another'))).toBe(false)
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('is told of for a study that has not begun, and for a path below a file', () => {
    const bare = shipped(mkdtempSync(join(home, 'bare-')), 'orange-battery')
    const none = parley(['site', bare, join(home, 'none')])
    expect(none).toMatchObject({ code: EXIT.record, err: expect.stringContaining('Run the study first') })
    const below = parley(['site', study, join(home, 'sheet.csv', 'site')])
    expect(below.code).not.toBe(0)
    expect(below.err).not.toContain('fault of Parley')
    expect(existsSync(join(home, 'none'))).toBe(false)
  })
})

test('a study that was played blind: its site counts as a look at results, noted before anything is shown', () => {
  const copy = mkdtempSync(join(home, 'studies', 'blind-'))
  cpSync(join(study, 'study.yaml'), join(copy, 'study.yaml'))
  expect(parley(['run', copy, '--blind', '--quiet']).code).toBe(0)
  expect(parley(['site', copy, join(home, 'blind'), '--no-seal']).code).toBe(0)
  const history = readFileSync(join(home, 'blind', 'data', 'registration-history.json'), 'utf8')
  expect(history).toMatch(/"command":\s*"site"/)
})
