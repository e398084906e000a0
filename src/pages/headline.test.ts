/** What came out, in sentences that also fit a single play. */
import { describe, expect, test } from 'vitest'
import type { Analysis } from '../study/analysis.ts'
import { headlineOf } from './headline.ts'

type Counts = { completed: number; agreements: number; unknown: number; planned: number }

const first = (counts: Counts): string | undefined =>
  headlineOf({ pairings: [{ name: 'one', ...counts }], contrasts: [] } as unknown as Analysis)[0]

describe('the first sentence of a study', () => {
  test.each([
    [1, 1, 0, 'The negotiation was completed; it ended in agreement.'],
    [1, 0, 0, 'The negotiation was completed; it ended without agreement.'],
    [0, 0, 1, 'The negotiation was interrupted, and its outcome is unknown.'],
    [0, 0, 0, undefined],
  ])('of one play: %i completed, %i agreed, %i unknown', (completed, agreements, unknown, said) =>
    expect(first({ completed, agreements, unknown, planned: 1 })).toBe(said),
  )

  test.each([
    [4, 4, 0, 'All 4 negotiations were completed; every one ended in agreement.'],
    [4, 1, 0, 'All 4 negotiations were completed; 1 of the completed (25.0%) ended in agreement.'],
    [
      3,
      3,
      1,
      '3 of 4 negotiations were completed, 1 was interrupted; all of the completed ended in agreement.',
    ],
    [0, 0, 4, 'None of 4 negotiations was completed: all were interrupted, and their outcomes are unknown.'],
  ])('of four: %i completed, %i agreed, %i unknown', (completed, agreements, unknown, said) =>
    expect(first({ completed, agreements, unknown, planned: 4 })).toBe(said),
  )
})
