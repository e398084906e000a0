/** What `parley run` does. */

import { EXIT, UserError } from '../../core/problem.ts'
import { toNumber } from '../../core/rational.ts'
import { shellWord } from '../../core/shell-word.ts'
import { VERSION } from '../../core/version.ts'
import { costText } from '../../models/cost.ts'
import { isModel } from '../../negotiators/registry.ts'
import { BUDGET_HALT } from '../../study/budget.ts'
import type { Study } from '../../study/load.ts'
import type { ModelOptions } from '../../study/models.ts'
import { type RunOptions, type RunSummary, runStudy } from '../../study/run.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import { loadAudited } from '../audit-option.ts'
import { noteSettings } from '../before-run.ts'
import type { Options } from '../commands/run.ts'
import { openDryRun } from '../dry-run.ts'
import { makeFresh } from '../fresh.ts'
import type { Io } from '../io.ts'
import { keepReport } from '../keep-report.ts'
import { look } from '../look.ts'
import { clientsFrom, keepSecret, readEnv } from '../model-access.ts'
import { capsOf, pricerOf } from '../money-options.ts'
import { makeProgress, STOPPING } from '../progress.ts'
import { summaryJson, tellRest } from '../run-rest.ts'
import { faultRates } from '../stub-options.ts'
import { stubSummary } from '../stub-summary.ts'
import { terminalReport } from '../study-report.ts'

export async function run(path: string, options: Options, io: Io): Promise<void> {
  if (options.dryRun) return dryRun(path, options, io)
  if (options.faults !== undefined || options.storm !== undefined) {
    const message = 'Only a dry run can be told to fail.'
    throw new UserError([{ file: '--faults, --storm', message, mend: 'Add --dry-run.' }], EXIT.usage)
  }
  const { json, quiet } = options
  const study = await loadAudited(path, options)
  const env = await readEnv(io.env, options.keys)
  const secret = keepSecret(study, env)
  const models = { client: clientsFrom(study, env), ...flight(options), ...(await money(options)) }
  if (!quiet) await noteSettings(study, options.prices, { ...io, env })
  const summary = await playWithProgress(study, !quiet, io, models)
  if (options.blind) {
    const told = { run: summaryJson(summary, secret), blind: true }
    if (json) io.out(JSON.stringify(told, null, 2))
    else io.out(`${blindWords(summary)}\n\nRecord  ${study.record}`)
    return tellRest(`Go on with: parley run ${shellWord(path)} --blind`, summary, io, secret)
  }
  // What is written can be read: that counts as seen, whoever looks.
  await look(study.record, 'run', io)
  const report = await reportStudy(study.record, models.pricer)
  const kept = await keepReport(study.folder, report)
  if (json) io.out(JSON.stringify({ run: summaryJson(summary, secret), ...studyReportJson(report) }, null, 2))
  else {
    if (summary.already && !quiet) io.note('This study is complete: nothing was left to play.\n')
    if (!quiet) io.out(`${terminalReport(report.report, layoutOf(io))}\n`)
    io.out(`Record  ${study.record}\nReport  ${kept.markdown}\n        ${kept.json}`)
  }
  tellRest(nextLine(path, options, summary), summary, io, secret)
}

/** The line that goes on: without the caps of this one a study could cost more than its user had in mind. */
function nextLine(path: string, options: Options, { halts }: RunSummary): string {
  const full = halts.some(({ code }) => code === BUDGET_HALT)
  const { keys, prices, atOnce, maxCost, maxTokens, stopAnywhere } = options
  const given: readonly (readonly [string, string | number | undefined])[] = [
    ['--keys', keys && shellWord(keys)],
    ['--prices', prices && shellWord(prices)],
    ['--at-once', atOnce],
    ['--max-cost', maxCost && (full ? '<usd>' : toNumber(maxCost))],
    ['--max-tokens', maxTokens === undefined || !full ? maxTokens : '<n>'],
  ]
  const words = given.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
  const line = ['parley run', shellWord(path), ...words, ...(stopAnywhere ? ['--stop-anywhere'] : [])].join(
    ' ',
  )
  return `Go on with${full ? ' a higher cap' : ''}: ${line}`
}

/** How far the study is, and nothing of how anything ended. */
const blindWords = ({ closed, planned }: RunSummary): string =>
  `${closed} of ${planned} negotiations are at their end. No outcome was shown or written; parley report shows them, and notes that they were seen.`

const flight = ({ atOnce }: Options) => (atOnce === undefined ? {} : { concurrency: atOnce })

const money = async (options: Options) => ({ caps: capsOf(options), pricer: await pricerOf(options) })

/** The same over HTTP against a server of our own: the study's record and reports stay as they are. */
async function dryRun(path: string, options: Options, io: Io): Promise<void> {
  const { json, quiet } = options
  const paid = await money(options)
  const dry = await openDryRun(await loadAudited(path, options), faultRates(options))
  try {
    const models = { client: dry.client, ...flight(options), ...paid }
    const summary = await playWithProgress(dry.study, !quiet, io, models)
    const report = await reportStudy(dry.study.record, models.pricer)
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
    tellRest('A dry run begins anew each time.', summary, io)
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
  const progress = visible ? makeProgress(io) : undefined
  const calls = Object.values(study.negotiators).some(isModel)
  const ask = (): void => {
    stop.abort()
    if (!calls) return
    progress?.done()
    io.note(STOPPING)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, ask)
  const startedAt = io.now().getTime()
  try {
    return await runStudy(study, {
      ...models,
      now: io.now,
      random: makeFresh(),
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
