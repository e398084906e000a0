/** What `parley analyze` does. */
import { analyzeSpace } from '../../core/space/analysis.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { analysisJson } from '../analysis-json.ts'
import { spaceOf } from '../analysis-names.ts'
import { analysisText } from '../analysis-text.ts'
import type { Options } from '../commands/analyze.ts'
import type { Io } from '../io.ts'

export async function analyze(path: string, { limit, json }: Options, io: Io): Promise<void> {
  const scenario = await loadScenario(path)
  const space = spaceOf(scenario, path)
  const analysis = analyzeSpace(space)
  io.out(
    json
      ? JSON.stringify(analysisJson(scenario, space, analysis), null, 2)
      : analysisText(scenario, space, analysis, { limit, columns: io.columns }),
  )
}
