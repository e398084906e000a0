/** The folder that a site is written into: built beside it, and put in its place when it is whole. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import { SITE } from './names.ts'

/** What `site.json` says. */
export interface SiteMark {
  /** The version of the site's layout. */
  readonly parley_site: number
  readonly study: string
  readonly parley: string
  /** The hash that stands for the published folder. */
  readonly sealed?: string
}

export const SITE_FORMAT = 1

export interface TargetFolder {
  /** Where the files go meanwhile. */
  readonly parts: string
  /** Puts them in place of what was there. */
  finish(): void
  /** Takes them away where something went wrong. */
  drop(): void
}

/** Throws a UserError where the folder holds anything but a former site, or cannot be written. */
export function openTarget(folder: string): TargetFolder {
  const place = resolve(folder)
  mustBeFree(place, folder)
  const parts = join(dirname(place), `.${basename(place)}.parley-site`)
  const drop = (): void => rmSync(parts, { recursive: true, force: true })
  writable(folder, () => {
    drop()
    mkdirSync(parts, { recursive: true })
  })
  return {
    parts,
    finish: () =>
      writable(folder, () => {
        rmSync(place, { recursive: true, force: true })
        renameSync(parts, place)
      }),
    drop,
  }
}

function mustBeFree(place: string, folder: string): void {
  if (!existsSync(place)) return
  let names: string[]
  try {
    names = readdirSync(place)
  } catch {
    throw new UserError([{ file: folder, message: 'There is a file of this name.' }], EXIT.usage)
  }
  if (names.length === 0 || isSite(place)) return
  const mend = 'Name an empty folder, one that is not there yet, or a former site.'
  throw new UserError(
    [{ file: folder, message: 'The folder holds other files.', found: names.slice(0, 3).join(', '), mend }],
    EXIT.usage,
  )
}

function isSite(place: string): boolean {
  try {
    const mark = JSON.parse(readFileSync(join(place, SITE.mark), 'utf8')) as Partial<SiteMark>
    return Object.hasOwn(mark, 'parley_site')
  } catch {
    return false
  }
}

function writable(folder: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    const message = `The folder cannot be written: ${(error as Error).message}.`
    throw notWritten(folder, error) ?? new UserError([{ file: folder, message }], EXIT.record)
  }
}

/** What a disk or its permissions refuse, in words; a process that worked for this one tells only a message. */
const REFUSED: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no room left for this user',
  EROFS: 'the disk can only be read',
  EACCES: 'there is no permission to write there',
  EPERM: 'there is no permission to write there',
  ENOTDIR: 'a part of its path is a file',
  EFBIG: 'a file would be larger than is allowed',
  EIO: 'the disk does not work',
}

/** Undefined where the error is of another kind. */
export function notWritten(folder: string, error: unknown): UserError | undefined {
  const { code, message = '' } = error as NodeJS.ErrnoException
  const why = REFUSED[code ?? /^E[A-Z]+(?=:)/.exec(message)?.[0] ?? '']
  if (why === undefined) return undefined
  const told = `The site cannot be written: ${why}.`
  return new UserError(
    [{ file: folder, message: told, mend: 'Nothing of it is left, and a former site is as it was.' }],
    EXIT.record,
  )
}
