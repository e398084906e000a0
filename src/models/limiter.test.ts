/** The limiter on a clock that is moved by hand, and against a real server that takes only so many at a time. */
import { afterAll, describe, expect, test } from 'vitest'
import { startModelServer, whole } from '../../test/support/model-server.ts'
import { type CallEnd, type Limiter, type LimiterOptions, makeLimiter, type Permit } from './limiter.ts'
import { closeConnections, pooledTransport } from './transport.ts'

function setUp(options: Partial<LimiterOptions> = {}) {
  let time = 0
  const timers: { at: number; call: () => void }[] = []
  const limiter = makeLimiter({
    now: () => time,
    later: (call, ms) => void timers.push({ at: time + ms, call }),
    ...options,
  })
  const advance = async (ms: number): Promise<void> => {
    time += ms
    for (const timer of timers.splice(0)) {
      if (timer.at <= time) timer.call()
      else timers.push(timer)
    }
    await settle()
  }
  return { limiter, advance }
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

/** Takes as many places as there are. */
async function fill(limiter: Limiter, wanted: number): Promise<{ held: Permit[]; abandon: () => void }> {
  const held: Permit[] = []
  const end = new AbortController()
  for (let i = 0; i < wanted; i++)
    limiter.acquire(end.signal).then(
      (one) => held.push(one),
      () => {},
    )
  await settle()
  return { held, abandon: () => end.abort() }
}

/** One round: as many calls as there are places, all of which end so. */
async function round(limiter: Limiter, end: CallEnd): Promise<number> {
  const { held, abandon } = await fill(limiter, 1000)
  const sent = held.splice(0)
  abandon()
  for (const permit of sent) permit.done(end)
  return sent.length
}

describe('on a clock moved by hand', () => {
  test('doubles each round until the first cut, then grows by one a round', async () => {
    const { limiter } = setUp({ start: 2, ceiling: 100 })
    const sent: number[] = []
    for (let i = 0; i < 4; i++) sent.push(await round(limiter, 'ok'))
    expect(sent[0]).toBe(2)
    expect(sent[3]).toBeGreaterThanOrEqual(14)
    const { held, abandon } = await fill(limiter, 1000)
    abandon()
    const before = limiter.level
    for (const permit of held) permit.done('rate-limited')
    expect(limiter.level).toBe(Math.floor(before / 2))
    const after = limiter.level
    await round(limiter, 'ok')
    expect(limiter.level).toBe(after + 1)
    await round(limiter, 'ok')
    expect(limiter.level).toBe(after + 2)
  })

  test('a round that is refused as a whole cuts once', async () => {
    const { limiter } = setUp({ start: 64 })
    expect(await round(limiter, 'rate-limited')).toBe(64)
    expect(limiter.level).toBe(32)
    expect(await round(limiter, 'rate-limited')).toBe(32)
    expect(limiter.level).toBe(16)
  })

  test('server errors and lost calls leave the level where it is', async () => {
    const { limiter } = setUp({ start: 8 })
    await round(limiter, 'other')
    expect(limiter.level).toBe(8)
  })

  test('keeps between floor and ceiling', async () => {
    const { limiter } = setUp({ start: 4, floor: 2, ceiling: 6 })
    for (let i = 0; i < 5; i++) await round(limiter, 'ok')
    expect(limiter.level).toBe(6)
    for (let i = 0; i < 5; i++) await round(limiter, 'rate-limited')
    expect(limiter.level).toBe(2)
  })

  test('does not grow on a level that is not used', async () => {
    const { limiter } = setUp({ start: 8 })
    for (let i = 0; i < 50; i++) (await limiter.acquire()).done('ok')
    expect(limiter.level).toBe(8)
  })

  test('serves in order, and forgets those who give up', async () => {
    const { limiter } = setUp({ start: 1, ceiling: 1 })
    const first = await limiter.acquire()
    const order: string[] = []
    const give = new AbortController()
    const take = (name: string, signal?: AbortSignal) =>
      limiter.acquire(signal).then(
        (permit) => {
          order.push(name)
          permit.done('ok')
        },
        () => void order.push(`${name} gave up`),
      )
    const all = [take('a'), take('b', give.signal), take('c')]
    give.abort()
    first.done('ok')
    await Promise.all(all)
    expect(order.filter((name) => name.length === 1)).toEqual(['a', 'c'])
    expect(order).toContain('b gave up')
    expect(limiter.inFlight).toBe(0)
    expect(limiter.waiting).toBe(0)
    await expect(limiter.acquire(AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })

  test('nobody is sent while the provider asks for a pause; an absurd one is a minute', async () => {
    const { limiter, advance } = setUp({ start: 4 })
    const refused = await limiter.acquire()
    refused.done('rate-limited', 5000)
    const { held } = await fill(limiter, 2)
    expect(held.length).toBe(0)
    await advance(4999)
    expect(held.length).toBe(0)
    await advance(1)
    expect(held.length).toBe(2)
    held[0]!.done('rate-limited', 1e9)
    held[1]!.done('ok')
    const later = await fill(limiter, 1)
    await advance(60_000)
    expect(later.held.length).toBe(1)
  })

  test('a place is given back once', async () => {
    const { limiter } = setUp()
    const permit = await limiter.acquire()
    permit.done('ok')
    expect(() => permit.done('ok')).toThrow('once')
  })
})

describe('against a real server that takes 10 at a time', () => {
  afterAll(closeConnections)

  test('finds about that many, and most calls come through', async () => {
    const limiter = makeLimiter({
      start: 4,
      now: () => 0,
      later: () => {
        throw new Error('nobody asked for a pause')
      },
    })
    // All that were let through are inside before any is answered: however quick this machine is, they are as many.
    const inside: ((status: number) => unknown)[] = []
    let most = 0
    const look = (): void => {
      if (inside.length < limiter.inFlight) return
      for (const [place, answer] of inside.splice(0).entries()) {
        if (place < 10) most = Math.max(most, place + 1)
        answer(place < 10 ? 200 : 429)
      }
    }
    const server = await startModelServer((response, request) => {
      inside.push((status) => whole('{}', status)(response, request))
      look()
    })
    let refused = 0
    const levels: number[] = []
    const call = async (): Promise<void> => {
      for (;;) {
        const permit = await limiter.acquire()
        const { received } = await pooledTransport({
          ...{ url: server.url, headers: {}, body: '{}', timeoutMs: 60_000, secret: '' },
        })
        const limited = received!.status === 429
        permit.done(limited ? 'rate-limited' : 'ok')
        look()
        levels.push(limiter.level)
        if (!limited) return
        refused++
      }
    }
    await Promise.all(Array.from({ length: 1000 }, call))
    const late = levels.slice(-500).sort((a, b) => a - b)
    expect(late[250]).toBeGreaterThanOrEqual(4)
    expect(late[250]).toBeLessThanOrEqual(14)
    expect(most).toBe(10)
    expect(refused).toBeLessThan(250)
    await server.close()
  })
})
