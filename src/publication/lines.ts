/** Reads a text file line by line, so that a large one is never in memory. */
import { EXIT, UserError } from '../core/problem.ts'
import { type Folder, piecesOf, unread } from './folder.ts'

const CHUNK = 1 << 18
const NEWLINE = 10

/**
 * Every line without its `\n`. Throws a UserError (EXIT.differs) for bytes that are no UTF-8, a last line that is cut,
 * and a file that is not there.
 */
export function* linesOf(folder: Folder, name: string): Generator<string, void, undefined> {
  const file = folder.open(name)
  if (!file) throw new UserError([{ file: name, message: unread(folder, name) }], EXIT.differs)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Uint8Array[] = []
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
    for (const chunk of piecesOf(file, CHUNK)) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        const piece = chunk.subarray(from, at)
        yield text(rest.length > 0 ? joined([...rest, piece]) : piece)
        rest = []
        from = at + 1
      }
      if (from < chunk.length) rest.push(chunk.slice(from))
    }
  } finally {
    file.close()
  }
  if (rest.length === 0) return
  throw new UserError([{ file: name, line: line + 1, message: 'The last line is cut off.' }], EXIT.differs)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((bytes, { length }) => bytes + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
