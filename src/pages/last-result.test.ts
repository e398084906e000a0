import { expect, test } from 'vitest'
import { lastResult, later } from './last-result.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const EVENING = '2026-01-01T18:00:00.000Z'

test('a look at results and their publication do not date them, and everything else does', () => {
  for (const type of ['results.seen', 'study.exported']) {
    expect(lastResult(NOON, { type, at: EVENING })).toBe(NOON)
    expect(lastResult(undefined, { type, at: EVENING })).toBeUndefined()
  }
  expect(lastResult(NOON, { type: 'negotiation.closed', at: EVENING })).toBe(EVENING)
  expect(lastResult(EVENING, { type: 'negotiation.closed', at: NOON })).toBe(EVENING)
})

test('of two times the later one, of one that one', () => {
  expect([later(NOON, EVENING), later(EVENING, NOON)]).toEqual([EVENING, EVENING])
  expect([later(undefined, NOON), later(NOON, undefined)]).toEqual([NOON, NOON])
  expect(later(undefined, undefined)).toBeUndefined()
})
