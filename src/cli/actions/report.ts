/** What `parley report` does. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { EXIT, UserError } from '../../core/problem.ts'
import { printed } from '../../core/rational.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { type Analysis, analyse } from '../../study/analysis.ts'
import { parseAttempts } from '../../study/attempts.ts'
import { frameOf, largestJointGain } from '../../study/frame.ts'
import { studyPlace } from '../../study/load.ts'
import { makeReport, type Report } from '../../study/report.ts'
import { reportJson } from '../../study/report-json.ts'
import { reportStudy, studyReportJson } from '../../study/study-report.ts'
import type { Options } from '../commands/report.ts'
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
    path === undefined ? await ofAttempts(options.attempts!, options.scenario) : await ofStudy(path, options)
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
  const found = await reportStudy(record, await pricerOf(options))
  return { data: studyReportJson(found), report: found.report }
}

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios/concert-tickets', import.meta.url))

async function ofAttempts(file: string, folder: string | undefined): Promise<Told> {
  const observations = parseAttempts(await textOf(file), file)
  const scenario = await loadScenario(folder ?? SHIPPED)
  const whole = frameOf(scenario, largestJointGain(scenario))
  // The list tells joint gains alone.
  const frame = { ...whole, parties: [], gains: {} }
  const names = (of: 'pairing' | 'opener'): string[] =>
    [...new Set(observations.map((o) => o[of]))].toSorted()
  const analysis: Analysis = analyse(observations, frame, names('pairing'), names('opener'))
  const range = `${printed(frame.joint.least)} to ${printed(frame.joint.most)}`
  const which = folder === undefined ? `the shipped scenario ${scenario.id}` : `the scenario ${scenario.id}`
  const about = [
    `${observations.length} attempts from ${file}.`,
    `An unknown joint gain lies anywhere from ${range}, and efficiency is measured, by ${which}${folder === undefined ? ' (--scenario names another)' : ''}.`,
  ]
  return {
    data: { attempts: file, count: observations.length, scenario: scenario.id, ...reportJson(analysis) },
    report: makeReport(analysis, { title: 'Published attempts', about }),
  }
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
