/** Words of failures that a record keeps sealed, beside the turns they belong to. */
import { expect, test } from 'vitest'
import { GENESIS, sealEvent } from '../record/chain.ts'
import type { NegotiationEvent, Stamped } from '../record/events.ts'
import { sha256 } from '../record/hash.ts'
import type { StoryTurn } from '../record/story.ts'
import { attemptLines } from './story-calls.ts'
import { withWords } from './story-words.ts'

const salted = (value: string) => ({ salt: '0'.repeat(32), value })
const place = { seat: 'buyer', turn: 3, repair: 0 }
const failed = {
  ...{ seq: 1, at: '2026-01-01T00:00:00.000Z', type: 'call.failed', ...place, attempt: 1 },
  ...{ failure: 'bad-request', lost: false, totalMs: 100, status: 400 },
} as unknown as Stamped<NegotiationEvent>
const absent = {
  ...{ seq: 2, at: '2026-01-01T00:00:00.000Z', type: 'seat.absent', seat: 'buyer', turn: 3 },
  code: 'input-over-limit',
} as unknown as Stamped<NegotiationEvent>

const turn: StoryTurn = {
  ...{ turn: 3, seat: 'buyer', message: '', faults: [], changedTerms: false, absent: 'input-over-limit' },
  calls: [{ repair: 0, attempt: 1, end: 'failed', code: 'bad-request', status: 400, totalMs: 100 }],
}

test('are told where the record has them', () => {
  const first = sealEvent(failed, GENESIS, sha256, { message: salted(`No "${'x'.repeat(500)}\u001b[31m`) })
  const second = sealEvent(absent, first.hash, sha256, { detail: salted('900 tokens; the limit is 10') })
  const [told] = withWords([turn], [first, second])
  expect(told!.absentWords).toBe('900 tokens; the limit is 10')
  const [line] = attemptLines(told!.calls)
  expect(line).toMatch(/^Attempt 1: no reply came \(bad-request, HTTP 400\) after 0\.1 s\. No "x+/)
  expect(line!.length).toBeLessThan(400)
  expect(line).not.toContain('\u001b')
})

test('are left out where it has not, and belong to their own turn alone', () => {
  const bare = sealEvent(absent, GENESIS, sha256)
  expect(withWords([turn], [bare])).toEqual([turn])
  const sealed = sealEvent(absent, GENESIS, sha256, { detail: salted('why') })
  expect(withWords([{ ...turn, turn: 4 }], [sealed])).toEqual([{ ...turn, turn: 4 }])
})
