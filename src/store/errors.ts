/** SQLite's and the file system's errors as a person should read them: which file, what happened, what to do. */
import { EXIT, type ExitCode, type Problem, UserError } from '../core/problem.ts'

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) that mean something to a person. */
const SQLITE = {
  error: 1,
  busy: 5,
  locked: 6,
  readonly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
}

/** SQLite's primary result code of an error; undefined for any other error. */
function sqliteCode(error: unknown): number | undefined {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}

export const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE.busy

export const isDamaged = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE.corrupt || sqliteCode(error) === SQLITE.notadb

/** Whether a statement does not fit the tables: one of them, or one of their columns, is not there. */
export const isOtherLayout = (error: unknown): boolean => sqliteCode(error) === SQLITE.error

/** Whether the file could not be opened the usual way, as a WAL file in a folder where nothing may be written. */
export const isUnopenable = (error: unknown): boolean =>
  sqliteCode(error) === SQLITE.cantopen || sqliteCode(error) === SQLITE.readonly

/** A problem with one file, ready to be thrown. */
export const fileProblem = (
  file: string,
  message: string,
  more: Omit<Problem, 'file' | 'message'> = {},
  exit: ExitCode = EXIT.record,
): UserError => new UserError([{ file, message, ...more }], exit)

const KEPT = 'Everything that was committed before is kept; run again to go on.'

/**
 * Makes a UserError of whatever opening, reading or writing `file` threw; an error that is none of SQLite's or
 * the file system's is returned as it is, since it is a fault of ours.
 */
export function toldError(file: string, error: unknown, writing: boolean): unknown {
  if (error instanceof UserError) return error
  const found = error instanceof Error ? error.message : String(error)
  const doing = writing ? 'written' : 'read'
  switch (sqliteCode(error)) {
    case SQLITE.full:
      return fileProblem(file, 'The record could not be written: the disk is full.', {
        mend: `Free some space. ${KEPT}`,
      })
    case SQLITE.readonly:
    case SQLITE.cantopen:
      return fileProblem(file, `The record cannot be ${doing}: its file or folder does not allow it.`, {
        found,
        mend: writing
          ? 'Check that the folder exists and that you may write to it and to the record.'
          : 'Check that you may read it. A record whose run was killed must be read from a folder that can be written to: copy it there with its -wal file.',
      })
    case SQLITE.io:
      return fileProblem(file, `The record could not be ${doing}: the disk reported an error.`, {
        found,
        mend: writing ? KEPT : 'Check the disk, or work with a copy.',
      })
    case SQLITE.corrupt:
      return fileProblem(file, 'The record is damaged: part of the file is missing or was changed.', {
        found,
        mend: 'Put back a copy. Nothing has been changed in the file.',
      })
    case SQLITE.notadb:
      return notRecord(file, 'a file that is no SQLite database')
    case SQLITE.busy:
    case SQLITE.locked:
      return fileProblem(file, 'The record is held by another program.', { found }, EXIT.busy)
    case undefined:
      return fileError(file, error, doing)
    default:
      return fileProblem(file, `The record could not be ${doing}.`, { found })
  }
}

function fileError(file: string, error: unknown, doing: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const system = error instanceof Error && 'syscall' in error
  if (!system || typeof code !== 'string') return error
  const known: Record<string, string> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'part of the path is a file, not a folder',
    EACCES: 'its folder does not allow it',
    EPERM: 'its folder does not allow it',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
  }
  return fileProblem(file, `The record cannot be ${doing}: ${known[code] ?? error.message}.`, {
    found: error.message,
  })
}

/** The file at the record's path is something else. */
export const notRecord = (file: string, found: string): UserError =>
  fileProblem(file, 'This is no Parley record.', {
    found,
    expected: 'an SQLite file that Parley wrote',
    mend: 'Move it away or name another path. Nothing has been changed in it.',
  })
