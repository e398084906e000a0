/** The record on disk: streams of events, one writer, many readers. Events of a stream count from 0. */
import type { StoredEvent } from '../record/stored.ts'

export type { StoredEvent }

export interface StreamInfo {
  readonly stream: string
  /** How many events it has, which is also the next event's `seq`. */
  readonly events: number
  /** The hash of its last event. */
  readonly head: string
}

/** Reads while others write. Every method throws a UserError for a record that cannot be read. */
export interface RecordReader {
  /** Every stream that has events, in the order in which they began. */
  streams(): Promise<readonly StreamInfo[]>
  /** A stream's events from `seq` `from` on (0 unless given), in order; empty where there is none. */
  read(stream: string, from?: number): Promise<readonly StoredEvent[]>
  close(): Promise<void>
}

/**
 * Appends. Events are kept in the order they were given; `commit` returns when all of them are durable, and
 * throws a UserError (EXIT.record) where that cannot be done, a full disk say: what was committed before stays.
 * Where nothing paid for is at stake many appends share one commit: one for every GROUP_BYTES of `pending`.
 * A writer's own `read` and `streams` see what waits as well; other readers see what is committed alone.
 * `close` commits first.
 */
export interface RecordWriter extends RecordReader {
  /** Throws an Error when `event.seq` is not the stream's next. */
  append(stream: string, event: StoredEvent): void
  commit(): Promise<void>
  /** How many bytes wait for a commit. */
  readonly pending: number
}

/**
 * How much is worth one commit where only speed is at stake. Smaller groups write the last, half-filled page of
 * the file more often: at 256 KiB the bytes written stay under three times the events' (docs/decisions/0002).
 */
export const GROUP_BYTES = 256 * 1024
