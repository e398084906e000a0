import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery, queryParams } from './query.ts'
import type { AttemptsQuery } from './types.ts'

const word = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => text.length <= 200)
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })

test('an address leads back to the query that it was made of', () => {
  const queries = fc.record({
    pairing: maybe(word),
    outcome: maybe(word),
    fault: maybe(word),
    below: maybe(word),
    q: maybe(word),
    sort: maybe(word),
    factors: maybe(fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 })),
    page: maybe(fc.integer({ min: 2, max: 9_999_999 })),
  })
  fc.assert(
    fc.property(queries, (given) => {
      const query = JSON.parse(JSON.stringify(given)) as AttemptsQuery
      const address = new URLSearchParams(queryParams(query)).toString()
      expect(JSON.parse(JSON.stringify(parseQuery(new URLSearchParams(address))))).toEqual(query)
    }),
  )
})

test.each([
  ['page=0', {}],
  ['page=-1', {}],
  ['page=1e3', {}],
  ['factor.=x', {}],
  ['pairing=', {}],
  [`q=${'x'.repeat(201)}`, {}],
  ['other=1&q=a', { q: 'a' }],
])('%s leaves out what is no query', (address, query) => {
  expect(parseQuery(new URLSearchParams(address))).toEqual(query)
})
