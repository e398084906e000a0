/** What is odd about a study, told once more before it costs anything or is fixed for good. */
import { checkStudy } from '../study/load.ts'
import { problemsText } from './errors.ts'
import type { Io } from './io.ts'

/** Notes a study's warnings beside the results of a command. What is wrong stops that command before. */
export async function noteWarnings(path: string, io: Io): Promise<void> {
  const warnings = (await checkStudy(path)).filter(({ severity }) => severity === 'warning')
  if (warnings.length > 0) io.note(`${problemsText(warnings, { color: io.live && !io.env.NO_COLOR })}\n`)
}
