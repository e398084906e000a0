/** `parley analyze`: the outcome space of a scenario, its frontier and its solution points. */
import type { Command } from 'commander'
import { UserError } from '../../core/problem.ts'
import { analyzeSpace } from '../../core/space/analysis.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { analysisJson } from '../analysis-json.ts'
import { spaceOf } from '../analysis-names.ts'
import { analysisText } from '../analysis-text.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

interface Options {
  readonly limit: number
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<scenario>', 'a scenario folder')
    .option('--limit <n>', 'how many lines of a frontier to print', lines, 20)
    .option('--json', 'print everything as JSON, figures as exact text')
    .action((path: string, options: Options) => analyze(path, options, io))
  helpEnd(
    command,
    [
      ['parley analyze scenarios/concert-tickets', 'tables for people'],
      ['parley analyze scenarios/concert-tickets --json', 'the same for a program, every figure exact'],
    ],
    ['invalid'],
  )
}

function lines(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text)
  throw new UserError(
    [{ file: 'command line', message: 'A number of lines is a whole number from 1.', found: text }],
    2,
  )
}

async function analyze(path: string, { limit, json }: Options, io: Io): Promise<void> {
  const scenario = await loadScenario(path)
  const space = spaceOf(scenario, path)
  const analysis = analyzeSpace(space)
  io.out(
    json
      ? JSON.stringify(analysisJson(scenario, space, analysis), null, 2)
      : analysisText(scenario, space, analysis, { limit, columns: io.columns }),
  )
}
