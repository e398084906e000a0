/**
 * What a whole study of models costs beside bare calls of the SDK: prompts rendered, events made durable, replies
 * read. And whether the calls of a long negotiation grow dearer. The server has a process of its own and no latency.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClient } from '../src/models/exchange.ts'
import { parsePack } from '../src/scenario/pack.ts'
import type { Scenario } from '../src/scenario/types.ts'
import type { Study } from '../src/study/load.ts'
import { runStudy } from '../src/study/run.ts'
import { bareCall, startServer } from './calls-support.ts'
import { figure, type Row, spread } from './harness.ts'
import { concert, studyOf } from './play-support.ts'

const MODEL = { provider: 'anthropic', model: 'claude-haiku-5-5', params: { max_tokens: 4096 } }

/** Processor time in ms: waiting costs none of it. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let drawn = 0
/** Plays a study; returns how many calls it made. */
async function run(
  study: Study,
  url: string,
  concurrency: number,
  seen?: (calls: number) => void,
): Promise<number> {
  let calls = 0
  const before = () => {
    seen?.(calls)
    calls++
    return { settle: () => undefined }
  }
  const { closed, planned } = await runStudy(study, {
    guard: { before },
    now: () => new Date(),
    random: () => (++drawn).toString(16).padStart(32, '0'),
    versions: { parley: 'bench', node: process.version },
    client: (_name, { provider }) => makeClient(provider, { apiKey: 'sk-bench-0123456789', baseUrl: url }),
    concurrency,
  })
  if (closed !== planned) throw new Error(`${closed} of ${planned} negotiations were played`)
  return calls
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const TURNS = 12
const ROUNDS = 3

/** Processor time a call of whole negotiations, so many at a time, and of bare calls of the SDK. */
async function besideBare(url: string, width: number): Promise<Row> {
  const scenario = concert(TURNS)
  const negotiations = Math.max(16, width)
  const bare = bareCall(url)
  const ours: number[] = []
  const base: number[] = []
  for (let round = 0; round < ROUNDS + 1; round++) {
    const [own, calls] = await inFolder(async (folder) => {
      const study = studyOf(scenario, { negotiator: MODEL, negotiations, folder })
      const from = cpuTime()
      const made = await run(study, url, width)
      return [(cpuTime() - from) / made, made] as const
    })
    const from = cpuTime()
    let left = calls
    const worker = async (): Promise<void> => {
      while (left-- > 0) await bare()
    }
    await Promise.all(Array.from({ length: width }, worker))
    if (round === 0) continue
    ours.push(own)
    base.push((cpuTime() - from) / calls)
  }
  return figure({
    what: `A call in a study, prompt, record on disk and all, ${width} at a time`,
    unit: 'ms of processor time',
    ours,
    baseline: { name: 'a bare call of the SDK', values: base },
    bound: { atMost: 1.5 },
  })
}

const LONG = 2_400

/** Concert tickets whose prompts do not quote the record, so that every body has the same length. */
function shortPrompts(): Scenario {
  const { files } = concert(LONG)
  const template = 'This is turn {{ turn }}. Send your JSON object.'
  const short = { 'prompts/turn.liquid': template, 'prompts/final.liquid': template }
  const { scenario, problems } = parsePack({ ...files, ...short })
  if (!scenario) throw new Error(problems.map(({ message }) => message).join('\n'))
  return scenario
}

async function growth(url: string): Promise<Row> {
  const scenario = shortPrompts()
  const tenths: number[][] = []
  for (let round = 0; round < ROUNDS + 1; round++) {
    await inFolder(async (folder) => {
      const study = studyOf(scenario, { negotiator: MODEL, negotiations: 2, folder })
      const one = { ...study, assignments: study.assignments.slice(0, 1) }
      const marks: number[] = []
      await run(one, url, 1, (calls) => {
        if (calls % (LONG / 10) === 0) marks.push(cpuTime())
      })
      if (marks.length < 11) throw new Error(`only ${marks.length} tenths were played`)
      if (round > 0) tenths.push(marks.slice(1).map((mark, i) => mark - marks[i]!))
    })
  }
  const middle = (tenth: number): number => spread(tenths.map((times) => times[tenth]!)).median
  return figure({
    what: `${LONG} calls of one negotiation: processor time of the last tenth over the first`,
    unit: 'times',
    ours: [middle(9) / middle(0)],
    bound: { atMost: 1.2 },
    note: `tenths: ${Array.from({ length: 10 }, (_, i) => Math.round(middle(i))).join(' ')} ms`,
  })
}

export default async function bench(): Promise<Row[]> {
  const server = await startServer()
  try {
    return [await besideBare(server.url, 1), await besideBare(server.url, 256), await growth(server.url)]
  } finally {
    server.stop()
  }
}
