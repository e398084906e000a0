/** Notes in a study's record that outcomes are about to be shown. */
import { noteLook } from '../study/looks.ts'
import { random } from './change-options.ts'
import type { Io } from './io.ts'
import { safeLine } from './text.ts'

/** To be called before anything is shown. A look that cannot be noted is told, and keeps nobody from looking. */
export async function look(record: string, command: string, io: Io): Promise<void> {
  const why = await noteLook(record, command, { now: io.now, random })
  if (why === undefined) return
  io.note(`Note: this look at the results could not be noted in the record: ${safeLine(why)}\n`)
}
