import { expect, test } from 'vitest'
import { rational } from '../../core/rational.ts'
import { belowText } from './below.ts'
import type { SeatBrief } from './types.ts'

const brief = (you: Partial<SeatBrief['you']>): SeatBrief =>
  ({ you: { reservation: '20', ...you } }) as SeatBrief

test('what is worth less than no deal is told, exactly, and nothing else is', () => {
  expect(belowText(brief({}), rational(59, 3))).toBe('That is below what you have with no deal: 20.')
  expect(belowText(brief({}), { exact: '59/3', printed: '19.67' })).toContain('below')
  expect(belowText(brief({}), { exact: '20', printed: '20.00' })).toBeUndefined()
  expect(
    belowText(brief({ reservation: '121.188' }), { exact: '121.188', printed: '121.19' }),
  ).toBeUndefined()
  expect(belowText(brief({}), undefined)).toBeUndefined()
})

test('a threshold of its own goes before the reservation value', () => {
  const told = belowText(brief({ threshold: '35.5' }), rational(30))
  expect(told).toBe('That is below what you should not go under: 35.5.')
})
