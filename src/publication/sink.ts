/** Where a publication goes: into files of a folder, or past those of a folder, to be compared with them. */

/** One file, written from its start to its end. */
export interface Target {
  /** `rows`: where a table is written, how many lines of the table (its head included) come before this piece. */
  write(piece: string | Uint8Array, rows?: number): void
  end(): void
}

export interface Sink {
  open(path: string): Target
}

/** Writes a whole file at once. */
export function put(sink: Sink, path: string, content: string | Uint8Array): void {
  const target = sink.open(path)
  target.write(content)
  target.end()
}
