/** What a publication says of the code that made it: the version, and what the rules do. */
import { VERSION } from '../core/version.ts'
import type { Sha256 } from '../record/hash.ts'
import { rulesDigest } from '../record/rules-digest.ts'

export interface Scorer {
  readonly parley: string
  /** The digest of golden vectors. */
  readonly digest: string
}

const known = new Map<string | undefined, Scorer>()

/** The scorer of this very code, for a protocol's studies; worked out once. */
export function scorerHere(sha256: Sha256, protocol: string | undefined): Scorer {
  const made = known.get(protocol) ?? { parley: VERSION, digest: rulesDigest(sha256, protocol) }
  known.set(protocol, made)
  return made
}
