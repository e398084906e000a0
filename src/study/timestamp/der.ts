/**
 * As much of DER (ITU-T X.690) as a time-stamp token needs: a value's tag, its contents, and the whole of its bytes,
 * which are what is hashed and signed. Lengths that run past the end are refused.
 */

export interface Der {
  readonly tag: number
  readonly contents: Buffer
  /** Tag, length and contents. */
  readonly whole: Buffer
}

/** Tags of the universal class that occur in tokens; a constructed one has bit 0x20. */
export const TAG = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The bytes are no DER, or not of the shape that was expected. */
export class DerError extends Error {}

/** Reads the value at the beginning; what follows it is not read. */
export function readDer(bytes: Buffer): Der {
  const tag = bytes[0]
  let length = bytes[1]
  if (tag === undefined || length === undefined) throw new DerError('it ends too early')
  if ((tag & 0x1f) === 0x1f) throw new DerError('it has a tag of several bytes')
  let start = 2
  if (length & 0x80) {
    const size = length & 0x7f
    if (size === 0 || size > 4 || bytes.length < 2 + size) throw new DerError('it has no length')
    length = bytes.readUIntBE(2, size)
    start += size
  }
  if (start + length > bytes.length) throw new DerError('it ends too early')
  return { tag, contents: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) }
}

/** The values inside a constructed one, in their order. */
export function parts({ contents }: Der): Der[] {
  const found: Der[] = []
  for (let at = 0; at < contents.length; ) {
    const part = readDer(contents.subarray(at))
    found.push(part)
    at += part.whole.length
  }
  return found
}

/** The value, if it has this tag. Throws a DerError otherwise. */
export function mustBe(value: Der | undefined, tag: number, what: string): Der {
  if (value?.tag !== tag) throw new DerError(`there is no ${what}`)
  return value
}

/** An object identifier as text: `1.2.840.113549.1.7.2`. */
export function oidText(value: Der | undefined): string {
  const { contents } = mustBe(value, TAG.oid, 'object identifier')
  const numbers: number[] = []
  let number = 0
  for (const byte of contents) {
    number = number * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const root = Math.min(2, Math.floor(first / 40))
  return [root, first - root * 40, ...rest].join('.')
}

/** A DER value of a tag and its contents. */
export function makeDer(tag: number, ...contents: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(contents)
  const { length } = inside
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), inside])
}
