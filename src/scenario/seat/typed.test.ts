import { describe, expect, test } from 'vitest'
import type { Issue } from '../../core/issue.ts'
import { readTyped } from './typed.ts'

const price: Issue = { id: 'price', type: 'number', min: -500_000, max: 500_000, decimals: 2, step: 1 }
const fine: Issue = { ...price, min: -9_000_000, max: 9_000_000, decimals: 3 }

describe('a number that a person types', () => {
  test.each([
    ['70', 7000],
    ['70.5', 7050],
    ['70,5', 7050],
    [' 70,55 ', 7055],
    ['.5', 50],
    [',5', 50],
    ['-3,20', -320],
    ['\u22123.2', -320],
  ])('%j is %d hundredths', (typed, value) => {
    expect(readTyped(price, typed)).toBe(value)
  })

  test.each(['', '.', ',', '-', '70,555', '1,000', '1.000,50', '1 000', '70.5.1', 'seventy', '1e3', '6000'])(
    '%j is none',
    (typed) => {
      expect(readTyped(price, typed)).toBeUndefined()
    },
  )

  test('with a comma that could part thousands is not guessed at', () => {
    expect(readTyped(fine, '1,000')).toBeUndefined()
    expect(readTyped(fine, '0,125')).toBe(125)
    expect(readTyped(fine, '1,25')).toBe(1250)
    expect(readTyped(fine, '1.000')).toBe(1000)
  })

  test('without decimals has none', () => {
    const days: Issue = { id: 'days', type: 'number', min: 0, max: 90, decimals: 0, step: 1 }
    expect(readTyped(days, '14')).toBe(14)
    expect(readTyped(days, '14,5')).toBeUndefined()
  })
})

test('an option is chosen as it is written', () => {
  const place: Issue = { id: 'place', type: 'choice', options: ['1,5', 'here'] }
  expect(readTyped(place, 'here')).toBe(1)
  expect(readTyped(place, '1,5')).toBe(0)
  expect(readTyped(place, '1.5')).toBeUndefined()
})
