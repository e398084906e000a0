/** What the operating system says of a file or folder that may not be written or read, as a person's problem. */
import { EXIT, UserError } from '../core/problem.ts'

const WORDS: Readonly<Record<string, readonly [message: string, mend: string]>> = {
  EACCES: ['There is no permission for this.', 'Name another place, or change whose it is.'],
  EPERM: ['There is no permission for this.', 'Name another place, or change whose it is.'],
  EROFS: ['The disk is read-only.', 'Name another place.'],
  ENOSPC: ['The disk is full.', 'Free some space, or name another place.'],
  EDQUOT: ['The disk quota is used up.', 'Free some space, or name another place.'],
  ENOTDIR: ['Part of the path is a file, not a folder.', 'Name another place.'],
}

const NO_FOLDER = ['Its folder is not there.', 'Make its folder first.'] as const

/** For a file or folder that a command was to write, and could not. `what` names it. */
export function notWritten(error: unknown, file: string, what: string): UserError {
  const { code, message: found } = error as NodeJS.ErrnoException
  const [why, mend] = code === 'ENOENT' ? NO_FOLDER : (WORDS[code ?? ''] ?? ['The system does not allow it.'])
  const message = `The ${what} cannot be written: ${why[0]!.toLowerCase()}${why.slice(1)}`
  return new UserError([{ file, message, found, ...(mend !== undefined && { mend }) }], EXIT.record)
}

/** Undefined for every other error. Whoever knows what was being done tells it better, and earlier. */
export function diskError(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const words = code === undefined ? undefined : WORDS[code]
  const file = dest ?? path
  if (!words || file === undefined) return undefined
  const [message, mend] = words
  return new UserError([{ file, message, found: error.message, mend }], EXIT.record)
}
