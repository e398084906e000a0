/** SHA-256 as the record uses it: of a text's UTF-8 bytes, as 64 hex digits. Callers on Node inject a faster one. */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Takes text, hashes its UTF-8 bytes, returns 64 lower-case hex digits. */
export type Sha256 = (data: string) => string

/** SHA-256 in plain JavaScript (@noble/hashes): runs anywhere, a browser included. */
export const sha256: Sha256 = (data) => bytesToHex(digest(utf8ToBytes(data)))
