/** Deltas: any text from any other, whole characters, and little text where little is new. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDelta, deltaText, makeDelta, readDelta } from './delta.ts'

/** Texts that share much, with characters outside the plane of 16 bits. */
const piece = fc.constantFrom('a', 'ab', '😀', '😁', '\u{1F600}\u{1F601}', 'ü', '\n', '')
const whole = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
const broken = fc
  .array(fc.constantFrom('\ud83d', '\ude00', '\ude01', 'a'), { maxLength: 8 })
  .map((p) => p.join(''))
const anyText = fc.oneof(whole, broken, fc.string({ unit: 'binary' }))

describe('deltas', () => {
  test('lead from any text to any other, also through the text that the record seals', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const delta = makeDelta(before, after)
        expect(applyDelta(before, delta)).toBe(after)
        expect(readDelta(deltaText(delta))).toEqual(delta)
      }),
      { numRuns: 2000 },
    )
  })

  test('never cut a character: what is new is well-formed where the text is', () => {
    fc.assert(
      fc.property(whole, whole, (before, after) => {
        expect(makeDelta(before, after).text.isWellFormed()).toBe(true)
      }),
      { numRuns: 2000 },
    )
    const delta = makeDelta('x😀y', 'x😁y')
    expect(delta).toEqual({ from: 1, until: 1, text: '😁' })
  })

  test('hold what is new and nothing else', () => {
    fc.assert(
      fc.property(fc.nat(30_000), fc.nat(30_000), fc.integer({ min: 1, max: 50 }), (start, end, fresh) => {
        const [head, tail] = ['h'.repeat(start), 't'.repeat(end)]
        expect(makeDelta(head + tail, head + '+'.repeat(fresh) + tail)).toEqual({
          from: start,
          until: end,
          text: '+'.repeat(fresh),
        })
      }),
    )
  })

  test('equal, empty and repeated texts', () => {
    expect(makeDelta('', '')).toEqual({ from: 0, until: 0, text: '' })
    expect(makeDelta('', 'new')).toEqual({ from: 0, until: 0, text: 'new' })
    expect(makeDelta('old', '')).toEqual({ from: 0, until: 0, text: '' })
    expect(makeDelta('same', 'same')).toEqual({ from: 4, until: 0, text: '' })
    expect(makeDelta('aaa', 'aaaa')).toEqual({ from: 3, until: 0, text: 'a' })
    expect(makeDelta('aaaa', 'aaa')).toEqual({ from: 3, until: 0, text: '' })
  })

  test('a delta from another text is refused, and what is no delta is not read', () => {
    expect(() => applyDelta('ab', { from: 2, until: 1, text: '' })).toThrow(RangeError)
    for (const text of [
      '',
      '[]',
      'null',
      '{"from":-1,"until":0,"text":""}',
      '{"from":0,"until":0}',
      '{"from":0.5,"until":0,"text":""}',
    ]) {
      expect(readDelta(text)).toBeUndefined()
    }
  })
})
