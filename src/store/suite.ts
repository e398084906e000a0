/** What every store must do, whatever it keeps the record in: the tests that all of them share. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { checkChain } from '../record/chain.ts'
import type { RecordReader, RecordWriter, StoredEvent } from './contract.ts'
import { nodeSha256 } from './node-hash.ts'
import { Appender, testStream } from './suite-events.ts'

export interface StoreUnderTest {
  readonly name: string
  /** The URL of a module that exports `openWriter(place)`, for other processes. */
  readonly module: string
  /** A place where no record is yet. */
  place(): Promise<string>
  openWriter(place: string): Promise<RecordWriter>
  openReader(place: string): Promise<RecordReader>
}

const CHILD = fileURLToPath(new URL('./suite-child.ts', import.meta.url))

/** Starts the process of suite-child.ts. `lines` are what it says. */
export function startChild(module: string, place: string, what: 'append' | 'hold' | 'fill'): Child {
  return watchChild(
    spawn(process.execPath, [CHILD, module, place, what], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
}

export interface Child {
  readonly process: ChildProcess
  /** Everything said so far. */
  readonly lines: string[]
  /** Resolves with the first line. */
  readonly first: Promise<string>
  /** Resolves when the process has ended and all its lines are there. */
  readonly ended: Promise<void>
}

/** Collects what a child process says, line by line. */
export function watchChild(child: ChildProcess): Child {
  const lines: string[] = []
  const { promise: first, resolve, reject } = Promise.withResolvers<string>()
  const reader = createInterface({ input: child.stdout! })
  reader.on('line', (line) => {
    lines.push(line)
    resolve(line)
  })
  const closed = new Promise<void>((done) => reader.on('close', done))
  const exited = new Promise<void>((done) => child.on('exit', () => done()))
  const ended = Promise.all([closed, exited]).then(() => reject(new Error('the child ended without a word')))
  first.catch(() => undefined)
  return { process: child, lines, first, ended }
}

/** Runs the shared tests on one store. */
export function storeSuite(store: StoreUnderTest): void {
  describe(`${store.name}: one process`, () => {
    test('a new record holds nothing', async () => {
      const place = await store.place()
      const writer = await store.openWriter(place)
      expect(await writer.streams()).toEqual([])
      expect(await writer.read('nobody')).toEqual([])
      await writer.close()
      const reader = await store.openReader(place)
      expect(await reader.streams()).toEqual([])
      expect(await reader.read('nobody')).toEqual([])
      await reader.close()
    })

    test('gives back what was appended, byte for byte, in order, whatever streams lie between', async () => {
      const place = await store.place()
      const writer = await store.openWriter(place)
      const appender = new Appender(writer)
      for (let i = 0; i < 100; i++) for (const stream of ['b', 'a', 'c']) appender.add(stream)
      await writer.close()
      const reader = await store.openReader(place)
      for (const stream of ['a', 'b', 'c']) expect(await reader.read(stream)).toEqual(testStream(stream, 100))
      expect(await reader.read('b', 97)).toEqual(testStream('b', 100).slice(97))
      expect(await reader.read('b', 100)).toEqual([])
      const head = (stream: string) => testStream(stream, 100).at(-1)!.hash
      expect(await reader.streams()).toEqual(
        ['b', 'a', 'c'].map((stream) => ({ stream, events: 100, head: head(stream) })),
      )
      await reader.close()
    })

    test('refuses an event that is not the next of its stream, and keeps on', async () => {
      const writer = await store.openWriter(await store.place())
      const [first, second, third] = testStream('a', 3) as [StoredEvent, StoredEvent, StoredEvent]
      expect(() => writer.append('a', second)).toThrow('0 is next')
      writer.append('a', first)
      expect(() => writer.append('a', first)).toThrow('1 is next')
      await writer.commit()
      expect(() => writer.append('a', first)).toThrow('1 is next')
      expect(() => writer.append('a', third)).toThrow('1 is next')
      writer.append('a', second)
      await writer.commit()
      expect(await writer.read('a')).toEqual([first, second])
      await writer.close()
    })

    test('others see what is committed, the writer also what waits', async () => {
      const place = await store.place()
      const writer = await store.openWriter(place)
      const appender = new Appender(writer)
      const reader = await store.openReader(place)
      expect(writer.pending).toBe(0)
      appender.add('a', 3)
      expect(writer.pending).toBeGreaterThan(300)
      expect(await reader.read('a')).toEqual([])
      expect(await writer.read('a', 1)).toEqual(testStream('a', 3).slice(1))
      expect((await writer.streams())[0]?.events).toBe(3)
      await Promise.all([writer.commit(), writer.commit()])
      expect(writer.pending).toBe(0)
      expect(await reader.read('a')).toEqual(testStream('a', 3))
      appender.add('a', 2)
      await writer.close()
      expect(await reader.read('a')).toEqual(testStream('a', 5))
      await reader.close()
    })

    test('goes on after closing where it was', async () => {
      const place = await store.place()
      for (let round = 1; round <= 3; round++) {
        const writer = await store.openWriter(place)
        const appender = await Appender.resume(writer)
        expect(appender.add('a', 10)).toBe(10 * round)
        appender.add(`only ${round}`)
        await writer.close()
        await writer.close()
      }
      const reader = await store.openReader(place)
      expect(await reader.read('a')).toEqual(testStream('a', 30))
      expect((await reader.streams()).map((info) => info.stream)).toEqual(['a', 'only 1', 'only 2', 'only 3'])
      await reader.close()
    })
  })

  describe(`${store.name}: several processes`, () => {
    test('a second writer is told who writes, and may write once that process was killed', async () => {
      const place = await store.place()
      const child = startChild(store.module, place, 'hold')
      await child.first
      const refused = await store.openWriter(place).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(UserError)
      expect((refused as UserError).exit).toBe(EXIT.busy)
      expect((refused as UserError).problems[0]?.found).toMatch(
        new RegExp(`process ${child.process.pid} .* since 20`),
      )
      child.process.kill('SIGKILL')
      await child.ended
      const writer = await store.openWriter(place)
      const own = await store.openWriter(place).catch((error: unknown) => error)
      expect((own as UserError).exit).toBe(EXIT.busy)
      await writer.close()
      await (await store.openWriter(place)).close()
    })

    test('two readers follow a writer in another process and never see half a commit', async () => {
      const place = await store.place()
      await (await store.openWriter(place)).close()
      const readers = [await store.openReader(place), await store.openReader(place)]
      const child = startChild(store.module, place, 'append')
      await child.first
      let seen = 0
      for (let look = 0; look < 20 || seen <= 20; look++) {
        const said = JSON.parse(child.lines.at(-1)!) as Record<string, number>
        for (const reader of readers) {
          const events = await reader.read('a')
          expect(checkChain(events, nodeSha256)).toBeUndefined()
          expect(events.length).toBeGreaterThanOrEqual(Math.max(seen, said.a ?? 0))
          seen = events.length
        }
        await wait(10)
      }
      child.process.kill('SIGKILL')
      await child.ended
      for (const reader of readers) await reader.close()
      expect(seen).toBeGreaterThan(20)
    })

    test('killed again and again, it holds all that was committed, whole and once', async () => {
      const place = await store.place()
      let held = 0
      for (let round = 0; round < 15; round++) {
        const child = startChild(store.module, place, 'append')
        await child.first
        await wait(Math.random() * 60)
        child.process.kill('SIGKILL')
        await child.ended
        // A line holds the streams that this process appended to, each with its length at the last commit.
        const committed = JSON.parse(child.lines.at(-1)!) as Record<string, number>
        const reader = await store.openReader(place)
        const streams = await reader.streams()
        for (const stream of Object.keys(committed)) {
          expect(streams.map((info) => info.stream)).toContain(stream)
        }
        const now = streams.reduce((sum, { events }) => sum + events, 0)
        expect(now).toBeGreaterThan(held)
        held = now
        for (const { stream, events } of streams) {
          expect(events).toBeGreaterThanOrEqual(committed[stream] ?? 0)
          const stored = await reader.read(stream)
          expect(stored.length).toBe(events)
          if (round % 5 === 4) expect(stored).toEqual(testStream(stream, events))
          else expect(checkChain(stored, nodeSha256)).toBeUndefined()
        }
        await reader.close()
      }
    })
  })
}
