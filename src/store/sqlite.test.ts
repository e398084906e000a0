/** The SQLite store: the shared suite, its lock, and what it says of files and disks that are not well. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openReader } from './reader.ts'
import { storeSuite } from './suite.ts'
import { openWriter } from './writer.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

storeSuite({
  name: 'SQLite',
  module: new URL('./index.ts', import.meta.url).href,
  place: async () => {
    folders.push(mkdtempSync(join(tmpdir(), 'parley-store-')))
    return join(folders.at(-1)!, 'record.sqlite')
  },
  openWriter: (place) => openWriter(place),
  openReader,
})

// Once more with a log so short that it is copied back all the time, so that kills fall into the copying too.
storeSuite({
  name: 'SQLite, short log',
  module: new URL('./suite-short-log.ts', import.meta.url).href,
  place: async () => {
    folders.push(mkdtempSync(join(tmpdir(), 'parley-store-')))
    return join(folders.at(-1)!, 'record.sqlite')
  },
  openWriter: (place) => openWriter(place, { checkpoint: 4 }),
  openReader,
})
