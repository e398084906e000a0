/** `parley analyze` as a person runs it: tables, JSON, and what it does not cover. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { rational } from '../src/core/rational.ts'
import { loadScenario } from '../src/scenario/folder.ts'
import { ESCAPE, parley, ROOT, TRACE } from './run-parley.ts'

const REFERENCE = `${ROOT}/../shared/reference/packs`
const folder = mkdtempSync(join(tmpdir(), 'parley-analyze-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a scenario of two parties; `parties` are lines of YAML after the ids. */
function scenario(name: string, issues: string, north: string, south: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  const party = (id: string, rest: string) =>
    `  - { id: ${id}, label: ${id}, name: ${id}, about: a neighbour, ${rest} }`
  writeFileSync(
    join(path, 'scenario.yaml'),
    [
      'format: 1',
      `id: ${name}`,
      `title: ${name}`,
      'situation: two neighbours',
      `issues:\n${issues}`,
      `parties:\n${party('north', north)}\n${party('south', south)}`,
      'protocol: { type: alternating-offers, turns: 6 }',
      'information: private',
      '',
    ].join('\n'),
  )
  return path
}

interface Json {
  readonly outcomes: string
  readonly individuallyRational: { readonly share: number; readonly count: number | null }
  readonly issues: readonly { readonly id: string; readonly role: string }[]
  readonly continuum: {
    readonly concave: boolean
    readonly frontier: readonly unknown[]
    readonly solutions: Record<string, readonly Spot[]>
  } | null
  readonly grid: {
    readonly listed: boolean
    readonly solutions: Record<
      string,
      { readonly proven: boolean; readonly count: number; readonly outcomes: readonly GridOutcome[] }
    >
  }
}

interface Spot {
  readonly from: { readonly points: Record<string, string> }
  readonly jointGain: string
  readonly values: Record<
    string,
    { readonly kind: string; readonly spans: readonly { from: string; to: string }[] }
  >
}

interface GridOutcome {
  readonly points: Record<string, string>
  readonly outcome: Record<string, string>
}

function json(path: string): Json {
  const { code, out, err } = parley(['analyze', path, '--json'])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Json
}

describe('concert tickets', () => {
  const shipped = `${ROOT}/scenarios/concert-tickets`

  test('as shipped', () => checkConcert(shipped))

  test.skipIf(!existsSync(REFERENCE))('as the reference has it (skipped where that is missing)', () =>
    checkConcert(`${REFERENCE}/concert-tickets`),
  )

  function checkConcert(path: string): void {
    const found = json(path)
    expect(found.outcomes).toBe('384174423601')
    expect(found.issues.map(({ role }) => role)).toEqual(['creates value', 'moves value', 'creates value'])
    const [best] = found.continuum!.solutions.jointGain!
    expect(best!.jointGain).toBe('90')
    expect(Object.values(best!.values)).toEqual([
      { kind: 'pinned', spans: [{ from: '60.00', to: '60.00' }] },
      { kind: 'free', spans: [{ from: '0.00', to: '100.00' }] },
      { kind: 'pinned', spans: [{ from: '96.00', to: '96.00' }] },
    ])
    expect(found.continuum!.concave).toBe(true)
    expect(found.continuum!.frontier).toHaveLength(3)
    for (const concept of ['nash', 'kalaiSmorodinsky', 'egalitarian']) {
      expect(found.continuum!.solutions[concept]!.map(({ from }) => from.points)).toEqual([
        { buyer: '65', seller: '65' },
      ])
      expect(found.grid.solutions[concept]!.proven).toBe(true)
      expect(found.grid.solutions[concept]!.count).toBe(1)
    }
    expect(found.grid.solutions.jointGain!.count).toBe(10_001)
  }

  test('an agreement at 67.50, 24.00 and 96.00 has 93.75% of it', async () => {
    const { parties } = await loadScenario(shipped)
    const points = parties.map(({ utility }) => utility!.points([6750, 2400, 9600]))
    expect(points.map(String)).toEqual(['63.425', '60.95'])
    const joint = points.reduce(
      (sum, value, i) => sum.add(value).sub(parties[i]!.reservation.value),
      rational(0),
    )
    expect(joint.div(90).toString()).toBe('0.9375')
  })

  test('the tables say the same, in plain text', () => {
    const { code, out, err } = parley(['analyze', shipped])
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain(ESCAPE)
    expect(out).toContain('384,174,423,601 outcomes over 3 issues')
    expect(out).toContain('Pareto frontier of the continuum: 3 pieces, concave')
    expect(out).toMatch(/joint gain +90\.00 +90\.00/)
    expect(out).toMatch(/moves value +30\.00 +30\.00 +0\.00 +1\.00 +any/)
    expect(out).toContain('largest joint gain 10,001')
  })
})

describe('other scenarios', () => {
  test('choices alone: every outcome is listed', () => {
    const path = scenario(
      'choices',
      '  - { id: tree, type: choice, options: [oak, pear, none] }\n  - { id: fence, type: choice, options: [wood, hedge] }',
      'reservation: 3, points: { tree: { oak: 5, pear: 3, none: 0 }, fence: { wood: 1, hedge: 2 } }',
      'reservation: 3, points: { tree: { oak: 0, pear: 3, none: 4 }, fence: { wood: 1, hedge: 2 } }',
    )
    const found = json(path)
    expect(found.continuum).toBeNull()
    expect(found.individuallyRational).toMatchObject({ share: 1 / 3, count: 2 })
    expect(found.grid.solutions.nash!.outcomes).toMatchObject([
      { points: { north: '5', south: '5' }, outcome: { tree: 'pear', fence: 'hedge' } },
    ])
    const { out } = parley(['analyze', path])
    expect(out).toContain('Pareto frontier of the grid: 3 outcomes with 3 different pairs of points')
  })

  test('the grid’s own solution where the continuum’s lies between two steps', () => {
    const path = scenario(
      'days',
      '  - { id: days, type: number, min: 0, max: 7, decimals: 0 }',
      'reservation: 0, points: { days: { 0: 0, 7: 7 } }',
      'reservation: 0, points: { days: { 0: 7, 7: 0 } }',
    )
    const found = json(path)
    expect(found.continuum!.solutions.nash!.map(({ values }) => values.days!.spans)).toEqual([
      [{ from: '3.5', to: '3.5' }],
    ])
    expect(found.grid.solutions.nash!.outcomes.map(({ outcome }) => outcome.days)).toEqual(['3', '4'])
    const { out } = parley(['analyze', path])
    expect(out).toContain('Solution points of the grid of allowed values')
  })

  test('nothing individually rational is said plainly', () => {
    const path = scenario(
      'apart',
      '  - { id: days, type: number, min: 0, max: 7, decimals: 0 }',
      'reservation: 5, points: { days: { 0: 0, 7: 7 } }',
      'reservation: 5, points: { days: { 0: 7, 7: 0 } }',
    )
    const { code, out } = parley(['analyze', path])
    expect(code).toBe(0)
    expect(out).toContain('No outcome leaves both parties at or above their reservation values')
  })

  test.skipIf(!existsSync(REFERENCE))(
    'a scenario without points is not covered, and is told so (skipped without the reference material)',
    () => {
      const { code, out, err } = parley(['analyze', `${REFERENCE}/battery-pack`])
      expect(code).toBe(EXIT.invalid)
      expect(out).toBe('')
      expect(err).toContain('has no points')
      expect(err).not.toMatch(TRACE)
    },
  )

  test('a wrong limit is a wrong command line', () => {
    const { code, err } = parley(['analyze', `${ROOT}/scenarios/concert-tickets`, '--limit', 'many'])
    expect(code).toBe(EXIT.usage)
    expect(err).toContain('whole number')
  })
})
