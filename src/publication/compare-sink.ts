/** Compares what a publication should be with what stands in a folder, file by file, and names the first difference. */
import { cellDifference } from './cell-difference.ts'
import type { Finding } from './finding.ts'
import { type Folder, type OpenFile, unread } from './folder.ts'
import type { Sink, Target } from './sink.ts'
import { textDifference } from './text-difference.ts'

const UTF8 = new TextEncoder()

export class CompareSink implements Sink {
  readonly #folder: Folder
  readonly #tell: (finding: Finding) => void
  /** The paths of all files that belong to the publication. */
  readonly paths = new Set<string>()
  /** Those that came out the same. */
  readonly same = new Set<string>()

  constructor(folder: Folder, tell: (finding: Finding) => void) {
    this.#folder = folder
    this.#tell = tell
  }

  open(path: string): Target {
    this.paths.add(path)
    const folder = this.#folder
    const file = folder.open(path)
    if (!file) {
      this.#tell({ file: path, message: unread(folder, path) })
      return { write: () => {}, end: () => {} }
    }
    let at = 0
    let odd: Finding | undefined
    let buffer = new Uint8Array(1 << 16)
    return {
      write: (piece, rows) => {
        if (odd) return
        const expected = typeof piece === 'string' ? UTF8.encode(piece) : piece
        if (buffer.length < expected.length) buffer = new Uint8Array(expected.length)
        const found = buffer.subarray(0, fill(file, buffer, expected.length))
        if (!equal(found, expected)) {
          odd =
            rows === undefined
              ? textDifference(folder, path, at, found, expected)
              : cellDifference(folder, path, new TextDecoder().decode(expected), rows)
        }
        at += expected.length
      },
      end: () => {
        if (!odd && file.read(buffer.subarray(0, 1)) > 0) {
          odd = { file: path, message: 'The file goes on after its end.', place: `byte ${at + 1}` }
        }
        file.close()
        if (odd) this.#tell(odd)
        else this.same.add(path)
      },
    }
  }
}

/** Reads `length` bytes, fewer at the end of the file. */
function fill(file: OpenFile, buffer: Uint8Array, length: number): number {
  let size = 0
  while (size < length) {
    const read = file.read(buffer.subarray(size, length))
    if (read === 0) break
    size += read
  }
  return size
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
