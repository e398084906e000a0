/** What `parley analyze` does. */
import { EXIT, UserError } from '../../core/problem.ts'
import { analyzeSpace } from '../../core/space/analysis.ts'
import { analyzeMany, type ManyAnalysis } from '../../core/space/many/analysis.ts'
import { NotCovered } from '../../core/space/space.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { manySpaceOf } from '../../scenario/space.ts'
import type { Scenario } from '../../scenario/types.ts'
import { analysisJson } from '../analysis-json.ts'
import { spaceOf, withoutPoints } from '../analysis-names.ts'
import { analysisText } from '../analysis-text.ts'
import type { Options } from '../commands/analyze.ts'
import type { Io } from '../io.ts'
import type { ManyFrame } from '../many/frame.ts'
import { manyJson, oppositionJson } from '../many/json.ts'
import { manyText, oppositionBlock, tradeTable } from '../many/text.ts'
import { plotOfMany, plotOfTwo } from '../plot/plot.ts'
import { safeLine } from '../text.ts'
import { writeText } from '../write-text.ts'

export async function analyze(path: string, options: Options, io: Io): Promise<void> {
  const scenario = await loadScenario(path)
  const two = scenario.parties.length === 2 && scenario.protocol.type !== 'package-votes'
  await (two ? analyzeTwo : analyzeAll)(scenario, path, options, io)
}

/** Two parties who bargain: grid and continuum. Where all is choices, what is said of many parties comes with it. */
async function analyzeTwo(
  scenario: Scenario,
  path: string,
  { limit, json, svg }: Options,
  io: Io,
): Promise<void> {
  const space = spaceOf(scenario, path)
  const analysis = analyzeSpace(space)
  const choices = analysis.grid.all && scenario.issues.every((issue) => issue.type === 'choice')
  const frame = choices ? frameOf(scenario, analyzeMany(manySpaceOf(scenario)!), limit, io) : undefined
  if (svg !== undefined) await writeText(svg, plotOfTwo(scenario, analysis), 'plot')
  if (json) {
    const whole = { ...analysisJson(scenario, space, analysis), ...(frame && oppositionJson(frame)) }
    return io.out(JSON.stringify(whole, null, 2))
  }
  const text = analysisText(scenario, space, analysis, { limit, columns: io.columns })
  io.out([text, ...(frame ? [oppositionBlock(frame), tradeTable(frame)] : [])].join('\n\n'))
}

async function analyzeAll(
  scenario: Scenario,
  path: string,
  { limit, json, svg }: Options,
  io: Io,
): Promise<void> {
  const frame = frameOf(scenario, analysisOf(scenario, path), limit, io)
  if (svg !== undefined) await writeText(svg, plotOfMany(frame), 'plot')
  io.out(json ? JSON.stringify(manyJson(frame), null, 2) : manyText(frame))
}

function analysisOf(scenario: Scenario, path: string): ManyAnalysis {
  const expected = '2 to 10 parties with points over up to 10,000,000 outcomes'
  const space = manySpaceOf(scenario)
  if (!space) throw withoutPoints(scenario, path, expected)
  try {
    return analyzeMany(space)
  } catch (error) {
    if (!(error instanceof NotCovered)) throw error
    const message = 'This space is not covered.'
    throw new UserError([{ file: path, message, found: error.message, expected }], EXIT.invalid)
  }
}

const frameOf = (scenario: Scenario, analysis: ManyAnalysis, limit: number, { columns }: Io): ManyFrame => ({
  scenario,
  analysis,
  labels: scenario.parties.map(({ label }) => safeLine(label)),
  limit,
  columns,
})
