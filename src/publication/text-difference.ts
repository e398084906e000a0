/** Where a text file differs from what it should be: its line, and what stands there. */
import { brief, type Finding } from './finding.ts'
import { type Folder, piecesOf } from './folder.ts'

const BINARY = /\.parquet$/
const NEWLINE = 10

/** `at`: the byte at which `expected` begins in the file; `found` is what stands there. */
export function textDifference(
  folder: Folder,
  file: string,
  at: number,
  found: Uint8Array,
  expected: Uint8Array,
): Finding {
  const length = Math.min(found.length, expected.length)
  let offset = 0
  while (offset < length && found[offset] === expected[offset]) offset++
  const byte = `byte ${at + offset + 1}`
  if (BINARY.test(file))
    return { file, place: byte, message: 'The table is not the one that the record leads to.' }
  const message = 'The text is not the one that the record leads to.'
  const line = countLines(folder, file, at + offset) + 1
  return {
    file,
    place: `line ${line}, ${byte}`,
    message,
    found: around(found, offset),
    expected: around(expected, offset),
  }
}

/** A little of the line before the difference, and what follows. */
function around(bytes: Uint8Array, offset: number): string {
  let from = offset
  while (from > 0 && offset - from < 40 && bytes[from - 1] !== NEWLINE) from--
  let to = offset
  while (to < bytes.length && to - offset < 60 && bytes[to] !== NEWLINE) to++
  return brief(new TextDecoder().decode(bytes.subarray(from, to)))
}

/** How many line ends stand before a byte of a file. */
function countLines(folder: Folder, path: string, until: number): number {
  const file = folder.open(path)!
  let [at, lines] = [0, 0]
  try {
    for (const piece of piecesOf(file)) {
      const size = Math.min(piece.length, until - at)
      for (let i = piece.indexOf(NEWLINE); i >= 0 && i < size; i = piece.indexOf(NEWLINE, i + 1)) lines++
      at += size
      if (at >= until) break
    }
  } finally {
    file.close()
  }
  return lines
}
