import { expect, test } from 'vitest'
import { termName } from './term-name.ts'

test.each([
  ['unit_price_usd', 'unit price (USD)'],
  ['cancellation_fee_pct', 'cancellation fee (%)'],
  ['name_change_notice_hours', 'name change notice (hours)'],
  ['integrative_full', 'integrative full'],
  ['_usd', 'usd'],
  ['days', 'days'],
  ['Build schedule', 'Build schedule'],
  ['a_b c', 'a_b c'],
])('%s reads as %s', (id, name) => expect(termName(id)).toBe(name))
