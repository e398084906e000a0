/** A sink that keeps account of what goes through it: every file with its length and hash. */
import type { Hasher } from '../record/hash.ts'
import type { Sink, Target } from './sink.ts'

export interface FileEntry {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

const UTF8 = new TextEncoder()

export class Ledger implements Sink {
  readonly #into: Sink
  readonly #hasher: () => Hasher
  readonly #entries = new Map<string, FileEntry>()

  constructor(into: Sink, hasher: () => Hasher) {
    this.#into = into
    this.#hasher = hasher
  }

  open(path: string): Target {
    const target = this.#into.open(path)
    const hash = this.#hasher()
    let bytes = 0
    return {
      write: (piece, rows) => {
        const own = typeof piece === 'string' ? UTF8.encode(piece) : piece
        hash.update(own)
        bytes += own.length
        target.write(own, rows)
      },
      end: () => {
        this.#entries.set(path, { path, bytes, sha256: hash.hex() })
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
