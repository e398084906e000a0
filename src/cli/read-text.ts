/** Text files from people, read strictly: bytes that are no text are told with their place, never mended. */
import { readFile } from 'node:fs/promises'
import { EXIT, UserError } from '../core/problem.ts'

/** Reads a file's bytes. Throws a UserError where there is none, or where it cannot be read. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = code === 'ENOENT' || code === 'ENOTDIR'
    throw new UserError([
      { file, message: missing ? 'There is no such file.' : `It cannot be read: ${message}` },
    ])
  }
}

/**
 * Bytes as UTF-8 text; a byte order mark is kept as the character that it is.
 * Throws a UserError (EXIT.differs) with line and column of the first byte that is no UTF-8.
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const text = decoder.decode(bytes)
  // What was no text has become U+FFFD, so that writing the text again gives other bytes from there on.
  const again = new TextEncoder().encode(text)
  if (Buffer.compare(bytes, again) === 0) return text
  let at = 0
  while (bytes[at] === again[at]) at++
  // Inside a character the bytes before the odd one belong to it.
  while (at > 0 && (bytes[at]! & 0xc0) === 0x80 && bytes[at - 1]! >= 0x80) at--
  const before = decoder.decode(bytes.subarray(0, at)).split('\n')
  const found = `byte 0x${bytes[at]!.toString(16).padStart(2, '0')} after ${JSON.stringify(before.at(-1)!.slice(-24))}`
  const message = 'Here stands a byte that is no UTF-8 text.'
  throw new UserError(
    [{ file, line: before.length, column: before.at(-1)!.length + 1, message, found, expected: 'UTF-8' }],
    EXIT.differs,
  )
}
