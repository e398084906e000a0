import { describe, expect, test } from 'vitest'
import { cloneTables, reportClones } from './clone-report.ts'
import { contrastClones } from './contrast.ts'
import { NO_AGREEMENT, shareBounds, shareOf, type TalkEnd, tally } from './taxonomy.ts'

/** Talks of a clone: so many full, so many other, so many unknown. */
const talksOf = (clone: string, full: number, other: number, unknown = 0): TalkEnd[] => [
  ...Array.from({ length: full }, () => ({ clone, model: 'm', type: 'full' })),
  ...Array.from({ length: other }, () => ({ clone, model: 'm', type: NO_AGREEMENT })),
  ...Array.from({ length: unknown }, () => ({ clone, model: 'm' })),
]

const CLONES = ['orange', 'battery', 'walnut', 'barrel']
const cellsOf = (talks: readonly TalkEnd[]) => tally(talks, CLONES)

describe('the taxonomy of each clone', () => {
  test('counts known ends, and bounds shares by the unknown ones', () => {
    const [orange, battery] = cellsOf(talksOf('orange', 6, 2, 2))
    expect(orange).toEqual({
      clone: 'orange',
      talks: 10,
      known: 8,
      unknown: 2,
      counts: { full: 6, [NO_AGREEMENT]: 2 },
    })
    expect(shareOf(orange!, 'full')).toBe(0.75)
    expect(shareBounds(orange!, 'full')).toEqual([0.6, 0.8])
    expect(shareOf(battery!, 'full')).toBeUndefined()
    expect(shareBounds(battery!, 'full')).toBeUndefined()
  })
})

describe('a clone beside the others', () => {
  test('has an interval that takes the clone for the random unit', () => {
    const talks = [
      ...talksOf('orange', 18, 2),
      ...talksOf('battery', 10, 10),
      ...talksOf('walnut', 8, 12),
      ...talksOf('barrel', 12, 8),
    ]
    const found = contrastClones(cellsOf(talks), 'orange', 'full')!
    expect(found).toMatchObject({ share: 0.9, others: 0.5, clones: 3, difference: 0.4 })
    // By hand: s^2 of .5, .4, .6 is .01, a third of it .003333; .9 * .1 / 19 is .004737; together .008070.
    expect(found.interval!.error).toBeCloseTo(Math.sqrt(0.01 / 3 + 0.09 / 19), 12)
    expect(found.interval!.df).toBeCloseTo(
      (0.01 / 3 + 0.09 / 19) ** 2 / ((0.01 / 3) ** 2 / 2 + (0.09 / 19) ** 2 / 19),
      9,
    )
    expect(found.interval!.low).toBeGreaterThan(0.15)
    expect(found.interval!.high).toBeLessThan(0.65)
    // t = (.9 - .5) / (.1 sqrt(4 / 3)) = 3.4641, two degrees of freedom: p = .0742.
    expect(found.another!.t).toBeCloseTo(3.4641, 4)
    expect(found.another!.p).toBeCloseTo(0.0742, 4)
    expect(found.bounds[0]).toBeCloseTo(0.4, 12)
    expect(found.bounds[1]).toBeCloseTo(0.4, 12)
  })

  test('more talks of the same few clones narrow the interval no further than clones vary', () => {
    const of = (times: number) => [
      ...talksOf('orange', 9 * times, times),
      ...talksOf('battery', 5 * times, 5 * times),
      ...talksOf('walnut', 4 * times, 6 * times),
      ...talksOf('barrel', 6 * times, 4 * times),
    ]
    const wide = contrastClones(cellsOf(of(1000)), 'orange', 'full')!.interval!
    expect(wide.error).toBeGreaterThan(Math.sqrt(0.01 / 3))
    expect(wide.df).toBeLessThan(2.1)
  })

  test('has none with one other clone, and bounds what is unknown', () => {
    const found = contrastClones(
      cellsOf([...talksOf('orange', 8, 0, 2), ...talksOf('battery', 2, 6, 2)]),
      'orange',
      'full',
    )!
    expect(found.interval).toBeUndefined()
    expect(found.another).toBeUndefined()
    expect(found.difference).toBeCloseTo(0.75, 12)
    expect(found.bounds[0]).toBeCloseTo(0.8 - 0.4, 12)
    expect(found.bounds[1]).toBeCloseTo(1 - 0.2, 12)
  })

  test('bounds a clone of which no end is known by all that it could be, and leaves it out of the difference', () => {
    const found = contrastClones(
      cellsOf([...talksOf('orange', 8, 2), ...talksOf('battery', 2, 8), ...talksOf('walnut', 0, 0, 10)]),
      'orange',
      'full',
    )!
    expect([found.clones, found.others]).toEqual([1, 0.2])
    expect(found.bounds[0]).toBeCloseTo(0.8 - (0.2 + 1) / 2, 12)
    expect(found.bounds[1]).toBeCloseTo(0.8 - (0.2 + 0) / 2, 12)
  })

  test('models come by their names, all of them last, whatever was played first', () => {
    const talks = ['b', 'a / b', 'a'].flatMap((model) =>
      CLONES.flatMap((clone) => talksOf(clone, 1, 1, 1).map((talk) => ({ ...talk, model }))),
    )
    const report = reportClones(talks, { clones: CLONES, kinds: ['full'], reference: 'orange', kind: 'full' })
    expect(report.models.map(({ model }) => model)).toEqual(['a', 'a / b', 'b', 'all'])
    const [, contrast] = cloneTables(report, 'somebody')
    expect(contrast!.rows[0]![1]).toBe('50.0% (33.3% to 66.7%)')
    expect(contrast!.caption).toContain(
      'in brackets the least and the most that it can be over all its talks',
    )
  })

  test('is nothing where one side has no known end, and never silent about a wrong name', () => {
    expect(contrastClones(cellsOf(talksOf('orange', 3, 0)), 'orange', 'full')).toBeUndefined()
    expect(contrastClones(cellsOf(talksOf('battery', 3, 0)), 'orange', 'full')).toBeUndefined()
    expect(() => contrastClones(cellsOf([]), 'apple', 'full')).toThrow(RangeError)
  })

  test('has none where nothing varies', () => {
    const same = CLONES.flatMap((clone) => talksOf(clone, 4, 0))
    const found = contrastClones(cellsOf(same), 'orange', 'full')!
    expect(found.difference).toBe(0)
    expect(found.interval).toBeUndefined()
  })
})
