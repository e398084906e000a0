/** The shipped study of six scripted parties, whole: it runs, its record holds, and its report tells the plays. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT } from './run-parley.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-northgate-'))
const study = join(folder, 'studies/northgate')

beforeAll(() => {
  cpSync(`${ROOT}/studies/northgate/study.yaml`, join(study, 'study.yaml'))
  cpSync(`${ROOT}/scenarios/northgate`, join(folder, 'scenarios/northgate'), { recursive: true })
  expect(parley(['run', study]).code).toBe(EXIT.ok)
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Report {
  readonly largestJointGain: { readonly exact: string }
  readonly scores: readonly {
    readonly pairing: string
    readonly begun: number
    readonly completed: number
    readonly walks: number
    readonly endings: Readonly<Record<string, number>>
    readonly distances: { readonly frontier: { readonly mean: number } }
    readonly counts: { readonly madeBelow: number; readonly acceptedBelow: number }
    readonly aloud?: unknown
  }[]
}

test('the report tells each pairing by its plays', () => {
  const { scores, largestJointGain } = JSON.parse(parley(['report', study, '--json']).out) as Report
  expect(scores.map(({ pairing }) => pairing)).toEqual([
    'clock',
    'readers',
    'mediated',
    'stubborn',
    'impatient',
  ])
  for (const { begun, completed, endings, counts, aloud } of scores) {
    expect([begun, completed]).toEqual([20, 20])
    expect(Object.values(endings).reduce((sum, n) => sum + n)).toBe(20)
    // Scripts never go below their thresholds; and every sheet is open to all.
    expect([counts.madeBelow, counts.acceptedBelow]).toEqual([0, 0])
    expect(aloud).toBeUndefined()
  }
  const of = (pairing: string) => scores.find((one) => one.pairing === pairing)!
  expect(of('mediated').endings).toEqual({ agreement: 20 })
  expect(of('mediated').distances.frontier.mean).toBe(0)
  expect(of('impatient').walks).toBeGreaterThan(0)
  expect(Number(largestJointGain.exact)).toBeGreaterThan(0)
  const printed = parley(['report', study]).out
  for (const title of ['Why there was no agreement', 'Distance to the frontier'])
    expect(printed).toContain(title)
})

test('the record replays, and a play is told with its scores', () => {
  expect(parley(['replay', study]).code).toBe(EXIT.ok)
  const { out } = parley(['show', study, 'b01-p01'])
  expect(out).toMatch(/Distance, in shares of each\s+party's\s+range: the frontier/)
})
