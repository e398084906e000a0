/**
 * How a run writes: events are stamped, chained and handed to the store, and made durable together. The salts
 * and the clock come from outside.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { GENESIS, type SealedField, sealEvent } from '../record/chain.ts'
import type { ParleyEvent } from '../record/events.ts'
import type { Sha256 } from '../record/hash.ts'
import { GROUP_BYTES, type RecordWriter, type StreamInfo } from '../store/contract.ts'

export interface JournalOptions {
  now(): Date
  /** A fresh random salt, for each sealed field. */
  salt(): string
  readonly sha256: Sha256
  /** Where the streams stand that are on disk already. */
  readonly streams: readonly StreamInfo[]
}

export interface Journal {
  /** Puts an event at the end of a stream; `sealed` fields lie beside its public body. */
  append(stream: string, event: ParleyEvent, sealed?: Readonly<Record<string, string>>): void
  /** Makes everything durable where it has waited long enough or has become much; else does nothing. */
  settle(): Promise<void> | undefined
  /** Makes everything durable. */
  commit(): Promise<void>
  /**
   * Makes everything durable, together with whatever else is written in this turn of the event loop: what many
   * negotiations wait for costs one commit.
   */
  commitTogether(): Promise<void>
  /** A stream's length and last hash. */
  at(stream: string): { readonly events: number; readonly head: string }
  /** The time of the last event, in milliseconds since 1970. */
  readonly time: number
}

/** What a kill may cost: nothing that was paid for, so replies wait for each other this long at most. */
const WAIT_MS = 100

export function makeJournal(writer: RecordWriter, options: JournalOptions): Journal {
  const { now, salt, sha256 } = options
  const heads = new Map(options.streams.map(({ stream, events, head }) => [stream, { events, head }]))
  let time = now().getTime()
  let committed = time
  const at = (stream: string) => heads.get(stream) ?? { events: 0, head: GENESIS }
  const commit = async (): Promise<void> => {
    committed = time
    await writer.commit()
  }
  let together: Promise<void> | undefined
  return {
    append(stream, event, sealed) {
      const date = now()
      time = date.getTime()
      const { events, head } = at(stream)
      let salted: Record<string, SealedField> | undefined
      for (const name in sealed) {
        salted ??= {}
        salted[name] = { salt: salt(), value: sealed[name]! }
      }
      const stamped = { seq: events, at: date.toISOString(), ...event }
      const stored = sealEvent(stamped, head, sha256, salted)
      writer.append(stream, stored)
      heads.set(stream, { events: events + 1, head: stored.hash })
    },
    settle: () => {
      const waited = time - committed
      // Below zero where somebody has put the clock back.
      const long = waited < 0 || waited >= WAIT_MS
      return long || writer.pending >= GROUP_BYTES ? commit() : undefined
    },
    commit,
    commitTogether() {
      together ??= endOfTurn().then(() => {
        together = undefined
        return commit()
      })
      return together
    },
    at,
    get time() {
      return time
    },
  }
}
