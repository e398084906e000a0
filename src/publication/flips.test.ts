/** Any byte of any file: changed, it makes the check fail and is named. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { studyFolder } from '../../test/study-folder.ts'
import { randomOf } from '../core/random.ts'
import { loadStudy } from '../study/load.ts'
import { runStudy } from '../study/run.ts'
import { checkFolder } from './check-folder.ts'
import { passed } from './check-text.ts'
import { exportStudy } from './export.ts'

let study: string
let folder: string
const VERIFIER = '// a verifier in the place of a bundled one\n'
const check = () => checkFolder(folder, { verifier: VERIFIER })

beforeAll(async () => {
  study = studyFolder({ repetitions: 1 })
  await runStudy(await loadStudy(study), {
    now: () => new Date('2026-01-01T00:00:00Z'),
    random: () => '0123456789abcdef'.repeat(2),
    versions: { parley: '0.1.0', node: '24' },
  })
  folder = join(mkdtempSync(join(tmpdir(), 'parley-flips-')), 'out')
  const options = { open: [], seal: true, verifier: VERIFIER, now: () => new Date('2026-01-02T00:00:00Z') }
  await exportStudy(join(study, 'record.sqlite'), folder, options)
})
afterAll(() => {
  for (const place of [study, join(folder, '..')]) rmSync(place, { recursive: true, force: true })
})

/** Places in every file: its first and its last byte, and some between. */
const PLACES = 6

describe('a published folder', () => {
  test('passes as it is', async () => {
    expect((await check()).checks.flatMap(({ findings }) => findings)).toEqual([])
  })

  test('fails for any byte that was changed, and names its file', async () => {
    const random = randomOf('flipped bytes')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(30)
    for (const file of files) {
      const before = readFileSync(file)
      if (before.length === 0) continue
      const places = new Set([0, before.length - 1])
      while (places.size < Math.min(PLACES, before.length)) places.add(random.int(0, before.length - 1))
      for (const at of places) {
        const bit = random.int(0, 7)
        const changed = Buffer.from(before)
        changed[at] = changed[at]! ^ (1 << bit)
        writeFileSync(file, changed)
        const found = await check()
        const named = found.checks.flatMap(({ findings }) => findings.map((one) => one.file))
        const name = file.slice(folder.length + 1)
        const verdict = { name, at, bit, ok: passed(found), named: named.includes(name) }
        expect(verdict).toEqual({ ...verdict, ok: false, named: true })
      }
      writeFileSync(file, before)
    }
    expect(passed(await check())).toBe(true)
  })

  test('fails for bytes that are added or taken at the end of any file', async () => {
    for (const name of [
      'public-calls.jsonl',
      'turns.csv',
      'turns.parquet',
      'record/negotiations.jsonl',
      'manifest.json',
      'seal.json',
      'README.md',
    ]) {
      const file = join(folder, name)
      const before = readFileSync(file)
      for (const changed of [
        Buffer.concat([before, Buffer.from('\n')]),
        before.subarray(0, Math.max(0, before.length - 1)),
      ]) {
        if (changed.equals(before)) continue
        writeFileSync(file, changed)
        const found = await check()
        expect({ name, ok: passed(found) }).toEqual({ name, ok: false })
        expect(found.checks.flatMap(({ findings }) => findings.map((one) => one.file))).toContain(name)
      }
      writeFileSync(file, before)
    }
  })
})
