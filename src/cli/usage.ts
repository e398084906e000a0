/** Slips in a command line that the parser of options cannot see. */
import { EXIT, UserError } from '../core/problem.ts'

/** A slip in the command line, told like any other. */
export const usage = (message: string, found: string, mend?: string): UserError =>
  new UserError(
    [{ file: 'the command line', message, found, ...(mend === undefined ? {} : { mend }) }],
    EXIT.usage,
  )
