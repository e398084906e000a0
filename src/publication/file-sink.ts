/** Writes a publication into a folder. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sink, Target } from './sink.ts'

/** Small pieces wait for each other. */
const BUFFER = 1 << 18

export class FileSink implements Sink {
  readonly #folder: string
  readonly #made = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  open(path: string): Target {
    const place = join(this.#folder, path)
    const folder = dirname(place)
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true })
    this.#made.add(folder)
    const file = openSync(place, 'w')
    let waiting: Buffer[] = []
    let bytes = 0
    const flush = (): void => {
      for (let rest = Buffer.concat(waiting); rest.length > 0; ) rest = rest.subarray(writeSync(file, rest))
      waiting = []
      bytes = 0
    }
    return {
      write: (piece) => {
        const buffer = Buffer.from(piece as string)
        waiting.push(buffer)
        bytes += buffer.length
        if (bytes >= BUFFER) flush()
      },
      end: () => {
        flush()
        closeSync(file)
      },
    }
  }
}
