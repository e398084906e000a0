/** The analysis of several parties against counting every outcome of small generated games by hand. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dominates,
  type Listed,
  largest,
  listAll,
  manySpace,
  manySpaces,
} from '../../../../test/helpers/many-spaces.ts'
import { type Rational, rational } from '../../rational.ts'
import { NotCovered } from '../space.ts'
import { analyzeMany, type ManyAnalysis, type Region } from './analysis.ts'
import type { ManyConcept } from './concepts.ts'
import { placesOf } from './efficient.ts'
import type { ManySpace } from './game.ts'
import { standingOf } from './standing.ts'

const places = (list: readonly Listed[]): number[] => list.map(({ place }) => place).sort((a, b) => a - b)

const chosen = (analysis: ManyAnalysis, points: readonly number[] | Uint32Array): number[] =>
  Array.from(placesOf(analysis.efficient, Uint32Array.from(points)))

const sum = (values: readonly Rational[]): Rational => values.reduce((a, b) => a.add(b), rational(0))

/** Sorted shares compared from the smallest up. */
function leximin(shares: (one: Listed) => Rational[]): (a: Listed, b: Listed) => number {
  return (a, b) => {
    const [x, y] = [a, b].map((one) => shares(one).sort((p, q) => p.compare(q))) as [Rational[], Rational[]]
    for (let i = 0; i < x.length; i++) {
      const order = x[i]!.compare(y[i]!)
      if (order !== 0) return order
    }
    return 0
  }
}

function checkRegion(
  analysis: ManyAnalysis,
  region: Region,
  inside: readonly Listed[],
  all: readonly Listed[],
): void {
  expect(region.count).toBe(inside.length)
  const front = inside.filter((one) => !inside.some((other) => dominates(other, one)))
  expect(chosen(analysis, region.points)).toEqual(places(front))
  // What is not dominated among these is not dominated by any outcome.
  expect(front.every((one) => !all.some((other) => dominates(other, one)))).toBe(true)
  const expectBest = (concept: ManyConcept, compare: (a: Listed, b: Listed) => number): void =>
    expect([concept, ...chosen(analysis, region.solutions[concept])]).toEqual([
      concept,
      ...places(largest(front, compare)),
    ])
  const ranges = analysis.space.parties.map((_, p) => {
    const own = all.map(({ points }) => points[p]!).sort((a, b) => a.compare(b))
    return own.at(-1)!.sub(own[0]!)
  })
  const positive = ({ gains }: Listed): Rational[] => gains.filter((gain) => gain.compare(0) > 0)
  const product = (one: Listed): Rational => positive(one).reduce((a, b) => a.mul(b), rational(1))
  const ideals = ranges.map((_, p) =>
    inside
      .map(({ gains }) => gains[p]!)
      .reduce((a, b) => (a.compare(b) >= 0 ? a : b), rational(-1e9).mul(1e9).mul(1e9)),
  )
  expectBest('utilitarian', (a, b) => sum(a.gains).compare(sum(b.gains)))
  expectBest('scaledUtilitarian', (a, b) => {
    const scaled = (one: Listed) =>
      sum(one.gains.map((gain, p) => (ranges[p]!.equals(0) ? rational(0) : gain.div(ranges[p]!))))
    return scaled(a).compare(scaled(b))
  })
  expectBest('nash', (a, b) => positive(a).length - positive(b).length || product(a).compare(product(b)))
  expectBest(
    'egalitarian',
    leximin(({ gains }) => [...gains]),
  )
  expectBest(
    'kalaiSmorodinsky',
    leximin(({ gains }) =>
      gains.flatMap((gain, p) => (ideals[p]!.compare(0) > 0 ? [gain.div(ideals[p]!)] : [])),
    ),
  )
  // On all of the region, dominated outcomes too: nothing beats what was picked on the frontier.
  if (inside.length > 0) {
    const best = largest(inside, (a, b) => sum(a.gains).compare(sum(b.gains)))
    expect(chosen(analysis, region.solutions.utilitarian)).toEqual(places(best))
    const even = largest(
      inside,
      leximin(({ gains }) => [...gains]),
    )
    expect(chosen(analysis, region.solutions.egalitarian)).toEqual(places(even))
  }
}

function check(space: ManySpace): void {
  const analysis = analyzeMany(space)
  const all = listAll(space)
  const n = space.parties.length
  const everybody = 2 ** n - 1
  const { acceptance, efficient, parties } = analysis
  expect(acceptance.count).toBe(all.length)
  for (let set = 0; set <= everybody; set++) {
    expect(acceptance.exactly[set]).toBe(all.filter(({ accepting }) => accepting === set).length)
    expect(acceptance.by[set]).toBe(all.filter(({ accepting }) => (accepting & set) === set).length)
  }
  const size = ({ accepting }: Listed): number => accepting.toString(2).replaceAll('0', '').length
  for (let k = 0; k <= n; k++) expect(acceptance.bySize[k]).toBe(all.filter((one) => size(one) === k).length)

  const frontier = all.filter((one) => !all.some((other) => dominates(other, one)))
  expect(Array.from(efficient.places).sort((a, b) => a - b)).toEqual(places(frontier))
  for (let u = 0; u < efficient.size; u++) {
    for (const place of efficient.places.subarray(efficient.first[u], efficient.first[u + 1])) {
      expect(
        efficient.exact(u).map((gain, p) => analysis.tables.unit.mul(gain).equals(all[place]!.gains[p]!)),
      ).toEqual(all[place]!.gains.map(() => true))
      expect(efficient.accepting[u]).toBe(all[place]!.accepting)
    }
  }
  checkRegion(
    analysis,
    analysis.acceptable,
    all.filter(({ accepting }) => accepting === everybody),
    all,
  )
  const passes = (one: Listed): boolean =>
    size(one) >= space.needed && space.parties.every(({ veto }, p) => !veto || (one.accepting >> p) % 2 === 1)
  expect(analysis.passing === undefined).toBe(space.needed === n)
  if (analysis.passing) checkRegion(analysis, analysis.passing, all.filter(passes), all)
  const sums = largest(all, (a, b) => sum(a.gains).compare(sum(b.gains)))
  expect(chosen(analysis, analysis.all.utilitarian)).toEqual(places(sums))
  for (let p = 0; p < n; p++) {
    const others = everybody - 2 ** p
    expect(parties.alone[p]).toBe(all.filter(({ accepting }) => accepting === others).length)
  }
  checkOpposition(analysis, all)
}

function checkOpposition({ opposition, space }: ManyAnalysis, all: readonly Listed[]): void {
  const columns = space.parties.map((_, p) => all.map(({ points }) => points[p]!.valueOf()))
  const scaled = columns.map((column) => {
    const [low, high] = [Math.min(...column), Math.max(...column)]
    return column.map((x) => (high === low ? 1 : (x - low) / (high - low)))
  })
  const distance = Math.min(...all.map((_, k) => Math.hypot(...scaled.map((column) => 1 - column[k]!))))
  expect(opposition.distance).toBeCloseTo(distance, 9)
  const centred = scaled.map((column) => {
    const mean = column.reduce((a, b) => a + b, 0) / column.length
    return column.map((x) => x - mean)
  })
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((all, v, k) => all + v * y[k]!, 0)
  opposition.correlations.forEach((row, p) => {
    row.forEach((found, q) => {
      const [x, y] = [centred[p]!, centred[q]!]
      const flat = dot(x, x) < 1e-12 || dot(y, y) < 1e-12
      expect(found === undefined).toBe(flat)
      if (found !== undefined) expect(found).toBeCloseTo(dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)), 9)
    })
  })
}

describe('every outcome counted by hand', () => {
  test('figures that fit', () => fc.assert(fc.property(manySpaces(), check), { numRuns: 250 }))

  test('figures that need shifting or pass 2^53', () =>
    fc.assert(
      fc.property(
        fc
          .constantFrom(rational(10n ** 17n + 1n, 7), rational(1n, 10n ** 13n))
          .chain((factor) => manySpaces(factor)),
        check,
      ),
      { numRuns: 60 },
    ))

  test('primes past 2^53, where no common factor helps', () => {
    const big = (x: number): Rational => rational(9_007_199_254_740_993n * BigInt(x) + BigInt(x * x))
    const points = [
      [
        [3, 1, 2],
        [5, 4, 0],
      ],
      [
        [1, 2, 4],
        [0, 3, 3],
      ],
      [
        [2, 2, 1],
        [1, 0, 6],
      ],
    ].map((tables) => tables.map((own) => own.map(big)))
    check(manySpace(points, [big(4), big(3), big(2)], { vetoes: [1], needed: 2 }))
  })
})

describe('where an outcome stands', () => {
  test('distances and efficiency agree with counting by hand', () => {
    fc.assert(
      fc.property(manySpaces(), fc.nat(), (space, pick) => {
        const analysis = analyzeMany(space)
        const all = listAll(space)
        const one = all[pick % all.length]!
        const standing = standingOf(analysis, one.outcome)
        const frontier = all.filter((a) => !all.some((b) => dominates(b, a)))
        const gap = (other: Listed): number =>
          Math.hypot(...one.points.map((own, p) => own.sub(other.points[p]!).valueOf()))
        expect(standing.toFrontier.points).toBeCloseTo(Math.min(...frontier.map(gap)), 9)
        expect(standing.accepting).toBe(one.accepting)
        const inside = all.filter(({ accepting }) => accepting === 2 ** space.parties.length - 1)
        const most = inside.map(({ gains }) => sum(gains)).sort((a, b) => b.compare(a))[0]
        if (!most || most.compare(0) <= 0) expect(standing.efficiency).toBeUndefined()
        else expect(standing.efficiency!.equals(sum(one.gains).div(most))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

describe('trades', () => {
  const whole = (...values: number[]): Rational[] => values.map((value) => rational(value))

  test('each takes the issue it cares for more', () => {
    const space = manySpace(
      [
        [whole(30, 0), whole(10, 0), whole(5, 0)],
        [whole(0, 10), whole(0, 40), whole(5, 0)],
      ],
      whole(0, 0),
    )
    const { trades } = analyzeMany(space)
    // The third issue is best for both at one option, so there is nothing to trade.
    expect(trades).toEqual([{ first: 0, second: 1, wins: 0, gives: 1, leverage: 12 }])
  })

  test('equal weights, and an issue that one party does not care for, give none', () => {
    const space = manySpace(
      [
        [whole(30, 0), whole(10, 0), whole(0, 0)],
        [whole(0, 60), whole(0, 20), whole(0, 7)],
      ],
      whole(0, 0),
    )
    expect(analyzeMany(space).trades).toEqual([])
  })
})

describe('what is not covered', () => {
  test('eleven parties, and more than ten million outcomes', () => {
    const party = [[rational(1), rational(0)]]
    const many = manySpace(
      Array.from({ length: 11 }, () => party),
      Array.from({ length: 11 }, () => rational(0)),
    )
    expect(() => analyzeMany(many)).toThrow(NotCovered)
    const wide = Array.from({ length: 24 }, () => [rational(1), rational(0)])
    expect(() => analyzeMany(manySpace([wide, wide, wide], [rational(0), rational(0), rational(0)]))).toThrow(
      '10000000',
    )
  })
})
