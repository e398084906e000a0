import fc from 'fast-check'
import { parse } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { quickObject } from './quick-json.ts'

const DEEPEST = 16
const quick = (text: string) => quickObject(text, DEEPEST)

/** What the library reads, where it reads anything. */
function whole(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

const reply =
  '{"action": "OFFER", "offer_id": null, "terms": {"price": 62.00, "fee": -1.5e+3}, "message": "A \\"b\\"\\u00e9\\n, [ok]"}'

describe('the quick way through JSON', () => {
  test('reads a reply as the library does, numbers as they were written', () => {
    expect(quick(reply)).toEqual(parse(reply))
    expect(quick(` \t\r\n${reply} \n`)).toEqual(parse(reply))
  })

  test.each([
    ['no object', '[1]'],
    ['a number', '12'],
    ['text', '"a"'],
    ['nothing', ''],
    ['an open object', '{"a": 1'],
    ['something after it', '{"a": 1} x'],
    ['a comma too many', '{"a": 1,}'],
    ['a missing colon', '{"a" 1}'],
    ['a key that is no text', '{a: 1}'],
    ['a word that JSON has not', '{"a": nul}'],
    ['a number with a leading zero', '{"a": 01}'],
    ['a number that breaks off', '{"a": 1.}'],
    ['a raw line break in a string', '{"a": "b\nc"}'],
    ['an escape that JSON has not', '{"a": "\\x"}'],
    ['half a character, escaped', '{"a": "\\ud800"}'],
    ['a key twice', '{"a": 1, "a": 1}'],
    ['a key twice, once escaped', '{"a": 1, "\\u0061": 1}'],
    ['the name of the prototype', '{"__proto__": 1}'],
    ['lists too deep', `{"a": ${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}}`],
  ])('leaves to the library: %s', (_, text) => {
    expect(quick(text)).toBeUndefined()
  })

  test('goes as deep as it may', () => {
    const lists = DEEPEST - 1
    const text = `{"a": ${'['.repeat(lists)}${']'.repeat(lists)}}`
    expect(quick(text)).toEqual(parse(text))
  })

  test('agrees with the library on any object', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
    fc.assert(
      fc.property(object, fc.constantFrom('', ' ', '\n\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const read = quick(text)
        if (read !== undefined) expect(read).toEqual(parse(text))
        else expect(text).toMatch(/__proto__|\\ud[89a-f]/i)
      }),
    )
  })

  test('never reads what the library does not, whatever is done to the text', () => {
    const signs = fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      ' ',
      '0',
      '-',
      'e',
      '.',
      'a',
      '\u0000',
      '',
    )
    fc.assert(
      fc.property(fc.nat(reply.length), fc.nat(3), signs, (from, gone, sign) => {
        const text = reply.slice(0, from) + sign + reply.slice(from + gone)
        const read = quick(text)
        if (read !== undefined) expect(read).toEqual(whole(text))
      }),
      { numRuns: 3000 },
    )
  })
})
