/** The record on disk: streams of events, one writer, many readers. */
export interface StoredEvent {
  readonly seq: number
  /** The public JSON, exactly as it was hashed. */
  readonly body: string
  /** The chain's hash at this event: 64 hex digits. */
  readonly hash: string
  /** JSON of the sealed fields, `{ name: { salt, value } }`; undefined where nothing was sealed or it was left out. */
  readonly sealed?: string
}

export interface StreamInfo {
  readonly stream: string
  readonly events: number
  readonly head: string
}

/** Reads while others write. Every method throws a UserError for a record that cannot be read. */
export interface RecordReader {
  streams(): Promise<readonly StreamInfo[]>
  /** A stream's events from `from` on, in order; empty where there is none. */
  read(stream: string, from?: number): Promise<readonly StoredEvent[]>
  close(): Promise<void>
}

/**
 * Appends. Events are kept in the order they were given; `commit` returns when all of them are durable. Where
 * nothing paid for is at stake many appends share one commit.
 */
export interface RecordWriter extends RecordReader {
  /** Throws an Error when `event.seq` is not the stream's next. */
  append(stream: string, event: StoredEvent): void
  commit(): Promise<void>
  /** How many bytes wait for a commit. */
  readonly pending: number
}
