/**
 * The app's server: what the page of a large study costs over that of an empty one, asked for as soon as the server is
 * started, while its record is read, and when it is read; the list of its attempts; the time until all is read; and how
 * old a row is when its reader hears of it while 100 events a second are written, and what pages cost meanwhile.
 * PARLEY_BENCH_ATTEMPTS sets the size (10000 unless given).
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startRuns } from '../src/cli/start-run.ts'
import type { AttemptRow, StudyPage } from '../src/pages/types.ts'
import { type Serving, startServer } from '../src/server/app/serve.ts'
import { loadStudy } from '../src/study/load.ts'
import { runStudy } from '../src/study/run.ts'
import { figure, type Row, spread } from './harness.ts'

const ATTEMPTS = Number(process.env.PARLEY_BENCH_ATTEMPTS ?? 10_000)
/** Both pairings with both openers. */
const PER_BLOCK = 4
const ROUNDS = 25
/** Of the issue: events a second that a page must stay smooth under. */
const RATE = 100

const root = fileURLToPath(new URL('..', import.meta.url))

function study(at: string, name: string, blocks: number): string {
  const folder = join(at, name)
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(join(root, 'studies/concert-tickets/study.yaml'), 'utf8')
    .replace(/^id: .*$/m, `id: ${name}`)
    .replace(/^scenario: .*$/m, `scenario: ${JSON.stringify(join(root, 'scenarios/concert-tickets'))}`)
    .replace(/^repetitions: .*$/m, `repetitions: ${blocks}`)
  writeFileSync(join(folder, 'study.yaml'), text)
  return folder
}

/** Plays it as fast as it goes. */
async function play(folder: string): Promise<void> {
  await runStudy(await loadStudy(folder), {
    now: () => new Date(),
    random: () => randomBytes(16).toString('hex'),
    versions: { parley: 'bench', node: process.version },
  })
}

async function timed(serving: Serving, path: string): Promise<number> {
  const begin = performance.now()
  const response = await fetch(new URL(path, serving.address))
  await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - begin
}

async function page(serving: Serving, key: string): Promise<StudyPage> {
  return (await (await fetch(new URL(`/api/studies/${key}`, serving.address))).json()) as StudyPage
}

/** Of each row that a live view tells of, the milliseconds since its last event was written. */
async function ages(serving: Serving, key: string, signal: AbortSignal): Promise<number[]> {
  const response = await fetch(new URL(`/api/studies/${key}/live`, serving.address), { signal })
  const found: number[] = []
  let text = ''
  try {
    for await (const part of response.body!) {
      text += Buffer.from(part as Uint8Array).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const message =
          data === undefined ? undefined : (JSON.parse(data) as { type: string; rows?: AttemptRow[] })
        for (const { endedAt } of message?.rows ?? [])
          if (endedAt !== undefined) found.push(Date.now() - Date.parse(endedAt))
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return found
}

/** Servers started anew, for the first page that each is asked for. */
const STARTS = 5

/** What the first page of a server costs, and after it what pages cost while a record is read in the background. */
async function cold(folder: string, web: string, key: string) {
  const serving = await serve(folder, web)
  try {
    const first = await timed(serving, `/api/studies/${key}`)
    const after: number[] = []
    for (let i = 0; i < 10; i++) {
      await wait(100)
      after.push(await timed(serving, `/api/studies/${key}`))
    }
    return { first, reading: spread(after).median }
  } finally {
    await serving.close()
  }
}

const serve = (folder: string, web: string): Promise<Serving> =>
  startServer({ folder, port: 0, web, start: startRuns(), needs: async () => undefined })

async function whenStarted(folder: string, web: string): Promise<Row[]> {
  const extra: { first: number[]; reading: number[] } = { first: [], reading: [] }
  await cold(folder, web, 'empty')
  for (let i = 0; i < STARTS; i++) {
    const keys = i % 2 === 0 ? ['empty', 'large'] : ['large', 'empty']
    const found = new Map<string, Awaited<ReturnType<typeof cold>>>()
    for (const key of keys) found.set(key, await cold(folder, web, key))
    for (const name of ['first', 'reading'] as const)
      extra[name].push(found.get('large')![name] - found.get('empty')![name])
  }
  const bound = { atMost: 100 }
  return [
    figure({
      what: `The page of ${ATTEMPTS} attempts over that of an empty study, each the first of a server`,
      unit: 'ms',
      ours: extra.first,
      bound,
      note: 'nothing of its record was read before',
    }),
    figure({ what: 'The same while its record is read', unit: 'ms', ours: extra.reading, bound }),
  ]
}

export default async function (): Promise<Row[]> {
  const at = mkdtempSync(join(tmpdir(), 'parley-bench-serve-'))
  const web = join(at, '.web')
  mkdirSync(join(web, 'client'), { recursive: true })
  writeFileSync(join(web, 'client', 'index.html'), '<!doctype html>')
  const large = study(at, 'large', Math.ceil(ATTEMPTS / PER_BLOCK))
  study(at, 'empty', 1)
  await play(large)
  const rows: Row[] = await whenStarted(at, web)
  const live = study(at, 'live', 2500)
  const serving = await serve(at, web)
  try {
    const begin = performance.now()
    let read = await page(serving, 'large')
    while (read.reading || read.resultsUntil === undefined) {
      await wait(100)
      read = await page(serving, 'large')
    }
    rows.push(
      figure({
        what: 'Until all of them are read and analysed',
        unit: 's',
        ours: [(performance.now() - begin) / 1000],
      }),
    )
    await timed(serving, '/api/studies/empty')
    const both: { large: number[]; empty: number[] } = { large: [], empty: [] }
    for (let i = 0; i < ROUNDS; i++) {
      both.empty.push(await timed(serving, '/api/studies/empty'))
      both.large.push(await timed(serving, '/api/studies/large'))
    }
    const extra = both.large.map((ms, i) => ms - both.empty[i]!)
    rows.push(
      figure({
        what: `Its page over that of an empty study`,
        unit: 'ms',
        ours: extra,
        bound: { atMost: 100 },
      }),
      figure({ what: 'The page itself', unit: 'KB', ours: [JSON.stringify(read).length / 1000] }),
    )
    for (const [what, query] of [
      ['sorted', '?sort=-joint&page=3'],
      ['filtered', '?pairing=trader&factor.opener=seller'],
      ['searched', '?q=price'],
    ] as const) {
      const ours: number[] = []
      for (let i = 0; i < ROUNDS; i++) ours.push(await timed(serving, `/api/studies/large/attempts${query}`))
      rows.push(figure({ what: `A page of its attempts, ${what}`, unit: 'ms', ours, bound: { atMost: 100 } }))
    }
    rows.push(...(await whileRunning(serving, live)))
    return rows
  } finally {
    await serving.close()
    rmSync(at, { recursive: true, force: true })
  }
}

/** Another process writes some 100 events a second; what its reader sees, and what pages cost meanwhile. */
async function whileRunning(serving: Serving, folder: string): Promise<Row[]> {
  const child = fork(fileURLToPath(new URL('serve-play.ts', import.meta.url)), [folder, String(RATE)])
  const exit = once(child, 'exit')
  await wait(1500)
  await timed(serving, '/api/studies/live')
  const stop = new AbortController()
  const seen = ages(serving, 'live', stop.signal)
  const meanwhile: number[] = []
  const list: number[] = []
  const end = performance.now() + 10_000
  while (performance.now() < end) {
    await wait(200)
    const empty = await timed(serving, '/api/studies/empty')
    meanwhile.push((await timed(serving, '/api/studies/live')) - empty)
    list.push((await timed(serving, '/api/studies/live/attempts?sort=-started')) - empty)
  }
  child.send('stop')
  await exit
  await wait(500)
  stop.abort()
  const found = await seen
  if (found.length === 0) throw new Error('the live view told of no row')
  const bound = { atMost: 100 }
  return [
    figure({
      what: `A row of a run with ${RATE} events a second, when its reader hears of it`,
      unit: 'ms old',
      ours: found,
      // Looked at four times a second.
      bound: { atMost: 500 },
    }),
    figure({
      what: 'The page of 10000 attempts over that of an empty study, while it is played',
      unit: 'ms',
      ours: meanwhile,
      bound,
    }),
    figure({ what: 'The list of its attempts over that page, meanwhile', unit: 'ms', ours: list, bound }),
  ]
}
