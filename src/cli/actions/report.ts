/** What `parley report` does. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EXIT, UserError } from '../../core/problem.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { parseAttempts } from '../../study/attempts.ts'
import { type AttemptsReport, reportAttempts } from '../../study/attempts-report.ts'
import { studyPlace } from '../../study/load.ts'
import type { Report } from '../../study/report.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import type { Format, Options } from '../commands/report.ts'
import type { Io } from '../io.ts'
import { pricerOf } from '../money-options.ts'
import { markdownReport, terminalReport } from '../study-report.ts'

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
  const { data, report } =
    path === undefined
      ? await ofAttempts(options.attempts!, options.scenario, options.inference)
      : await ofStudy(path, options)
  tell({ data, report }, format, io)
}

/** Prints a report in the format that was asked for. */
export function tell({ data, report }: Told, format: Format, io: Io): void {
  if (format === 'json') io.out(JSON.stringify(data, null, 2))
  else if (format === 'markdown') io.out(markdownReport(report).trimEnd())
  else io.out(terminalReport(report, { columns: io.columns, color: io.terminal && !io.env.NO_COLOR }))
}

interface Told {
  readonly data: unknown
  readonly report: Report
}

async function ofStudy(path: string, options: Options): Promise<Told> {
  const { record } = await studyPlace(path)
  const found = await reportStudy(record, {
    pricer: await pricerOf(options),
    inference: options.inference === true,
  })
  return { data: studyReportJson(found), report: found.report }
}

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios/concert-tickets', import.meta.url))

/** The tables of a published list of attempts; `parley import` prints the same. */
export async function ofAttempts(
  file: string,
  folder: string | undefined,
  inference = false,
): Promise<AttemptsReport> {
  const attempts = parseAttempts(await textOf(file), file)
  const scenario = await loadScenario(folder ?? SHIPPED)
  const which =
    folder === undefined
      ? `the shipped scenario ${scenario.id} (--scenario names another)`
      : `the scenario ${scenario.id}`
  return reportAttempts(attempts, scenario, { file, which, inference })
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
