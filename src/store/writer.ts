/** Appends to a record: events wait in memory until a commit makes all of them durable at once. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { RecordWriter, StoredEvent, StreamInfo } from './contract.ts'
import { toldError } from './errors.ts'
import { create, inspect, openToWrite, STREAM_SPAN } from './file.ts'
import { type Lock, takeLock } from './lock.ts'
import { Reading } from './reader.ts'

export interface WriterOptions {
  /** Pages of log before it is copied back into the file; a page is 8 KiB. LOG_PAGES unless given. */
  readonly checkpoint?: number
  /** The most pages that the file may have: a limit on its size. None unless given. */
  readonly maxPages?: number
}

/**
 * A log of 2 MiB is soon as long as it will be, and then written over: a durable write into a file took 47 to 52 µs
 * of processor time, one that also made the file longer 62 to 96. With 2000 pages as many bytes were written.
 */
const LOG_PAGES = 256

interface Stream {
  readonly name: string
  /** Its number in the file: from 1, in the order in which streams begin. */
  readonly id: number
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
  readonly #addEvent: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #streams = new Map<string, Stream>()
  #waiting: Waiting[] = []
  #pending = 0
  #lastId: number
  #committing: Promise<void> | undefined

  constructor(path: string, db: DatabaseSync, lock: Lock) {
    this.#path = path
    this.#db = db
    this.#lock = lock
    this.#reading = new Reading(db, path)
    this.#addEvent = db.prepare('INSERT INTO events (id, stream, body, hash, sealed) VALUES (?, ?, ?, ?, ?)')
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#end = db.prepare('COMMIT')
    for (const { stream: name, events, head } of this.#reading.streams()) {
      this.#streams.set(name, { name, id: this.#reading.idOf(name)!, next: events, head })
    }
    this.#lastId = this.#reading.lastId()
  }

  get pending(): number {
    return this.#pending
  }

  append(name: string, event: StoredEvent): void {
    const stream = this.#streams.get(name) ?? { name, id: this.#lastId + 1, next: 0, head: '' }
    if (event.seq !== stream.next) {
      throw new Error(`stream ${name}: event ${event.seq} was given where ${stream.next} is next`)
    }
    if (event.hash.length !== 64) throw new Error(`stream ${name}: event ${event.seq} has no hash`)
    if (stream.next === 0) {
      this.#streams.set(name, stream)
      this.#lastId = stream.id
    }
    stream.next++
    stream.head = event.hash
    this.#waiting.push({ stream, event })
    this.#pending += Buffer.byteLength(event.body)
    if (event.sealed !== undefined) this.#pending += Buffer.byteLength(event.sealed)
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
    const waiting = this.#waiting
    if (waiting.length === 0) return
    try {
      // One event is a transaction by itself.
      if (waiting.length === 1) this.#insert(waiting[0]!)
      else this.#insertAll(waiting)
      this.#settle()
    } catch (error) {
      this.#afterFailure()
      throw toldError(this.#path, error, true)
    }
  }

  /** Stream by stream, as they lie in the file: so fewer pages are split and written. */
  #insertAll(waiting: readonly Waiting[]): void {
    this.#begin.run()
    for (const one of waiting.toSorted((a, b) => a.stream.id - b.stream.id)) this.#insert(one)
    this.#end.run()
  }

  #insert({ stream, event }: Waiting): void {
    const name = event.seq === 0 ? stream.name : null
    const hash = Buffer.from(event.hash, 'hex')
    this.#addEvent.run(stream.id * STREAM_SPAN + event.seq, name, event.body, hash, event.sealed ?? null)
  }

  #settle(): void {
    this.#waiting = []
    this.#pending = 0
  }

  /**
   * What waited goes on waiting. But an error can also come from copying the log back after the commit itself
   * had succeeded; then the events are there and must not be written again.
   */
  #afterFailure(): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    const { stream, event } = this.#waiting.at(-1)!
    if (this.#stored(stream.name, event.seq)?.hash === event.hash) this.#settle()
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
    db = openToWrite(path, options.checkpoint ?? LOG_PAGES)
    if (options.maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${options.maxPages}`)
    return new SqliteWriter(path, db, lock)
  } catch (error) {
    if (db?.isOpen) db.close()
    lock.release()
    throw toldError(path, error, true)
  }
}
