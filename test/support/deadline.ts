/** Deadlines that strike when a test says so, however quick or slow the machine is. */
import { vi } from 'vitest'

/** Far more than anything takes that is not held up on purpose. */
export const DEADLINE_MS = 60_000

/** Runs `work` on timers that go as usual until it strikes: then as much time has passed as a deadline has. */
export async function withDeadline<T>(work: (strike: () => void) => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    return await work(() => void setImmediate(() => vi.advanceTimersByTime(DEADLINE_MS)))
  } finally {
    vi.useRealTimers()
  }
}
