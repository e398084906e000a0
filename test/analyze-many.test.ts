/** `parley analyze` for more than two parties: tables, JSON, plots. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { ESCAPE, parley, ROOT, TRACE } from './run-parley.ts'

const NORTHGATE = `${ROOT}/scenarios/northgate`
const REFERENCE = `${ROOT}/../shared/reference/packs/northgate`
const folder = mkdtempSync(join(tmpdir(), 'parley-many-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Solution {
  readonly count: number
  readonly jointGain: string
  readonly efficiency: string | null
  readonly gains: Record<string, string>
  readonly distances: Record<string, { readonly points: number; readonly scaled: number } | null>
  readonly outcomes: readonly { readonly outcome: Record<string, string> }[]
}

interface Json {
  readonly outcomes: string
  readonly rule: { readonly needed: number; readonly vetoes: readonly string[] }
  readonly acceptable: {
    readonly toAll: number
    readonly byNumberOfParties: readonly number[]
    readonly coalitionsWithVetoes: readonly {
      readonly parties: readonly string[]
      readonly accepted: number
    }[]
  }
  readonly parties: readonly {
    readonly id: string
    readonly accepts: number
    readonly aloneAgainst: number
  }[]
  readonly hardest: readonly string[]
  readonly opposition: { readonly perParty: number; readonly correlations: readonly (readonly number[])[] }
  readonly trades: readonly unknown[]
  readonly frontier: { readonly outcomes: number; readonly points: number; readonly acceptable: number }
  readonly solutions: Record<string, Record<string, Solution>>
}

function json(path: string): Json {
  const { code, out, err } = parley(['analyze', path, '--json'])
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as Json
}

describe('Northgate', () => {
  function check(found: Json): void {
    expect(found.outcomes).toBe('243')
    expect(found.rule).toEqual({ needed: 6, vetoes: ['blake'] })
    expect(found.acceptable.toAll).toBe(37)
    expect(found.acceptable.byNumberOfParties).toEqual([1, 7, 24, 59, 63, 52, 37])
    expect(found.acceptable.coalitionsWithVetoes).toHaveLength(32)
    expect(found.acceptable.coalitionsWithVetoes.every(({ parties }) => parties.includes('blake'))).toBe(true)
    expect(found.acceptable.coalitionsWithVetoes.at(-1)).toMatchObject({ parties: ['blake'], accepted: 162 })
    expect(found.hardest).toEqual(['casey', 'devon'])
    expect(found.parties.map(({ aloneAgainst }) => aloneAgainst)).toEqual([4, 7, 8, 12, 4, 17])
    expect(found.frontier).toMatchObject({ outcomes: 36, points: 36, acceptable: 18 })
    const { nash, utilitarian } = found.solutions.acceptable as Record<string, Solution>
    expect(nash!.gains).toEqual({
      avery: '64',
      blake: '111',
      casey: '100.812',
      devon: '124.625',
      ember: '59',
      flynn: '40',
    })
    expect(nash!.distances.nash).toEqual({ points: 0, scaled: 0 })
    expect(utilitarian!).toMatchObject({ count: 1, jointGain: '510.437', efficiency: '1' })
    expect(utilitarian!.outcomes[0]!.outcome).toEqual({
      Location: 'Anvil Ridge',
      'Build schedule': 'five years',
      Hiring: 'local hiring pact',
      'Power supply': 'on-site turbines',
      Compensation: 'rates abatement',
    })
  }

  test('as shipped', () => check(json(NORTHGATE)))

  test.skipIf(!existsSync(REFERENCE))('as the reference has it (skipped where that is missing)', () =>
    check(json(REFERENCE)),
  )

  test('the tables say the same, in plain text and within the width', () => {
    const { code, out, err } = parley(['analyze', NORTHGATE])
    expect([code, err]).toEqual([0, ''])
    expect(out).not.toContain(ESCAPE)
    expect(out).toContain('243 outcomes over 5 issues, 6 parties. A deal needs all 6 parties.')
    expect(out).toMatch(/^all +37 +37 +15\.23%$/m)
    expect(out).toMatch(/^all but one +52 +89 +36\.63%$/m)
    expect(out).toContain('Hardest to satisfy: Casey, Devon; most often alone against: Flynn.')
    expect(out).toContain('Pareto frontier: 36 outcomes with 36 different points; 18 acceptable to all')
    expect(out).toMatch(/joint gain +499\.44 \(499\.437\) +510\.44 \(510\.437\)/)
    expect(out).toContain('… and 16 more (--limit 36 prints all')
  })

  test('a plot: well formed, with every party, both pages, and nothing that runs', () => {
    const file = join(folder, 'northgate.svg')
    const { code, err } = parley(['analyze', NORTHGATE, '--svg', file])
    expect([code, err]).toEqual([0, ''])
    const svg = readFileSync(file, 'utf8')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    for (const name of ['Avery', 'Blake', 'Casey', 'Devon', 'Ember', 'Flynn'])
      expect(svg).toContain(`>${name}</text>`)
    // Eighteen efficient outcomes, and two different solution points, across six axes.
    expect(svg.match(/<polyline class="thin"/g)).toHaveLength(18)
    expect(svg.match(/<polyline class="solution/g)).toHaveLength(2)
    expect(svg).toContain('prefers-color-scheme:dark')
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<script/)
    expectBalanced(svg)
  })

  test('a plot that cannot be written is told plainly', () => {
    const { code, err } = parley(['analyze', NORTHGATE, '--svg', join(folder, 'nowhere', 'x.svg')])
    expect(code).toBe(EXIT.record)
    expect(err).toContain('The plot cannot be written: its folder is not there.')
    expect(err).not.toMatch(TRACE)
  })
})

/** Every element that is opened is closed, in order. */
function expectBalanced(svg: string): void {
  const open: string[] = []
  for (const [, end, name, self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name)
    else if (!self) open.push(name!)
  }
  expect(open).toEqual([])
}

/** A pack of package votes; each party a line of YAML. */
function pack(name: string, parties: readonly string[], more = ''): string {
  const path = join(folder, name)
  mkdirSync(path)
  const lines = parties.map((rest, p) => `  - { id: p${p}, label: "Party <${p}> & co", ${rest} }`)
  writeFileSync(
    join(path, 'scenario.yaml'),
    [
      'format: 1',
      `id: ${name}`,
      'situation: neighbours',
      'issues:\n  - { id: tree, type: choice, options: [oak, pear] }\n  - { id: fence, type: choice, options: [wood, hedge] }',
      `parties:\n${lines.join('\n')}`,
      `protocol: { type: package-votes, rounds: 2${more} }`,
      '',
    ].join('\n'),
  )
  return path
}

describe('other games of votes', () => {
  const three = [
    'reservation: 3, points: { tree: { oak: 4 }, fence: { wood: 1 } }',
    'reservation: 3, veto: true, points: { tree: { pear: 4 }, fence: { hedge: 1 } }',
    'reservation: 1, points: { tree: { pear: 2 }, fence: { wood: 2 } }',
  ]

  test('where one can be outvoted, both sets of solutions are told', () => {
    const path = pack('outvoted', three, ', accept: all-but-one')
    const found = json(path)
    expect(found.rule).toEqual({ needed: 2, vetoes: ['p1'] })
    expect(found.acceptable).toMatchObject({ toAll: 0, passing: 2 })
    expect(found.solutions.acceptable!.nash).toMatchObject({ count: 0, outcomes: [] })
    // Pear and wood: 1 - 3, 4 - 3 and 4 - 1.
    expect(found.solutions.passing!.nash!.outcomes).toMatchObject([
      { outcome: { tree: 'pear', fence: 'wood' } },
    ])
    expect(found.solutions.passing!.utilitarian!.jointGain).toBe('2')
    const { out } = parley(['analyze', path])
    expect(out).toContain('A deal needs 2 of 3 parties, among them Party <1> & co.')
    expect(out).toContain('There is no outcome acceptable to all')
    expect(out).toContain('Solution points among the 2 outcomes that pass with 2 of 3 parties')
  })

  test('vetoes that the rules do not heed are none', () => {
    const found = json(pack('unheeded', three, ', accept: all-but-one, vetoes_needed: false'))
    expect(found.rule.vetoes).toEqual([])
    expect(found.acceptable).toMatchObject({ passing: 3 })
  })

  test('names are text in a plot, and two parties are drawn in their plane', () => {
    for (const [name, parties] of [
      ['three', three],
      ['two', three.slice(0, 2)],
    ] as const) {
      const file = join(folder, `${name}.svg`)
      const { code } = parley(['analyze', pack(name, parties), '--svg', file])
      expect(code).toBe(0)
      const svg = readFileSync(file, 'utf8')
      expect(svg).toContain('Party &lt;0&gt; &amp; co')
      expect(svg).not.toContain('Party <0>')
      expect(svg.includes('points of Party')).toBe(name === 'two')
      expectBalanced(svg)
    }
  })

  test('the plane of two who bargain over numbers', () => {
    const file = join(folder, 'concert.svg')
    expect(parley(['analyze', `${ROOT}/scenarios/concert-tickets`, '--svg', file]).code).toBe(0)
    const svg = readFileSync(file, 'utf8')
    expect(svg.match(/<line class="frontline"/g)!.length).toBeGreaterThanOrEqual(3)
    expect(svg).toContain('largest joint gain')
    expectBalanced(svg)
  })
})
