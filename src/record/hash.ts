/** SHA-256 as the record uses it: of a text's UTF-8 bytes, as 64 hex digits. Callers on Node inject a faster one. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Takes text, hashes its UTF-8 bytes, returns 64 lower-case hex digits. */
export type Sha256 = (data: string) => string

/** SHA-256 in plain JavaScript (@noble/hashes): runs anywhere, a browser included. */
export const sha256: Sha256 = (data) => bytesToHex(digest(utf8ToBytes(data)))

/** Hashes what comes in pieces: text by its UTF-8 bytes. To be asked for its digest once. */
export interface Hasher {
  update(piece: string | Uint8Array): void
  hex(): string
}

/** SHA-256 of what comes in pieces, in plain JavaScript. */
export function hasher(): Hasher {
  const hash = digest.create()
  return {
    update: (piece) => void hash.update(typeof piece === 'string' ? utf8ToBytes(piece) : piece),
    hex: () => bytesToHex(hash.digest()),
  }
}
