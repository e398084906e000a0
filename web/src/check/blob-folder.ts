/** Fetched files as the folder that a check reads. In a worker a browser reads blobs synchronously, piece by piece. */
import type { Folder, OpenFile } from '../../../src/publication/folder.ts'

/** Of workers alone; the pages' types do not know it. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }

/** Small reads are served from a piece of this size. */
const PIECE = 1 << 18

/** `files`: each file that was there, by its path. */
export function blobFolder(name: string, files: ReadonlyMap<string, Blob>): Folder {
  return {
    name,
    open: (path) => {
      const blob = files.get(path)
      return blob && openBlob(blob)
    },
    // A web server does not say what else lies beside these.
    list: () => undefined,
  }
}

function openBlob(blob: Blob): OpenFile {
  const reader = new FileReaderSync()
  let piece = new Uint8Array()
  /** Where the next piece begins in the blob, and the next byte in this one. */
  let [next, at] = [0, 0]
  return {
    read(into) {
      if (at === piece.length) {
        if (next >= blob.size) return 0
        piece = new Uint8Array(reader.readAsArrayBuffer(blob.slice(next, next + PIECE)))
        next += piece.length
        at = 0
      }
      const size = Math.min(into.length, piece.length - at)
      into.set(piece.subarray(at, at + size))
      at += size
      return size
    },
    close() {
      piece = new Uint8Array()
      at = 0
      next = blob.size
    },
  }
}
