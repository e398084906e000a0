import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exactText,
  fixed,
  parseExact,
  parseRational,
  parts,
  printed,
  rational,
  toNumber,
} from './rational.ts'

const numerators = fc.bigInt(-(10n ** 24n), 10n ** 24n)
const rationals = fc.tuple(numerators, fc.bigInt(1n, 10n ** 12n)).map(([n, d]) => rational(n, d))

describe('texts of exact numbers', () => {
  test('exact text is read back as the same number', () => {
    fc.assert(
      fc.property(rationals, (value) => {
        expect(parseExact(exactText(value))?.equals(value)).toBe(true)
      }),
    )
  })

  test('a decimal is what its digits say', () => {
    const decimals = fc.tuple(numerators, fc.integer({ min: 0, max: 30 }))
    fc.assert(
      fc.property(decimals, ([digits, places]) => {
        const text = fixed(digits, places)
        expect(parseRational(text)?.equals(rational(digits, 10n ** BigInt(places)))).toBe(true)
        expect(exactText(parseRational(text)!)).not.toMatch(/\.\d*0$|\.$|\//)
      }),
    )
  })

  test.each([
    ['121.188', '121.188'],
    ['-0.5', '-0.5'],
    ['+.5', '0.5'],
    ['5.', '5'],
    ['1e2', '100'],
    ['12.5E-3', '0.0125'],
    [' 7 ', '7'],
    ['-0', '0'],
    ['0.10', '0.1'],
  ])('%j is %s', (text, exact) => {
    expect(exactText(parseRational(text)!)).toBe(exact)
  })

  test.each(['', '.', '-', '1,5', '1_000', '0x10', 'Infinity', 'NaN', '1e', '1e99999', '1 2', '١'])(
    '%j is no number',
    (text) => {
      expect(parseRational(text)).toBeUndefined()
    },
  )

  test.each(['1/0', '1/-3', '1/3/5', '1.5/2', '/2', '2/', '1/03'])('%j is no exact text', (text) => {
    expect(parseExact(text)).toBeUndefined()
  })

  test('thirds and the like stay fractions', () => {
    expect(exactText(rational(1, 3))).toBe('1/3')
    expect(exactText(rational(-7, 14))).toBe('-0.5')
    expect(exactText(rational(1, 1024))).toBe('0.0009765625')
  })
})

describe('print', () => {
  test.each([
    [rational(63_425, 1000), '63.43'],
    [rational(-63_425, 1000), '-63.43'],
    [rational(1, 3), '0.33'],
    [rational(2, 3), '0.67'],
    [rational(-1, 1000), '0.00'],
    [rational(1, 200), '0.01'],
    [rational(999_999, 1000), '1000.00'],
  ])('%s is printed as %s', (value, text) => {
    expect(printed(value)).toBe(text)
  })

  test('is never further off than half a unit, and half goes away from zero', () => {
    fc.assert(
      fc.property(rationals, fc.integer({ min: 0, max: 6 }), (value, places) => {
        const shown = parseRational(printed(value, places))!
        const off = shown.sub(value).abs()
        const half = rational(1, 2n * 10n ** BigInt(places))
        expect(off.compare(half)).toBeLessThanOrEqual(0)
        if (off.equals(half)) expect(shown.abs().compare(value.abs())).toBeGreaterThan(0)
      }),
    )
  })

  test('a sign is not printed before nothing', () => {
    expect(printed(rational(-4, 1000))).toBe('0.00')
    expect(printed(rational(-4, 1000), 3)).toBe('-0.004')
  })
})

test('parts are in lowest terms, the sign above', () => {
  fc.assert(
    fc.property(rationals, (value) => {
      const [n, d] = parts(value)
      expect(d > 0n).toBe(true)
      expect(rational(n, d).equals(value)).toBe(true)
      expect(toNumber(value)).toBeCloseTo(Number(n) / Number(d), 5)
    }),
  )
})
