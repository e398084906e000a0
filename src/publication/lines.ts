/** Reads a text file line by line, so that a large one is never in memory. */
import { closeSync, openSync, readSync } from 'node:fs'
import { EXIT, UserError } from '../core/problem.ts'

const CHUNK = 1 << 18
const NEWLINE = 10

/** Every line without its `\n`. Throws a UserError (EXIT.differs) for bytes that are no UTF-8 and a last line that is cut. */
export function* linesOf(path: string, name: string): Generator<string, void, undefined> {
  const file = openSync(path, 'r')
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const buffer = Buffer.allocUnsafe(CHUNK)
  let rest: Buffer[] = []
  let line = 0
  const text = (bytes: Uint8Array): string => {
    line++
    try {
      return decoder.decode(bytes)
    } catch {
      throw new UserError(
        [{ file: name, line, message: 'The line holds bytes that are no text.' }],
        EXIT.differs,
      )
    }
  }
  try {
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const chunk = buffer.subarray(0, size)
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const piece = chunk.subarray(from, at)
        yield text(rest.length > 0 ? Buffer.concat([...rest, piece]) : piece)
        rest = []
        from = at + 1
      }
      if (from < size) rest.push(Buffer.from(chunk.subarray(from)))
    }
  } finally {
    closeSync(file)
  }
  if (rest.length === 0) return
  throw new UserError([{ file: name, line: line + 1, message: 'The last line is cut off.' }], EXIT.differs)
}
