/**
 * What a model call costs beside a bare call of the SDK: processor time at 1 and at 256 calls at a time, memory with
 * 1,000 waiting. Processor time is this process's own (user and system); the server is another process.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent, fetch as undiciFetch, request as undiciRequest } from 'undici'
import { bareCall, ourCall, startServer } from './calls-support.ts'
import { figure, type Row } from './harness.ts'

const CALLS = 2000
const ROUNDS = 7
const WARMUP = 2

/** Microseconds of processor time a call, `width` calls at a time. */
async function cpu(call: () => Promise<void>, width: number): Promise<number> {
  const start = process.cpuUsage()
  let left = CALLS
  const work = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: width }, work))
  const { user, system } = process.cpuUsage(start)
  return (user + system) / CALLS
}

/** Alternating rounds of several sides, the order turned every round. */
async function rounds(sides: readonly (() => Promise<void>)[], width: number): Promise<number[][]> {
  const values = sides.map((): number[] => [])
  for (let round = -WARMUP; round < ROUNDS; round++) {
    const order = [...sides.keys()]
    for (const i of round % 2 === 0 ? order : order.reverse()) {
      const value = await cpu(sides[i]!, width)
      if (round >= 0) values[i]!.push(value)
    }
  }
  return values
}

/** `undici.request` behind the interface of a `fetch`: the least that an SDK or our recording asks of a response. */
function requestAsFetch(): typeof fetch {
  const dispatcher = new Agent()
  return (async (url: string, init: { method: 'POST'; headers: Record<string, string>; body: Buffer }) => {
    const { method, headers, body } = init
    const answer = await undiciRequest(url, { method, headers, body, dispatcher })
    return {
      status: answer.statusCode,
      headers: Object.entries(answer.headers),
      body: answer.body,
    }
  }) as unknown as typeof fetch
}

/** Peak memory of a process that has so many calls waiting, in MB. */
async function peak(side: 'ours' | 'bare', url: string, flags: readonly string[]): Promise<number> {
  const file = fileURLToPath(new URL('calls-memory.ts', import.meta.url))
  const child = fork(file, [side, url, '1000'], { execArgv: [...flags] })
  const [megabytes] = (await once(child, 'message')) as [number]
  await once(child, 'exit')
  return megabytes
}

export default async function (): Promise<Row[]> {
  const rows: Row[] = []
  const quick = await startServer()
  const bare = bareCall(quick.url)
  for (const width of [1, 256]) {
    const ours = await ourCall(quick.url, width)
    const [our, their] = await rounds([ours, bare], width)
    rows.push(
      figure({
        what: `Processor time of a model call, ${width} at a time`,
        unit: 'µs',
        ours: our!,
        baseline: { name: "a bare call of Anthropic's SDK", values: their! },
        bound: { atMost: 1.5 },
        note: 'at most half of the bare call beyond it',
      }),
    )
  }
  const ways: readonly (readonly [string, typeof fetch | undefined])[] = [
    ["undici's dispatch, which is the one used", undefined],
    ["undici's request", requestAsFetch()],
    ["undici's fetch", undiciFetch as unknown as typeof fetch],
    ["Node's own fetch", fetch],
  ]
  const calls = await Promise.all(
    ways.map(([, given]) => ourCall(quick.url, 16, given ? { fetch: given } : {})),
  )
  const measured = await rounds(calls, 16)
  for (const [i, [name]] of ways.entries()) {
    rows.push(
      figure({
        what: `Processor time of our call over ${name}, 16 at a time`,
        unit: 'µs',
        ours: measured[i]!,
      }),
    )
  }
  quick.stop()
  const slow = await startServer(2000)
  const flags = ['--max-semi-space-size=8']
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < 3; round++) {
    ours.push(await peak('ours', slow.url, flags))
    theirs.push(await peak('bare', slow.url, flags))
  }
  slow.stop()
  const what = '1,000 calls waiting on a server that takes 2 s: peak of resident memory'
  rows.push(figure({ what, unit: 'MB', ours, bound: { atMost: 300 }, note: flags.join(' ') }))
  rows.push(
    figure({
      what: `The same, bare calls of Anthropic's SDK`,
      unit: 'MB',
      ours: theirs,
      note: flags.join(' '),
    }),
  )
  return rows
}
