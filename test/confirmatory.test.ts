/** A registered confirmatory study, extended after its results were seen: what its report holds, and in which order. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT } from './run-parley.ts'

const STUDY = `format: 1
id: small
title: A confirmatory study
scenario: concert
seed: s1
negotiators:
  clock: { script: boulware, exponent: 0.2 }
  trader: { script: frequency, exponent: 0.2 }
pairings:
  CC: { buyer: clock, seller: clock }
  TT: { buyer: trader, seller: trader }
  CT: { buyer: clock, seller: trader }
roles: rotate
factors:
  turns: { path: protocol.turns, levels: [8, 12] }
repetitions: 1
analysis:
  kind: confirmatory
  permutations: 199
  resamples: 199
  comparisons:
    - { of: TT, minus: CC }
    - { factor: turns, of: '12', minus: '8', within: { pairing: TT }, outcome: efficiency, kind: descriptive }
`

let home = ''
const here = (...args: string[]) => parley(args, { cwd: home })

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-confirmatory-'))
  cpSync(join(ROOT, 'scenarios', 'concert-tickets'), join(home, 'concert'), { recursive: true })
  writeFileSync(join(home, 'study.yaml'), STUDY)
  for (const args of [
    ['register', '.'],
    ['run', '.', '--quiet'],
    ['extend', '.', '--add', 'TT/a4', 'CC/a4', '--reason', 'More of them'],
    ['run', '.', '--quiet'],
  ]) {
    expect(here(...args)).toMatchObject({ code: EXIT.ok })
  }
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Comparison {
  readonly confirmatory: boolean
  readonly figure: string
  readonly n: readonly number[]
  readonly permutation: { readonly method: string; readonly rearrangements: number }
  readonly adjusted: number
}
interface Cell {
  readonly pairing: string
  readonly factor?: string
  readonly planned: number
}
interface Json {
  readonly pairings: readonly Cell[]
  readonly byLevel: readonly Cell[]
  readonly comparisons?: readonly Comparison[]
  readonly extended: Json & { readonly descriptive: boolean }
  readonly notes: readonly string[]
}

const report = (...more: string[]): Json => JSON.parse(here('report', '.', '--json', ...more).out) as Json

test('registered alone and first, with what was planned as confirmatory; extended after it, descriptive', () => {
  const { pairings, byLevel, comparisons, extended, notes } = report()
  expect(pairings.map(({ planned }) => planned)).toEqual([8, 8, 8])
  expect(extended.pairings.map(({ planned }) => planned)).toEqual([9, 9, 8])
  expect(extended).toMatchObject({ descriptive: true })
  expect(extended.comparisons).toBeUndefined()
  expect(comparisons).toHaveLength(1)
  // Two openers and two lengths are four strata of two and two; roles of identical negotiators are pooled.
  expect(comparisons![0]).toMatchObject({ confirmatory: true, figure: 'joint', n: [8, 8] })
  expect(comparisons![0]!.permutation).toMatchObject({ method: 'exact', rearrangements: 6 ** 4 })
  expect(byLevel.filter(({ factor }) => factor === 'roles').map(({ pairing }) => pairing)).toEqual([
    'CT',
    'CT',
  ])
  expect(notes.join(' ')).toMatch(
    /extension x1, on \d{4}-\d\d-\d\d, 2 assignments, after outcomes had been shown; .*More of them/,
  )
})

test('asked for, the rest is told too, each family adjusted by itself and marked', () => {
  const { comparisons, extended } = report('--inference')
  expect(comparisons!.map(({ confirmatory }) => confirmatory)).toEqual([true, false])
  expect(extended.comparisons!.map(({ confirmatory }) => confirmatory)).toEqual([false, false])
  const text = here('report', '.', '--inference').out
  expect(text).toContain('Confirmatory comparisons, as registered')
  expect(text.match(/Comparisons and chance\s+\(descriptive\)/g)).toHaveLength(2)
  expect(text.indexOf('as registered')).toBeLessThan(text.indexOf('with extension x1'))
})
