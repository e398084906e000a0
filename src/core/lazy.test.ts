import { setFlagsFromString } from 'node:v8'
import { expect, test } from 'vitest'
import { lazy } from './lazy.ts'

test('makes a property when it is read, and an own one that copies and JSON hold', () => {
  let made = 0
  const shown = lazy({ turn: 3 }, 'record', () => [++made])
  expect(made).toBe(0)
  expect(Object.keys(shown)).toEqual(['turn', 'record'])
  expect(shown.record).toEqual([1])
  expect({ ...shown }).toEqual({ turn: 3, record: [2] })
  expect(JSON.stringify(shown)).toBe('{"turn":3,"record":[3]}')
})

test('keeps several properties of one object apart', () => {
  const both = lazy(
    lazy({}, 'one', () => 1),
    'two',
    () => 2,
  )
  expect([both.one, both.two]).toEqual([1, 2])
})

test('a copy of its properties, accessors and all, makes it too', () => {
  const copy = Object.defineProperties(
    {},
    Object.getOwnPropertyDescriptors(lazy({ turn: 3 }, 'record', () => 'made')),
  )
  expect(copy).toHaveProperty('record', 'made')
})

test('objects share a hidden class, which would else keep what each was made from', () => {
  setFlagsFromString('--allow-natives-syntax')
  const alike = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (a: object, b: object) => boolean
  setFlagsFromString('--no-allow-natives-syntax')
  const made = [1, 2, 3].map((n) => lazy({ turn: n }, 'record', () => n))
  expect(alike(made[1]!, made[2]!)).toBe(true)
})
