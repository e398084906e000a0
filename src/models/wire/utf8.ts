/** Bytes to text, and whether they were UTF-8 at all. */

/** Every browser and Node have it; the pure rooms' types do not. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options?: { readonly fatal?: boolean },
) => { decode(bytes: Uint8Array): string }

export interface Utf8 {
  /** Without a byte order mark; U+FFFD stands where bytes are no UTF-8. */
  readonly text: string
  /** False also where the bytes end inside a character. */
  readonly valid: boolean
}

/** Reads UTF-8. Never throws. */
export function readUtf8(bytes: Uint8Array): Utf8 {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), valid: true }
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), valid: false }
  }
}
