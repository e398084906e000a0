/**
 * The app's server: what the page of a large study costs over that of an empty one, the list of its attempts, the
 * time until all is read, and how old a row is when its reader hears of it while 100 events a second are written.
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
import { figure, type Row } from './harness.ts'

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

export default async function (): Promise<Row[]> {
  const at = mkdtempSync(join(tmpdir(), 'parley-bench-serve-'))
  const web = join(at, '.web')
  mkdirSync(join(web, 'client'), { recursive: true })
  writeFileSync(join(web, 'client', 'index.html'), '<!doctype html>')
  const large = study(at, 'large', Math.ceil(ATTEMPTS / PER_BLOCK))
  study(at, 'empty', 1)
  const live = study(at, 'live', 1000)
  await play(large)
  const rows: Row[] = []
  const serving = await startServer({
    folder: at,
    port: 0,
    web,
    start: startRuns(),
    needs: async () => undefined,
  })
  try {
    const begin = performance.now()
    const first = await timed(serving, '/api/studies/large')
    let read = await page(serving, 'large')
    while (read.reading || read.resultsUntil === undefined) {
      await wait(100)
      read = await page(serving, 'large')
    }
    rows.push(
      figure({
        what: `The page of ${ATTEMPTS} attempts, asked for first`,
        unit: 'ms',
        ours: [first],
        note: 'before its record was read',
      }),
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
  const end = performance.now() + 10_000
  while (performance.now() < end) {
    await wait(200)
    meanwhile.push(await timed(serving, '/api/studies/live'))
  }
  child.send('stop')
  await exit
  await wait(500)
  stop.abort()
  const what = `A row of a run with ${RATE} events a second, when its reader hears of it`
  return [
    figure({ what, unit: 'ms old', ours: await seen }),
    figure({ what: 'The page of 4000 attempts while it is played', unit: 'ms', ours: meanwhile }),
  ]
}
