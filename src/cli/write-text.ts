/** A file that a command was asked to write. */
import { writeFile } from 'node:fs/promises'
import { UserError } from '../core/problem.ts'

/** Writes it, over one that is there. `what` names it where it cannot be written; throws a UserError then. */
export async function writeText(file: string, text: string, what: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const mend = code === 'ENOENT' ? 'make its folder first' : undefined
    throw new UserError([
      { file, message: `The ${what} cannot be written (${code}).`, ...(mend !== undefined && { mend }) },
    ])
  }
}
