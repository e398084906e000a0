import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, safe, safeLine } from './text.ts'

describe('safe', () => {
  test.each([
    ['colours', '\u001b[31mred\u001b[0m', '<U+001B>[31mred<U+001B>[0m'],
    ['one-byte escapes', '\u009b31m', '<U+009B>31m'],
    ['a carriage return that would overwrite the line', 'bad\rgood', 'bad<U+000D>good'],
    ['overrides of direction', 'a\u202eb', 'a<U+202E>b'],
    ['isolates and marks', '\u2066\u200f', '<U+2066><U+200F>'],
    ['hidden text in tag characters', 'x\u{e0041}', 'x<U+E0041>'],
    ['half characters', 'a\ud800b', 'a\ufffdb'],
    ['line ends of other systems', 'a\r\nb', 'a\nb'],
  ])('%s', (_, text, expected) => {
    expect(safe(text)).toBe(expected)
  })

  test('words, tabs, lines, accents, scripts and emoji stay as they are', () => {
    const text = 'Ticket\tà 67,50 €\nनमस्ते می‌خواهم 👩‍🔬'
    expect(safe(text)).toBe(text)
  })

  test('whatever the text, nothing is left that a terminal would act on, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const done = safe(text)
        expect(done).not.toMatch(/[^\P{Cc}\t\n]|\p{Bidi_Control}/u)
        expect(safe(done)).toBe(done)
      }),
    )
  })

  test('safeLine makes one line', () => {
    expect(safeLine(' a\n\n b\tc ')).toBe('a b c')
  })
})

describe('cut', () => {
  test('short text stays, long text ends in an ellipsis, no character is halved', () => {
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abcd', 3)).toBe('ab…')
    expect(cut('😀😀😀😀', 3)).toBe('😀😀…')
  })
})
