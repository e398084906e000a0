/** What a publication says of the code that made it: the version, and what the rules do. */
import { VERSION } from '../core/version.ts'
import type { Sha256 } from '../record/hash.ts'
import { rulesDigest } from '../record/rules-digest.ts'

export interface Scorer {
  readonly parley: string
  /** The digest of golden vectors. */
  readonly digest: string
}

let known: Scorer | undefined

/** The scorer of this very code; worked out once. */
export function scorerHere(sha256: Sha256): Scorer {
  known ??= { parley: VERSION, digest: rulesDigest(sha256) }
  return known
}
