/** A published folder on a disk. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from './folder.ts'

export function diskFolder(folder: string): Folder {
  return {
    name: folder,
    open(path) {
      let file: number
      try {
        file = openSync(join(folder, path), 'r')
      } catch {
        return undefined
      }
      return { read: (into) => readSync(file, into), close: () => closeSync(file) }
    },
    list: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) =>
          join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'),
        )
        .sort(),
  }
}
