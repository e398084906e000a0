import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyGame, concertGame, makeParty } from '../../../test/support/games.ts'
import { countOutcomes, countValues, type Issue, isAllowed } from '../../core/issue.ts'
import { randomOf } from '../../core/random.ts'
import { rational } from '../../core/rational.ts'
import { bidSpace, MOST_LISTED } from './bids.ts'
import { curveOf } from './curve.ts'

const valuesOf = (issue: Issue): number[] =>
  Array.from({ length: countValues(issue) }, (_, k) =>
    issue.type === 'choice' ? k : issue.min + k * issue.step,
  )

const utilities = anyGame.map(({ parties }) => parties[0].utility!)

describe('curve', () => {
  test('gives an allowed value worth the level, no dearer than the grid and roundness make it', () => {
    fc.assert(
      fc.property(utilities, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (utility, share, seed) => {
        utility.issues.forEach((issue, place) => {
          const curve = curveOf(utility, place)
          const points = valuesOf(issue).map((value) => utility.scaledValue(place, value))
          expect(curve.best).toBe(Math.max(...points))
          expect(curve.worst).toBe(Math.min(...points))
          const level = curve.best - share * (curve.best - curve.worst)
          const value = curve.down(level, randomOf(seed))
          const worth = utility.scaledValue(place, value)
          expect(isAllowed(issue, value)).toBe(true)
          expect(worth).toBeGreaterThanOrEqual(level)
          const least = Math.min(...points.filter((other) => other >= level))
          expect(worth - least).toBeLessThanOrEqual((curve.best - curve.worst) / 40)
        })
      }),
    )
  })

  test('names no round number where they lie too far apart', () => {
    // Of this grid only every 25th value is as round as a multiple of 100 would be.
    const issues: Issue[] = [{ type: 'number', id: 'days', min: 253, max: 3877, step: 4, decimals: 0 }]
    const knots = [253, 3877].map((at) => ({ at: rational(at), points: rational(at - 253) }))
    const { utility } = makeParty('me', issues, [{ type: 'linear', knots }], '0')
    expect(curveOf(utility!, 0).down(908, randomOf(0))).toBe(253 + 908)
  })

  test('draws among values that are worth the same', () => {
    const issues: Issue[] = [{ type: 'number', id: 'days', min: 0, max: 10, step: 1, decimals: 0 }]
    const knots = [0, 10].map((at) => ({ at: rational(at), points: rational(5) }))
    const { utility } = makeParty('me', issues, [{ type: 'linear', knots }], '0')
    const curve = curveOf(utility!, 0)
    const drawn = new Set(Array.from({ length: 200 }, (_, seed) => curve.down(5, randomOf(seed))))
    expect(drawn.size).toBe(11)
  })
})

describe('bidding space', () => {
  test('never goes below its target, and reaches the best', () => {
    fc.assert(
      fc.property(utilities, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (utility, share, seed) => {
        const space = bidSpace(utility)
        const target = space.best - share * (space.best - space.worst)
        const random = randomOf(seed)
        const found = [
          space.near(target, random, space.direction(random, 1)),
          space.anyAbove(target, random)!,
        ]
        for (const outcome of found) {
          expect(utility.issues.every((issue, i) => isAllowed(issue, outcome[i]!))).toBe(true)
          expect(utility.scaled(outcome)).toBeGreaterThanOrEqual(target)
        }
        expect(utility.scaled(space.top(random))).toBe(space.best)
        expect(space.anyAbove(space.best + Math.abs(space.best) + 1, random)).toBeUndefined()
      }),
    )
  })

  test('lists small spaces by falling points', () => {
    fc.assert(
      fc.property(utilities, (utility) => {
        const { listed, best, worst } = bidSpace(utility)
        const count = countOutcomes(utility.issues)
        expect(listed !== undefined).toBe(count <= BigInt(MOST_LISTED))
        if (!listed) return
        expect(BigInt(listed.points.length)).toBe(count)
        expect([listed.points[0], listed.points.at(-1)]).toEqual([best, worst])
        const seen = new Set<string>()
        listed.points.forEach((points, place) => {
          expect(utility.scaled(listed.at(place))).toBe(points)
          if (place > 0) expect(points).toBeLessThanOrEqual(listed.points[place - 1]!)
          seen.add(listed.at(place).join())
        })
        expect(BigInt(seen.size)).toBe(count)
      }),
      { numRuns: 30 },
    )
  })

  test('comes within a point of its target on the concert terms, each direction another outcome', () => {
    const { utility } = concertGame().parties[0]
    const space = bidSpace(utility!)
    const scale = Number(utility!.denominator)
    const found = new Set<string>()
    for (let seed = 0; seed < 200; seed++) {
      const random = randomOf(seed)
      const target = (20 + (seed % 80)) * scale
      const outcome = space.near(target, random, space.direction(random, 1))
      const above = (utility!.scaled(outcome) - target) / scale
      expect(above).toBeGreaterThanOrEqual(0)
      expect(above).toBeLessThan(1)
      found.add(outcome.join())
    }
    expect(found.size).toBeGreaterThan(190)
  })

  test('draws evenly from all outcomes that are worth the target', () => {
    const issues: Issue[] = [{ type: 'choice', id: 'a', options: ['x', 'y', 'z', 'w'] }]
    const points = [4, 3, 2, 1].map((figure) => rational(figure))
    const { utility } = makeParty('me', issues, [{ type: 'options', points }], '0')
    const random = randomOf('even')
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 3000; i++) counts[bidSpace(utility!).anyAbove(2, random)![0]!]!++
    expect(counts[3]).toBe(0)
    for (const count of counts.slice(0, 3)) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })
})
