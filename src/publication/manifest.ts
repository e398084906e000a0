/**
 * manifest.json: every file of the folder with its length and hash, and what made them. It is written in one way only,
 * so that any other byte in it shows; the record holds its hash (seal.ts).
 */

import { scorerHere } from './identity.ts'
import type { FileEntry } from './ledger.ts'
import type { PublishContext, Unwritten } from './publish.ts'

/** The version of the folder's layout. */
const FOLDER_FORMAT = 1

export interface Manifest {
  readonly parley_publication: number
  readonly study: string
  /** The version of Parley that wrote the folder, and the digest of its golden vectors. */
  readonly parley: string
  readonly rules: { readonly golden_vectors: string }
  /** How many events the published record has, and the last hash of the study's own stream. */
  readonly record: { readonly events: number; readonly head: string }
  /** What was opened of the sealed fields. */
  readonly opened: readonly string[]
  /** Whether seal.json holds the event that stands for this manifest. */
  readonly sealed: boolean
  readonly files: readonly FileEntry[]
}

export function manifestText(
  { plan, events, head }: Unwritten,
  { sha256, opened, sealed, writer = scorerHere(sha256, plan.created.protocol) }: PublishContext,
  files: readonly FileEntry[],
): string {
  const { parley, digest } = writer
  const manifest: Manifest = {
    parley_publication: FOLDER_FORMAT,
    study: plan.created.study,
    parley,
    rules: { golden_vectors: digest },
    record: { events, head },
    opened,
    sealed,
    files,
  }
  return writeManifest(manifest)
}

/** A line for each file. */
export function writeManifest({ files, ...rest }: Manifest): string {
  const head = JSON.stringify(rest, null, 2).slice(0, -2)
  const lines = files.map(({ path, bytes, sha256 }) => `    ${JSON.stringify({ path, bytes, sha256 })}`)
  return `${head},\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`
}
