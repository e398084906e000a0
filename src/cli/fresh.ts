/** Fresh random texts by the hundred: asking the system's generator for each of many salts costs more than the salt. */
import { randomFillSync } from 'node:crypto'

/** 128 bits. */
const BYTES = 16

/** How many texts are drawn at once. */
const POOL = 256

/** Makes a source of random texts of 32 hex digits, each from the system's generator and given out once. */
export function makeFresh(): () => string {
  const pool = Buffer.alloc(BYTES * POOL)
  let at = pool.length
  return () => {
    if (at === pool.length) {
      randomFillSync(pool)
      at = 0
    }
    const text = pool.toString('hex', at, at + BYTES)
    // What was given out is nowhere left to be read again.
    pool.fill(0, at, at + BYTES)
    at += BYTES
    return text
  }
}
