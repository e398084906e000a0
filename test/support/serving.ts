/** The app's server over real records, for tests that ask it over HTTP. The built pages are a stand-in: two files. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { startRuns } from '../../src/cli/start-run.ts'
import type { StudyPage } from '../../src/pages/types.ts'
import { type ServeOptions, type Serving, startServer } from '../../src/server/app/serve.ts'
import { loadStudy } from '../../src/study/load.ts'
import { runStudy } from '../../src/study/run.ts'
import { parley, ROOT } from '../run-parley.ts'
import { PATIENCE_MS } from './patience.ts'

export const VERSIONS = { parley: 'test', node: process.version }

let drawn = 0
const fresh = (): string => (++drawn).toString(16).padStart(32, '0')

/** Plays a study's scripts to the end, or until `stop` says so. */
export async function play(folder: string, stop: () => boolean = () => false) {
  return runStudy(await loadStudy(folder), {
    now: () => new Date(),
    random: fresh,
    versions: VERSIONS,
    stopAsked: stop,
  })
}

/** An empty folder for studies. */
export const home = (): string => mkdtempSync(join(tmpdir(), 'parley-home-'))

/** Copies a shipped study with its scenarios into a home, with fewer repetitions; returns its folder. */
export function shippedStudy(at: string, name: string, repetitions?: number): string {
  cpSync(`${ROOT}/scenarios`, join(at, 'scenarios'), { recursive: true })
  const folder = join(at, 'studies', name)
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(`${ROOT}/studies/${name}/study.yaml`, 'utf8')
  const fewer =
    repetitions === undefined
      ? text
      : text.replace(/^(repetitions|blocks): \d+$/m, `repetitions: ${repetitions}`)
  writeFileSync(join(folder, 'study.yaml'), fewer)
  return folder
}

/** Plays a study of models against the stub server, and keeps that as its record. */
export function playModels(folder: string, ...more: string[]): void {
  const { code, err } = parley(['run', folder, '--dry-run', '--quiet', ...more])
  if (code !== 0) throw new Error(err)
  cpSync(join(folder, 'dry-run.sqlite'), join(folder, 'record.sqlite'))
}

/** Two files where the built pages would be. */
export function standIn(): string {
  const web = mkdtempSync(join(tmpdir(), 'parley-web-'))
  mkdirSync(join(web, 'client', 'assets'), { recursive: true })
  writeFileSync(join(web, 'client', 'index.html'), '<!doctype html><title>Parley</title>')
  writeFileSync(join(web, 'client', 'assets', 'app-abc123.js'), 'export {}\n')
  return web
}

export function serveHome(at: string, more: Partial<ServeOptions> = {}): Promise<Serving> {
  return startServer({
    folder: at,
    port: 0,
    web: standIn(),
    start: startRuns(),
    needs: async () => undefined,
    ...more,
  })
}

export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it, it says itself.
  readonly json: any
}

/** Asks over HTTP. Node's own client lets Host be set, which fetch does not. */
export async function get(serving: Serving, path: string, init: RequestInit = {}): Promise<Got> {
  const response = await fetch(new URL(path, `http://127.0.0.1:${serving.port}`), {
    redirect: 'manual',
    ...init,
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : undefined
  return { status: response.status, headers: response.headers, text, json }
}

export const post = (
  serving: Serving,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Got> =>
  get(serving, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

export const owner = ({ token }: Serving): Record<string, string> => ({ authorization: `Bearer ${token}` })

/**
 * A study's page once all of its record was read and is in its results: of what is read in a moment a first answer
 * tells all, on a slow machine it may tell less.
 */
export const readWhole = (serving: Serving, key: string): Promise<StudyPage> =>
  vi.waitFor(
    async () => {
      const page = (await get(serving, `/api/studies/${key}`)).json as StudyPage
      if (page.reading || (page.resultsUntil === undefined && page.state !== 'planned'))
        throw new Error(`${key} was not read whole`)
      return page
    },
    { timeout: PATIENCE_MS },
  )

export interface Event {
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it, it says itself.
  readonly data: any
}

/** Reads a stream of events until `enough` says so, or until so long has passed that it never will. */
export async function events(
  serving: Serving,
  path: string,
  enough: (seen: readonly Event[]) => boolean,
  { last, ms = PATIENCE_MS }: { readonly last?: string; readonly ms?: number } = {},
): Promise<Event[]> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), ms)
  const seen: Event[] = []
  try {
    const response = await fetch(new URL(path, `http://127.0.0.1:${serving.port}`), {
      signal: stop.signal,
      headers: { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) },
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body!) {
      text += decoder.decode(part as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const field = (name: string): string | undefined =>
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2)
        const data = field('data')
        if (data !== undefined) seen.push({ id: field('id') ?? '', data: JSON.parse(data) })
      }
      if (enough(seen)) break
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
  return seen
}
