/** One run of a study in a thread of its own, started from a page of `parley serve`. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ExitCode, type Problem, UserError } from '../core/problem.ts'
import { parseRational } from '../core/rational.ts'
import { VERSION } from '../core/version.ts'
import { loadStudy } from '../study/load.ts'
import { runStudy } from '../study/run.ts'
import { makeFresh } from './fresh.ts'
import { clientsFrom, keepSecret, readEnv } from './model-access.ts'
import { pricerOf } from './money-options.ts'

export interface RunWork {
  readonly folder: string
  readonly keys?: string
  readonly prices?: string
  readonly capUsd?: string
}

export type RunMessage =
  | { readonly kind: 'ended'; readonly message: string }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[]; readonly exit: ExitCode }

const { folder, keys, prices, capUsd } = workerData as RunWork
const stop = new AbortController()
parentPort!.on('message', () => stop.abort())

const WORDS = {
  complete: 'All negotiations have ended.',
  asked: 'It was stopped, and can be gone on with.',
  halted: 'It waits for something outside, and can be gone on with.',
} as const

async function run(): Promise<RunMessage> {
  const study = await loadStudy(folder)
  const env = await readEnv(process.env, keys)
  const secret = keepSecret(study, env)
  const cap = capUsd === undefined ? undefined : parseRational(capUsd)
  const { ended, halts } = await runStudy(study, {
    client: clientsFrom(study, env),
    pricer: await pricerOf(prices === undefined ? {} : { prices }),
    ...(cap ? { caps: { cost: cap } } : {}),
    now: () => new Date(),
    random: makeFresh(),
    versions: { parley: VERSION, node: process.version },
    stopAsked: () => stop.signal.aborted,
    stopping: stop.signal,
  })
  const why = halts.flatMap(({ code, detail }) =>
    detail === undefined ? [code] : [`${code}: ${secret(detail)}`],
  )
  return { kind: 'ended', message: [WORDS[ended], ...why].join(' ') }
}

run()
  .then(
    (message) => parentPort!.postMessage(message),
    (error: unknown) => {
      if (!(error instanceof UserError)) throw error
      const { problems, exit } = error
      parentPort!.postMessage({ kind: 'refused', problems, exit } satisfies RunMessage)
    },
  )
  .finally(() => parentPort!.close())
