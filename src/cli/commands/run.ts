/** `parley run`: plays a study, or goes on with it, then prints and keeps its report. */
import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { EXIT, UserError } from '../../core/problem.ts'
import { VERSION } from '../../core/version.ts'
import { loadStudy, type Study } from '../../study/load.ts'
import type { ModelOptions } from '../../study/models.ts'
import { type RunSummary, runStudy } from '../../study/run.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import { openDryRun } from '../dry-run.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { keepReport } from '../keep-report.ts'
import { makeProgress } from '../progress.ts'
import { type FaultOptions, faultRates } from '../stub-options.ts'
import { stubSummary } from '../stub-summary.ts'
import { terminalReport } from '../study-report.ts'
import { safe } from '../text.ts'

interface Options extends FaultOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
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
    ['invalid', 'record', 'busy', 'stopped'],
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
  const summary = await playWithProgress(study, !quiet, io)
  const report = await reportStudy(study.record)
  const kept = await keepReport(study.folder, report)
  if (json) io.out(JSON.stringify({ run: summaryJson(summary), ...studyReportJson(report) }, null, 2))
  else {
    if (summary.already && !quiet) io.note('This study is complete: nothing was left to play.\n')
    if (!quiet) io.out(`${terminalReport(report.report, layoutOf(io))}\n`)
    io.out(`Record  ${study.record}\nReport  ${kept.markdown}\n        ${kept.json}`)
  }
  tellRest(path, summary, io)
}

/** The same over HTTP against a server of our own: the study's record and reports stay as they are. */
async function dryRun(path: string, options: Options, io: Io): Promise<void> {
  const { json, quiet } = options
  const dry = await openDryRun(await loadStudy(path), faultRates(options))
  try {
    const summary = await playWithProgress(dry.study, !quiet, io, { client: dry.client })
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

/** Who broke down, and how to go on where something is left. */
function tellRest(path: string, summary: RunSummary, io: Io): void {
  for (const { negotiation, negotiator, seat, error } of summary.failures) {
    const message = safe(error instanceof Error ? error.message : String(error))
    io.note(
      `Negotiator ${negotiator} broke down as ${seat} in ${negotiation}, which was interrupted: ${message}`,
    )
  }
  if (summary.ended === 'asked') {
    const left = summary.planned - summary.closed
    io.note(
      `Stopped as you asked; ${left} of ${summary.planned} negotiations are left. Go on with: parley run ${path}`,
    )
    process.exitCode = EXIT.stopped
  }
}

/** Ctrl-C stops after the step that is being played; a second one ends the process at once, which is safe too. */
async function playWithProgress(
  study: Study,
  visible: boolean,
  io: Io,
  models: ModelOptions = {},
): Promise<RunSummary> {
  let asked = false
  const ask = (): void => {
    asked = true
  }
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
      stopAsked: () => asked,
      progress: (state) => progress?.update({ ...state, startedAt, now: io.now().getTime() }),
    })
  } finally {
    progress?.done()
    for (const signal of signals) process.removeListener(signal, ask)
  }
}

const layoutOf = (io: Io) => ({ columns: io.columns, color: io.terminal && !io.env.NO_COLOR })

const summaryJson = ({ failures, ...rest }: RunSummary) => ({
  ...rest,
  failures: failures.map(({ error, ...where }) => ({
    ...where,
    message: error instanceof Error ? error.message : String(error),
  })),
})
