import { describe, expect, test } from 'vitest'
import { nodeSha256 } from '../store/node-hash.ts'
import { sha256 } from './hash.ts'
import { goldenVectors, rulesDigest } from './rules-digest.ts'

/**
 * Another digest means other rules: raise the protocol's version, say so in CHANGELOG.md, and pin the new one. A
 * refactoring leaves it as it is.
 */
const DIGEST = 'a0ef68a86313dcad741ffb5541f29cb9586f5be0459892edb4545ad6093ab0ac'

describe('the digest of golden vectors', () => {
  test('is the one that stands here: the rules have not changed', () => {
    expect(rulesDigest(nodeSha256)).toBe(DIGEST)
  })

  test('is the same by every hash that is SHA-256, and each time', () => {
    expect(rulesDigest(sha256)).toBe(rulesDigest(nodeSha256))
  })

  test('covers every way to end, every action, faults, repairs and points', () => {
    const text = JSON.stringify(goldenVectors())
    for (const word of [
      'agreement',
      'no-agreement',
      'interrupted',
      'OFFER O1',
      'ACCEPT O',
      '"NONE"',
      '"END"',
      'propose P1',
      'accept P',
      'reject P',
      '"walk"',
    ])
      expect(text).toContain(word)
    expect(text.match(/"fault /g)!.length).toBeGreaterThan(20)
  })
})
