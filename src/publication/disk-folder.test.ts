/** What a check of a folder tells of a file that it cannot open. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { compareFiles } from './check-files.ts'
import { diskFolder } from './disk-folder.ts'
import type { Finding } from './finding.ts'
import { unread } from './folder.ts'
import type { Manifest } from './manifest.ts'
import { checkPublication } from './verify.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  writeFileSync(join(home, 'sound'), 'x')
  mkdirSync(join(home, 'folder'))
  symlinkSync('nowhere', join(home, 'dangling'))
  symlinkSync('circle', join(home, 'circle'))
  writeFileSync(join(home, 'closed'), 'x', { mode: 0o000 })
  mkdirSync(join(home, 'sealed-off'))
  writeFileSync(join(home, 'sealed-off', 'inside'), 'x')
})
afterAll(() => {
  chmodSync(join(home, 'sealed-off'), 0o700)
  rmSync(home, { recursive: true, force: true })
})

const root = process.getuid?.() === 0

test.each([
  ['folder', /^A folder stands in the place of the file/],
  ['dangling', /^A link that leads nowhere stands/],
  ['circle', /lead in a circle/],
  ['absent', /^The file is missing\.$/],
  ['sound/below', /^The file is missing\.$/],
])('%s is not opened, and told as what it is', (path, words) => {
  const folder = diskFolder(home)
  expect(folder.open(path)).toBeUndefined()
  expect(unread(folder, path)).toMatch(words)
  const findings: Finding[] = []
  const manifest = { files: [{ path, bytes: 1, sha256: '' }] } as unknown as Manifest
  const hasher = () => ({ update: () => undefined, hex: () => '' })
  compareFiles(folder, manifest, [], new Map(), hasher as never, findings)
  expect(findings).toEqual([{ file: path, message: unread(folder, path) }])
})

test.skipIf(root)('a file that may not be read is told so (skipped for root, who may read all)', () => {
  const folder = diskFolder(home)
  expect(folder.open('closed')).toBeUndefined()
  expect(unread(folder, 'closed')).toMatch(/may not be read \(EACCES\), .*give yourself the right/)
})

test.skipIf(root)('a folder that may not be listed is told so (skipped for root, who may list all)', () => {
  chmodSync(join(home, 'sealed-off'), 0o000)
  let thrown: unknown
  try {
    diskFolder(home).list()
  } catch (error) {
    thrown = error
  }
  chmodSync(join(home, 'sealed-off'), 0o700)
  expect(thrown).toBeInstanceOf(UserError)
  expect(thrown).toMatchObject({ exit: EXIT.record })
  expect((thrown as UserError).problems[0]!.message).toContain('cannot be listed (EACCES)')
})

test('a manifest that cannot be opened is not told as no publication', async () => {
  const place = mkdtempSync(join(home, 'published-'))
  mkdirSync(join(place, 'manifest.json'))
  const options = { sha256: () => '', hasher: () => ({}) as never }
  await expect(checkPublication(diskFolder(place), options)).rejects.toThrow(/A folder stands in the place/)
  rmSync(join(place, 'manifest.json'), { recursive: true })
  await expect(checkPublication(diskFolder(place), options)).rejects.toThrow(/no published study here/)
})
