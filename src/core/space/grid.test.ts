import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  choiceIssue,
  concert,
  linear,
  makeSpace,
  mixedSpaces,
  numberIssue,
  options,
} from '../../../test/helpers/spaces.ts'
import { randomOf } from '../random.ts'
import { exactText, rational } from '../rational.ts'
import { solveContinuum } from './continuum.ts'
import { type GridSolution, solveGrid } from './grid.ts'
import { CONCEPTS } from './objective.ts'

const told = ({ outcomes, count }: GridSolution) => ({
  count,
  outcomes: outcomes
    .map(({ outcome, a, b }) => `${outcome.join('/')}: ${exactText(a)}, ${exactText(b)}`)
    .sort(),
})

describe('the grid', () => {
  test('of concert tickets has the continuum’s solutions on it', () => {
    const space = concert()
    const grid = solveGrid(space, solveContinuum(space))
    expect(grid.size).toBe(4001n * 10001n * 9601n)
    expect(grid.all).toBeUndefined()
    for (const concept of ['nash', 'kalaiSmorodinsky', 'egalitarian'] as const) {
      expect(told(grid.solutions![concept])).toEqual({ count: 1, outcomes: ['6000/5000/9600: 65, 65'] })
      expect(grid.solutions![concept].proven).toBe(true)
    }
    expect(grid.solutions!.jointGain.count).toBe(10_001)
  })

  test('searched gives what listing gives', () => {
    fc.assert(
      fc.property(mixedSpaces, (space) => {
        const continuum = solveContinuum(space)
        const searched = solveGrid(space, continuum, undefined, 0)
        const whole = solveGrid(space)
        expect(whole.all).toBeDefined()
        for (const concept of CONCEPTS) {
          const solution = searched.solutions![concept]
          expect(solution.proven).toBe(true)
          expect(told(solution)).toEqual(told(whole.solutions![concept]))
        }
      }),
      { numRuns: 300 },
    )
  })

  test.each(Array.from({ length: 10 }, (_, seed) => seed))(
    'searched gives what listing gives on a finer grid with bends and gaps (%i)',
    (seed) => {
      const random = randomOf('finer grid', seed)
      const issues = [
        numberIssue('x', 0, 12, 1),
        numberIssue('y', 0, 12, seed % 2),
        choiceIssue('c', 'p', 'q', 'r'),
      ]
      // One party wants more of each number, the other less, with two bends anywhere between.
      const bent = (from: number, to: number) =>
        linear(
          [0, from],
          [random.int(1, 5), random.int(2, 14)],
          [random.int(6, 11), random.int(2, 14)],
          [12, to],
        )
      const choice = () => options(random.int(0, 20), random.int(0, 20), random.int(0, 20))
      const up = () => bent(random.int(0, 3), random.int(8, 20))
      const down = () => bent(random.int(8, 20), random.int(0, 3))
      const space = makeSpace(
        issues,
        [up(), up(), choice()],
        [down(), down(), choice()],
        [random.int(0, 25), random.int(0, 25)],
      )
      const whole = solveGrid(space)
      const searched = solveGrid(space, undefined, undefined, 0)
      for (const concept of CONCEPTS) {
        expect(searched.solutions![concept].proven).toBe(true)
        expect(told(searched.solutions![concept])).toEqual(told(whole.solutions![concept]))
      }
    },
  )

  test('finds a best outcome off the continuum’s own, on a grid too large to list', () => {
    // One third of the way is no multiple of a hundredth.
    const issues = [numberIssue('x', 0, 300, 2), numberIssue('y', 0, 1000, 2)]
    const space = makeSpace(
      issues,
      [linear([0, 0], [300, 30]), linear([0, 0], [1000, 7])],
      [linear([0, 50], [300, 0]), linear([0, 3], [1000, 0])],
    )
    const continuum = solveContinuum(space)
    const grid = solveGrid(space, continuum)
    expect(grid.all).toBeUndefined()
    const best = grid.solutions!.egalitarian.outcomes[0]!
    const top = continuum.solutions.egalitarian[0]!.from
    expect(grid.solutions!.egalitarian.proven).toBe(true)
    const low = best.a.compare(best.b) < 0 ? best.a : best.b
    expect(low.compare(top.a)).toBeLessThanOrEqual(0)
    expect(top.a.sub(low).compare(rational(1, 1000))).toBeLessThan(0)
  })

  test('says so where it gives up', () => {
    // Two issues that only move points: ten thousand times ten thousand outcomes on one line.
    const issues = [numberIssue('x', 0, 100, 2), numberIssue('y', 0, 100, 2)]
    const up = linear([0, 0], [100, 10])
    const down = linear([0, 10], [100, 0])
    const space = makeSpace(issues, [up, up], [down, down], [rational(1, 3), rational(2, 7)])
    const grid = solveGrid(space, solveContinuum(space), 1000)
    // What is best is not on the grid, so a thousand combinations do not settle it.
    expect(grid.solutions!.nash.proven).toBe(false)
    expect(grid.solutions!.nash.count).toBeUndefined()
    expect(grid.solutions!.nash.outcomes.length).toBeGreaterThan(0)
    // The largest sum is the same everywhere on the line: known without looking at all.
    expect(grid.solutions!.jointGain.proven).toBe(true)
    expect(grid.solutions!.jointGain.count).toBeUndefined()
  })
})
