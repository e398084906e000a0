/** `parley run --dry-run` and `parley stub-server` as they are typed. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { STUB_FAULT_NAMES } from '../src/server/stub/index.ts'
import { openWriter } from '../src/store/index.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { parley, ROOT, TRACE } from './run-parley.ts'
import { talkHome, talkStudy } from './support/talk-study.ts'

let home: string
let study: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-dry-'))
  study = join(home, 'studies', 'concert-models')
  cpSync(`${ROOT}/scenarios/concert-tickets`, join(home, 'scenarios', 'concert-tickets'), { recursive: true })
  cpSync(`${ROOT}/studies/concert-models/study.yaml`, join(study, 'study.yaml'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A key that must go nowhere, and an address where nobody listens. */
const ENV = {
  ANTHROPIC_API_KEY: 'sentinel-key',
  OPENAI_API_KEY: undefined,
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  OPENAI_BASE_URL: 'http://127.0.0.1:9',
}

describe('a dry run of the shipped study', () => {
  test('needs no key, and leaves nothing but a record of its own, which passes replay', () => {
    const { code, out, err } = parley(['run', study, '--dry-run', '--json'], { env: ENV })
    expect({ code, err: err.match(TRACE) }).toEqual({ code: 0, err: null })
    const { run, server } = JSON.parse(out)
    expect(run).toMatchObject({ ended: 'complete', planned: 8, closed: 8, failures: [], halts: [] })
    expect(server).toMatchObject({ unknown: 0, faults: {} })
    expect(server.answered).toBe(server.calls)
    expect(server.calls).toBeGreaterThan(40)
    expect(readdirSync(study).filter((name) => !name.startsWith('dry-run.sqlite'))).toEqual(['study.yaml'])
    const record = join(study, 'dry-run.sqlite')
    expect(readFileSync(record).includes('sentinel-key')).toBe(false)
    const replayed = JSON.parse(parley(['replay', record, '--json']).out)
    expect(replayed).toMatchObject({
      ok: true,
      depths: { requests: { status: 'passed', checked: server.calls } },
    })
    expect(parley(['replay', record]).out).toMatch(
      new RegExp(`requests +passed +${server.calls} requests rendered again`),
    )
    for (const command of ['report', 'status', 'show'])
      expect(parley([command, record]).out).toContain('(dry run)')
    expect(parley(['run', record])).toMatchObject({ code: EXIT.invalid })
  })

  test('begins anew each time, and says what it is', () => {
    const { code, out } = parley(['run', study, '--dry-run'], { env: ENV })
    expect(code).toBe(0)
    expect(out).toContain('(dry run)')
    expect(out).toContain('no model was called')
    expect(out).toMatch(/\d+ calls, \d+ of them answered whole/)
  })

  test('told to fail for good, it says what would be waited for', () => {
    const { code, err } = parley(['run', study, '--dry-run', '--faults', 'no-quota'], { env: ENV })
    expect(code).toBe(EXIT.halted)
    expect(err).toContain('no-quota')
    expect(err).toContain('begins anew')
  })

  test('another one of the same study waits its turn', async () => {
    const writer = await openWriter(join(study, 'dry-run.sqlite'))
    try {
      const { code, err } = parley(['run', study, '--dry-run'], { env: ENV })
      expect(code).toBe(EXIT.busy)
      expect(err).toContain('Another dry run')
    } finally {
      await writer.close()
    }
  })

  test('only a dry run can be told to fail, and only in ways that there are', () => {
    expect(parley(['run', study, '--storm', '0.2'], { env: ENV })).toMatchObject({ code: EXIT.usage })
    const { code, err } = parley(['run', study, '--dry-run', '--faults', 'rate-limit=2'], { env: ENV })
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain('rate-limited')
    expect(existsSync(join(study, 'record.sqlite'))).toBe(false)
  })

  test('a server elsewhere that a study names is not called either', () => {
    const folder = join(home, 'studies', 'elsewhere')
    cpSync(study, folder, { recursive: true, filter: (file) => !file.includes('dry-run') })
    const text = readFileSync(join(folder, 'study.yaml'), 'utf8')
    const moved = text.replace(
      'provider: openai\n',
      'provider: openai\n    base_url: http://127.0.0.1:9/v1\n',
    )
    writeFileSync(join(folder, 'study.yaml'), moved)
    const { code, out } = parley(['run', folder, '--dry-run', '--json'], { env: ENV })
    expect(code).toBe(0)
    expect(JSON.parse(out).run.ended).toBe('complete')
  })
})

test('a model that observes scripted talkers is answered by what the talk says', async () => {
  const base = talkHome()
  const folder = talkStudy(
    base,
    'observed',
    `negotiators:
  splits: { script: split-by-part }
  asks: { script: ask-purpose }
  holds: { script: hold-out }
  m: { provider: anthropic, model: claude-haiku-4-5, params: { max_tokens: 1000 } }
  rules: { script: rule-observer }
pairings:
  Read: { a: splits, b: asks, observer: m }
  Held: { a: holds, b: asks, observer: m }
  Ruled: { a: splits, b: asks, observer: rules }
opener: [a, b]
repetitions: 1
`,
  )
  const { code, out } = parley(['run', folder, '--dry-run', '--json'], { env: ENV })
  expect(code).toBe(0)
  expect(JSON.parse(out).server).toMatchObject({ unknown: 0 })
  const { observations } = await reportStudy(join(folder, 'dry-run.sqlite'))
  const ends = (pairing: string) =>
    observations
      .filter((one) => one.pairing === pairing)
      .map(({ opener, agreement, turns, talk }) => JSON.stringify([opener, agreement, turns, talk?.kind]))
      .sort()
  expect(ends('Read')).toEqual(ends('Ruled'))
  expect(ends('Read')).not.toEqual(ends('Held'))
})

describe('parley stub-server', () => {
  test('lists every fault', () => {
    const listed = JSON.parse(parley(['stub-server', '--list-faults', '--json']).out) as { name: string }[]
    expect(listed.map(({ name }) => name)).toEqual(STUB_FAULT_NAMES)
    const { out } = parley(['stub-server', '--list-faults'])
    for (const name of STUB_FAULT_NAMES) expect(out).toContain(name)
  })

  test('answers for every scenario that a study plays', async () => {
    const args = ['stub-server', '--study', join(ROOT, 'studies', 'talk-models')]
    const child = spawn(process.execPath, [`${ROOT}/bin/parley.js`, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    await lines.next()
    expect((await lines.next()).value).toBe('It plays: orange, battery-pack.')
    child.kill('SIGINT')
    await new Promise((done) => child.once('exit', done))
  })

  test('runs until it is stopped, then tells what it was asked and has logged it', async () => {
    const log = join(home, 'requests.jsonl')
    const args = ['stub-server', '--study', study, '--log', log, '--json']
    const child = spawn(process.execPath, [`${ROOT}/bin/parley.js`, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const { address, env } = JSON.parse((await lines.next()).value as string)
    expect(env).toEqual({
      ANTHROPIC_BASE_URL: address,
      OPENAI_BASE_URL: `${address}/v1`,
      GEMINI_BASE_URL: address,
    })
    const run = parley(['run', study, '--quiet'], {
      env: { ...env, ANTHROPIC_API_KEY: 'any', OPENAI_API_KEY: 'any' },
    })
    // This process answers nobody while the run goes on, but the server is another one.
    expect(run).toMatchObject({ code: 0 })
    child.kill('SIGINT')
    const summary = JSON.parse((await lines.next()).value as string)
    const ended = await new Promise((done) =>
      child.exitCode === null ? child.once('exit', done) : done(child.exitCode),
    )
    expect(ended).toBe(0)
    expect(summary).toMatchObject({ unknown: 0 })
    const logged = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(logged.filter(({ answered }) => answered)).toHaveLength(summary.answered)
    expect(logged[0]).toMatchObject({ n: 1, method: 'POST', status: 200, known: true, answered: true })
    for (const file of ['record.sqlite', 'report.md', 'report.json']) rmSync(join(study, file))
  })

  test.each([
    [['--script', 'boulwar'], EXIT.invalid, 'boulware'],
    [['--scenario', 'no/such/scenario', '--study', 'no/such/study'], EXIT.invalid, 'no/such/study'],
    [['--storm', '7'], EXIT.invalid, 'from 0 to 1'],
    [['--log', '/no/such/folder/log'], EXIT.record, 'cannot be written'],
  ])('%j is told in words', (args, expected, words) => {
    const { code, err } = parley(['stub-server', ...args])
    expect(code).toBe(expected)
    expect(err).toContain(words)
    expect(err).not.toMatch(TRACE)
  })
})
