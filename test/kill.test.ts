/**
 * Real `parley run` processes, killed with SIGKILL at random moments. Whatever the moment, the next run goes on,
 * and the end is the same replies and outcomes as without any kill: none lost, none doubled, every chain whole.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { randomOf } from '../src/core/random.ts'
import { lockHolder } from '../src/store/index.ts'
import { studyStatus } from '../src/study/status.ts'
import { parley, ROOT } from './run-parley.ts'
import { type StudyOptions, studyFolder } from './study-folder.ts'
import { dump } from './study-record.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const makeFolder = (options: StudyOptions): string => {
  const folder = studyFolder(options)
  folders.push(folder)
  return folder
}

const start = (folder: string): ChildProcess =>
  spawn(process.execPath, [`${ROOT}/bin/parley.js`, 'run', folder, '--quiet'], { stdio: 'ignore' })

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.once('exit', done))

/** Waits until the run holds the record, so that a kill falls on its work and not on Node's start. */
async function working(folder: string, child: ChildProcess): Promise<void> {
  const record = join(folder, 'record.sqlite')
  while (child.exitCode === null && !(existsSync(record) && lockHolder(record)?.pid === child.pid))
    await sleep(5)
}

/** Long negotiations are killed inside one, short ones between them; few and many are written at once. */
const STUDIES: readonly StudyOptions[] = [
  { id: 'short', turns: 6, repetitions: 150 },
  { id: 'middle', turns: 40, repetitions: 60 },
  { id: 'long', turns: 1200, repetitions: 3 },
]
/** For each of them: 27 together. */
const KILLS = 9
/** After the run has taken hold of the record; sooner on a machine on which so many runs were over by then. */
const LATEST_MS = 250

describe('killed at random moments, a study ends the same', () => {
  // A fresh seed each time: what is drawn is printed, and can be put here to see it again.
  const seed = process.env.KILL_SEED ?? String(Date.now() % 1_000_000)

  test.each(STUDIES)('$id negotiations', async (options) => {
    const whole = makeFolder(options)
    expect(parley(['run', whole, '--quiet']).code).toBe(0)
    const expected = await dump(join(whole, 'record.sqlite'))
    const random = randomOf('kills', options.id ?? '', seed)
    const delays: number[] = []
    let resumed = 0
    let latest = LATEST_MS
    // A study that reaches its end between two kills is looked at, and another copy of it is begun.
    while (delays.length < KILLS) {
      const folder = makeFolder(options)
      const before = delays.length
      while (delays.length < KILLS) {
        const child = start(folder)
        await working(folder, child)
        const delay = random.int(0, Math.floor(latest))
        await sleep(delay)
        child.kill('SIGKILL')
        await ended(child)
        if (child.signalCode !== 'SIGKILL') break
        delays.push(delay)
      }
      if (delays.length < before + 3) latest *= 0.7
      expect(parley(['run', folder, '--quiet'])).toMatchObject({ code: 0, err: '' })
      const found = await dump(join(folder, 'record.sqlite'))
      resumed += found.resumed
      expect(found.negotiations).toEqual(expected.negotiations)
      expect(Object.values(found.closed)).toEqual(Array.from({ length: 4 * options.repetitions! }, () => 1))
      const count = (...types: string[]): number => found.study.filter((type) => types.includes(type)).length
      expect(count('study.created')).toBe(1)
      expect(count('run.started')).toBe(count('run.stopped', 'run.lost'))
    }
    console.log(
      `seed ${seed}, ${options.id}: killed after ${delays.join(', ')} ms; ${resumed} negotiations gone on with`,
    )
  })
})

describe('two runs of one study', () => {
  test('the second is told who holds it, touches nothing, and status reads on; Ctrl-C stops the first', async () => {
    // Far more than is played before it is stopped, on any machine.
    const folder = makeFolder({ id: 'busy', turns: 1200, repetitions: 600 })
    const child = start(folder)
    await working(folder, child)
    const record = join(folder, 'record.sqlite')
    while ((await studyStatus(record))?.lastRun !== 'running') await sleep(20)
    const second = parley(['run', folder])
    expect(second.code).toBe(EXIT.busy)
    expect(second.err).toContain(`process ${child.pid}`)
    const status = JSON.parse(parley(['status', folder, '--json']).out) as Record<string, unknown>
    expect(status).toMatchObject({ planned: 2400, lastRun: 'running', holder: { pid: child.pid } })
    child.kill('SIGINT')
    expect(await ended(child)).toBe(EXIT.stopped)
    const after = JSON.parse(parley(['status', folder, '--json']).out) as Record<string, unknown>
    expect(after).toMatchObject({ lastRun: 'asked' })
    expect(after.holder).toBeUndefined()
    const { study } = await dump(record)
    expect(study.filter((type) => type === 'run.started')).toHaveLength(1)
    expect(study.filter((type) => type !== 'results.seen').at(-1)).toBe('run.stopped')
  })
})

describe('where the record cannot be written', () => {
  test('a folder in its place, or no folder: a clear error, its own code', () => {
    const folder = makeFolder({ repetitions: 1 })
    const record = join(folder, 'record.sqlite')
    rmSync(record, { force: true })
    mkdirSync(record)
    const { code, err } = parley(['run', folder])
    expect(code).toBe(EXIT.record)
    expect(err).toContain('record.sqlite')
  })

  test('a full disk stops the run with a clear error and a readable record; with space again it goes on', async () => {
    const options = { id: 'full', turns: 200, repetitions: 20 }
    const folder = makeFolder(options)
    // The limit on a file's size stands for a disk that is full: 1,500 blocks of 1 KiB.
    const line = `trap '' XFSZ; ulimit -f 1500; exec "$0" "$1" run "$2" --quiet`
    const limited = spawnSync('bash', ['-c', line, process.execPath, `${ROOT}/bin/parley.js`, folder], {
      encoding: 'utf8',
    })
    expect(limited.stderr).toMatch(/record could not be written/)
    expect(limited.status).toBe(EXIT.record)
    const status = JSON.parse(parley(['status', folder, '--json']).out) as {
      completed: number
      planned: number
    }
    expect(status.completed).toBeGreaterThan(0)
    expect(status.completed).toBeLessThan(status.planned)
    expect(parley(['run', folder, '--quiet']).code).toBe(0)

    const whole = makeFolder(options)
    expect(parley(['run', whole, '--quiet']).code).toBe(0)
    const [found, expected] = await Promise.all([folder, whole].map((f) => dump(join(f, 'record.sqlite'))))
    expect(found!.negotiations).toEqual(expected!.negotiations)
  })
})
