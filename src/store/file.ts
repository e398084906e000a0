/**
 * The record's file: its tables, how one is made, and what is checked before one is opened. A row is an event;
 * its key, made of its stream's number and its own, keeps two writers from both writing event n and the events of a
 * stream side by side. Why this layout: docs/decisions/0002.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { FORMAT } from '../record/events.ts'
import { fileProblem, isDamaged, isOtherLayout, notRecord, toldError } from './errors.ts'

/** "Prly" in ASCII: marks the file as a Parley record (https://www.sqlite.org/fileformat.html, offset 68). */
const APPLICATION_ID = 0x50726c79

/** Measured: smaller pages hold one long event each, larger ones are written too often (docs/decisions/0002). */
const PAGE_BYTES = 8192

/** An event's key is its stream's number times this, plus its `seq`: room for 2^30 events in each of 2^23 streams. */
export const STREAM_SPAN = 2 ** 30

/**
 * A trigger that refuses a change. Inserts are looked at too, as INSERT OR REPLACE removes a row without asking the
 * trigger that guards against removal, unless a connection was set up otherwise.
 */
const refuse = (change: string, when = '1'): string => `
  CREATE TRIGGER refuse_${change.toLowerCase()} BEFORE ${change} ON events WHEN ${when}
  BEGIN SELECT RAISE(ABORT, 'a record is append-only'); END;`

const SEQ = `% ${STREAM_SPAN}`
const NEXT = `(NEW.id ${SEQ} = 0 OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id - 1))`

/**
 * A stream's name stands in its first event's row, so that a commit mostly writes one page. `names` leaps from
 * stream to stream; one whose first event is missing is not passed over. `record` is for people with an SQLite shell.
 */
const TABLES = `
  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    stream TEXT CHECK ((stream IS NULL) = (id ${SEQ} > 0)),
    body TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    sealed TEXT
  ) STRICT;
  CREATE VIEW names AS
    WITH RECURSIVE starts (id) AS (
      SELECT min(id) FROM events
      UNION ALL
      SELECT (SELECT min(id) FROM events WHERE id >= (starts.id / ${STREAM_SPAN} + 1) * ${STREAM_SPAN})
      FROM starts WHERE starts.id IS NOT NULL
    )
    SELECT id / ${STREAM_SPAN} AS number, coalesce(stream, 'stream ' || (id / ${STREAM_SPAN})) AS stream
    FROM starts JOIN events USING (id);
  CREATE VIEW record AS
    SELECT names.stream, id ${SEQ} AS seq, body, lower(hex(hash)) AS hash, sealed
    FROM names JOIN events ON id >= number * ${STREAM_SPAN} AND id < (number + 1) * ${STREAM_SPAN} ORDER BY id;
  ${refuse('UPDATE')}
  ${refuse('DELETE')}
  ${refuse('INSERT', `NOT ${NEXT} OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)`)}
`

/** How long to wait for a lock that another connection holds for a moment (a checkpoint, a close). */
const WAIT_MS = 5000

/**
 * What lies at a path: a record of this version, or nothing.
 * Throws a UserError for any other file, another format, and tables that are not this version's. Nothing is
 * touched, not even a lock.
 */
export function inspect(path: string): 'record' | 'missing' {
  const size = sizeOf(path)
  if (size === undefined) return 'missing'
  if (size === 0) throw notRecord(path, 'an empty file')
  let marks: Marks
  try {
    marks = marksOf(path)
  } catch (error) {
    // A kill while the log was being copied back leaves a file that only its log makes whole.
    if (isDamaged(error) && (sizeOf(`${path}-wal`) ?? 0) > 0 && hasHeader(error)) return 'record'
    throw toldError(path, error, false)
  }
  if (marks.application !== APPLICATION_ID) throw notRecord(path, 'an SQLite file of another program')
  if (marks.version > FORMAT) {
    throw fileProblem(path, 'The record is of a newer format than this version of Parley reads.', {
      found: `format ${marks.version}`,
      expected: `format ${FORMAT}`,
      mend: 'Use the version of Parley that wrote it, or a newer one. Nothing has been changed in it.',
    })
  }
  if (marks.version !== FORMAT) {
    throw fileProblem(path, 'The record is marked with a format that no version of Parley has written.', {
      found: `format ${marks.version}`,
      expected: `format ${FORMAT}`,
      mend: CHANGED,
    })
  }
  if (marks.layout !== undefined) {
    throw fileProblem(path, "The record's tables are not those that this version of Parley reads.", {
      found: marks.layout,
      expected: `the tables of format ${FORMAT}`,
      mend: `Where the record was written while format ${FORMAT} was a draft: use that version of Parley. ${CHANGED}`,
    })
  }
  return 'record'
}

const CHANGED = 'Where the file was changed, put back a copy. Nothing has been changed in it now.'

interface Marks {
  readonly application: number
  readonly version: number
  /** What is wrong with the tables; undefined where they are this version's. */
  readonly layout?: string
}

/** The size in bytes of a file; undefined where there is none. Throws a UserError where that cannot be told. */
export function sizeOf(path: string): number | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) throw notRecord(path, 'a folder')
    return stat?.size
  } catch (error) {
    throw toldError(path, error, false)
  }
}

const hasHeader = (error: unknown): boolean => error instanceof Error && !/not a database/.test(error.message)

function marksOf(path: string): Marks {
  const db = openImmutable(path)
  try {
    const application = number(db.prepare('PRAGMA application_id').get()?.application_id)
    const version = number(db.prepare('PRAGMA user_version').get()?.user_version)
    if (application !== APPLICATION_ID || version !== FORMAT) return { application, version }
    const layout = layoutProblem(db)
    return { application, version, ...(layout === undefined ? {} : { layout }) }
  } finally {
    db.close()
  }
}

/** What of the tables is missing or otherwise named, in SQLite's words; undefined where all is there. */
function layoutProblem(db: DatabaseSync): string | undefined {
  try {
    db.prepare('SELECT id, stream, body, hash, sealed FROM events')
    db.prepare('SELECT number, stream FROM names')
    return undefined
  } catch (error) {
    if (!isOtherLayout(error)) throw error
    return (error as Error).message
  }
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * Opens the file as it stands, without its log and without a lock. The header must not be read with `fs`: closing
 * any handle of a file drops the POSIX locks that this process holds on it, SQLite's included
 * (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
export function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(resolve(path))
  url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true, timeout: WAIT_MS })
}

/** Opens a record to read it beside a writer. */
export const openToRead = (path: string): DatabaseSync =>
  new DatabaseSync(path, { readOnly: true, timeout: WAIT_MS })

/** Opens a record to append to it: write-ahead log, every commit durable. `checkpoint`: pages of log to allow. */
export function openToWrite(path: string, checkpoint: number): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: WAIT_MS })
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${checkpoint}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Makes an empty record. It is made under another name and then renamed, so that a kill never leaves half a
 * record at the path. The caller holds the writer's lock.
 */
export function create(path: string): void {
  const fresh = `${path}-new`
  for (const rest of ['', '-journal']) rmSync(fresh + rest, { force: true })
  const db = new DatabaseSync(fresh)
  try {
    db.exec(`
      PRAGMA page_size = ${PAGE_BYTES};
      PRAGMA synchronous = FULL;
      BEGIN;
      ${TABLES}
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${FORMAT};
      COMMIT;
    `)
  } finally {
    db.close()
  }
  renameSync(fresh, path)
  syncFolder(dirname(resolve(path)))
}

/** Makes the new name durable; where a folder cannot be synced (Windows) the system sees to that itself. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Nothing is lost but the guarantee that the empty record survives a power cut in this very moment.
  }
}
