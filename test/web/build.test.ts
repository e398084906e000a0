/** The build of the pages: made once for the same sources, whole, and light. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ensureWebBuild } from '../../scripts/build-web.ts'

const folder = await ensureWebBuild()
const client = join(folder, 'client')
const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Record<
  string,
  { readonly file: string; readonly imports?: readonly string[] }
>

/** Bytes of a script with all that it needs from the start, packed as a server sends it. */
function weight(name: string): number {
  const names = new Set<string>()
  const take = (one: string): void => {
    if (names.has(one)) return
    names.add(one)
    for (const more of manifest[one]!.imports ?? []) take(more)
  }
  take(name)
  return [...names].reduce(
    (sum, one) => sum + gzipSync(readFileSync(join(client, manifest[one]!.file))).length,
    0,
  )
}

test('is made once for the same sources', async () => {
  const before = statSync(folder).mtimeMs
  expect(await ensureWebBuild()).toBe(folder)
  expect(statSync(folder).mtimeMs).toBe(before)
})

test('is made again when any style sheet has changed, imported ones too', () => {
  const { inputs } = JSON.parse(readFileSync(join(folder, '../latest.json'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, string>>
  }
  for (const name of ['tokens.css', 'styles.css', 'styles/chart.css', 'table/table.css'])
    expect(inputs).toHaveProperty([`web/src/${name}`])
})

test('holds the app, the site and the pages as text', () => {
  for (const name of ['src/app.tsx', 'src/site.ts', 'src/check.ts', 'style.css']) {
    expect(existsSync(join(client, manifest[name]!.file)), name).toBe(true)
  }
  expect(existsSync(join(folder, 'server/server.js'))).toBe(true)
})

test('keeps to the policy: nothing inline, nothing from elsewhere', () => {
  const html = readFileSync(join(client, 'index.html'), 'utf8')
  expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
  for (const [, address] of html.matchAll(/(?:href|src)="([^"]+)"/g))
    expect(address).toMatch(/^(\/assets\/|data:,$)/)
  const css = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.css'))
  expect(css).toHaveLength(1)
  expect(readFileSync(join(client, 'assets', css[0]!), 'utf8')).not.toMatch(/url\(|@import|@font-face/)
})

test('no source sets markup from text, and no page a style from data', () => {
  const sources = readdirSync(new URL('../../web/src', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  })
  for (const path of sources.filter((one) => /\.tsx?$/.test(one))) {
    const text = readFileSync(new URL(`../../web/src/${path}`, import.meta.url), 'utf8')
    expect(text, path).not.toMatch(
      /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    )
    expect(text, path).not.toMatch(/\bstyle=\{/)
  }
})

test('is light', () => {
  expect(weight('src/app.tsx') / 1000).toBeLessThan(130)
  expect(weight('src/site.ts') / 1000).toBeLessThan(60)
})
