/** What `parley stub-server` does. */
import { createWriteStream, type WriteStream } from 'node:fs'
import { UserError } from '../../core/problem.ts'
import { loadScenario } from '../../scenario/folder.ts'
import type { Scenario } from '../../scenario/types.ts'
import {
  STUB_FAULT_NAMES,
  STUB_FAULTS,
  type StubServer,
  type StubStats,
  startStub,
} from '../../server/stub/index.ts'
import { loadStudy } from '../../study/load.ts'
import type { Options } from '../commands/stub-server.ts'
import { notWritten } from '../disk-error.ts'
import type { Io } from '../io.ts'
import { faultRates, scriptSpec } from '../stub-options.ts'
import { stubSummary } from '../stub-summary.ts'
import { textTable } from '../table.ts'

export async function serveStub(options: Options, io: Io): Promise<void> {
  if (options.listFaults) return listFaults(options.json === true, io)
  const scenarios = await scenariosOf(options)
  const log = options.log === undefined ? undefined : await openLog(options.log)
  const server = await startStub({
    scenarios,
    ...(options.script === undefined ? {} : { script: scriptSpec(options.script) }),
    seed: options.seed,
    ...(options.port === undefined ? {} : { port: options.port }),
    faults: faultRates(options),
    latencyMs: options.latency,
    slowMs: options.slowStart,
    waitMs: options.retryAfter,
    ...(options.model === undefined ? {} : { model: options.model }),
    ...(log ? { log: (entry) => void log.write(`${JSON.stringify(entry)}\n`) } : {}),
  })
  try {
    // Whoever reads the address may end it at once.
    const stopped = untilStopped()
    if (options.json) io.out(JSON.stringify({ address: server.url, env: server.env }))
    else greet(server, scenarios, io)
    await stopped
    const stats = server.stats()
    io.out(options.json ? JSON.stringify(summary(stats)) : stubSummary(stats))
  } finally {
    await server.close()
    if (log) await new Promise<void>((done) => log.end(() => done()))
  }
}

function greet({ url, env }: StubServer, scenarios: readonly Scenario[], io: Io): void {
  const known = scenarios.map(({ id }) => id).join(', ')
  io.out(`The stub server listens at ${url}. No model is called, and nothing leaves this machine.`)
  io.out(known === '' ? 'It was given no scenario: every reply is a plain one.' : `It plays: ${known}.`)
  io.out('\nTo point the providers at it (any key will do):\n')
  for (const [name, value] of Object.entries(env)) io.out(`  export ${name}=${value}`)
  io.out(`\nCounts are at ${url}/stub/stats. Ctrl-C ends it.`)
}

/** The scenarios of both options, all that a study plays. Throws a UserError with every problem of each. */
async function scenariosOf({ scenario = [], study = [] }: Options): Promise<Scenario[]> {
  const problems: UserError[] = []
  const found: Scenario[] = []
  const keep = async (load: Promise<readonly Scenario[]>): Promise<void> => {
    try {
      found.push(...(await load))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(error)
    }
  }
  for (const folder of scenario) await keep(loadScenario(folder).then((one) => [one]))
  for (const folder of study)
    await keep(loadStudy(folder).then(({ variants }) => variants.map((one) => one.scenario)))
  if (problems.length > 0) throw new UserError(problems.flatMap((error) => error.problems))
  return found
}

async function openLog(file: string): Promise<WriteStream> {
  const log = createWriteStream(file)
  await new Promise<void>((done, fail) => {
    log.once('open', () => done())
    log.once('error', (error) => fail(notWritten(error, file, 'log')))
  })
  return log
}

function untilStopped(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
}

/** Without the lists by prompt and body, which are for tests. */
const summary = ({ prompts, bodies, ...rest }: StubStats) => ({
  ...rest,
  prompts: Object.keys(prompts).length,
  bodies: Object.keys(bodies).length,
})

function listFaults(json: boolean, io: Io): void {
  const faults = STUB_FAULT_NAMES.map((name) => ({ name, ...STUB_FAULTS[name] }))
  if (json) io.out(JSON.stringify(faults, null, 2))
  else {
    const rows = faults.map(({ name, group, says }) => [name, group, says])
    io.out(textTable(['fault', 'kind', 'what happens'], rows, 'lll', io.terminal ? io.columns : undefined))
  }
}
