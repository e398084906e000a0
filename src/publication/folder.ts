/**
 * A published folder as a check reads it: on a disk (disk-folder.ts), or fetched by a browser. Reading is synchronous,
 * piece by piece, so that the same pass serves both and a large file is never in memory.
 */

export interface OpenFile {
  /** Fills `into` from where the last read ended; returns how many bytes, 0 at the end. */
  read(into: Uint8Array): number
  close(): void
}

export interface Folder {
  /** How a person knows the folder: before the name of a file where it is told of a problem. */
  readonly name: string
  /** Undefined where there is no such file, or none that can be read. */
  open(path: string): OpenFile | undefined
  /** Why a file that is there cannot be read, and what helps; undefined where there is none. */
  whyNot?(path: string): string | undefined
  /** Every file by its path with `/`, sorted; undefined where a folder does not tell, as on the web. */
  list(): readonly string[] | undefined
}

/** What is to be told of a file that could not be opened: that it is missing, or what stands in the way. */
export const unread = (folder: Folder, path: string): string =>
  folder.whyNot?.(path) ?? 'The file is missing.'

const CHUNK = 1 << 16

/** Every byte of a file in pieces; each is overwritten by the next. */
export function* piecesOf(file: OpenFile, size: number = CHUNK): Generator<Uint8Array, void, undefined> {
  const buffer = new Uint8Array(size)
  for (let length = file.read(buffer); length > 0; length = file.read(buffer))
    yield buffer.subarray(0, length)
}

/** A small file as text, bytes that are none replaced; undefined where it cannot be read. */
export function readText(folder: Folder, path: string): string | undefined {
  const file = folder.open(path)
  if (!file) return undefined
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  try {
    let text = ''
    for (const piece of piecesOf(file)) text += decoder.decode(piece, { stream: true })
    return text + decoder.decode()
  } catch {
    return undefined
  } finally {
    file.close()
  }
}
