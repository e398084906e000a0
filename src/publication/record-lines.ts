/** The record as lines of JSON: each event of a stream with its hash, and what is opened of its sealed fields. */
import { EXIT, UserError } from '../core/problem.ts'
import type { StoredEvent } from '../record/stored.ts'
import type { Folder } from './folder.ts'
import { linesOf } from './lines.ts'

/** One event as a line, its `\n` included. `body` is text in text, since its very characters are hashed. */
export function recordLine(stream: string, { seq, hash, body, sealed }: StoredEvent): string {
  return `${JSON.stringify({ stream, seq, hash, body, ...(sealed === undefined ? {} : { sealed }) })}\n`
}

export interface RecordEntry {
  readonly stream: string
  readonly event: StoredEvent
}

/** Reads such a file. Throws a UserError (EXIT.differs) for a line that is none. */
export function* recordEntries(folder: Folder, name: string): Generator<RecordEntry, void, undefined> {
  let line = 0
  for (const text of linesOf(folder, name)) {
    line++
    const value = parsed(text)
    const { stream, seq, hash, body, sealed } = (value ?? {}) as Record<string, unknown>
    const sound =
      typeof stream === 'string' &&
      Number.isSafeInteger(seq) &&
      typeof hash === 'string' &&
      typeof body === 'string' &&
      (sealed === undefined || typeof sealed === 'string')
    if (!sound) {
      const expected = '{"stream":…,"seq":…,"hash":…,"body":…}'
      throw new UserError(
        [{ file: name, line, message: 'The line is no event of a record.', expected }],
        EXIT.differs,
      )
    }
    const event = { seq: seq as number, body: body as string, hash: hash as string }
    yield { stream, event: sealed === undefined ? event : { ...event, sealed: sealed as string } }
  }
}

/** JSON, or undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
