/** `parley run`: plays a study, or goes on with it, then prints and keeps its report. */
import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { EXIT } from '../../core/problem.ts'
import { VERSION } from '../../core/version.ts'
import { loadStudy, type Study } from '../../study/load.ts'
import { type RunSummary, runStudy } from '../../study/run.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { keepReport } from '../keep-report.ts'
import { makeProgress } from '../progress.ts'
import { terminalReport } from '../study-report.ts'
import { safe } from '../text.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--json', 'print the results as JSON')
    .option('-q, --quiet', 'no progress and no table: only where the record and the report lie')
    .action((path: string, options: Options) => run(path, options, io))
  helpEnd(
    command,
    [
      ['parley run studies/concert-tickets', 'plays the study; again, to go on after a stop'],
      [
        'parley run my-study --json > results.json',
        'the results for a program; progress goes to the terminal',
      ],
    ],
    ['invalid', 'record', 'busy', 'stopped'],
  )
}

async function run(path: string, { json, quiet }: Options, io: Io): Promise<void> {
  const study = await loadStudy(path)
  const summary = await playWithProgress(study, !quiet, io)
  const report = await reportStudy(study.record)
  const kept = await keepReport(study.folder, report)
  if (json) io.out(JSON.stringify({ run: summaryJson(summary), ...studyReportJson(report) }, null, 2))
  else {
    if (summary.already && !quiet) io.note('This study is complete: nothing was left to play.\n')
    if (!quiet)
      io.out(
        `${terminalReport(report.report, { columns: io.columns, color: io.terminal && !io.env.NO_COLOR })}\n`,
      )
    io.out(`Record  ${study.record}\nReport  ${kept.markdown}\n        ${kept.json}`)
  }
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
async function playWithProgress(study: Study, visible: boolean, io: Io): Promise<RunSummary> {
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

const summaryJson = ({ failures, ...rest }: RunSummary) => ({
  ...rest,
  failures: failures.map(({ error, ...where }) => ({
    ...where,
    message: error instanceof Error ? error.message : String(error),
  })),
})
