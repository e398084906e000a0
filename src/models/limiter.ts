/**
 * How many calls are in flight at one provider at a time. Nobody tells the number that a key may use, so it is found:
 * it doubles with each round of successes until the first rate limit is told, which halves it, and then grows by one a
 * round and is halved again (additive increase, multiplicative decrease, as TCP does: Chiu and Jain 1989). Server
 * errors say nothing of how much we may send and leave it where it is. Who waits is served in order.
 */

/** What a call came to, as far as the number of calls is concerned. */
export type CallEnd = 'ok' | 'rate-limited' | 'other'

export interface LimiterOptions {
  /** Calls in flight at first (8), at most (1024), at least (1). */
  readonly start?: number
  readonly ceiling?: number
  readonly floor?: number
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Calls back after so many milliseconds; for pauses that a provider asks for. */
  later(call: () => void, ms: number): void
}

/** A place among the calls in flight. */
export interface Permit {
  /**
   * Gives the place back, exactly once.
   * @param pauseMs how long the provider asks everybody to wait; no place is given meanwhile
   */
  done(end: CallEnd, pauseMs?: number): void
}

export interface Limiter {
  /** Waits for a place, in order; rejects with the signal's reason when it is aborted first. */
  acquire(signal?: AbortSignal): Promise<Permit>
  /** The level found so far, and what there is now. */
  readonly level: number
  readonly inFlight: number
  readonly waiting: number
}

/** A pause for all is believed up to a minute: one key's limit need not be another model's. */
const LONGEST_PAUSE_MS = 60_000

interface Waiter {
  readonly take: (permit: Permit) => void
  readonly signal: AbortSignal | undefined
  readonly onAbort: () => void
}

export function makeLimiter(options: LimiterOptions): Limiter {
  const { start = 8, ceiling = 1024, floor = 1, now, later } = options
  let level = Math.min(Math.max(start, floor), ceiling)
  let inFlight = 0
  /** Successes in this round; it is full with as many as the level. */
  let round = 0
  /** Most calls in flight in this round: a level that is not used is not tried, and must not grow. */
  let most = 0
  /** Cuts so far: what was sent before the last one was sent at an older level, and cuts no further. */
  let cuts = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let waking = false
  const queue = new Set<Waiter>()

  const pump = (): void => {
    while (queue.size > 0 && inFlight < level) {
      const pause = pausedUntil - now()
      if (pause > 0) {
        wakeAfter(pause)
        return
      }
      const waiter = queue.values().next().value!
      queue.delete(waiter)
      waiter.signal?.removeEventListener('abort', waiter.onAbort)
      waiter.take(permit())
    }
  }
  const wakeAfter = (ms: number): void => {
    if (waking) return
    waking = true
    later(() => {
      waking = false
      pump()
    }, ms)
  }
  const permit = (): Permit => {
    inFlight++
    most = Math.max(most, inFlight)
    const sentAfter = cuts
    let open = true
    return {
      done(end, pauseMs = 0) {
        if (!open) throw new Error('a place is given back once')
        open = false
        inFlight--
        if (end === 'ok') grow()
        else if (end === 'rate-limited') cut(sentAfter, pauseMs)
        pump()
      },
    }
  }
  const grow = (): void => {
    round++
    const full = round >= level
    // Before the first cut one more for each success: the level doubles each round, so that it is found soon.
    if (cuts === 0 ? level < 2 * most : full && most >= level) level = Math.min(ceiling, level + 1)
    if (!full) return
    round = 0
    most = inFlight
  }
  const cut = (sentAfter: number, pauseMs: number): void => {
    pausedUntil = Math.max(pausedUntil, now() + Math.min(pauseMs, LONGEST_PAUSE_MS))
    if (sentAfter < cuts) return
    cuts++
    round = 0
    most = inFlight
    level = Math.max(floor, Math.floor(level / 2))
  }
  return {
    acquire: (signal) =>
      new Promise((take, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        // Nobody waits: no need to listen for the end of waiting.
        if (queue.size === 0 && inFlight < level && pausedUntil <= now()) {
          take(permit())
          return
        }
        const onAbort = (): void => {
          queue.delete(waiter)
          reject(signal!.reason)
        }
        const waiter: Waiter = { take, signal, onAbort }
        queue.add(waiter)
        signal?.addEventListener('abort', onAbort, { once: true })
        pump()
      }),
    get level() {
      return level
    },
    get inFlight() {
      return inFlight
    },
    get waiting() {
      return queue.size
    },
  }
}
