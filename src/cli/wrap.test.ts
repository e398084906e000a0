import fc from 'fast-check'
import widthOf from 'string-width'
import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

test('words stay whole where they fit, and names of parts are broken behind one of them', () => {
  expect(wrap('one two three', 7)).toBe('one two\nthree')
  expect(wrap('integrative_partial', 18)).toBe('integrative_\npartial')
  expect(wrap('gemini-3.5-flash-lite', 18)).toBe('gemini-3.5-flash-\nlite')
  // A part that would leave most of the line empty is no place to break at.
  expect(wrap('a-bcdefghijklmnop', 10)).toBe('a-bcdefghi\njklmnop')
  expect(wrap('x'.repeat(9), 4)).toBe('xxxx\nxxxx\nx')
})

test('no line is wider than the columns, and no letter is lost', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '_', '-', '/', ' ', 'é', '木', '👩‍👩‍👧') })
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 20 }), (words, columns) => {
      const lines = wrap(words, columns).split('\n')
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      expect(lines.join('').replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
    }),
  )
})

test('a word of a megabyte takes no longer than its length asks for', () => {
  const started = performance.now()
  const lines = wrap('x'.repeat(1_000_000), 80, '  ').split('\n')
  expect(lines).toHaveLength(Math.ceil(1_000_000 / 78))
  // Some seconds at most, on a slow machine; measuring the rest anew for each line took a quarter of an hour.
  expect(performance.now() - started).toBeLessThan(20_000)
})
