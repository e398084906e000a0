import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'

describe('canonical JSON', () => {
  test('the example of RFC 8785, section 3.2.3', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonical(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('keys are sorted by UTF-16 code units, as in its section 3.2.3', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const text = canonical(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(Object.keys(JSON.parse(text)).filter((key) => key !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb33',
    ])
  })

  test('what has no form is refused; what is undefined is left out', () => {
    expect(() => canonical('\ud800')).toThrow(RangeError)
    expect(() => canonical([Number.NaN])).toThrow(RangeError)
    expect(canonical({ b: undefined, a: [undefined] })).toBe('{"a":[null]}')
  })
})
