/** Names of service tiers, as each provider writes them. */
import { expect, test } from 'vitest'
import { exactText, rational } from '../core/rational.ts'
import { isOtherTier, tierFactor } from './tiers.ts'

const factors = { batch: rational(1, 2), flex: rational(1, 2) }

test.each([
  [undefined, '1'],
  ['standard', '1'],
  ['default', '1'],
  ['ON_DEMAND', '1'],
  ['SERVICE_TIER_UNSPECIFIED', '1'],
  ['flex', '0.5'],
  ['FLEX', '0.5'],
  ['ON_DEMAND_FLEX', '0.5'],
  ['batch', '0.5'],
  ['priority', undefined],
  ['ON_DEMAND_PRIORITY', undefined],
  ['PROVISIONED_THROUGHPUT', undefined],
  ['constructor', undefined],
])('the tier %s costs %s times the plain price', (tier, times) => {
  const factor = tierFactor(tier, factors)
  expect(factor && exactText(factor)).toBe(times)
})

test('a price of one’s own for a plain tier goes before the plain price', () => {
  expect(exactText(tierFactor('ON_DEMAND', { on_demand: rational(2) })!)).toBe('2')
})

test.each([
  ['standard_only', 'standard', false],
  ['auto', 'default', false],
  ['unspecified', 'STANDARD', false],
  ['standard', 'ON_DEMAND', false],
  ['flex', 'ON_DEMAND_FLEX', false],
  ['flex', 'standard', true],
  ['flex', 'ON_DEMAND', true],
  ['standard_only', 'priority', true],
  [undefined, 'priority', false],
  ['flex', undefined, false],
])('asked for %s and answered by %s: another one? %s', (asked, told, other) => {
  expect(isOtherTier(asked, told)).toBe(other)
})
