/**
 * What a model call costs in a whole study, with prompts rendered and every attempt recorded on disk, beside a bare
 * call of the SDK; and the memory of 1,000 negotiations at a time.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareCall, startServer } from './calls-support.ts'
import { figure, type Row } from './harness.ts'
import { playModels } from './model-study.ts'

const ROUNDS = 5
const WARMUP = 1

/** Microseconds of this process's time (user and system) for each of the calls that `work` makes. */
async function cpu(work: () => Promise<number>): Promise<number> {
  const start = process.cpuUsage()
  const calls = await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / calls
}

async function bareCalls(call: () => Promise<void>, count: number, width: number): Promise<number> {
  let left = count
  const work = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: width }, work))
  return count
}

async function processorTime(url: string, negotiations: number, width: number): Promise<Row> {
  const bare = bareCall(url)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = -WARMUP; round < ROUNDS; round++) {
    const our = await cpu(() => playModels(url, negotiations, width))
    const their = await cpu(() => bareCalls(bare, 2000, width))
    if (round < 0) continue
    ours.push(our)
    theirs.push(their)
  }
  return figure({
    what: `Processor time of a model call in a study, ${width} negotiations at a time`,
    unit: 'µs',
    ours,
    baseline: { name: "a bare call of Anthropic's SDK", values: theirs },
    bound: { atMost: 1.5 },
    note: 'rendering, record and all; at most half of the bare call beyond it',
  })
}

/** Named in the docs: the heap is made to stay small rather than to be collected late. */
const FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=4']

async function peak(url: string): Promise<number> {
  const file = fileURLToPath(new URL('negotiations-memory.ts', import.meta.url))
  const child = fork(file, [url, '1000'], { execArgv: FLAGS })
  const [megabytes] = (await once(child, 'message')) as [number]
  await once(child, 'exit')
  return megabytes
}

export default async function (): Promise<Row[]> {
  const quick = await startServer()
  const rows = [await processorTime(quick.url, 100, 1), await processorTime(quick.url, 512, 256)]
  quick.stop()
  const slow = await startServer(2000)
  const ours = [await peak(slow.url), await peak(slow.url)]
  slow.stop()
  rows.push(
    figure({
      what: '1,000 negotiations at a time on a server that takes 2 s a call: peak of resident memory',
      unit: 'MB',
      ours,
      bound: { atMost: 300 },
      note: FLAGS.join(' '),
    }),
  )
  return rows
}
