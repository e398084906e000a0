/** Reads a record, also while it is written: SQLite shows each statement the last commit, whole. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import { EXIT, type UserError } from '../core/problem.ts'
import { shellWord } from '../core/shell-word.ts'
import type { RecordReader, StoredEvent, StreamInfo } from './contract.ts'
import { fileProblem, isUnopenable, toldError } from './errors.ts'
import { inspect, openImmutable, openToRead, STREAM_SPAN, sizeOf } from './file.ts'

const STREAMS = `
  SELECT names.stream, e.id % ${STREAM_SPAN}, e.hash FROM names JOIN events AS e ON e.id = (
    SELECT max(id) FROM events WHERE id >= number * ${STREAM_SPAN} AND id < (number + 1) * ${STREAM_SPAN}
  )
  ORDER BY number`

const NAMES = 'SELECT number, stream FROM names'
/** The first stream from a place on: its name stands in its first event's row. */
const FROM = `
  SELECT id / ${STREAM_SPAN}, coalesce(stream, 'stream ' || (id / ${STREAM_SPAN}))
  FROM events WHERE id = (SELECT min(id) FROM events WHERE id >= ?)`
/** Last, whether the stream is named where it should be and nowhere else: no hash covers that column. */
const EVENTS = `
  SELECT id % ${STREAM_SPAN}, body, hash, sealed, (stream IS NULL) = (id % ${STREAM_SPAN} > 0)
  FROM events WHERE id >= ? AND id < ? ORDER BY id`
const BYTES = 'SELECT CAST(body AS BLOB), CAST(sealed AS BLOB) FROM events WHERE id = ?'

/** The statements that reader and writer share. */
export class Reading {
  readonly #path: string
  readonly #streams: StatementSync
  readonly #names: StatementSync
  readonly #from: StatementSync
  readonly #events: StatementSync
  readonly #bytes: StatementSync
  /** Streams' numbers by name, as far as they are known. */
  #ids = new Map<string, number>()
  /** The highest number among them. */
  #last = 0

  constructor(db: DatabaseSync, path: string) {
    this.#path = path
    this.#streams = prepare(db, STREAMS)
    this.#names = prepare(db, NAMES)
    this.#from = prepare(db, FROM)
    this.#events = prepare(db, EVENTS)
    this.#bytes = prepare(db, BYTES)
  }

  streams(): StreamInfo[] {
    return rows(this.#streams.all()).map(([name, seq, hash]) => ({
      stream: String(name),
      events: Number(seq) + 1,
      head: hex(hash),
    }))
  }

  /** A stream's number in the file; undefined where there is no such stream. */
  idOf(stream: string): number | undefined {
    const known = this.#ids.get(stream)
    // A number never changes hands, so only a name that is not known yet needs another look.
    if (known !== undefined) return known
    // Those that came since are taken in one by one: a reader that follows a run asks often.
    while (this.#last > 0) {
      const [next] = rows(this.#from.all((this.#last + 1) * STREAM_SPAN))
      if (!next) break
      this.#last = Number(next[0])
      const name = String(next[1])
      if (!this.#ids.has(name)) this.#ids.set(name, this.#last)
    }
    if (this.#last === 0) {
      const all = rows(this.#names.all()).map(([id, name]) => [String(name), Number(id)] as const)
      // A name that stands twice was not written by Parley; the first counts, the other shows in `streams`.
      this.#ids = new Map(all.toReversed())
      this.#last = all.at(-1)?.[1] ?? 0
    }
    return this.#ids.get(stream)
  }

  /** The highest number that a stream has: 0 where there is none. */
  lastId(): number {
    this.idOf('')
    return this.#last
  }

  events(stream: string, from: number): StoredEvent[] {
    const id = this.idOf(stream)
    if (id === undefined) return []
    const base = id * STREAM_SPAN
    return rows(this.#events.all(base + from, base + STREAM_SPAN)).map(([seq, body, hash, sealed, named]) => {
      if (named === 0)
        throw this.#changed(
          stream,
          Number(seq),
          'a stream is named at another event than its first, or not at its first',
        )
      const event = { seq: Number(seq), body: String(body), hash: hex(hash) }
      const whole = sealed === null ? event : { ...event, sealed: String(sealed) }
      if (/\ufffd/.test(`${body}${sealed ?? ''}`)) this.#checkBytes(stream, base, whole)
      return whole
    })
  }

  /** Bytes that are no UTF-8 read as U+FFFD, so where one stands the bytes themselves are looked at. */
  #checkBytes(stream: string, base: number, event: StoredEvent): void {
    const [found] = rows(this.#bytes.all(base + event.seq))
    const texts = [event.body, ...(event.sealed === undefined ? [] : [event.sealed])]
    if (texts.every((text, i) => Buffer.from(text).equals(found?.[i] as Uint8Array))) return
    throw this.#changed(stream, event.seq, 'an event holds bytes that are no text')
  }

  #changed(stream: string, seq: number, how: string): UserError {
    const path = `${stream}, event ${seq}`
    return fileProblem(this.#path, `The record was changed: ${how}.`, { path }, EXIT.differs)
  }
}

function prepare(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

/** The types say objects; with `setReturnArrays` rows are arrays. */
const rows = (found: unknown): SQLOutputValue[][] => found as SQLOutputValue[][]

const hex = (hash: SQLOutputValue | undefined): string => Buffer.from(hash as Uint8Array).toString('hex')

/**
 * Opens a record to read it, also while another process writes it.
 * Throws a UserError (EXIT.record) where there is none, or where it cannot be read.
 */
export async function openReader(path: string): Promise<RecordReader> {
  if (inspect(path) === 'missing') {
    const none = () =>
      fileProblem(path, 'There is no record here.', { mend: 'Run the study first: parley run.' })
    throw published(path) ?? none()
  }
  const { db, reading } = open(path)
  const told = <T>(read: () => T): T => {
    try {
      return read()
    } catch (error) {
      throw toldError(path, error, false)
    }
  }
  return {
    streams: async () => told(() => reading.streams()),
    read: async (stream, from = 0) => told(() => reading.events(stream, from)),
    close: async () => {
      if (db.isOpen) db.close()
    },
  }
}

/**
 * A WAL file needs a folder that can be written to, for its shared memory. Where that is not so and no log is
 * left, the file alone is the whole record and is read as it stands.
 */
function open(path: string): { db: DatabaseSync; reading: Reading } {
  try {
    return start(openToRead(path), path)
  } catch (error) {
    if (!isUnopenable(error) || (sizeOf(`${path}-wal`) ?? 0) > 0) throw toldError(path, error, false)
  }
  try {
    return start(openImmutable(path), path)
  } catch (error) {
    throw toldError(path, error, false)
  }
}

function start(db: DatabaseSync, path: string): { db: DatabaseSync; reading: Reading } {
  try {
    return { db, reading: new Reading(db, path) }
  } catch (error) {
    db.close()
    throw error
  }
}

/** A folder that was published holds its record as text: what to tell of it; undefined where it is no such folder. */
export function published(path: string): UserError | undefined {
  const folder = dirname(path)
  if (!existsSync(join(folder, 'record', 'study.jsonl'))) return undefined
  return fileProblem(path, 'There is no record here: this is a published study, which holds it as text.', {
    mend: `Check it by parley verify ${shellWord(folder)}, and read the transcripts and tables in it.`,
  })
}
