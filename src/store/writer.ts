/** Appends to a record: events wait in memory until a commit makes all of them durable at once. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { RecordWriter, StoredEvent, StreamInfo } from './contract.ts'
import { toldError } from './errors.ts'
import { create, inspect, openToWrite, STREAM_SPAN } from './file.ts'
import { type Lock, takeLock } from './lock.ts'
import { Reading } from './reader.ts'

export interface WriterOptions {
  /** Pages of log before it is copied back into the file; a page is 8 KiB. 2000 unless given. */
  readonly checkpoint?: number
  /** The most pages that the file may have: a limit on its size. None unless given. */
  readonly maxPages?: number
}

interface Stream {
  readonly name: string
  /** Its number in the file; undefined until its first commit. */
  id: number | undefined
  next: number
  head: string
}

interface Waiting {
  readonly stream: Stream
  readonly event: StoredEvent
}

class SqliteWriter implements RecordWriter {
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #lock: Lock
  readonly #reading: Reading
  readonly #addStream: StatementSync
  readonly #addEvent: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #streams: Map<string, Stream>
  #waiting: Waiting[] = []
  #pending = 0
  #committing: Promise<void> | undefined

  constructor(path: string, db: DatabaseSync, lock: Lock) {
    this.#path = path
    this.#db = db
    this.#lock = lock
    this.#reading = new Reading(db, path)
    this.#addStream = db.prepare('INSERT INTO streams (name) VALUES (?)')
    this.#addEvent = db.prepare('INSERT INTO events (id, body, hash, sealed) VALUES (?, ?, ?, ?)')
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#end = db.prepare('COMMIT')
    const known = this.#reading.streams()
    this.#streams = new Map(
      known.map(({ stream: name, events, head }) => [
        name,
        { name, id: this.#reading.idOf(name), next: events, head },
      ]),
    )
  }

  get pending(): number {
    return this.#pending
  }

  append(name: string, event: StoredEvent): void {
    const stream = this.#streams.get(name) ?? { name, id: undefined, next: 0, head: '' }
    if (event.seq !== stream.next) {
      throw new Error(`stream ${name}: event ${event.seq} was given where ${stream.next} is next`)
    }
    if (!/^[0-9a-f]{64}$/.test(event.hash)) {
      throw new Error(`stream ${name}: event ${event.seq} has no hash of 64 hex digits`)
    }
    stream.next++
    stream.head = event.hash
    this.#streams.set(name, stream)
    this.#waiting.push({ stream, event })
    this.#pending += Buffer.byteLength(event.body) + Buffer.byteLength(event.sealed ?? '')
  }

  /** Whoever asks in the same turn of the event loop shares one commit. */
  commit(): Promise<void> {
    this.#committing ??= Promise.resolve().then(() => {
      this.#committing = undefined
      this.#flush()
    })
    return this.#committing
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const begun: Stream[] = []
    try {
      const [first, second] = this.#waiting
      // One event of a stream that is there already is a transaction by itself.
      if (second === undefined && first!.stream.id !== undefined) this.#insert(first!)
      else this.#insertAll(begun)
      this.#waiting = []
      this.#pending = 0
    } catch (error) {
      this.#afterFailure(begun)
      throw toldError(this.#path, error, true)
    }
  }

  /** Stream by stream, as they lie in the file: so fewer pages are split and written. */
  #insertAll(begun: Stream[]): void {
    this.#begin.run()
    for (const { stream } of this.#waiting) {
      if (stream.id !== undefined) continue
      stream.id = Number(this.#addStream.run(stream.name).lastInsertRowid)
      begun.push(stream)
    }
    const sorted = this.#waiting.toSorted((a, b) => a.stream.id! - b.stream.id!)
    for (const waiting of sorted) this.#insert(waiting)
    this.#end.run()
  }

  #insert({ stream, event }: Waiting): void {
    const hash = Buffer.from(event.hash, 'hex')
    this.#addEvent.run(stream.id! * STREAM_SPAN + event.seq, event.body, hash, event.sealed ?? null)
  }

  /**
   * What waited goes on waiting. But an error can also come from copying the log back after the commit itself
   * had succeeded; then the events are there and must not be written again.
   */
  #afterFailure(begun: readonly Stream[]): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    const { stream, event } = this.#waiting.at(-1)!
    if (this.#stored(stream.name, event.seq)?.hash === event.hash) {
      this.#waiting = []
      this.#pending = 0
    } else {
      for (const one of begun) one.id = undefined
    }
  }

  #stored(name: string, seq: number): StoredEvent | undefined {
    try {
      return this.#reading.events(name, seq)[0]
    } catch {
      return undefined
    }
  }

  async streams(): Promise<readonly StreamInfo[]> {
    return [...this.#streams].map(([stream, { next, head }]) => ({ stream, events: next, head }))
  }

  async read(name: string, from = 0): Promise<readonly StoredEvent[]> {
    const waiting = this.#waiting.filter((one) => one.stream.name === name && one.event.seq >= from)
    try {
      return [...this.#reading.events(name, from), ...waiting.map((one) => one.event)]
    } catch (error) {
      throw toldError(this.#path, error, false)
    }
  }

  /** Commits, then leaves one plain file without a log, and lets the lock go whatever happens. */
  async close(): Promise<void> {
    if (!this.#db.isOpen) return
    try {
      await this.commit()
    } finally {
      leavePlain(this.#db)
      this.#db.close()
      this.#lock.release()
    }
  }
}

/** Not to be insisted on: a reader that is still at work, or a full disk, leaves the log, which is read as well. */
function leavePlain(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 200; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
  } catch {
    // The next writer or reader takes the log up.
  }
}

/**
 * Opens a record to append to it; makes one where there is none. The folder must exist.
 * Throws a UserError: EXIT.busy where another process writes it, EXIT.record where it cannot be written or the
 * file is something else; then nothing has been changed.
 */
export async function openWriter(path: string, options: WriterOptions = {}): Promise<RecordWriter> {
  inspect(path)
  const lock = takeLock(path)
  let db: DatabaseSync | undefined
  try {
    if (inspect(path) === 'missing') create(path)
    db = openToWrite(path, options.checkpoint ?? 2000)
    if (options.maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${options.maxPages}`)
    return new SqliteWriter(path, db, lock)
  } catch (error) {
    if (db?.isOpen) db.close()
    lock.release()
    throw toldError(path, error, true)
  }
}
