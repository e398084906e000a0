/** Waits in all the forms in which providers ask for them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_WAIT_MS, parseLength, parseTime } from './duration.ts'
import { askedWait, waitBefore } from './waits.ts'
import type { Failure } from './wire/contract.ts'

const NOW = Date.parse('2026-10-21T07:28:00Z')
const limited: Failure = { kind: 'failure', failure: 'rate-limited', message: '' }
const server: Failure = { kind: 'failure', failure: 'server', message: '' }

test.each([
  ['12ms', 12],
  ['1s', 1000],
  ['0.5s', 500],
  ['1m30s', 90_000],
  ['6m0s', 360_000],
  ['1h2m3s', 3_723_000],
  ['1d', 86_400_000],
  ['', undefined],
  ['-1s', undefined],
  ['1m 30s', undefined],
  ['soon', undefined],
  ['12', undefined],
  ['1s!', undefined],
])('the length %j is %s ms', (text, ms) => expect(parseLength(text)).toBe(ms))

test.each([
  ['2026-10-21T07:28:05Z', 5000],
  ['2026-10-21T07:28:00.250Z', 250],
  ['2026-10-21T09:28:01+02:00', 1000],
  ['2026-10-21T07:27:59Z', -1000],
  ['2026-13-45T07:27:59Z', undefined],
  ['2026-10-21', undefined],
  ['tomorrow', undefined],
])('the time %j is %s ms from now', (text, ms) => expect(parseTime(text, NOW)).toBe(ms))

describe('what a provider asks for', () => {
  test.each<[string, Record<string, string>, Failure | undefined, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, limited, 7000],
    ['parts of a second', { 'retry-after': '1.5' }, server, 1500],
    ['at once', { 'retry-after': '0' }, limited, 0],
    ['an HTTP date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:09 GMT' }, limited, 9000],
    ['an HTTP date that is past', { 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT' }, limited, undefined],
    ['an HTTP date of an old form', { 'retry-after': 'Wednesday, 21-Oct-26 07:28:09 GMT' }, limited, 9000],
    ['one that names no zone', { 'retry-after': 'Wed Oct 21 07:28:09 2026' }, limited, 9000],
    ['milliseconds before seconds', { 'retry-after-ms': '250', 'retry-after': '7' }, limited, 250],
    ['a negative number', { 'retry-after': '-5' }, limited, undefined],
    ['an absurd one', { 'retry-after': '86400' }, limited, undefined],
    ['no number', { 'retry-after': 'NaN' }, limited, undefined],
    [
      'an absurd one beside one to believe',
      { 'retry-after-ms': '99999999', 'retry-after': '2' },
      limited,
      2000,
    ],
    ["Google's RetryInfo", {}, { ...limited, waitMs: 34_400 }, 34_400],
    ['an absurd RetryInfo', {}, { ...limited, waitMs: 1e9 }, undefined],
    ['an RFC 3339 reset', { 'anthropic-ratelimit-requests-reset': '2026-10-21T07:28:03Z' }, limited, 3000],
    [
      'the reset of the limit that is used up',
      {
        'anthropic-ratelimit-requests-remaining': '12',
        'anthropic-ratelimit-requests-reset': '2026-10-21T07:28:40Z',
        'anthropic-ratelimit-input-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-10-21T07:28:04Z',
      },
      limited,
      4000,
    ],
    [
      'the latest of several',
      { 'x-ratelimit-reset-requests': '12ms', 'x-ratelimit-reset-tokens': '1m30s' },
      limited,
      90_000,
    ],
    ['a length', { 'x-ratelimit-reset-tokens': '6m0s' }, limited, 360_000],
    ['one header for all', { ratelimit: 'limit=10, remaining=0, reset=30' }, limited, 30_000],
    ['one header, later form', { ratelimit: '"requests";r=9;t=50, "tokens";r=0;t=5' }, limited, 5000],
    ['one header without numbers', { ratelimit: 'limit=10, reset=soon' }, limited, undefined],
    ['plain seconds', { 'x-ratelimit-reset': '20' }, limited, 20_000],
    ['seconds since 1970', { 'x-ratelimit-reset': String(NOW / 1000 + 30) }, limited, 30_000],
    ['milliseconds since 1970', { 'x-ratelimit-reset': String(NOW + 30) }, limited, 30],
    ['a reset that is past', { 'x-ratelimit-reset-tokens': '2026-10-21T07:00:00Z' }, limited, undefined],
    ['a reset beside a server error', { 'x-ratelimit-reset-tokens': '20s' }, server, undefined],
    ['nothing', {}, undefined, undefined],
  ])('%s', (_what, headers, failure, ms) => {
    const asked = askedWait(headers, failure, NOW)
    if (ms === undefined) expect(asked).toBeUndefined()
    else expect(asked).toBeCloseTo(ms, 0)
  })
})

describe('the wait before an attempt', () => {
  test('grows, has a ceiling, and keeps half of itself from chance', () => {
    expect([1, 2, 3, 4].map((attempt) => waitBefore(attempt, {}, server, 0, NOW))).toEqual([
      500, 1000, 2000, 4000,
    ])
    expect([1, 2, 3, 4].map((attempt) => waitBefore(attempt, {}, server, 1, NOW))).toEqual([
      1000, 2000, 4000, 8000,
    ])
    expect(waitBefore(1000, {}, server, 1, NOW)).toBe(60_000)
  })

  test('is never shorter than what was asked for, never negative and never absurd', () => {
    const arbitraryHeader = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.record({ 'retry-after': arbitraryHeader, 'x-ratelimit-reset-tokens': arbitraryHeader }),
        (attempt, random, headers) => {
          const wait = waitBefore(attempt, headers, limited, random, NOW)
          expect(wait).toBeGreaterThanOrEqual(Math.floor(askedWait(headers, limited, NOW) ?? 500))
          expect(wait).toBeLessThanOrEqual(LONGEST_WAIT_MS + 1000)
        },
      ),
    )
  })
})
