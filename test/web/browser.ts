/**
 * A real Chromium for tests: unpacked once from the npm package into the cache beside the other tools' (whole or
 * not at all, also where several test files begin at once), started without what a test has no use for.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PATIENCE_MS } from '../support/patience.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGE = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
const CACHE = join(ROOT, 'node_modules', '.cache', 'parley')
const HOME = join(CACHE, `chromium-${version}`)

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
  '--mute-audio',
  '--font-render-hinting=none',
]

/** The path of the browser's program. */
async function program(): Promise<string> {
  const path = join(HOME, 'chromium')
  const ready = join(HOME, 'ready')
  try {
    readFileSync(ready)
    return path
  } catch {
    mkdirSync(CACHE, { recursive: true })
    const part = mkdtempSync(join(CACHE, 'chromium-part-'))
    const before = process.env.TMPDIR
    // Where the package unpacks to is the folder for temporary files, asked for at the moment of the call.
    process.env.TMPDIR = part
    try {
      await Promise.all(['chromium.br', 'fonts.tar.br'].map((name) => inflate(join(PACKAGE, 'bin', name))))
    } finally {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    }
    writeFileSync(join(part, 'fonts.conf'), FONTS)
    writeFileSync(join(part, 'ready'), '')
    try {
      renameSync(part, HOME)
    } catch (error) {
      rmSync(part, { recursive: true, force: true })
      // Another process was first: its copy is as good.
      try {
        readFileSync(ready)
      } catch {
        throw error
      }
    }
    return path
  }
}

/** One typeface on every machine, so that screenshots differ only where pages do. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(HOME, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(HOME, 'font-cache')}</cachedir>
  ${['sans-serif', 'system-ui'].map((name) => `<alias><family>${name}</family><prefer><family>Open Sans</family></prefer></alias>`).join('\n  ')}
</fontconfig>
`

/** Starts a browser. Close it after the tests: `afterAll(() => browser.close())`. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await program()
  return await chromium.launch({
    executablePath,
    headless: true,
    args: FLAGS,
    timeout: PATIENCE_MS,
    env: { ...process.env, FONTCONFIG_FILE: join(HOME, 'fonts.conf') },
  })
}

/** What went wrong on a page without anybody seeing it: errors, blocked content, requests to elsewhere. */
export interface Watched {
  readonly page: Page
  readonly problems: readonly string[]
}

/** A page of its own context; whatever its console or the content security policy complains of is kept. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()}`)
  })
  return { page, problems }
}
