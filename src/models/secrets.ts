/**
 * Keys never reach a record, a log or an error. They are kept out by construction (headers of a request are not
 * recorded, those of a response pass an allow-list); this is the second lock: a key that a server or a library
 * echoes is blanked.
 */

/** As long as the key, so that lengths and places stay what they were. */
const MARK = '*'

/** Shorter ones are no keys (a local server takes any word): blanking `x` would blank half of every reply. */
const SHORTEST = 8

export interface Blank {
  text(text: string): string
  bytes(bytes: Uint8Array): Uint8Array
  values(map: Readonly<Record<string, string>>): Record<string, string>
  /** Whether anything was blanked so far. */
  used(): boolean
}

/** Blanks one key in texts, bytes and header values. */
export function makeBlank(secret: string): Blank {
  let used = false
  const idle = secret.length < SHORTEST
  const text = (value: string): string => {
    if (idle || !value.includes(secret)) return value
    used = true
    return value.replaceAll(secret, MARK.repeat(secret.length))
  }
  return {
    text,
    bytes(bytes) {
      if (idle) return bytes
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      // Bytes are found in bytes several times as fast as text is.
      const key = Buffer.from(secret)
      let at = buffer.indexOf(key)
      if (at === -1) return bytes
      used = true
      const copy = Buffer.from(buffer)
      for (; at !== -1; at = copy.indexOf(key, at)) copy.fill(MARK, at, at + key.length)
      return copy
    },
    values: (map) => Object.fromEntries(Object.entries(map).map(([name, value]) => [name, text(value)])),
    used: () => used,
  }
}

/** All keys of a run. */
export interface Secrets {
  /** The text without any of the keys. */
  redact(text: string): string
}

export function makeSecrets(keys: Iterable<string | undefined>): Secrets {
  const blanks = [...keys].filter((key) => key !== undefined).map((key) => makeBlank(key))
  return { redact: (text) => blanks.reduce((left, blank) => blank.text(left), text) }
}
