/** What a reply may look like and still say the same. */
import { describe, expect, test } from 'vitest'
import { DAYS, DELIVERY, game, PRICE, readAs } from '../../../test/support/offers.ts'
import { alternatingOffers as machine } from './index.ts'

const WEIGHT = { ...PRICE, id: 'weight', min: -50, max: 50, decimals: 1 } as const
const view = machine.view(machine.start(game([PRICE, DAYS, DELIVERY, WEIGHT], { message_words: 5 })), 'buyer')
const terms = (changes: string): string => {
  const base = { price: '62.5', days: '3', delivery: '"late"', weight: '0' }
  const all = { ...base, ...JSON.parse(changes) } as Record<string, string | null>
  const fields = Object.entries(all).flatMap(([id, value]) => (value === null ? [] : [`"${id}": ${value}`]))
  return `{"action": "OFFER", "terms": {${fields.join(', ')}}}`
}

describe('what is written in another way but right', () => {
  const read = (text: string) => readAs(text, view)
  const offer = (outcome: number[]) => ({ ok: true, submission: { action: 'OFFER', outcome, message: '' } })
  test.each([
    [terms('{"price": "62.500"}'), [6250, 3, 1, 0]],
    [terms('{"price": "6.25e1"}'), [6250, 3, 1, 0]],
    [terms('{"price": "625E-1"}'), [6250, 3, 1, 0]],
    [terms('{"weight": "-0"}'), [6250, 3, 1, 0]],
    [terms('{"weight": "-0.0e99999999"}'), [6250, 3, 1, 0]],
    [terms('{"weight": "-5"}'), [6250, 3, 1, -50]],
    [terms('{"days": "9.0", "price": "70"}'), [7000, 9, 1, 0]],
  ])('%s', (text, outcome) => {
    expect(read(text)).toEqual(offer(outcome))
  })

  test('a key written with escapes is the key', () => {
    expect(read('{"\\u0061ction": "NONE"}')).toEqual({
      ok: true,
      submission: { action: 'NONE', message: '' },
    })
  })

  test('a message may hold anything that text may, and has exactly as many words as are allowed', () => {
    const message = '``` {"action": "ACCEPT"} \u0000 O1'
    const text = JSON.stringify({ action: 'NONE', offer_id: null, terms: null, message })
    expect(read(text)).toEqual({ ok: true, submission: { action: 'NONE', message } })
  })

  test('programs may give plain numbers', () => {
    const json = { action: 'OFFER', terms: { price: 62.5, days: 3, delivery: 'late', weight: -0 } }
    expect(machine.check(json, view)).toEqual(offer([6250, 3, 1, 0]))
    expect(machine.check({ ...json, terms: { ...json.terms, price: Number.NaN } }, view)).toMatchObject({
      ok: false,
      fault: { code: 'term-not-number' },
    })
  })
})
