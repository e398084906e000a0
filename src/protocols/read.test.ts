import fc from 'fast-check'
import { isLosslessNumber, LosslessNumber } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { DAYS, DELIVERY, game, PRICE, readAs } from '../../test/support/offers.ts'
import { fixed } from '../core/rational.ts'
import { alternatingOffers as machine } from './alternating-offers/index.ts'
import { readScaled } from './decimal.ts'
import { unfence } from './fence.ts'
import { readReply } from './read.ts'
import { countWords, isLonger } from './words.ts'

const code = (text: string, strict = false): string => {
  const read = readReply(text, strict)
  return read.ok ? 'ok' : read.fault.code
}

describe('a reply is read', () => {
  test('as it stands, numbers as they were written', () => {
    const read = readReply(' {"a": 62.005, "b": [1e2, -0]} \r\n')
    expect(read).toEqual({
      ok: true,
      value: { a: new LosslessNumber('62.005'), b: [new LosslessNumber('1e2'), new LosslessNumber('-0')] },
    })
  })

  test.each([
    ['a fence round the whole', '```json\n{"a": 1}\n```'],
    ['without a language', '```\n{"a": 1}\n```'],
    ['of tildes', '~~~json\n{"a": 1}\n~~~'],
    ['longer, with Windows line ends', '\r\n`````JSON\r\n{"a": 1}\r\n`````\r\n'],
    ['closed right behind the object', '```json\n{"a": 1}```'],
    ['with blank lines', '\n\n```json\n\n{"a": 1}\n\n```\n\n'],
  ])('%s is taken off, unless strict', (_name, text) => {
    expect(readReply(text)).toEqual({ ok: true, value: { a: new LosslessNumber('1') } })
    expect(code(text, true)).toBe('fenced')
  })

  test('a fence inside a text is text', () => {
    const text = JSON.stringify({ message: '```json\n{"action": "NONE"}\n```' })
    expect(readReply(text, true)).toEqual({ ok: true, value: JSON.parse(text) })
    expect(readReply(`\`\`\`\n${text}\n\`\`\``)).toEqual({ ok: true, value: JSON.parse(text) })
  })
})

describe('nothing is picked out', () => {
  const object = '{"action": "NONE"}'
  test.each([
    ['prose before', `Sure! ${object}`, 'text-around'],
    ['prose after', `${object}\nThanks!`, 'text-around'],
    ['prose round a fence', `Here:\n\`\`\`json\n${object}\n\`\`\``, 'text-around'],
    ['prose behind a fence', `\`\`\`json\n${object}\n\`\`\`\nThanks!`, 'text-around'],
    ['prose within a fence', `\`\`\`\nmove: ${object}\n\`\`\``, 'text-around'],
    ['two fences', `\`\`\`json\n${object}\n\`\`\`\n\`\`\`json\n${object}\n\`\`\``, 'text-around'],
    ['a fence in a fence', `\`\`\`\`\n\`\`\`json\n${object}\n\`\`\`\n\`\`\`\``, 'text-around'],
    ['a fence on one line', `\`\`\`json ${object} \`\`\``, 'text-around'],
    ['a fence closed by fewer', `\`\`\`\`\n${object}\n\`\`\``, 'text-around'],
    ['a fence left open', `\`\`\`json\n${object}`, 'text-around'],
    ['two ticks', `\`\`\n${object}\n\`\``, 'text-around'],
    ['two objects', `${object}${object}`, 'text-around'],
    ['two objects on two lines', `${object}\n${object}`, 'text-around'],
    ['a byte order mark', `\ufeff${object}`, 'text-around'],
    ['a non-breaking space', `${object}\u00a0`, 'text-around'],
    ['a comment', `{/* hm */"action": "NONE"}`, 'not-json'],
    ['a trailing comma', '{"action": "NONE",}', 'not-json'],
    ['single quotes', "{'action': 'NONE'}", 'not-json'],
    ['NaN', '{"action": NaN}', 'not-json'],
    ['Infinity', '{"action": -Infinity}', 'not-json'],
    ['a leading zero', '{"a": 062}', 'not-json'],
    ['a plus sign', '{"a": +62}', 'not-json'],
    ['hexadecimal', '{"a": 0x62}', 'not-json'],
    ['a raw null byte', '{"a": "\0"}', 'not-json'],
    ['a raw line break in a text', '{"a": "\n"}', 'not-json'],
    ['prose alone', 'NONE', 'not-json'],
    ['half an object', '{"action": "NO', 'broken-off'],
    ['an object without its end', '{"action": "NONE"', 'broken-off'],
    ['half a fenced object', '```json\n{"action": \n```', 'broken-off'],
    ['a key without its value', '{"action":', 'broken-off'],
    ['an object opened', '{', 'broken-off'],
    ['a list', `[${object}]`, 'not-object'],
    ['a list in a fence', '```\n[]\n```', 'not-object'],
  ])('%s', (_name, text, expected) => {
    expect(code(text)).toBe(expected)
  })
})

describe('a key that stands twice', () => {
  test.each([
    ['with other values', '{"a": 1, "a": 2}'],
    ['with equal values', '{"a": 1, "a": 1}'],
    ['inside', '{"x": {"a": null, "a": null}}'],
    ['inside a list', '{"x": [{"a": 1, "a": 1}]}'],
    ['written with escapes', '{"action": 1, "\\u0061ction": 1}'],
    ['empty', '{"": 1, "": 1}'],
    ['__proto__', '{"__proto__": 1, "__proto__": 1}'],
    ['after deeper objects', '{"a": {"b": {}}, "c": ["}", {}], "a": 0}'],
  ])('%s', (_name, text) => {
    expect(code(text)).toBe('duplicate-key')
  })

  test('is not seen where it stands in two objects, or as a value', () => {
    expect(code('{"a": {"a": "a"}, "b": {"a": ["a", "a"]}, "c": "a\\": 1, \\"a"}')).toBe('ok')
  })
})

describe('hostile replies', () => {
  const MEGABYTE = 1_000_000
  const DEEP = 100_000
  test.each<[string, string]>([
    ['quotes that never close', `{"a": "${'\\"'.repeat(MEGABYTE / 2)}`],
    ['a backslash at the end', `{"a": "${'\\\\'.repeat(MEGABYTE / 2)}\\`],
    ['a long message', `{"action": "NONE", "message": "${'a'.repeat(MEGABYTE)}"}`],
    ['a long message of words', `{"action": "NONE", "message": "${'a '.repeat(MEGABYTE / 2)}"}`],
    ['a million digits', `{"action": "OFFER", "terms": {"price": 6${'3'.repeat(MEGABYTE)}}}`],
    ['a million decimals', `{"action": "OFFER", "terms": {"price": 62.${'3'.repeat(MEGABYTE)}, "days": 3}}`],
    [
      'a million zeros',
      `{"action": "OFFER", "terms": {"price": 0.${'0'.repeat(MEGABYTE)}1e${'9'.repeat(99)}}}`,
    ],
    ['a million fence ticks', '`'.repeat(MEGABYTE)],
    ['a fence and white space', `\`\`\`json\n${' \n'.repeat(MEGABYTE / 2)}x`],
    ['white space', ' '.repeat(MEGABYTE)],
    ['white space and a letter', `${' '.repeat(MEGABYTE)}x${' '.repeat(MEGABYTE)}`],
    ['deep lists', '['.repeat(DEEP)],
    ['deep objects', '{"a":'.repeat(DEEP)],
    ['deep and whole', `{"a": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`],
    ['many keys', `{${Array.from({ length: 50_000 }, (_, k) => `"key${k}": 0`).join(',')}}`],
    ['one key many times', `{${'"a": [1], '.repeat(100_000)}"a": 0}`],
    ['many colons', ':'.repeat(MEGABYTE)],
    ['many openings in prose', 'x {'.repeat(MEGABYTE / 3)],
  ])('%s: read in time', (_name, text) => {
    const view = machine.view(machine.start(game([PRICE, DAYS, DELIVERY])), 'buyer')
    const from = performance.now()
    const checked = readAs(text, view)
    // Far above what it takes, also on a busy machine; anything quadratic takes minutes.
    expect(performance.now() - from).toBeLessThan(60_000)
    expect(checked.ok || JSON.stringify(checked.fault).length < 2000).toBe(true)
  })

  test('keys that belong to every object are no fields', () => {
    const view = machine.view(machine.start(game([PRICE])), 'buyer')
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const field = readAs(`{"action": "NONE", "${key}": null}`, view)
      expect(field).toMatchObject({ ok: false, fault: { code: 'unknown-field', detail: { found: key } } })
      const term = readAs(`{"action": "OFFER", "terms": {"price": 62, "${key}": 1}}`, view)
      expect(term).toMatchObject({ ok: false, fault: { code: 'term-unknown', detail: { found: key } } })
    }
    expect(({} as Record<string, unknown>).price).toBeUndefined()
  })
})

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
    fc
      .array(
        fc.constantFrom(
          ...'{}[]":,`~\n\\u0aE-1. \ud800',
          'null',
          '```json\n',
          '"action"',
          '"terms"',
          'OFFER',
        ),
      )
      .map((list) => list.join('')),
    fc.json().map((text) => `\`\`\`json\n${text}\n\`\`\``),
  )
  const views = [{}, { turns: 1 }].map((settings) => {
    const state = machine.start(game([PRICE, DAYS, DELIVERY], settings))
    const offered = machine.apply(state, 'buyer', { action: 'OFFER', outcome: [6250, 3, 0], message: '' })
    return machine.view(offered, 'seller')
  })

  test('is a submission or a fault, never an exception', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, strict) => {
        for (const view of views) {
          const checked = readAs(text, { ...view, config: { ...view.config, strict } })
          expect(typeof checked.ok).toBe('boolean')
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('is JSON exactly when the platform says so', () => {
    const strip = (_key: string, value: unknown): unknown =>
      isLosslessNumber(value) ? Number(value.value) : value
    fc.assert(
      fc.property(anyText, (text) => {
        let json: unknown
        try {
          json = JSON.parse(text)
        } catch {
          json = undefined
        }
        const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
        const read = readReply(text)
        if (read.ok && unfence(text) === undefined) {
          expect(JSON.stringify(read.value, strip)).toBe(JSON.stringify(json))
        }
        const accepted = ['ok', 'duplicate-key', 'too-deep', 'bad-unicode'].includes(code(text, true))
        if (isObject) expect(accepted).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('any JSON may be checked', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom('OFFER', 'ACCEPT', 'NONE', 'END'), (value, action) => {
        for (const view of views) {
          for (const json of [
            value,
            { action, terms: value },
            { action, offer_id: value },
            { action, message: value },
          ]) {
            expect(typeof machine.check(json, view).ok).toBe('boolean')
          }
        }
      }),
    )
  })
})

describe('written numbers', () => {
  test('are read in whole units, exactly', () => {
    const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    const few = fc.integer({ min: 0, max: 12 })
    fc.assert(
      fc.property(units, few, few, few, (whole, decimals, shift, below) => {
        const text = `${fixed(whole, decimals + shift)}e${shift}`
        expect(readScaled(text, decimals)).toEqual({ whole: Number(whole), rest: false })
        const unit = 10n ** BigInt(below)
        const cut = { whole: Number(whole / unit), rest: whole % unit !== 0n }
        expect(readScaled(`${whole}e-${below}`, 0)).toEqual({ ...cut, whole: cut.whole + 0 })
      }),
    )
    expect(readScaled('62.005', 2)).toEqual({ whole: 6200, rest: true })
    expect(readScaled('-0.001', 2)).toEqual({ whole: 0, rest: true })
    expect(readScaled('9007199254740993', 0).whole).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect(readScaled(`0.${'0'.repeat(40)}7e42`, 2)).toEqual({ whole: 7000, rest: false })
    expect(readScaled('-1e999999999', 2)).toEqual({ whole: Number.NEGATIVE_INFINITY, rest: false })
    expect(() => readScaled('1/3', 2)).toThrow(RangeError)
  })
})

describe('words', () => {
  test('are runs of what is not white space', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '🙂', ' ', '\n', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u0085'),
        }),
        (text) => {
          expect(countWords(text)).toBe(text.match(/\S+/g)?.length ?? 0)
          for (const most of [0, 1, 2, 5]) expect(isLonger(text, most)).toBe(countWords(text) > most)
        },
      ),
    )
  })
})
