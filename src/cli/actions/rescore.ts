/** What `parley rescore` does. */
import { EXIT, UserError } from '../../core/problem.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { studyPlace } from '../../study/load.ts'
import { rescoreStudy } from '../../study/rescore.ts'
import { changeOptions } from '../change-options.ts'
import type { Options } from '../commands/rescore.ts'
import type { Io } from '../io.ts'
import { mustSay } from '../reason.ts'
import { seenWords } from '../seen-words.ts'
import { safeLine } from '../text.ts'

export async function rescore(path: string, { scenario, reason, json }: Options, io: Io): Promise<void> {
  const place = await studyPlace(path)
  if (scenario === undefined) {
    throw new UserError(
      [
        {
          file: path,
          message: 'It is not said by which points to score again.',
          expected: '--scenario <folder>',
          mend: 'Name a scenario with the same issues and parties.',
        },
      ],
      EXIT.usage,
    )
  }
  const other = await loadScenario(scenario)
  const event = await rescoreStudy(place, other, mustSay(reason), { ...changeOptions(io), file: scenario })
  if (json) {
    const { type: _, pack: __, ...told } = event
    return io.out(JSON.stringify(told, null, 2))
  }
  io.out(
    [
      `Rescoring ${event.rescoring} by ${safeLine(other.title)}: ${Object.keys(event.points).length} outcomes have points beside their first ones.`,
      `When it was made, ${seenWords(event)}. parley report shows both.`,
    ].join('\n'),
  )
}
