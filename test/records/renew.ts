/** Writes the records of the current format anew, while it is a draft; README.md beside it says when. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { resultsOf } from './results.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = fileURLToPath(new URL('format-1-draft', import.meta.url))

/** The shipped studies, shortened, and the file that a run of each leaves. */
const RECORDS = [
  { name: 'scripts', study: 'concert-tickets', options: [], file: 'record.sqlite' },
  {
    name: 'models',
    study: 'concert-models',
    options: ['--dry-run', '--storm', '0.2'],
    file: 'dry-run.sqlite',
  },
]

const home = mkdtempSync(join(tmpdir(), 'parley-renew-'))
try {
  cpSync(join(ROOT, 'scenarios'), join(home, 'scenarios'), { recursive: true })
  mkdirSync(KEPT, { recursive: true })
  const expected: Record<string, unknown> = {}
  for (const { name, study, options, file } of RECORDS) {
    const folder = join(home, 'studies', study)
    mkdirSync(folder, { recursive: true })
    const text = readFileSync(join(ROOT, 'studies', study, 'study.yaml'), 'utf8')
    writeFileSync(join(folder, 'study.yaml'), text.replace(/^repetitions: .*/m, 'repetitions: 1'))
    const { status } = spawnSync(
      process.execPath,
      [join(ROOT, 'bin/parley.js'), 'run', folder, '-q', ...options],
      { stdio: 'inherit' },
    )
    if (status !== 0) throw new Error(`the run of ${study} ended with ${status}`)
    const kept = join(KEPT, `${name}.sqlite`)
    copyFileSync(join(folder, file), kept)
    // Out of the write-ahead mode, so that the file is the whole record.
    const db = new DatabaseSync(kept)
    db.exec('PRAGMA journal_mode = DELETE; VACUUM')
    db.close()
    expected[name] = await resultsOf(kept)
  }
  writeFileSync(join(KEPT, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
