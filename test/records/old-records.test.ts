/** Records of every version of the format stay readable, and lead to what they led to. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { reportStudy } from '../../src/study/study-report.ts'
import { type Results, resultsOf } from './results.ts'

const home = mkdtempSync(join(tmpdir(), 'parley-old-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const FORMATS = ['format-1-draft', 'format-1']

describe.each(FORMATS)('records of %s', (format) => {
  const folder = fileURLToPath(new URL(format, import.meta.url))
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, Results>

  test.each(Object.keys(expected))('%s: replayed at every depth, with the same outcomes', async (name) => {
    const path = join(home, `${name}.sqlite`)
    copyFileSync(join(folder, `${name}.sqlite`), path)
    const results = await resultsOf(path)
    expect(results.differences).toEqual([])
    expect(results).toEqual(expected[name])
    const { observations, differences } = await reportStudy(path)
    expect(differences).toEqual([])
    expect(observations.map(({ id }) => id).toSorted()).toEqual(Object.keys(results.negotiations).toSorted())
  })
})
