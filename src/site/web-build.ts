/**
 * The built web pages: what browsers load, and the program that makes pages of data. An installed package holds them;
 * in a checkout they are built when they are needed, with the tools for development that are there.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EXIT, UserError } from '../core/problem.ts'
import type { RenderPage } from './render.ts'

/** Written by the build beside the other rooms' folders. */
const BUILT = fileURLToPath(new URL('../web', import.meta.url))
/** Only a checkout has it. */
const BUILDER = fileURLToPath(new URL('../../scripts/build-web.ts', import.meta.url))

export interface WebBuild {
  /** The folder of what browsers load. */
  readonly client: string
  /** Paths in it: the style sheet, the script of published pages, and every file that a page may load. */
  readonly styles: readonly string[]
  readonly script: string
  /** What that script loads before it runs, itself with it. */
  readonly atOnce: readonly string[]
  readonly files: readonly string[]
  readonly renderPage: RenderPage
}

/** Throws a UserError where it can neither be found nor made. */
export async function webBuild(): Promise<WebBuild> {
  const folder = await place()
  const client = join(folder, 'client')
  const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as ViteManifest
  const entry = manifest['src/site.ts']
  if (!entry) throw missing(client)
  const files = new Set<string>()
  const atOnce = new Set<string>()
  const needs = (key: string): void => {
    const { file, imports = [] } = manifest[key]!
    if (atOnce.has(file)) return
    atOnce.add(file)
    for (const next of imports) needs(next)
  }
  needs('src/site.ts')
  const styles = new Set<string>(
    Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : [])),
  )
  const visit = (key: string): void => {
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]!
    if (files.has(file)) return
    files.add(file)
    for (const path of css) styles.add(path)
    for (const path of assets) files.add(path)
    for (const next of [...imports, ...dynamicImports]) visit(next)
  }
  visit('src/site.ts')
  for (const path of styles) files.add(path)
  // What is built is no source: it is loaded as it lies there, by its path.
  const load = createRequire(import.meta.url)
  const server = load(join(folder, 'server', 'server.js')) as { renderPage: RenderPage }
  return {
    client,
    styles: [...styles],
    script: entry.file,
    atOnce: [...atOnce],
    files: [...files].sort(),
    renderPage: server.renderPage,
  }
}

type ViteManifest = Readonly<
  Record<
    string,
    {
      readonly file: string
      readonly css?: readonly string[]
      readonly assets?: readonly string[]
      readonly imports?: readonly string[]
      readonly dynamicImports?: readonly string[]
    }
  >
>

async function place(): Promise<string> {
  if (existsSync(join(BUILT, 'client', 'manifest.json'))) return BUILT
  if (!existsSync(BUILDER)) throw missing(BUILT)
  // In a process of its own: a bundler is large, and nothing else here needs one.
  const { stdout } = await promisify(execFile)(process.execPath, [BUILDER], { maxBuffer: 1 << 26 })
  return stdout.trimEnd().split('\n').at(-1)!
}

function missing(file: string): UserError {
  const message = 'The web pages are missing from this installation of Parley.'
  return new UserError([{ file, message, mend: 'Install parley-lab again.' }], EXIT.internal)
}
