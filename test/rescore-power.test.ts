/** `parley rescore` and `parley power` as a person runs them, on a small study. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT } from './run-parley.ts'

let home = ''
const here = (...args: string[]) => parley(args, { cwd: home })

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-rescore-'))
  cpSync(join(ROOT, 'scenarios', 'concert-tickets'), join(home, 'concert'), { recursive: true })
  cpSync(join(ROOT, 'scenarios', 'concert-tickets'), join(home, 'other'), { recursive: true })
  const yaml = readFileSync(join(home, 'other', 'scenario.yaml'), 'utf8')
  // The seller no longer cares for the notice: its 50 points are gone.
  const mild = yaml.replace('{ 0: 0, 96: 50 }', '{ 0: 0, 96: 10 }')
  expect(mild).not.toBe(yaml)
  writeFileSync(join(home, 'other', 'scenario.yaml'), mild)
  cpSync(join(home, 'other'), join(home, 'wrong'), { recursive: true })
  writeFileSync(
    join(home, 'wrong', 'scenario.yaml'),
    mild.replaceAll('max: 96', 'max: 97').replaceAll('96: ', '97: '),
  )
  const study = readFileSync(join(ROOT, 'studies', 'concert-tickets', 'study.yaml'), 'utf8')
    .replace(/scenario: .*/, 'scenario: concert')
    .replace(/repetitions: .*/, 'repetitions: 2')
  writeFileSync(join(home, 'study.yaml'), study)
  expect(here('run', '.', '--quiet').code).toBe(EXIT.ok)
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Json {
  readonly pairings: readonly {
    joint: { mean: { exact: string } }
    gains: Record<string, { mean: { value: number } }>
  }[]
  readonly rescored?: readonly (Json & { rescoring: string; reason: string; differs: readonly string[] })[]
}

const report = (): Json => JSON.parse(here('report', '.', '--json').out) as Json

describe('rescore', () => {
  test('a scenario with other issues is refused, and nothing is noted', () => {
    const { code, err } = here('rescore', '.', '--scenario', 'wrong', '--reason', 'to see')
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain('an agreement of one is none of the other')
    expect(here('rescore', '.', '--scenario', 'other', '--reason', ' ').code).toBe(EXIT.usage)
    expect(report().rescored).toBeUndefined()
  })

  test('what has not begun has nothing to change, and no record is made of it', () => {
    const fresh = join(home, 'fresh')
    mkdirSync(fresh)
    cpSync(join(home, 'concert'), join(fresh, 'concert'), { recursive: true })
    cpSync(join(home, 'study.yaml'), join(fresh, 'study.yaml'))
    for (const args of [
      ['rescore', 'fresh', '--scenario', 'other', '--reason', 'to see'],
      ['amend', 'fresh', '--reason', 'to see'],
      ['extend', 'fresh', '--blocks', '1', '--reason', 'to see'],
    ]) {
      const { code, err } = here(...args)
      expect([code, err]).toEqual([EXIT.invalid, expect.stringContaining('parley register fresh')])
    }
    expect(readdirSync(fresh).toSorted()).toEqual(['concert', 'study.yaml'])
  })

  test('a published folder stays as it is: it is told to be one', () => {
    expect(here('export', '.', 'public', '--no-seal').code).toBe(EXIT.ok)
    const before = readdirSync(join(home, 'public'))
    for (const args of [
      ['rescore', 'public', '--scenario', 'other', '--reason', 'to see'],
      ['replay', 'public'],
      ['report', 'public'],
      ['show', 'public'],
    ]) {
      const { code, err } = here(...args)
      expect([code, err]).toEqual([EXIT.record, expect.stringContaining('parley verify public')])
    }
    expect(readdirSync(join(home, 'public'))).toEqual(before)
  })

  test('the points stand beside the first ones, with the reason, and the chain holds', () => {
    const before = report()
    const { code, out } = here(
      'rescore',
      '.',
      '--scenario',
      'other',
      '--reason',
      'What if notice were cheap?',
    )
    expect(code).toBe(EXIT.ok)
    expect(out).toContain('Rescoring r1')
    expect(out).toContain('8 outcomes')
    const after = report()
    expect(after.pairings).toEqual(before.pairings)
    const [again] = after.rescored!
    expect(again).toMatchObject({ rescoring: 'r1', reason: 'What if notice were cheap?', differs: [] })
    for (const [i, cell] of again!.pairings.entries()) {
      expect(cell.gains.buyer!.mean.value).toBe(before.pairings[i]!.gains.buyer!.mean.value)
      expect(cell.gains.seller!.mean.value).toBeLessThan(before.pairings[i]!.gains.seller!.mean.value)
    }
    const text = here('report', '.').out
    expect(text).toMatch(/rescored r1/)
    expect(text).toMatch(/the first scores\s+stand/)
    expect(here('replay', '.').code).toBe(EXIT.ok)
  })
})

describe('power', () => {
  const json = (...args: string[]) =>
    JSON.parse(here('power', ...args, '--json').out) as Record<string, number> & { pilot: { cells: number } }

  test("Cohen's medium effect needs 64 a group; three comparisons need more", () => {
    expect(json('--difference', '0.5', '--sd', '1').size).toBe(64)
    expect(json('--difference', '0.5', '--sd', '1', '--comparisons', '3').size).toBeGreaterThan(64)
    expect(json('--sd', '1', '--n', '64').smallestDifference).toBeCloseTo(0.4991, 3)
    expect(here('power', '--difference', '5', '--sd', '3.5').out).toMatch(/\d+ negotiations a pairing/)
  })

  test('from a pilot: the spread within its cells', () => {
    expect(json('--from', '.', '--difference', '5').pilot.cells).toBe(4)
    expect(here('power', '--difference', '5').code).toBe(EXIT.usage)
    expect(here('power', '--sd', 'much').code).toBe(EXIT.usage)
    expect(here('power', '--from', '.', '--sd', '3', '--n', '3').code).toBe(EXIT.usage)
  })
})
