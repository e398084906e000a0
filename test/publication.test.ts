/** Published studies as a person makes and checks them: `parley export`, `parley verify`, and verify.mjs by Node alone. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { EXIT } from '../src/core/problem.ts'
import { writeManifest } from '../src/publication/manifest.ts'
import { parley, ROOT, TRACE } from './run-parley.ts'
import { studyFolder } from './study-folder.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-published-'))
  cpSync(`${ROOT}/scenarios/concert-tickets`, join(home, 'scenarios', 'concert-tickets'), { recursive: true })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const hashes = (folder: string): string[] =>
  files(folder).map(
    (path) =>
      `${path} ${createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex')}`,
  )

interface Check {
  readonly code: number | null
  readonly ok: boolean
  readonly sealed: string
  readonly checks: readonly { name: string; status: string; findings: readonly Record<string, string>[] }[]
}

const check = (folder: string, ...more: string[]): Check => {
  const { code, out } = parley(['verify', folder, '--json', ...more])
  return { ...JSON.parse(out), code }
}

const findings = ({ checks }: Check) =>
  checks.flatMap((one) => one.findings.map((finding) => ({ check: one.name, ...finding })))

const rows = (path: string): Record<string, string>[] => parse(readFileSync(path, 'utf8'), { columns: true })

/** Node as it is, without a package in sight, where only this folder is. */
function bare(folder: string, ...flags: string[]): { code: number | null; out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'verify.mjs'], {
    cwd: folder,
    env: {},
    encoding: 'utf8',
  })
  return { code: status, out: stdout + stderr }
}

describe('the demo study', () => {
  let study: string
  let folder: string
  beforeAll(() => {
    study = join(home, 'studies', 'concert-tickets')
    folder = join(home, 'demo')
    cpSync(`${ROOT}/studies/concert-tickets/study.yaml`, join(study, 'study.yaml'))
    expect(parley(['run', study, '--quiet']).code).toBe(0)
    const { code, out, err } = parley(['export', study, folder])
    expect({ code, err: err.match(TRACE) }).toEqual({ code: 0, err: null })
    expect(out).toContain('seal')
  })

  test('is published with every file that was promised', () => {
    const found = files(folder)
    for (const name of [
      'README.md',
      'RESULTS.md',
      'DATA_DICTIONARY.md',
      'CITATION.cff',
      'ro-crate-metadata.json',
      'croissant.json',
      'manifest.json',
      'seal.json',
      'verify.mjs',
      'public-calls.jsonl',
      'assigned-scores.json',
      'assignment-log.csv',
      'per-assignment-data.csv',
      'turns.csv',
      'offers.csv',
      'reader-summary.csv',
      'reader-opener-summary.csv',
      'comparisons.csv',
      'registration-history.json',
      'record/study.jsonl',
      'record/negotiations.jsonl',
      'packs/concert-tickets/scenario.yaml',
      'packs/concert-tickets/scenario.json',
      'plots/joint-gain.svg',
    ])
      expect(found).toContain(name)
    expect(found.filter((name) => name.startsWith('transcripts/'))).toHaveLength(40)
    for (const csv of found.filter((name) => name.endsWith('.csv')))
      expect(found).toContain(csv.replace('.csv', '.parquet'))
  })

  test('passes its check, by parley and by its own verifier with bare Node', () => {
    const { code, out } = parley(['verify', folder])
    expect(out).toContain('Everything agrees.')
    expect(code).toBe(0)
    const alone = mkdtempSync(join(tmpdir(), 'parley-alone-'))
    cpSync(folder, alone, { recursive: true })
    try {
      expect(bare(alone)).toMatchObject({ code: 0, out: expect.stringContaining('Everything agrees.') })
      const turns = join(alone, 'turns.csv')
      writeFileSync(turns, readFileSync(turns, 'utf8').replace(',OFFER,', ',NONE,'))
      const { code: differs, out: told } = bare(alone)
      expect(differs).toBe(EXIT.differs)
      expect(told).toContain('turns.csv, row 2')
      expect(told).toContain('column action')
    } finally {
      rmSync(alone, { recursive: true, force: true })
    }
  })

  test('an older Node is refused at once: what it cannot do would seem to be the fault of the folder', () => {
    const older = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })'
    const { code, out } = bare(folder, `--import=data:text/javascript,${encodeURIComponent(older)}`)
    expect(out.trim()).toBe(
      'verify.mjs: This needs Node 22 or newer and runs on Node 20.20.2. Nothing was checked.',
    )
    expect(code).toBe(EXIT.usage)
  })

  test('is the same bytes each time, and its record holds the manifest once', () => {
    const again = join(home, 'demo-again')
    expect(parley(['export', study, again]).code).toBe(0)
    expect(hashes(again)).toEqual(hashes(folder))
    // A former export is written anew.
    expect(parley(['export', study, folder]).code).toBe(0)
    expect(hashes(again)).toEqual(hashes(folder))
    const replayed = JSON.parse(parley(['replay', study, '--json']).out)
    expect(replayed.ok).toBe(true)
    expect(check(folder, '--head', replayed.head)).toMatchObject({ ok: true, sealed: replayed.head })
  })

  test('tells a hash that was published of another folder', () => {
    const { code, out } = parley(['verify', folder, '--head', 'ab'.repeat(32)])
    expect(code).toBe(EXIT.differs)
    expect(out).toContain('not the one whose hash was published')
  })

  test('one corrected number: file, row and both values are named', () => {
    const corrected = join(home, 'corrected')
    cpSync(folder, corrected, { recursive: true })
    const path = join(corrected, 'per-assignment-data.csv')
    const [head, ...lines] = readFileSync(path, 'utf8').split('\n')
    const column = head!.split(',').indexOf('joint_gain')
    const cells = lines[4]!.split(',')
    const before = cells[column]!
    cells[column] = '83.59'
    lines[4] = cells.join(',')
    writeFileSync(path, [head, ...lines].join('\n'))
    const told = {
      check: 'tables',
      file: 'per-assignment-data.csv',
      place: `row 6 (${cells[0]}), column joint_gain`,
      found: '83.59',
      expected: before,
    }
    const first = check(corrected)
    expect(findings(first)).toContainEqual(expect.objectContaining(told))
    expect(first.code).toBe(EXIT.differs)

    // The same by somebody who knows of the manifest: the seal and the recomputed table still tell.
    const place = join(corrected, 'manifest.json')
    const manifest = JSON.parse(readFileSync(place, 'utf8'))
    const bytes = readFileSync(path)
    manifest.files = manifest.files.map((entry: { path: string }) =>
      entry.path === 'per-assignment-data.csv'
        ? { path: entry.path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
        : entry,
    )
    writeFileSync(place, writeManifest(manifest))
    const all = findings(check(corrected))
    expect(all.filter((finding) => finding.check === 'files')).toEqual([])
    expect(all).toContainEqual(expect.objectContaining(told))
    expect(all).toContainEqual(expect.objectContaining({ check: 'seal', file: 'seal.json' }))
  })

  test('a file that is gone or new is named, a seal that is gone too', () => {
    const other = join(home, 'other')
    cpSync(folder, other, { recursive: true })
    rmSync(join(other, 'offers.csv'))
    rmSync(join(other, 'seal.json'))
    writeFileSync(join(other, 'notes.txt'), 'mine')
    const found = findings(check(other))
    expect(found).toContainEqual(
      expect.objectContaining({ file: 'offers.csv', message: 'The file is missing.' }),
    )
    expect(found).toContainEqual(expect.objectContaining({ file: 'notes.txt' }))
    expect(found).toContainEqual(
      expect.objectContaining({ file: 'seal.json', message: 'The seal is missing.' }),
    )
  })

  test('the tables agree with the report, and Parquet with CSV', async () => {
    const report = JSON.parse(parley(['report', study, '--json']).out)
    const summary = rows(join(folder, 'reader-summary.csv'))
    expect(summary.map(({ pairing }) => pairing)).toEqual(['clock', 'trader'])
    const attempts = rows(join(folder, 'per-assignment-data.csv'))
    expect(attempts).toHaveLength(40)
    const mean = attempts
      .filter(({ pairing }) => pairing === 'trader')
      .reduce((sum, { joint_gain }, _, list) => sum + Number(joint_gain) / list.length, 0)
    expect(Number(summary[1]!.joint_gain_mean)).toBeCloseTo(mean, 9)
    expect(report.negotiations).toHaveLength(40)
    for (const name of ['turns', 'offers', 'per-assignment-data', 'reader-summary']) {
      const csv = rows(join(folder, `${name}.csv`))
      const file = await asyncBufferFromFile(join(folder, `${name}.parquet`))
      const parquet = await parquetReadObjects({ file })
      expect(parquet).toHaveLength(csv.length)
      const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
      for (const [i, row] of parquet.entries()) {
        expect(Object.fromEntries(Object.entries(row).map(([key, value]) => [key, text(value)]))).toEqual(
          csv[i],
        )
      }
    }
  })

  test('what was published is read again as what others publish, with the same figures', () => {
    const list = join(folder, 'per-assignment-data.csv')
    const { code, out, err } = parley(['import', list, '--json'])
    expect([code, err]).toEqual([EXIT.ok, ''])
    const joint = (json: string) =>
      JSON.parse(json).pairings.map(({ pairing, agreements, joint }: Record<string, unknown>) => {
        return { pairing, agreements, joint }
      })
    const [again, first] = [joint(out), joint(parley(['report', study, '--json']).out)]
    expect(again.map(({ joint }: { joint: { n: number } }) => joint.n)).toEqual([20, 20])
    expect(again).toEqual(first)
  })

  test('scores are exact fractions, and metadata parse', () => {
    const scores = JSON.parse(readFileSync(join(folder, 'assigned-scores.json'), 'utf8'))
    expect(Object.keys(scores)).toHaveLength(40)
    for (const one of Object.values(scores) as { points: Record<string, string> }[]) {
      for (const value of Object.values(one.points)) expect(value).toMatch(/^-?\d+\/\d+$/)
    }
    const crate = JSON.parse(readFileSync(join(folder, 'ro-crate-metadata.json'), 'utf8'))
    const parts = crate['@graph'].find((one: { '@id': string }) => one['@id'] === './').hasPart
    expect(parts.length).toBeGreaterThan(60)
    const croissant = JSON.parse(readFileSync(join(folder, 'croissant.json'), 'utf8'))
    for (const { contentUrl, sha256 } of croissant.distribution) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, contentUrl)))
          .digest('hex'),
      ).toBe(sha256)
    }
    expect(parseYaml(readFileSync(join(folder, 'CITATION.cff'), 'utf8'))).toMatchObject({
      'cff-version': '1.2.0',
      type: 'dataset',
    })
    const yaml = parseYaml(readFileSync(join(folder, 'packs/concert-tickets/scenario.yaml'), 'utf8'))
    expect(JSON.parse(readFileSync(join(folder, 'packs/concert-tickets/scenario.json'), 'utf8'))).toEqual(
      yaml,
    )
  })

  test('a folder with other things in it is left alone', () => {
    const { code, err } = parley(['export', study, study])
    expect(code).toBe(EXIT.usage)
    expect(err).toContain('other files')
  })

  test('without a seal nothing is written into the record, and the check says so', () => {
    const folder = studyFolder({ repetitions: 1 })
    try {
      parley(['run', folder, '--quiet'])
      const before = readFileSync(join(folder, 'record.sqlite'))
      expect(parley(['export', folder, join(folder, 'out'), '--no-seal']).code).toBe(0)
      expect(readFileSync(join(folder, 'record.sqlite')).equals(before)).toBe(true)
      const { code, out } = parley(['verify', join(folder, 'out')])
      expect(code).toBe(0)
      expect(out).toContain('without a seal')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** What the stub server says beside its replies: nothing of it may be published. */
const SENTINELS = [
  /The stub server thinks/,
  /c3R1Yg==/,
  /\b(?:msg|resp|rs|req|chatcmpl)_[A-Za-z0-9]{4,}/,
  /"(?:encrypted_content|signature|reasoning_content)"/,
]

describe('a study of models', () => {
  let folder: string
  let record: string
  beforeAll(() => {
    const study = join(home, 'studies', 'concert-models')
    const text = readFileSync(`${ROOT}/studies/concert-models/study.yaml`, 'utf8')
      .replace('effort: low } }', 'effort: low }, thinking: { type: adaptive } }\n    context: thread')
      .replace('store: false }', 'store: false, include: [reasoning.encrypted_content] }')
    cpSync(`${ROOT}/studies/concert-models/study.yaml`, join(study, 'study.yaml'))
    writeFileSync(join(study, 'study.yaml'), text)
    expect(parley(['run', study, '--dry-run', '--storm', '0.25', '--quiet']).code).toBeLessThan(EXIT.stopped)
    record = join(study, 'dry-run.sqlite')
    folder = join(home, 'models')
    expect(parley(['export', record, folder]).code).toBe(0)
  })

  test('passes its check: requests rendered again, whole where nothing is left out of them', () => {
    const whole = check(folder)
    expect({ ok: whole.ok, found: findings(whole) }).toEqual({ ok: true, found: [] })
    const calls = readFileSync(join(folder, 'public-calls.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(calls.length).toBeGreaterThan(20)
    // One model sees its own replies in a thread, with its thinking; the other none of them.
    for (const { provider, turn, repair, request_complete } of calls) {
      if (provider === 'openai') expect(request_complete).toBe(true)
      if (turn < 2 && repair === 0) expect(request_complete).toBe(true)
    }
    expect(calls.some(({ request_complete }) => request_complete === false)).toBe(true)
    for (const { request, request_complete, request_sha256 } of calls) {
      const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
      expect(hash === request_sha256).toBe(request_complete)
    }
    expect(bare(folder)).toMatchObject({ code: 0 })
  })

  test('holds no thinking and no id of a provider, also not in later requests', () => {
    const all = readFileSync(record, 'latin1')
    for (const sentinel of SENTINELS.slice(0, 3)) expect(all).toMatch(sentinel)
    for (const path of files(folder)) {
      if (path === 'verify.mjs') continue
      const text = readFileSync(join(folder, path), 'latin1')
      for (const sentinel of SENTINELS)
        expect({ path, found: text.match(sentinel)?.[0] }).toEqual({ path, found: undefined })
    }
  })

  test('a changed request or response is named by its line', () => {
    const changed = join(home, 'changed')
    cpSync(folder, changed, { recursive: true })
    const path = join(changed, 'public-calls.jsonl')
    const lines = readFileSync(path, 'utf8').split('\n')
    lines[3] = lines[3]!.replace('You negotiate', 'You bargain')
    writeFileSync(path, lines.join('\n'))
    expect(findings(check(changed))).toContainEqual(
      expect.objectContaining({
        check: 'tables',
        file: 'public-calls.jsonl',
        place: expect.stringContaining('line 4'),
      }),
    )
  })

  test('sealed fields are opened to a referee, and verify against their commitments', () => {
    const opened = join(home, 'opened')
    expect(parley(['export', record, opened, '--open', 'response', '--open', 'id']).code).toBe(0)
    expect(readFileSync(join(opened, 'record/negotiations.jsonl'), 'utf8')).toMatch(SENTINELS[0]!)
    expect(check(opened)).toMatchObject({ ok: true })
    // What was opened otherwise than it was sealed shows.
    const path = join(opened, 'record/negotiations.jsonl')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('The stub server thinks', 'The stub server knows.'),
    )
    expect(findings(check(opened))).toContainEqual(
      expect.objectContaining({
        check: 'chain',
        message: expect.stringContaining('does not match its commitment'),
      }),
    )
  })

  test('one event alone can be opened, and what is not there cannot', () => {
    const one = join(home, 'one')
    const line = readFileSync(join(folder, 'record/negotiations.jsonl'), 'utf8')
      .split('\n')
      .find((text) => text.includes('call.answered'))!
    const { stream, seq } = JSON.parse(line)
    expect(parley(['export', record, one, '--open', `${stream}/${seq}/response`]).code).toBe(0)
    const sealed = readFileSync(join(one, 'record/negotiations.jsonl'), 'utf8')
      .split('\n')
      .filter((text) => text.includes('"sealed":"{'))
    expect(sealed).toHaveLength(1)
    expect(check(one).ok).toBe(true)
    const { code, err } = parley(['export', record, join(home, 'none'), '--open', 'nobody/7'])
    expect(code).toBe(EXIT.usage)
    expect(err).toContain('nobody/7')
  })
})

describe('a study of models with private scratchpads', () => {
  const NOTES = 'Notes of the stub server'
  const STUDY = `format: 1
id: votes
title: Votes of models with notes
scenario: ../../scenarios/northgate
seed: votes-1
negotiators:
  haiku: { provider: anthropic, model: claude-haiku-5-5, params: { max_tokens: 2048 }, input_token_limit: 30000 }
pairings:
  all: { avery: haiku, blake: haiku, casey: haiku, devon: haiku, ember: haiku, flynn: haiku }
opener: [avery]
repetitions: 1
`

  test('they are published only where that was asked for, and both folders pass', () => {
    const study = join(home, 'studies', 'votes')
    cpSync(`${ROOT}/scenarios/northgate`, join(home, 'scenarios', 'northgate'), { recursive: true })
    mkdirSync(study, { recursive: true })
    writeFileSync(join(study, 'study.yaml'), STUDY)
    parley(['run', study, '--dry-run', '--quiet'])
    const record = join(study, 'dry-run.sqlite')
    expect(readFileSync(record, 'latin1')).toContain(NOTES)
    const [without, included] = [join(home, 'votes'), join(home, 'votes-included')]
    expect(parley(['export', record, without]).code).toBe(0)
    expect(parley(['export', record, included, '--include', 'scratchpads']).code).toBe(0)
    const holding = (folder: string): string[] =>
      files(folder).filter((path) => readFileSync(join(folder, path), 'utf8').includes(NOTES))
    expect(holding(without)).toEqual([])
    expect(holding(included)).toContain('public-calls.jsonl')
    for (const folder of [without, included]) expect(check(folder).ok).toBe(true)
  })
})
