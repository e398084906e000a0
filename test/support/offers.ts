/** Small games of alternating offers for tests, and the reading of replies in them. */
import type { Issue } from '../../src/core/issue.ts'
import {
  alternatingOffers,
  type Config,
  type Submission,
  type View,
} from '../../src/protocols/alternating-offers/index.ts'
import type { Checked } from '../../src/protocols/contract.ts'
import { readReply } from '../../src/protocols/read.ts'

export const PRICE: Issue = { type: 'number', id: 'price', min: 6000, max: 7000, step: 1, decimals: 2 }
export const DAYS: Issue = { type: 'number', id: 'days', min: 1, max: 9, step: 2, decimals: 0 }
export const DELIVERY: Issue = { type: 'choice', id: 'delivery', options: ['early', 'late'] }

/** The rules of a game between a buyer, who opens, and a seller; settings as a pack writes them. */
export const game = (issues: readonly Issue[], settings: object = {}): Config =>
  alternatingOffers.configure(alternatingOffers.settings.parse({ type: 'alternating-offers', ...settings }), {
    parties: ['buyer', 'seller'],
    opener: 'buyer',
    issues,
  })

/** One issue with so many options. */
export const choices = (count: number): Issue => ({
  type: 'choice',
  id: 'plan',
  options: Array.from({ length: count }, (_, k) => `plan ${k + 1}`),
})

/** A reply's text as the seat's submission or fault. */
export function readAs(text: string, view: View): Checked<Submission> {
  const read = readReply(text, view.config.strict)
  return read.ok ? alternatingOffers.check(read.value, view) : read
}
