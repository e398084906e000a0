/** SHA-256 by Node itself: the same function as the record's own, several times as fast. */
import { createHash, hash } from 'node:crypto'
import type { Hasher, Sha256 } from '../record/hash.ts'

/** Takes text, hashes its UTF-8 bytes, returns 64 lower-case hex digits. */
export const nodeSha256: Sha256 = (data) => hash('sha256', data)

/** SHA-256 of what comes in pieces. */
export function nodeHasher(): Hasher {
  const own = createHash('sha256')
  return { update: (piece) => void own.update(piece), hex: () => own.digest('hex') }
}
