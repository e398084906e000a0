/** SHA-256 by Node itself: the same function as the record's own, several times as fast. */
import { hash } from 'node:crypto'
import type { Sha256 } from '../record/hash.ts'

/** Takes text, hashes its UTF-8 bytes, returns 64 lower-case hex digits. */
export const nodeSha256: Sha256 = (data) => hash('sha256', data)
