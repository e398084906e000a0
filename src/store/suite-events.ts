/** Events for the stores' tests: what stands in event n of a stream follows from its stream and n alone. */
import { GENESIS, sealEvent } from '../record/chain.ts'
import type { RecordWriter, StoredEvent } from './contract.ts'
import { nodeSha256 } from './node-hash.ts'

/** The event `seq` of a test stream; every third has a sealed field, some are long. */
export function testEvent(stream: string, seq: number, previous: string): StoredEvent {
  const text = `${stream} says ${seq}: ${'word '.repeat(seq % 40 === 7 ? 2000 : seq % 60)}`
  const at = new Date(Date.UTC(2025, 0, 1) + seq).toISOString()
  const event = { seq, at, type: 'reply.received', seat: 'buyer', turn: seq, repair: 0, text } as const
  const salt = nodeSha256(text).slice(0, 32)
  const sealed = seq % 3 === 0 ? { detail: { salt, value: `not for everyone: ${seq}` } } : undefined
  return sealEvent(event, previous, nodeSha256, sealed)
}

/** Appends test events that go on from where each stream stands, without committing. */
export class Appender {
  readonly #writer: RecordWriter
  readonly #at = new Map<string, { events: number; head: string }>()

  constructor(writer: RecordWriter) {
    this.#writer = writer
  }

  /** Goes on from what the record holds already. */
  static async resume(writer: RecordWriter): Promise<Appender> {
    const appender = new Appender(writer)
    for (const { stream, events, head } of await writer.streams()) appender.#at.set(stream, { events, head })
    return appender
  }

  /** Appends `count` events to a stream; returns how many it has then. */
  add(stream: string, count = 1): number {
    let { events, head } = this.#at.get(stream) ?? { events: 0, head: GENESIS }
    for (let i = 0; i < count; i++) {
      const event = testEvent(stream, events, head)
      this.#writer.append(stream, event)
      events++
      head = event.hash
    }
    this.#at.set(stream, { events, head })
    return events
  }
}

/** The first `count` events of a test stream. */
export function testStream(stream: string, count: number): StoredEvent[] {
  const events: StoredEvent[] = []
  let head = GENESIS
  for (let seq = 0; seq < count; seq++) {
    const event = testEvent(stream, seq, head)
    events.push(event)
    head = event.hash
  }
  return events
}
