import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText } from './body.ts'

test('a body is written as JSON.stringify writes it', () => {
  const long = fc.string({ unit: 'binary', minLength: 500, maxLength: 700 })
  const value = fc.oneof(long, fc.jsonValue(), fc.constant(undefined))
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (body) => {
      const plain = JSON.stringify(body)
      expect(bodyText(body)).toBe(plain)
      // And again from what was kept.
      expect(bodyText(body)).toBe(plain)
    }),
  )
})

test('half a character, signs and line ends in a long text are escaped as ever', () => {
  const system = `"\ud800\\\n\u2028é${'x'.repeat(600)}`
  const body = { model: 'm', system, messages: [{ role: 'user', content: system }], 7: 1, none: undefined }
  expect(bodyText(body)).toBe(JSON.stringify(body))
})

test('more texts than are kept come out right all the same', () => {
  for (let n = 0; n < 100; n++) {
    const body = { system: `${n} ${'"y"'.repeat(300)}` }
    expect(bodyText(body)).toBe(JSON.stringify(body))
  }
})
