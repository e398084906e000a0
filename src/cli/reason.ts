/** A reason that somebody else will read. */
import { EXIT, UserError } from '../core/problem.ts'

/** The reason, trimmed. Throws a UserError where nothing is said. */
export function mustSay(reason: string | undefined): string {
  const said = reason?.trim() ?? ''
  if (said !== '') return said
  throw new UserError(
    [{ file: '--reason', message: 'Say why: the reason stands in every report.' }],
    EXIT.usage,
  )
}
