import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rational } from '../../core/rational.ts'
import { readPack } from '../../scenario/folder.ts'
import { parsePack } from '../../scenario/pack.ts'
import { makeScale } from '../../svg/scale.ts'
import { escaped, heading } from '../../svg/svg.ts'
import type { Observation } from '../analysis.ts'
import { frameOf, largestJointGain } from '../frame.ts'
import { plannedInference } from '../planned.ts'
import { analyseSets } from '../sets.ts'
import { makePlots } from './plots.ts'
import { swarm } from './strips.ts'

const folder = fileURLToPath(new URL('../../../scenarios/concert-tickets', import.meta.url))
const { files } = await readPack(folder)
const scenario = parsePack(files).scenario!
const frame = frameOf(scenario, largestJointGain(scenario))

const done = (i: number, pairing: string, more: Partial<Observation> = {}): Observation => ({
  id: `n${i}`,
  pairing,
  opener: i % 2 ? 'seller' : 'buyer',
  status: 'completed',
  agreement: true,
  joint: rational(40 + i),
  gains: { buyer: rational(20), seller: rational(20 + i) },
  offers: [
    { turn: 1, seat: 'buyer', points: 100 },
    { turn: 2, seat: 'seller', points: 90 - i },
  ],
  ...more,
})

const observations: Observation[] = [
  ...[0, 1, 2, 3].map((i) => done(i, '<late> & "early"')),
  ...[4, 5, 6].map((i) => done(i, 'B')),
  {
    id: 'lost',
    pairing: 'B',
    opener: 'buyer',
    status: 'unknown',
    offers: [{ turn: 1, seat: 'buyer', points: 99 }],
  },
  done(8, 'B', { extension: 'x1' }),
]

const plots = () => {
  const pairings = ['<late> & "early"', 'B']
  const sets = analyseSets(observations, frame, {
    pairings,
    openers: ['buyer', 'seller'],
    extensions: [{ name: 'extension x1', told: '' }],
    plan: plannedInference(undefined, { pairings, seed: 's', apart: [], registered: true }),
    asked: false,
  })
  return makePlots({ title: 'A <study>', sets, observations, scenario })
}

describe('plots', () => {
  test('what was registered alone and first, then with the extension, marked', () => {
    const made = plots()
    expect(Object.keys(made)).toEqual([
      'joint-gain.svg',
      'gains.svg',
      'concessions.svg',
      'joint-gain-extended.svg',
      'gains-extended.svg',
      'concessions-extended.svg',
    ])
    expect(made['joint-gain.svg']).not.toContain('descriptive')
    expect(made['joint-gain-extended.svg']).toContain('With extension x1: descriptive.')
    const dots = (name: string) => made[name]!.match(/class="dot/g)!.length
    expect(dots('joint-gain.svg')).toBe(7)
    expect(dots('joint-gain-extended.svg')).toBe(8)
  })

  test('the same bytes each time, without ids, and names as text alone', () => {
    const made = plots()
    expect(made).toEqual(plots())
    for (const svg of Object.values(made)) {
      expect(svg).not.toMatch(/ id=|NaN|undefined|<late>|<study>|Infinity/)
      expect(svg).toContain('prefers-color-scheme:dark')
      expect(svg.match(/<(?!\/|rect|line|circle|polygon|polyline)[a-z]+[^>]*[^/]>/g)!.length).toBe(
        svg.match(/<\/[a-z]+>/g)!.length,
      )
    }
  })

  test('the unknown outcome shows in each', () => {
    const made = plots()
    expect(made['joint-gain.svg']).toContain('1 unknown: anywhere along this line')
    expect(made['gains.svg']).toContain('B: 1 with an unknown outcome')
    expect(made['concessions.svg']).toContain('1 unknown (dashed')
  })

  test('a list without points or offers has the distribution alone', () => {
    const bare = observations.map(({ gains: _, offers: __, ...rest }) => rest)
    const pairings = ['B']
    const sets = analyseSets(
      bare,
      { ...frame, parties: [], gains: {} },
      {
        pairings,
        openers: ['buyer'],
        extensions: [],
        plan: plannedInference(undefined, { pairings, seed: 's', apart: [], registered: true }),
        asked: false,
      },
    )
    expect(Object.keys(makePlots({ title: 'T', sets, observations: bare, scenario }))).toEqual([
      'joint-gain.svg',
    ])
  })
})

describe('the parts', () => {
  test('scales have round ticks inside, also for one figure and none', () => {
    expect(makeScale([0, 90], 0, 100).ticks).toEqual([0, 20, 40, 60, 80])
    expect(makeScale([5, 5], 0, 100).ticks.every(Number.isFinite)).toBe(true)
    expect(makeScale([], 0, 100).at(0.5)).toBeCloseTo(50)
    expect(makeScale([1, 1.1], 0, 100).ticks.length).toBeGreaterThan(2)
  })

  test('dots at the same place stand apart, and a crowd stays in its row', () => {
    const crowd = swarm(Array.from({ length: 40 }, () => 100))
    expect(new Set(crowd.map(([, dy]) => dy)).size).toBe(40)
    expect(crowd.every(([, dy]) => Math.abs(dy) <= 15)).toBe(true)
  })

  test('text that XML or a reader would stumble on is made harmless; long titles are broken', () => {
    expect(escaped('a\u0000<b>\u202e')).toBe('a\ufffd&lt;b&gt;\ufffd')
    expect(heading('word '.repeat(30), 'about').marks.length).toBeGreaterThan(2)
  })
})
