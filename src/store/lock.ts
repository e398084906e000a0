/**
 * The single-writer lock: a small SQLite file beside the record, held by an open write transaction for the life of
 * the process. The operating system drops it with the process, a kill included, so a file that was left behind
 * holds nobody up. Who holds it stands inside and can be read meanwhile.
 */
import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { EXIT } from '../core/problem.ts'
import { fileProblem, isBusy, isDamaged, toldError } from './errors.ts'
import { sizeOf } from './file.ts'

/** The process that holds a record for writing. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** ISO 8601, UTC. */
  readonly since: string
}

export interface Lock {
  release(): void
}

export const lockPath = (path: string): string => `${path}-lock`

/** Long enough for another process to finish asking who holds it; short enough to be told at once. */
const WAIT_MS = 300

/**
 * Takes the lock of the record at `path`. Throws a UserError: EXIT.busy with the holder where another process (or
 * another writer of this one) has it, EXIT.record where the lock's file cannot be written.
 */
export function takeLock(path: string, tries = 10): Lock {
  const file = lockPath(path)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: WAIT_MS })
    let me: Holder
    // A rival may write its name in the moment between our commit and our hold; then ours is written again.
    do {
      me = writeHolder(db)
    } while (!same(me, readHolder(db)) && db.exec('ROLLBACK') === undefined)
    return hold(db)
  } catch (error) {
    const holder = isBusy(error) && db ? tryHolder(db) : undefined
    closeQuietly(db)
    // Whose name stands there has ended: somebody only asks, and takes long over it on a busy machine.
    if (isBusy(error) && tries > 1 && holder && hasEnded(holder)) return takeLock(path, tries - 1)
    if (isBusy(error)) throw busy(path, holder)
    throw isDamaged(error) ? damaged(file) : toldError(path, error, true)
  }
}

/** Who holds the record at `path` for writing; undefined where nobody does. */
export function lockHolder(path: string): Holder | undefined {
  const file = lockPath(path)
  if (sizeOf(file) === undefined) return undefined
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return undefined
  } catch (error) {
    return isBusy(error) && db ? tryHolder(db) : undefined
  } finally {
    closeQuietly(db)
  }
}

/** Returns in a write transaction, which is the lock; the time is SQLite's own. */
function writeHolder(db: DatabaseSync): Holder {
  db.exec('BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since TEXT)')
  db.exec('DELETE FROM holder')
  const row = db
    .prepare("INSERT INTO holder VALUES (?, ?, strftime('%FT%R:%fZ', 'now')) RETURNING since")
    .get(process.pid, hostname())
  db.exec('COMMIT; BEGIN IMMEDIATE')
  return { pid: process.pid, host: hostname(), since: String(row?.since) }
}

function hold(db: DatabaseSync): Lock {
  return {
    release: () => {
      if (db.isOpen) db.close()
    },
  }
}

function readHolder(db: DatabaseSync): Holder | undefined {
  const row = db.prepare('SELECT pid, host, since FROM holder').get()
  return row && { pid: Number(row.pid), host: String(row.host), since: String(row.since) }
}

function tryHolder(db: DatabaseSync): Holder | undefined {
  try {
    return readHolder(db)
  } catch {
    return undefined
  }
}

/** A process of this machine that is there no more; of another one nobody knows. */
function hasEnded({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const same = (a: Holder, b: Holder | undefined): boolean =>
  a.pid === b?.pid && a.host === b.host && a.since === b.since

function closeQuietly(db: DatabaseSync | undefined): void {
  if (db?.isOpen) db.close()
}

const busy = (path: string, holder: Holder | undefined): Error =>
  fileProblem(
    path,
    'Another run is writing this record; nothing has been changed.',
    {
      found: holder
        ? `process ${holder.pid} on ${holder.host}, since ${holder.since}`
        : 'a process that has not given its name yet',
      mend: 'Wait until it has finished, or stop it: the next run goes on where it was.',
    },
    EXIT.busy,
  )

const damaged = (file: string): Error =>
  fileProblem(file, 'The lock beside the record is damaged.', {
    expected: 'a small SQLite file that Parley wrote',
    mend: 'If no run of this study is going on, delete it and run again; the record itself is not concerned.',
  })
