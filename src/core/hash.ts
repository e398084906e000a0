/**
 * A quick mixing of text into 128 bits, for seeding alone: it spreads well and costs next to nothing, and
 * nothing rests on it being hard to reverse. The record's chain uses SHA-256.
 */
export function hashText(text: string): readonly [number, number, number, number] {
  let a = 0x6a09e667
  let b = 0xbb67ae85
  let c = 0x3c6ef372
  let d = 0xa54ff53a
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ code, 0x23512d49)
    b = c ^ Math.imul(b ^ code, 0x9e3779b1)
    c = d ^ Math.imul(c ^ code, 0x85ebca6b)
    d = a ^ Math.imul(d ^ code, 0xc2b2ae35)
  }
  for (let round = 0; round < 4; round++) {
    a = finish(a ^ d)
    b = finish(b ^ a)
    c = finish(c ^ b)
    d = finish(d ^ c)
  }
  return [a | 0, b | 0, c | 0, d | 1]
}

/** MurmurHash3's finaliser (Appleby, 2011): every input bit reaches every output bit. */
function finish(value: number): number {
  let x = value
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}
