import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from './archive.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-archive-'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const LONG = `${'long-'.repeat(30)}é.md`

test('an archive holds every file, however long its name, and is the same bytes at another time', async () => {
  const folder = join(home, 'data')
  mkdirSync(join(folder, 'transcripts'), { recursive: true })
  const files: Record<string, Buffer> = {
    'empty.txt': Buffer.alloc(0),
    'block.bin': Buffer.alloc(512, 7),
    'more.bin': Buffer.alloc(100_001, 'x'),
    [`transcripts/${LONG}`]: Buffer.from('words'),
    [LONG]: Buffer.from('at the top'),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const [first, second] = [join(home, 'a.tar.gz'), join(home, 'b.tar.gz')]
  await writeArchive(folder, 'study-data', first)
  for (const name of Object.keys(files)) utimesSync(join(folder, name), 1, 1)
  await writeArchive(folder, 'study-data', second)
  expect(readFileSync(second).equals(readFileSync(first))).toBe(true)

  const out = join(home, 'out')
  mkdirSync(out)
  const { status, stderr } = spawnSync('tar', ['xzf', first, '-C', out], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const found = readdirSync(join(out, 'study-data'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(out, 'study-data/').length))
  expect(found.sort()).toEqual(Object.keys(files).sort())
  for (const [name, bytes] of Object.entries(files))
    expect(readFileSync(join(out, 'study-data', name)).equals(bytes)).toBe(true)
})
