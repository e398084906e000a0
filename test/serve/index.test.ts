/** An index that follows a record from event to event knows what one knows that reads it at the end. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RecordIndex } from '../../src/pages/record-index.ts'
import { tablesFor } from '../../src/pages/sections/results.ts'
import { attemptsOf, studyPage, studyResults } from '../../src/pages/study-page.ts'
import type { RecordReader, StoredEvent } from '../../src/store/contract.ts'
import { openReader } from '../../src/store/index.ts'
import { makePricer } from '../../src/study/pricing.ts'
import { reportStudy } from '../../src/study/study-report.ts'
import { home, play, playModels, shippedStudy } from '../support/serving.ts'

const pricer = makePricer()
const NOW = Date.parse('2030-01-01T00:00:00Z')

/** A record that grows: of all its events, in the order of their times, only the first so many are there. */
class Growing implements RecordReader {
  readonly #all: { readonly stream: string; readonly event: StoredEvent }[]
  length = 0

  private constructor(all: { readonly stream: string; readonly event: StoredEvent }[]) {
    this.#all = all
  }

  static async of(reader: RecordReader): Promise<Growing> {
    const all: { stream: string; event: StoredEvent; at: string; order: number }[] = []
    for (const { stream } of await reader.streams()) {
      for (const event of await reader.read(stream)) {
        const { at, type } = JSON.parse(event.body) as { at: string; type: string }
        // What says that a stream is closed comes after it, as every writer sees to.
        all.push({
          stream,
          event,
          at,
          order: stream !== 'study' ? 1 : type === 'negotiation.closed' || type === 'run.stopped' ? 2 : 0,
        })
      }
    }
    all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.order - b.order || a.event.seq - b.event.seq))
    return new Growing(inOrder(all))
  }

  get size(): number {
    return this.#all.length
  }

  async streams(): Promise<never> {
    throw new Error('an index reads no list of all streams')
  }

  async read(stream: string, from = 0): Promise<StoredEvent[]> {
    return this.#all
      .slice(0, this.length)
      .flatMap((one) => (one.stream === stream && one.event.seq >= from ? [one.event] : []))
  }

  async close(): Promise<void> {}
}

/** Streams keep their order whatever clocks say. */
function inOrder<T extends { readonly stream: string; readonly event: StoredEvent }>(
  list: readonly T[],
): T[] {
  const next = new Map<string, number>()
  const waiting = [...list]
  const ordered: T[] = []
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ stream, event }) => event.seq === (next.get(stream) ?? 0))
    const [one] = waiting.splice(at, 1)
    next.set(one!.stream, one!.event.seq + 1)
    ordered.push(one!)
  }
  return ordered
}

let folders: Record<string, string>
beforeAll(async () => {
  const at = home()
  folders = {
    offers: shippedStudy(at, 'concert-tickets', 1),
    talk: shippedStudy(at, 'orange-battery', 1),
    models: shippedStudy(at, 'concert-models', 1),
  }
  await play(folders.offers!)
  await play(folders.talk!)
  playModels(folders.models!, '--storm', '0.2')
})

describe.each(['offers', 'talk', 'models'])('%s', (name) => {
  test('followed step by step, it comes to what a reading at the end comes to', async () => {
    const file = join(folders[name]!, 'record.sqlite')
    const reader = await openReader(file)
    const growing = await Growing.of(reader)
    const followed = new RecordIndex(growing, file, pricer)
    const step = Math.max(1, Math.floor(growing.size / 40))
    let seen = -1
    for (growing.length = 0; growing.length < growing.size; growing.length += step) {
      await followed.look()
      if (!followed.plan) continue
      expect(followed.version).toBeGreaterThanOrEqual(seen)
      seen = followed.version
      const running = followed.places.filter(({ attempt }) => attempt.row.status === 'running')
      expect(running.every(({ state }) => state === 'open')).toBe(true)
    }
    growing.length = growing.size
    await followed.look()
    const fresh = new RecordIndex(reader, file, pricer)
    await fresh.look()
    expect(attemptsOf(followed, 'x')).toEqual(attemptsOf(fresh, 'x'))
    const page = (index: RecordIndex) =>
      studyPage(index, studyResults(index), { study: 'x', scenarioKey: () => 'y' }, NOW)
    expect(page(followed)).toEqual(page(fresh))
    // The report's own tables, but for the names that readers have for kinds of agreement.
    expect(page(fresh).tables).toEqual(tablesFor(await reportStudy(file)))
    await reader.close()
  })
})
