import { describe, expect, test } from 'vitest'
import { nodeSha256 } from '../store/node-hash.ts'
import { sha256 } from './hash.ts'
import { goldenVectors, rulesDigest } from './rules-digest.ts'

/**
 * Another digest means other rules: raise the protocol's version, say so in CHANGELOG.md, and pin the new one. A
 * refactoring leaves it as it is.
 */
const DIGEST = 'a0ef68a86313dcad741ffb5541f29cb9586f5be0459892edb4545ad6093ab0ac'

/** The same of free talk, whose rules have a digest of their own. */
const TALK_DIGEST = 'f16537e6d99ec6ad0cf9ed4e298ba7315d7d5a943bf43e8bb88dd59b58e993e1'

describe('the digest of golden vectors', () => {
  test('is the one that stands here: the rules have not changed', () => {
    expect(rulesDigest(nodeSha256)).toBe(DIGEST)
    for (const protocol of ['alternating-offers', 'package-votes'])
      expect(rulesDigest(nodeSha256, protocol)).toBe(DIGEST)
    expect(rulesDigest(nodeSha256, 'free-talk')).toBe(TALK_DIGEST)
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

  test('of talk covers every way to end, readings, the lack of them, and faults of words and readings', () => {
    const text = JSON.stringify(goldenVectors('free-talk'))
    for (const word of [
      'settled',
      'turns-used',
      'no-reading',
      '"SAY"',
      '"NOT AGREED"',
      '"AGREED full"',
      '"observer.2"',
      'stage-direction',
      'bullets',
      'too-many-sentences',
      'message-too-long',
      'agreed-without-kind',
      'field-not-boolean',
    ])
      expect(text).toContain(word)
  })
})
