/** A file that a command was asked to write. */
import { writeFile } from 'node:fs/promises'
import { notWritten } from './disk-error.ts'

/** Writes it, over one that is there. `what` names it where it cannot be written; throws a UserError then. */
export async function writeText(file: string, text: string, what: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    throw notWritten(error, file, what)
  }
}
