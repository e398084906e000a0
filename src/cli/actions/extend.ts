/** What `parley extend` does. */

import { EXIT, UserError } from '../../core/problem.ts'
import { shellWord } from '../../core/shell-word.ts'
import { extendStudy } from '../../study/extend.ts'
import { loadStudy } from '../../study/load.ts'
import { changeOptions } from '../change-options.ts'
import type { Options } from '../commands/extend.ts'
import type { Io } from '../io.ts'
import { mustSay } from '../reason.ts'
import { seenWords } from '../seen-words.ts'
import { safeLine } from '../text.ts'

export async function extend(path: string, options: Options, io: Io): Promise<void> {
  const { blocks, add, json } = options
  const study = await loadStudy(path)
  if (blocks === undefined && add === undefined) {
    const mend = 'Give --blocks <n> for complete blocks, or --add <pairing>/<assignment> for single cells.'
    throw new UserError([{ file: 'parley extend', message: 'Nothing is added.', mend }], EXIT.usage)
  }
  const reason = mustSay(options.reason)
  const addition = { ...(blocks === undefined ? {} : { blocks }), ...(add ? { cells: add } : {}) }
  const event = await extendStudy(study, addition, reason, changeOptions(io))
  const { extension, assignments } = event
  if (json) {
    const { type: _, ...told } = event
    io.out(JSON.stringify(told, null, 2))
    return
  }
  const shown = assignments.slice(0, MOST).map(({ id }) => `  ${id}`)
  io.out(
    [
      `Extension ${extension}: ${safeLine(reason)}`,
      `${assignments.length} assignments are added; they replace none.`,
      ...shown,
      ...(assignments.length > MOST ? [`  … and ${assignments.length - MOST} more`] : []),
      `When they were added, ${seenWords(event)}.`,
      'Reports show what was registered alone and first; whatever is computed with these is descriptive.',
      `Play them: parley run ${shellWord(path)}`,
    ].join('\n'),
  )
}

const MOST = 12
