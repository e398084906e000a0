/** `run`, `status` and `report` as a person types them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { ESCAPE, parley, ROOT, TRACE } from './run-parley.ts'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-home-'))
  mkdirSync(join(home, 'studies', 'concert-tickets'), { recursive: true })
  cpSync(join(ROOT, 'scenarios', 'concert-tickets'), join(home, 'scenarios', 'concert-tickets'), {
    recursive: true,
  })
  cpSync(
    join(ROOT, 'studies', 'concert-tickets', 'study.yaml'),
    join(home, 'studies', 'concert-tickets', 'study.yaml'),
  )
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const STUDY = join('studies', 'concert-tickets')
const inHome = (...args: string[]) => parley(args, { cwd: home })

interface Json {
  readonly pairings: readonly {
    completed: number
    repeats: number
    sameMoves: number
    joint: { mean: { exact: string } }
  }[]
  readonly negotiations: readonly { id: string; joint: string }[]
}

describe('the demo', () => {
  test('before the first run the status says what is planned', () => {
    expect(inHome('status', STUDY).out).toMatch(/40 negotiations are planned; none has begun/)
    const json = JSON.parse(inHome('status', STUDY, '--json').out) as Record<string, unknown>
    expect(json).toMatchObject({ planned: 40, notStarted: 40, lastRun: 'none' })
  })

  test('plays forty negotiations, prints the tables, and says where record and report lie', () => {
    const { code, out, err } = inHome('run', STUDY)
    expect(code).toBe(EXIT.ok)
    expect(err).toMatch(/40 of 40 done/)
    expect(out).not.toContain(ESCAPE)
    expect(out).toContain(`Record  ${join(STUDY, 'record.sqlite')}`)
    expect(out).toContain(join(STUDY, 'report.md'))
    expect(out.split('\n').every((line) => line.length <= 80)).toBe(true)
    expect(existsSync(join(home, STUDY, 'report.md'))).toBe(true)
    const json = JSON.parse(readFileSync(join(home, STUDY, 'report.json'), 'utf8')) as Json
    expect(json.pairings.map(({ completed }) => completed)).toEqual([20, 20])
    // Replications differ: they draw from their seeds.
    expect(json.pairings.map(({ repeats }) => repeats)).toEqual([0, 0])
    expect(json.pairings.map(({ sameMoves }) => sameMoves)).toEqual([0, 0])
    expect(new Set(json.negotiations.map(({ joint }) => joint)).size).toBeGreaterThan(20)
  })

  test('again says that it is complete, and prints the same tables', () => {
    const { code, out, err } = inHome('run', STUDY)
    expect(code).toBe(EXIT.ok)
    expect(err).toMatch(/complete/)
    expect(out).toContain(inHome('report', STUDY).out.trim())
  })

  test('the report in its three formats', () => {
    const markdown = inHome('report', STUDY, '--markdown').out
    expect(markdown.trim()).toBe(readFileSync(join(home, STUDY, 'report.md'), 'utf8').trim())
    expect(inHome('report', STUDY, '--format', 'markdown').out).toBe(markdown)
    const json = JSON.parse(inHome('report', STUDY, '--json').out) as Json
    expect(json).toEqual(JSON.parse(readFileSync(join(home, STUDY, 'report.json'), 'utf8')))
    expect(inHome('report', STUDY, '--format', 'html').code).toBe(EXIT.usage)
  })

  test('the same study elsewhere gives the same figures', () => {
    const other = join(home, 'studies', 'again')
    mkdirSync(other)
    cpSync(join(home, STUDY, 'study.yaml'), join(other, 'study.yaml'))
    const { out } = inHome('run', join('studies', 'again'), '--json')
    const [one, two] = [out, inHome('report', STUDY, '--json').out].map((text) => JSON.parse(text) as Json)
    expect(one!.negotiations).toEqual(two!.negotiations)
    expect(one!.pairings).toEqual(two!.pairings)
  })

  test('a changed prompt is refused by its file and line', () => {
    const file = join(home, 'scenarios', 'concert-tickets', 'scenario.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('title: Concert tickets', 'title: Concert ticket'))
    const { code, err } = inHome('run', STUDY)
    writeFileSync(file, text)
    expect(code).toBe(EXIT.invalid)
    expect(err).toMatch(/scenarios\/concert-tickets\/scenario\.yaml:\d+/)
    expect(err).toContain('has changed since the study began')
    expect(err).not.toMatch(TRACE)
  })
})

describe('mistakes', () => {
  test('no study, both, a scenario for a study, no record, no file', () => {
    expect(inHome('report').code).toBe(EXIT.usage)
    expect(inHome('report', STUDY, '--attempts', 'x.csv').code).toBe(EXIT.usage)
    expect(inHome('report', STUDY, '--scenario', 'x').code).toBe(EXIT.usage)
    expect(inHome('report', '--attempts', 'x.csv')).toMatchObject({ code: EXIT.invalid })
    expect(inHome('run', 'nowhere')).toMatchObject({ code: EXIT.invalid })
    expect(inHome('run', 'nowhere').err).toContain('There is no study here')
    expect(inHome('report', 'nowhere').code).toBe(EXIT.record)
    expect(inHome('status', 'nowhere').code).toBe(EXIT.invalid)
  })

  test('a list of attempts with faults names line and column', () => {
    const file = join(home, 'attempts.csv')
    writeFileSync(file, 'assignment_id,pairing,opener,status,joint_gain_2dp\na,A,buyer,completed,much\n')
    const { code, err } = inHome('report', '--attempts', 'attempts.csv')
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain('attempts.csv:2:21')
  })
})

const PUBLISHED = join(ROOT, '..', 'shared', 'reference', 'concert', 'attempts.csv')

describe.skipIf(!existsSync(PUBLISHED))('a published list of attempts (needs the reference folder)', () => {
  test('gives its table and bounds, by the shipped scenario from 0 to 90', () => {
    const { code, out } = inHome('report', '--attempts', PUBLISHED)
    expect(code).toBe(EXIT.ok)
    expect(out).toMatch(/HH +all +57\.74 +57\.8[45] +3\.51/)
    expect(out).toMatch(/OO +all +83\.59 +83\.91 +2\.49/)
    expect(out).toMatch(/OO − HH +joint +25\.85 +20\.33 +28\.90/)
    expect(out).toContain('0.00 to 90.00')
    expect(out).toContain('the shipped scenario concert-tickets')
    const json = JSON.parse(inHome('report', '--attempts', PUBLISHED, '--json').out) as {
      extended: { descriptive: boolean; differences: { least: { value: number }; most: { value: number } }[] }
    }
    const { descriptive, differences } = json.extended
    expect(descriptive).toBe(true)
    const [{ least, most }] = differences as [(typeof differences)[0]]
    expect([least.value.toFixed(2), most.value.toFixed(2)]).toEqual(['20.33', '28.90'])
  })

  test('parley import prints the same, from the list alone', () => {
    const imported = inHome('import', PUBLISHED)
    expect(imported.code).toBe(EXIT.ok)
    expect(imported.out).toBe(inHome('report', '--attempts', PUBLISHED).out)
    expect(inHome('import', 'nowhere.csv').code).toBe(EXIT.invalid)
  })
})
