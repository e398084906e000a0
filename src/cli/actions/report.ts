/** What `parley report` does. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EXIT, UserError } from '../../core/problem.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { parseAttempts } from '../../study/attempts.ts'
import { reportAttempts } from '../../study/attempts-report.ts'
import { studyPlace } from '../../study/load.ts'
import { makePlots, type PlotOf, samePoints } from '../../study/plots/plots.ts'
import type { Report } from '../../study/report.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import type { Format, Options } from '../commands/report.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { pricerOf } from '../money-options.ts'
import { markdownReport, terminalReport } from '../study-report.ts'
import { safeLine } from '../text.ts'
import { writePlots } from '../write-plots.ts'

export async function report(path: string | undefined, options: Options, io: Io): Promise<void> {
  const format = options.json ? 'json' : options.markdown ? 'markdown' : options.format
  if ((path === undefined) === (options.attempts === undefined)) {
    const message =
      path === undefined
        ? 'Name a study, or a file with --attempts.'
        : 'Name a study or --attempts, not both.'
    throw new UserError([{ file: 'parley report', message }], EXIT.usage)
  }
  if (options.scenario !== undefined && options.attempts === undefined) {
    const message = '--scenario goes with --attempts: a study names its own scenario.'
    throw new UserError([{ file: 'parley report', message }], EXIT.usage)
  }
  const told =
    path === undefined
      ? await ofAttempts(options.attempts!, options.scenario, options.inference)
      : await ofStudy(path, options, io)
  tell(told, format, io)
  if (options.plots !== undefined) {
    const files = await writePlots(options.plots, makePlots(told.plotted))
    io.note(`Plots: ${files.map(safeLine).join(', ')}`)
  }
}

/** Prints a report in the format that was asked for. */
export function tell({ data, report }: Pick<Told, 'data' | 'report'>, format: Format, io: Io): void {
  if (format === 'json') io.out(JSON.stringify(data, null, 2))
  else if (format === 'markdown') io.out(markdownReport(report).trimEnd())
  else io.out(terminalReport(report, { columns: io.columns, color: io.terminal && !io.env.NO_COLOR }))
}

interface Told {
  readonly data: unknown
  readonly report: Report
  readonly plotted: PlotOf
}

async function ofStudy(path: string, options: Options, io: Io): Promise<Told> {
  const { record } = await studyPlace(path)
  await look(record, 'report', io)
  const found = await reportStudy(record, {
    pricer: await pricerOf(options),
    inference: options.inference === true,
  })
  // Scenarios that differ in words or turns alone share one plane of points.
  const one = samePoints(found.scenarios)
  const plotted = {
    title: found.plan.now.title,
    ...{ sets: found.sets, observations: found.observations },
    ...(one ? { scenario: found.scenario } : {}),
  }
  return { data: studyReportJson(found), report: found.report, plotted }
}

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios/concert-tickets', import.meta.url))

/** The tables of a published list of attempts; `parley import` prints the same. */
async function ofAttempts(file: string, folder: string | undefined, inference = false): Promise<Told> {
  const attempts = parseAttempts(await textOf(file), file)
  const scenario = await loadScenario(folder ?? SHIPPED)
  const which =
    folder === undefined
      ? `the shipped scenario ${scenario.id} (--scenario names another)`
      : `the scenario ${scenario.id}`
  const found = reportAttempts(attempts, scenario, { file, which, inference })
  const { observations } = attempts
  return { ...found, plotted: { title: 'Published attempts', sets: found.sets, observations, scenario } }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new UserError([
      { file, message: code === 'ENOENT' ? 'There is no such file.' : `It cannot be read: ${message}.` },
    ])
  }
}
