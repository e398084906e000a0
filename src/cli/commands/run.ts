/** `parley run`: plays a study, or goes on with it, then prints and keeps its report. */
import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { EXIT, UserError } from '../../core/problem.ts'
import { VERSION } from '../../core/version.ts'
import { costText } from '../../models/cost.ts'
import { loadStudy, type Study } from '../../study/load.ts'
import type { ModelOptions } from '../../study/models.ts'
import { type RunOptions, type RunSummary, runStudy } from '../../study/run.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import { openDryRun } from '../dry-run.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { keepReport } from '../keep-report.ts'
import { clientsFrom, keepSecret, readEnv } from '../model-access.ts'
import { type CapOptions, capOptions, capsOf, pricerOf } from '../money-options.ts'
import { makeProgress } from '../progress.ts'
import { summaryJson, tellRest } from '../run-rest.ts'
import { type FaultOptions, faultRates } from '../stub-options.ts'
import { stubSummary } from '../stub-summary.ts'
import { terminalReport } from '../study-report.ts'

interface Options extends FaultOptions, CapOptions {
  readonly dryRun?: boolean
  readonly envFile?: string
  readonly atOnce?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

export function define(command: Command, io: Io): void {
  capOptions(command.argument('<study>', 'a study folder, or the study.yaml in it'))
    .option('--env-file <path>', 'a file that sets keys; the environment goes before it')
    .option('--at-once <n>', 'negotiations in flight where models play (default: 16)', wholeNumber)
    .option(
      '--dry-run',
      'play it on a server of this machine with scripts for models, into a record of its own',
    )
    .option(
      '--faults <spec>',
      'in a dry run: what goes wrong, and how often (rate-limited=0.05,stream-cut=0.02)',
    )
    .option('--storm <rate>', 'in a dry run: everything goes wrong, evenly, at this rate in all')
    .option('--json', 'print the results as JSON')
    .option('-q, --quiet', 'no progress and no table: only where the record and the report lie')
    .action((path: string, options: Options) => run(path, options, io))
  helpEnd(
    command,
    [
      ['parley run studies/concert-tickets', 'plays the study; again, to go on after a stop'],
      [
        'parley run studies/concert-models --dry-run --storm 0.2',
        'tries it without a key, and with all that can fail',
      ],
      [
        'parley run my-study --json > results.json',
        'the results for a program; progress goes to the terminal',
      ],
    ],
    ['invalid', 'record', 'busy', 'halted', 'stopped'],
  )
}

async function run(path: string, options: Options, io: Io): Promise<void> {
  if (options.dryRun) return dryRun(path, options, io)
  if (options.faults !== undefined || options.storm !== undefined) {
    const message = 'Only a dry run can be told to fail.'
    throw new UserError([{ file: '--faults, --storm', message, mend: 'Add --dry-run.' }], EXIT.usage)
  }
  const { json, quiet } = options
  const study = await loadStudy(path)
  const env = await readEnv(io.env, options.envFile)
  const secret = keepSecret(study, env)
  const models = { client: clientsFrom(study, env), ...flight(options), ...(await money(options)) }
  const summary = await playWithProgress(study, !quiet, io, models)
  const report = await reportStudy(study.record)
  const kept = await keepReport(study.folder, report)
  if (json) io.out(JSON.stringify({ run: summaryJson(summary, secret), ...studyReportJson(report) }, null, 2))
  else {
    if (summary.already && !quiet) io.note('This study is complete: nothing was left to play.\n')
    if (!quiet) io.out(`${terminalReport(report.report, layoutOf(io))}\n`)
    io.out(`Record  ${study.record}\nReport  ${kept.markdown}\n        ${kept.json}`)
  }
  tellRest(path, summary, io, secret)
}

const flight = ({ atOnce }: Options) => (atOnce === undefined ? {} : { concurrency: atOnce })

const money = async (options: Options) => ({ caps: capsOf(options), pricer: await pricerOf(options) })

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return value
}

/** The same over HTTP against a server of our own: the study's record and reports stay as they are. */
async function dryRun(path: string, options: Options, io: Io): Promise<void> {
  const { json, quiet } = options
  const paid = await money(options)
  const dry = await openDryRun(await loadStudy(path), faultRates(options))
  try {
    const models = { client: dry.client, ...flight(options), ...paid }
    const summary = await playWithProgress(dry.study, !quiet, io, models)
    const report = await reportStudy(dry.study.record)
    const server = await dry.stats()
    if (json) {
      const { prompts: _, bodies: __, ...counts } = server
      const told = { run: summaryJson(summary), server: counts, ...studyReportJson(report) }
      io.out(JSON.stringify(told, null, 2))
    } else {
      if (!quiet) io.out(`${terminalReport(report.report, layoutOf(io))}\n`)
      io.out(`Dry run: no model was called and nothing was paid for.\n\n${stubSummary(server)}\n`)
      io.out(`Record  ${dry.study.record}`)
    }
    tellRest(path, summary, io)
  } finally {
    await dry.close()
  }
}

/** Ctrl-C stops after the step that is being played, and waits for calls in flight; a second one ends the process at once, which is safe too. */
async function playWithProgress(
  study: Study,
  visible: boolean,
  io: Io,
  models: ModelOptions & Pick<RunOptions, 'concurrency' | 'caps' | 'pricer'> = {},
): Promise<RunSummary> {
  const stop = new AbortController()
  const ask = (): void => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, ask)
  const progress = visible ? makeProgress(io) : undefined
  const startedAt = io.now().getTime()
  try {
    return await runStudy(study, {
      ...models,
      now: io.now,
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: VERSION, node: process.version },
      stopAsked: () => stop.signal.aborted,
      stopping: stop.signal,
      progress: ({ cost, ...state }) =>
        progress?.update({
          ...state,
          ...(cost ? { cost: costText(cost) } : {}),
          startedAt,
          now: io.now().getTime(),
        }),
    })
  } finally {
    progress?.done()
    for (const signal of signals) process.removeListener(signal, ask)
  }
}

const layoutOf = (io: Io) => ({ columns: io.columns, color: io.terminal && !io.env.NO_COLOR })
