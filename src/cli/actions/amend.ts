/** What `parley amend` does. */
import { amendStudy } from '../../study/amend.ts'
import { loadStudy } from '../../study/load.ts'
import { changeOptions } from '../change-options.ts'
import type { Options } from '../commands/amend.ts'
import type { Io } from '../io.ts'
import { mustSay } from '../reason.ts'
import { seenWords } from '../seen-words.ts'
import { safeLine } from '../text.ts'

export async function amend(path: string, options: Options, io: Io): Promise<void> {
  const { interrupt, json } = options
  const study = await loadStudy(path)
  const reason = mustSay(options.reason)
  const { event, interrupted } = await amendStudy(study, reason, {
    ...changeOptions(io),
    ...(interrupt ? { interrupt } : {}),
  })
  const { amendment, changes } = event
  if (json) {
    const { type: _, pack: __, variants: ___, ...told } = event
    io.out(JSON.stringify({ ...told, interrupted }, null, 2))
    return
  }
  const listed = changes.map(
    ({ what, before, after }) =>
      `  ${safeLine(what)}${before === undefined ? '' : `\n    was  ${safeLine(before)}`}${after === undefined ? '' : `\n    is   ${safeLine(after)}`}`,
  )
  io.out(
    [
      `Amendment ${amendment}: ${safeLine(reason)}`,
      ...(listed.length > 0
        ? listed
        : ['  Nothing on disk differs from the record: the reason alone is noted.']),
      `When it was made, ${seenWords(event)}.`,
      ...(interrupted.length > 0 ? [`Ended with an unknown outcome: ${interrupted.join(', ')}`] : []),
    ].join('\n'),
  )
}
