import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { append, emptyLog, type Log } from './log.ts'

/** Each step appends an entry to one of the logs that are already there. */
const steps = fc.array(fc.tuple(fc.nat(), fc.integer()), { maxLength: 60 })

describe('a log', () => {
  test('is a list that never changes, whatever is appended to it', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const logs: { log: Log<number>; entries: number[] }[] = [{ log: emptyLog(), entries: [] }]
        for (const [which, entry] of list) {
          const { log, entries } = logs[which % logs.length]!
          logs.push({ log: append(log, entry), entries: [...entries, entry] })
        }
        for (const { log, entries } of logs) {
          expect([...log]).toEqual(entries)
          expect(log.length).toBe(entries.length)
          expect(log.slice()).toEqual(entries)
          for (const from of [-100, -2, -1, 0, 1, 2, 100]) {
            expect(log.slice(from)).toEqual(entries.slice(from))
            expect(log.at(from)).toBe(entries.at(from))
          }
        }
      }),
    )
  })

  test('that grows at its end costs its length, not its square', () => {
    const n = 200_000
    const start = performance.now()
    let log = emptyLog<number>()
    const all: Log<number>[] = []
    for (let i = 0; i < n; i++) {
      log = append(log, i)
      all.push(log)
    }
    expect(all[n >> 1]!.length).toBe((n >> 1) + 1)
    expect(all[n >> 1]!.at(-1)).toBe(n >> 1)
    // Copying would be 20,000,000,000 entries.
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test('two futures of one past do not meet', () => {
    const past = append(append(emptyLog<string>(), 'a'), 'b')
    const one = append(past, 'c')
    const other = append(past, 'd')
    expect([...append(one, 'e')]).toEqual(['a', 'b', 'c', 'e'])
    expect([...append(other, 'f')]).toEqual(['a', 'b', 'd', 'f'])
    expect([...past]).toEqual(['a', 'b'])
  })
})
