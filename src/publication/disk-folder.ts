/** A published folder on a disk. */
import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import type { Folder } from './folder.ts'

export function diskFolder(folder: string): Folder {
  return {
    name: folder,
    open(path) {
      let file: number
      try {
        // Asked first: to open a pipe would wait for whoever writes into it.
        if (!statSync(join(folder, path)).isFile()) return undefined
        file = openSync(join(folder, path), 'r')
      } catch {
        return undefined
      }
      return { read: (into) => readSync(file, into), close: () => closeSync(file) }
    },
    whyNot: (path) => whyNot(join(folder, path)),
    list: () =>
      listed(folder)
        .filter((entry) => !entry.isDirectory())
        .map((entry) =>
          join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'),
        )
        .sort(),
  }
}

function listed(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    const { code = 'unknown', path = folder } = error as NodeJS.ErrnoException
    const message = `The folder cannot be listed (${code}), so that nothing was checked.`
    const mend = 'Give yourself the right to read it and all folders in it, and check again.'
    throw new UserError([{ file: path, message, mend }], EXIT.record)
  }
}

/** Why a file that is there cannot be read, and what helps; undefined where there is none, or nothing stands in the way. */
function whyNot(path: string): string | undefined {
  try {
    const found = statSync(path)
    if (found.isDirectory()) return notAFile('A folder')
    if (!found.isFile()) return notAFile('Something that is no file')
    const file = openSync(path, 'r')
    try {
      readSync(file, new Uint8Array(1))
    } finally {
      closeSync(file)
    }
    return undefined
  } catch (error) {
    return reasonOf((error as NodeJS.ErrnoException).code ?? 'unknown', path)
  }
}

const notAFile = (what: string): string =>
  `${what} stands in the place of the file: bring the file back from where the folder was published, and check again.`

function reasonOf(code: string, path: string): string | undefined {
  switch (code) {
    case 'ENOENT':
      // A link is there, and what it leads to is not.
      return lstatSync(path, { throwIfNoEntry: false }) === undefined
        ? undefined
        : 'A link that leads nowhere stands in the place of the file: put the file itself there, and check again.'
    case 'ENOTDIR':
      return undefined
    case 'EACCES':
    case 'EPERM':
      return `The file is there and may not be read (${code}), so that it was not checked: give yourself the right to read it and the folders above it, and check again.`
    case 'ELOOP':
      return 'Links in the place of the file lead in a circle: put the file itself there, and check again.'
    case 'EMFILE':
    case 'ENFILE':
      return `Too many files are open (${code}), so that it was not checked: close other programs or raise the limit (ulimit -n), and check again.`
    default:
      return `The file is there and cannot be read (${code}), so that it was not checked: copy the folder anew, to another disk where this one is failing, and check again.`
  }
}
