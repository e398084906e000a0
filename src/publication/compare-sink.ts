/** Compares what a publication should be with what stands in a folder, file by file, and names the first difference. */
import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { cellDifference } from './cell-difference.ts'
import type { Finding } from './finding.ts'
import type { Sink, Target } from './sink.ts'
import { textDifference } from './text-difference.ts'

export class CompareSink implements Sink {
  readonly #folder: string
  readonly #tell: (finding: Finding) => void
  /** The paths of all files that belong to the publication. */
  readonly paths = new Set<string>()
  /** Those that came out the same. */
  readonly same = new Set<string>()

  constructor(folder: string, tell: (finding: Finding) => void) {
    this.#folder = folder
    this.#tell = tell
  }

  open(path: string): Target {
    this.paths.add(path)
    const place = join(this.#folder, path)
    let file: number
    try {
      file = openSync(place, 'r')
    } catch {
      this.#tell({ file: path, message: 'The file is missing.' })
      return { write: () => {}, end: () => {} }
    }
    let at = 0
    let odd: Finding | undefined
    let buffer = Buffer.allocUnsafe(1 << 16)
    return {
      write: (piece, rows) => {
        if (odd) return
        const expected = Buffer.from(piece as string)
        if (buffer.length < expected.length) buffer = Buffer.allocUnsafe(expected.length)
        const found = buffer.subarray(0, fill(file, buffer, expected.length))
        if (!found.equals(expected)) {
          odd =
            rows === undefined
              ? textDifference(place, path, at, found, expected)
              : cellDifference(place, path, expected.toString(), rows)
        }
        at += expected.length
      },
      end: () => {
        if (!odd && readSync(file, buffer, 0, 1, null) > 0) {
          odd = { file: path, message: 'The file goes on after its end.', place: `byte ${at + 1}` }
        }
        closeSync(file)
        if (odd) this.#tell(odd)
        else this.same.add(path)
      },
    }
  }
}

/** Reads `length` bytes, fewer at the end of the file. */
function fill(file: number, buffer: Buffer, length: number): number {
  let size = 0
  while (size < length) {
    const read = readSync(file, buffer, size, length - size, null)
    if (read === 0) break
    size += read
  }
  return size
}
