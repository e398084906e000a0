/** What a record holds, for tests that compare runs: replies and outcomes, without times, ids and salts. */
import { checkChain, openEvent } from '../src/record/chain.ts'
import type { ParleyEvent, Stamped } from '../src/record/events.ts'
import { openReader } from '../src/store/index.ts'
import { nodeSha256 } from '../src/store/node-hash.ts'

export interface Dump {
  /** By negotiation: each reply with its seat, turn and repair, then how it ended, with the points. */
  readonly negotiations: Readonly<Record<string, readonly string[]>>
  /** Types of the study's own events, in order. */
  readonly study: readonly string[]
  /** How often each negotiation was closed. */
  readonly closed: Readonly<Record<string, number>>
  /** How often a negotiation was gone on with. */
  readonly resumed: number
}

/** Reads a whole record, and throws where the chain of any stream is not whole. */
export async function dump(record: string): Promise<Dump> {
  const reader = await openReader(record)
  try {
    const negotiations: Record<string, string[]> = {}
    const study: string[] = []
    const closed: Record<string, number> = {}
    let resumed = 0
    for (const { stream, events: count } of await reader.streams()) {
      const stored = await reader.read(stream)
      const broken = checkChain(stored, nodeSha256)
      if (broken || stored.length !== count)
        throw new Error(`${stream}: ${broken?.message ?? 'missing events'}`)
      const events = stored.map((event) => openEvent(event).event as Stamped<ParleyEvent>)
      const lines: string[] = []
      for (const event of events) {
        if (stream === 'study') study.push(event.type)
        if (event.type === 'negotiation.closed')
          closed[event.negotiation] = (closed[event.negotiation] ?? 0) + 1
        if (event.type === 'negotiation.resumed') resumed++
        if (event.type === 'reply.received') {
          lines.push(`${event.seat} ${event.turn}.${event.repair} ${event.text} ${event.read}`)
        }
        if (event.type === 'seat.absent') lines.push(`${event.seat} absent ${event.code}`)
        if (event.type === 'negotiation.ended') lines.push(JSON.stringify([event.end, event.points]))
      }
      if (stream !== 'study') negotiations[stream] = lines
    }
    return { negotiations, study, closed, resumed }
  } finally {
    await reader.close()
  }
}
