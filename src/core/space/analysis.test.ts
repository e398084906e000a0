import { describe, expect, test } from 'vitest'
import {
  choiceIssue,
  concert,
  linear,
  makeSpace,
  numberIssue,
  options,
} from '../../../test/helpers/spaces.ts'
import { randomOf } from '../random.ts'
import { exactText, rational } from '../rational.ts'
import { analyzeSpace, largestJointGain } from './analysis.ts'
import { CONCEPTS } from './objective.ts'
import { NotCovered, type Space } from './space.ts'
import { sumOfAll } from './sum.ts'

/** Choices with points drawn at random; `size` options each. */
function choices(count: number, size: number, seed: string): Space {
  const random = randomOf(seed)
  const names = Array.from({ length: size }, (_, k) => `option ${k}`)
  const tables = () => Array.from({ length: count }, () => options(...names.map(() => random.int(0, 100))))
  return makeSpace(
    Array.from({ length: count }, (_, i) => choiceIssue(`issue ${i}`, ...names)),
    tables(),
    tables(),
    [30 * count, 30 * count],
  )
}

describe('the whole analysis', () => {
  test('concert tickets: 384,174,423,601 outcomes, nine in ten individually rational', () => {
    const found = analyzeSpace(concert())
    expect(found.grid.size).toBe(384_174_423_601n)
    // Each party is below 20 in a corner of the cube: 20^3 / (6 x 50 x 30 x 20) of all.
    expect(Math.abs(found.zopa!.share - (1 - (2 * 8000) / 180_000))).toBeLessThan(0.0005)
    expect(found.zopa!.count).toBeUndefined()
    expect(found.notes).toEqual([])
    expect(exactText(largestJointGain(concert())!)).toBe('90')
  })

  test('sixty million outcomes of choices alone are not listed and still solved', () => {
    const space = choices(10, 6, 'many choices')
    const { grid, continuum } = analyzeSpace(space)
    expect(grid.all).toBeUndefined()
    for (const concept of CONCEPTS) {
      expect(grid.solutions![concept].proven).toBe(true)
      // Choices have nothing between them, so both ways must find the same.
      const best = grid.solutions![concept].outcomes[0]!
      const points = continuum!.solutions[concept].map(
        ({ from }) => `${exactText(from.a)}, ${exactText(from.b)}`,
      )
      expect(points).toContain(`${exactText(best.a)}, ${exactText(best.b)}`)
    }
  })

  test('listed and searched agree where both can be done', () => {
    const space = choices(7, 6, 'fewer choices')
    const { grid } = analyzeSpace(space)
    expect(grid.all!.points.count).toBe(279_936)
    expect(exactText(largestJointGain(space)!)).toBe(
      exactText(
        (([best]) =>
          best!.a.add(best!.b).sub(space.parties[0].reservation).sub(space.parties[1].reservation))(
          grid.solutions!.jointGain.outcomes,
        ),
      ),
    )
  })

  test('figures too large for both ways are noted, and the continuum is solved all the same', () => {
    const issues = [numberIssue('x', 0, 10_000, 2), numberIssue('y', 0, 10_000, 2)]
    const huge = rational(10n ** 25n, 7)
    const line = (from: number, to: number) => ({
      type: 'linear' as const,
      knots: [
        { at: rational(0), points: huge.mul(from).add(rational(from, 11)) },
        { at: rational(10_000), points: huge.mul(to).add(rational(to, 13)) },
      ],
    })
    const space = makeSpace(issues, [line(0, 5), line(0, 3)], [line(5, 0), line(4, 0)])
    const { grid, continuum, notes } = analyzeSpace(space)
    expect(grid.solutions).toBeUndefined()
    expect(notes).toHaveLength(1)
    expect(continuum!.solutions.nash).toHaveLength(1)
  })

  test('nothing individually rational: no largest joint gain', () => {
    const x = numberIssue('x', 0, 4)
    expect(
      largestJointGain(makeSpace([x], [linear([0, 0], [4, 4])], [linear([0, 4], [4, 0])], [3, 3])),
    ).toBeUndefined()
  })

  test('too many combinations of pieces are refused, with the figures', () => {
    const point = (a: number, b: number) => ({ a: rational(a), b: rational(b), values: [rational(a)] })
    const front = Array.from({ length: 20 }, (_, k) => point(k, -k)).map((v) => ({ start: v, end: v }))
    expect(() => sumOfAll([front, front], 100)).toThrow(NotCovered)
    expect(() => sumOfAll([front, front], 100)).toThrow(/20 x 20 chains/)
  })
})
