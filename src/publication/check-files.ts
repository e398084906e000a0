/** The files of a published folder against its manifest: length, hash, and that none is missing or too many. */
import type { Hasher } from '../record/hash.ts'
import type { Finding } from './finding.ts'
import { type Folder, piecesOf, unread } from './folder.ts'
import type { FileEntry } from './ledger.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { FILES } from './names.ts'
import { parsed } from './record-lines.ts'

/** Reads a manifest that is written in the one way; undefined for anything else. */
export function readManifest(text: string): Manifest | undefined {
  const value = parsed(text) as Manifest | undefined
  try {
    return value && writeManifest(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

/** Where a folder does not list its files, those that the manifest names are all that can be asked for. */
export const namedFiles = ({ files, sealed }: Manifest): string[] => [
  ...files.map(({ path }) => path),
  FILES.manifest,
  ...(sealed ? [FILES.seal] : []),
]

/** Length and hash of every file, and that no file is missing or too many. Returns how many there are. */
export function compareFiles(
  folder: Folder,
  { files }: Manifest,
  present: readonly string[],
  made: ReadonlyMap<string, FileEntry>,
  hasher: () => Hasher,
  findings: Finding[],
): number {
  const listed = new Map(files.map((entry) => [entry.path, entry]))
  for (const { path, bytes, sha256 } of files) {
    // What was made again and is the same, byte for byte, has the same hash.
    const found = made.get(path) ?? hashFile(folder, path, hasher)
    if (!found) findings.push({ file: path, message: unread(folder, path) })
    else if (found.sha256 !== sha256 || found.bytes !== bytes) {
      const message = 'The file is not the one that the manifest names.'
      const text = (length: number, hash: string): string => `${length} bytes, sha256 ${hash}`
      findings.push({
        file: path,
        message,
        found: text(found.bytes, found.sha256),
        expected: text(bytes, sha256),
      })
    }
  }
  for (const path of present) {
    if (listed.has(path) || path === FILES.manifest || path === FILES.seal) continue
    findings.push({ file: path, message: 'The manifest does not name this file.' })
  }
  return files.length
}

function hashFile(
  folder: Folder,
  path: string,
  hasher: () => Hasher,
): { bytes: number; sha256: string } | undefined {
  const file = folder.open(path)
  if (!file) return undefined
  try {
    const hash = hasher()
    let bytes = 0
    for (const piece of piecesOf(file, 1 << 18)) {
      hash.update(piece)
      bytes += piece.length
    }
    return { bytes, sha256: hash.hex() }
  } catch {
    return undefined
  } finally {
    file.close()
  }
}
