/** A sink that keeps account of what goes through it: every file with its length and hash. */
import { createHash } from 'node:crypto'
import type { Sink, Target } from './sink.ts'

export interface FileEntry {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

export class Ledger implements Sink {
  readonly #into: Sink
  readonly #entries = new Map<string, FileEntry>()

  constructor(into: Sink) {
    this.#into = into
  }

  open(path: string): Target {
    const target = this.#into.open(path)
    const hash = createHash('sha256')
    let bytes = 0
    return {
      write: (piece, rows) => {
        hash.update(piece)
        bytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
        target.write(piece, rows)
      },
      end: () => {
        this.#entries.set(path, { path, bytes, sha256: hash.digest('hex') })
        target.end()
      },
    }
  }

  /** What is written and ended, by path. */
  get entries(): FileEntry[] {
    return [...this.#entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  entry(path: string): FileEntry | undefined {
    return this.#entries.get(path)
  }
}
