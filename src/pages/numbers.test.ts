import { expect, test } from 'vitest'
import { type Row, toldApart, withNumbers } from './numbers.ts'

const row = (number: number, turns?: number): Row => ({
  id: `n${number}`,
  number,
  pairing: 'clock',
  opener: 'buyer',
  levels: {},
  ...(turns === undefined ? {} : { turns }),
})
const rows = [row(1, 5), row(2, 7), row(3, 5), row(4)]

test('a value tells which negotiations have it', () => {
  const values = [
    [5, 2],
    [7, 1],
  ] as const
  expect(withNumbers(values, rows, ({ turns }) => turns)).toEqual([
    [5, 2, [1, 3]],
    [7, 1, [2]],
  ])
})

test('a value whose negotiations are not all known names none', () => {
  expect(withNumbers([[5, 3]], rows, ({ turns }) => turns)).toEqual([[5, 3]])
  expect(withNumbers([[5, 2]], [], ({ turns }) => turns)).toEqual([[5, 2]])
})

test('the negotiations of a large study are not told apart', () => {
  expect(toldApart(rows)).toBe(rows)
  expect(toldApart(Array.from({ length: 1000 }, (_, k) => row(k)))).toEqual([])
})
