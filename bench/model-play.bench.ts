/**
 * What a call costs in a whole study of models, prompts rendered, events recorded, replies read, beside bare calls of
 * the SDK; whether the calls of a long negotiation grow dearer; and the memory of 1,000 negotiations at a time. The
 * server has a process of its own and no latency.
 *
 * Processor time does not count waiting, but waiting makes what follows dearer: whoever else runs meanwhile takes the
 * caches. One at a time each call waits for the disk, since it may not be sent before it is on it; a bare call that
 * sleeps for as long first takes up to twice the time of one that does not. So there the record is measured in
 * memory against plain bare calls, and on disk against bare calls that sleep as long as a commit takes.
 *
 * Each round is a study begun anew, whose templates and closures are compiled as it goes on, while the bare call stays
 * warm from round to round. So a round has 240 negotiations, some 2,900 calls; what a study of a quarter of that
 * costs is told as well, without a bound.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  closeSync,
  constants,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parsePack } from '../src/scenario/pack.ts'
import type { Scenario } from '../src/scenario/types.ts'
import { bareCall, startServer } from './calls-support.ts'
import { figure, type Row, spread } from './harness.ts'
import { playModels } from './model-study.ts'
import { concert } from './play-support.ts'

const ROUNDS = 7
const WARMUP = 1
const TURNS = 10
const BARE = "a bare call of Anthropic's SDK"

/** This process's time so far (user and system), in microseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Bare calls to hold a study against. */
interface Bare {
  readonly name: string
  /** Milliseconds that each call sleeps first; it does not where this is missing. */
  readonly sleepMs?: () => number
}

interface Side {
  readonly what: string
  readonly negotiations: number
  readonly width: number
  readonly within?: string
  readonly bare: readonly Bare[]
  /** Told only. */
  readonly unbounded?: true
}

/** So many bare calls, `width` at a time, each after a sleep. */
async function bareCalls(
  call: () => Promise<void>,
  calls: number,
  width: number,
  sleepMs: number,
): Promise<void> {
  const cell = new Int32Array(new SharedArrayBuffer(4))
  let left = calls
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      // As a commit waits: nothing else of the process goes on.
      if (sleepMs > 0) Atomics.wait(cell, 0, 0, sleepMs)
      await call()
    }
  }
  await Promise.all(Array.from({ length: width }, work))
}

/** Studies and bare calls by turns. */
async function besideBare(url: string, sides: readonly Side[]): Promise<Row[]> {
  const call = bareCall(url)
  const scenario = concert(TURNS)
  const measured = sides.map((side) => ({
    side,
    ours: [] as number[],
    theirs: side.bare.map((): number[] => []),
  }))
  for (let round = -WARMUP; round < ROUNDS; round++) {
    for (const { side, ours, theirs } of measured) {
      const { negotiations, width, within, bare } = side
      // From the first call on: what a study takes to begin is not a call's.
      let from = 0
      const seen = (before: number): void => {
        if (before === 0) from = cpuTime()
      }
      const place = within === undefined ? {} : { within }
      const calls = await playModels({ url, scenario, negotiations, width, seen, ...place })
      if (round >= 0) ours.push((cpuTime() - from) / calls)
      for (const [i, { sleepMs }] of bare.entries()) {
        const ms = sleepMs?.() ?? 0
        const start = cpuTime()
        await bareCalls(call, calls, width, ms)
        if (round >= 0) theirs[i]!.push((cpuTime() - start) / calls)
      }
    }
  }
  return measured.flatMap(({ side, ours, theirs }) =>
    side.bare.map(({ name }, i) =>
      figure({
        what: `Processor time of a call in a study: ${side.what}`,
        unit: 'µs',
        ours,
        baseline: { name, values: theirs[i]! },
        ...(side.unbounded ? {} : { bound: { atMost: 1.5 } }),
      }),
    ),
  )
}

/** How long one small durable write takes here and now, in milliseconds: the middle of many. */
function durableMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const file = openSync(join(folder, 'file'), 'w')
  const page = Buffer.alloc(8192, 1)
  const times = Array.from({ length: 60 }, () => {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return spread(times).median
}

/** A folder in memory, where the system has one. */
function inMemory(): string | undefined {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return undefined
  }
}

const WIDE: Side = {
  ...{ what: '256 at a time, record on disk', negotiations: 256, width: 256 },
  bare: [{ name: BARE }],
}

function oneAtATime(): Side[] {
  const one = { negotiations: 240, width: 1 }
  const memory = inMemory()
  const beside: Side[] =
    memory === undefined
      ? []
      : [{ ...one, what: '1 at a time, record in memory', within: memory, bare: [{ name: BARE }] }]
  const asleep = { name: `${BARE} after a sleep as long as a commit`, sleepMs: durableMs }
  const awake = { name: BARE }
  const disk = { ...one, what: '1 at a time, record on disk' }
  const short = { ...disk, what: `${disk.what}, a study of 60 negotiations`, negotiations: 60 }
  return [...beside, { ...disk, bare: [asleep, awake] }, { ...short, bare: [awake], unbounded: true }]
}

const LONG = 2_400
/** After one that is not counted. A collection of the whole heap falls on any tenth; in a middle it has no say. */
const LONG_ROUNDS = 5

/** Concert tickets whose prompts do not quote the record, so that every body has the same length. */
function shortPrompts(): Scenario {
  const { files } = concert(LONG)
  const template = 'This is turn {{ turn }}. Send your JSON object.'
  const short = { 'prompts/turn.liquid': template, 'prompts/final.liquid': template }
  const { scenario, problems } = parsePack({ ...files, ...short })
  if (!scenario) throw new Error(problems.map(({ message }) => message).join('\n'))
  return scenario
}

/** Two negotiations abreast, so that the calls of both reach each tenth together. */
async function growth(url: string): Promise<Row> {
  const scenario = shortPrompts()
  const tenths: number[][] = []
  for (let round = 0; round <= LONG_ROUNDS; round++) {
    const marks: number[] = []
    const seen = (calls: number): void => {
      if (calls % (LONG / 5) > 0) return
      marks.push(cpuTime() / 1000)
    }
    await playModels({ url, scenario, negotiations: 2, width: 2, seen })
    if (marks.length < 11) throw new Error(`only ${marks.length} tenths were played`)
    if (round > 0) tenths.push(marks.slice(1).map((mark, i) => mark - marks[i]!))
  }
  const middle = (tenth: number): number => spread(tenths.map((times) => times[tenth]!)).median
  return figure({
    what: `${LONG} calls of a negotiation: processor time of the last tenth over the first`,
    unit: 'times',
    ours: [middle(9) / middle(0)],
    bound: { atMost: 1.2 },
    note: `tenths: ${Array.from({ length: 10 }, (_, i) => Math.round(middle(i))).join(' ')} ms`,
  })
}

/** Named in the docs: the heap is made to stay small rather than to be collected late. */
const FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=4']

async function memory(): Promise<Row> {
  const slow = await startServer(2000)
  const file = fileURLToPath(new URL('model-memory.ts', import.meta.url))
  const child = fork(file, [slow.url, '1000'], { execArgv: FLAGS })
  const [megabytes] = (await once(child, 'message')) as [number]
  await once(child, 'exit')
  slow.stop()
  return figure({
    what: '1,000 negotiations at a time on a server that takes 2 s a call: peak of resident memory',
    unit: 'MB',
    ours: [megabytes],
    bound: { atMost: 300 },
    note: FLAGS.join(' '),
  })
}

export default async function bench(): Promise<Row[]> {
  const server = await startServer()
  try {
    // Many at a time first: thousands of calls, after which no code is new any more.
    const wide = await besideBare(server.url, [WIDE])
    const one = await besideBare(server.url, oneAtATime())
    return [...one, ...wide, await growth(server.url), await memory()]
  } finally {
    server.stop()
  }
}
