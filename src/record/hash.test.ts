/** Both SHA-256 functions agree with each other and with the standard's examples. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeSha256 } from '../store/node-hash.ts'
import { sha256 } from './hash.ts'

test('the examples of FIPS 180-4', () => {
  for (const hash of [sha256, nodeSha256]) {
    expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  }
})

test('plain JavaScript and Node give the same for any text, halves of characters included', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('', '\ud800', '\udfff'),
      (text, odd) => {
        expect(nodeSha256(text + odd)).toBe(sha256(text + odd))
      },
    ),
  )
})
