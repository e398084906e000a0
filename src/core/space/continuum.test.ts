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
import { exactText, type Rational, rational } from '../rational.ts'
import { type Continuum, type ContinuumSolution, solveContinuum } from './continuum.ts'
import { issueCurve, issueFrontier, pointsAt } from './curve.ts'
import { openEnds } from './envelope.ts'
import { CONCEPTS } from './objective.ts'
import { along, heightAt, isPoint, type Piece, type Vertex } from './piece.ts'
import type { Space } from './space.ts'
import { sumOfAll } from './sum.ts'

const at = (v: Vertex): string => `${exactText(v.a)}, ${exactText(v.b)}`
const lines = ({ frontier }: Continuum): string[] =>
  frontier.map((piece) => (isPoint(piece) ? at(piece.start) : `${at(piece.start)} to ${at(piece.end)}`))
const spot = ({ from, to }: ContinuumSolution): string =>
  at(from) === at(to) ? at(from) : `${at(from)} to ${at(to)}`
const spans = ({ values }: ContinuumSolution): string[] =>
  values.map((list) =>
    list
      .map(({ from, to }) => (from.equals(to) ? exactText(from) : `${exactText(from)}..${exactText(to)}`))
      .join(' or '),
  )

/** Both parties' points of any outcome, from the tables alone. */
const score = ({ issues, parties }: Space, values: readonly Rational[]): [Rational, Rational] =>
  parties.map(({ utility }) =>
    values.reduce((sum, value, i) => sum.add(pointsAt(issues[i]!, utility.tables[i]!, value)), rational(0)),
  ) as [Rational, Rational]

/** Every outcome with whole number values; all bends of the generated points are whole. */
function sampled({ issues }: Space): Rational[][] {
  return issues.reduce<Rational[][]>(
    (all, issue) => {
      const values =
        issue.type === 'choice'
          ? issue.options.map((_, k) => rational(k))
          : Array.from({ length: 13 }, (_, k) => rational(k))
      return all.flatMap((outcome) => values.map((value) => [...outcome, value]))
    },
    [[]],
  )
}

describe('the continuum of concert tickets', () => {
  const found = solveContinuum(concert())

  test('the frontier is the three issues, sorted by the ratio of their slopes', () => {
    expect(lines(found)).toEqual(['0, 100 to 50, 80', '50, 80 to 80, 50', '80, 50 to 100, 0'])
    expect(found.concave).toBe(true)
  })

  test('the largest joint gain is 90 at a price of 60.00 and 96.00 hours, any fee', () => {
    const [only] = found.solutions.jointGain
    expect(found.solutions.jointGain).toHaveLength(1)
    expect(exactText(only!.from.a.add(only!.from.b).sub(40))).toBe('90')
    expect(spans(only!)).toEqual(['6000', '0..10000', '9600'])
  })

  test('Nash, Kalai-Smorodinsky and egalitarian meet where both gain 45', () => {
    for (const concept of ['nash', 'kalaiSmorodinsky', 'egalitarian'] as const) {
      expect(found.solutions[concept].map(spot)).toEqual(['65, 65'])
      expect(spans(found.solutions[concept][0]!)).toEqual(['6000', '5000', '9600'])
    }
  })
})

describe('trade-offs that are not concave', () => {
  test('two curves that bulge the wrong way: the true envelope, not the hull', () => {
    // Each issue alone: (0, 10), (4, 4), (10, 0), bent towards the origin.
    const issues = [numberIssue('x', 0, 2), numberIssue('y', 0, 2)]
    const a = linear([0, 0], [1, 4], [2, 10])
    const b = linear([0, 10], [1, 4], [2, 0])
    const found = solveContinuum(makeSpace(issues, [a, a], [b, b]))
    // Slopes -3/2 and -2/3. From (0,20): one curve's far end is reached before the other moves where that is more.
    expect(found.concave).toBe(false)
    expect(lines(found)).toEqual(['0, 20 to 4, 14', '4, 14 to 10, 10', '10, 10 to 14, 4', '14, 4 to 20, 0'])
  })

  test('a wrong-way curve beside a straight one', () => {
    const issues = [numberIssue('x', 0, 2), numberIssue('y', 0, 1)]
    const found = solveContinuum(
      makeSpace(
        issues,
        [linear([0, 0], [1, 4], [2, 10]), linear([0, 0], [1, 3])],
        [linear([0, 10], [1, 4], [2, 0]), linear([0, 3], [1, 0])],
      ),
    )
    expect(found.concave).toBe(false)
    // Left of 29/5 the straight issue moves first, right of it last; its own slope lies between the other two.
    expect(lines(found)).toEqual([
      '0, 13 to 3, 10',
      '3, 10 to 5.8, 5.8',
      '5.8, 5.8 to 10, 3',
      '10, 3 to 13, 0',
    ])
  })

  test('options leave gaps', () => {
    const found = solveContinuum(
      makeSpace(
        [choiceIssue('c', 'left', 'right'), numberIssue('x', 0, 1)],
        [options(0, 10), linear([0, 0], [1, 1])],
        [options(10, 0), linear([0, 1], [1, 0])],
      ),
    )
    expect(lines(found)).toEqual(['0, 11 to 1, 10', '10, 1 to 11, 0'])
    // Two ties: what one has the other may have.
    expect(found.solutions.egalitarian.map(spot)).toEqual(['1, 10', '10, 1'])
    expect(found.solutions.jointGain.map(spot)).toEqual(['0, 11 to 1, 10', '10, 1 to 11, 0'])
  })
})

describe('degenerate shapes', () => {
  const x = numberIssue('x', 0, 4)
  test('no outcome is individually rational', () => {
    const found = solveContinuum(makeSpace([x], [linear([0, 0], [4, 4])], [linear([0, 4], [4, 0])], [3, 3]))
    expect(found.inside).toEqual([])
    expect(CONCEPTS.map((concept) => found.solutions[concept])).toEqual([[], [], [], []])
    expect(found.jointGainOfAll.map(spot)).toEqual(['0, 4 to 4, 0'])
  })
  test('one individually rational point, where nobody gains', () => {
    const found = solveContinuum(makeSpace([x], [linear([0, 0], [4, 4])], [linear([0, 4], [4, 0])], [1, 3]))
    for (const concept of CONCEPTS) expect(found.solutions[concept].map(spot)).toEqual(['1, 3'])
  })
  test('a single outcome', () => {
    const found = solveContinuum(makeSpace([numberIssue('x', 2, 2)], [linear([2, 5])], [linear([2, 6])]))
    expect(lines(found)).toEqual(['5, 6'])
    for (const concept of CONCEPTS) expect(found.solutions[concept].map(spot)).toEqual(['5, 6'])
  })
  test('a flat issue is free, a common interest pinned', () => {
    const found = solveContinuum(
      makeSpace(
        [x, numberIssue('flat', 0, 7), numberIssue('both', 0, 3)],
        [linear([0, 0], [4, 4]), linear([0, 1], [7, 1]), linear([0, 0], [3, 3])],
        [linear([0, 4], [4, 0]), linear([0, 2], [7, 2]), linear([0, 0], [3, 6])],
      ),
    )
    expect(found.solutions.nash.map(spot)).toEqual(['8, 8'])
    expect(spans(found.solutions.nash[0]!)[1]).toBe('0..7')
    expect(spans(found.solutions.nash[0]!)[2]).toBe('3')
  })
})

test('a point on a stretch of another option is part of that stretch, whose end stays next to what follows', () => {
  const space = makeSpace(
    [numberIssue('number', 0, 12), choiceIssue('choice', 'left', 'right')],
    [linear([0, 8], [1, 7], [2, 11], [12, 0]), options(1, 2)],
    [linear([0, 10], [9, 4], [12, 0]), options(0, -1)],
  )
  const found = solveContinuum(space)
  // (10, 9), of the right option, lies on the second piece.
  expect(lines(found)).toEqual(['9, 10', '9, 55/6 to 12, 26/3', '12, 47/6 to 13, 23/3'])
  expect(found.frontier.map((_, i) => openEnds(found.frontier, i))).toEqual([
    { start: false, end: false },
    { start: true, end: false },
    { start: true, end: false },
  ])
})

test('where two stretches of an issue touch in one point, values move along one of them', () => {
  // At 0 the points are those of 9, half way between 6 and 12.
  const space = makeSpace(
    [numberIssue('number', 0, 12)],
    [linear([0, -1], [6, -4], [12, 2])],
    [linear([0, 4], [6, 6], [12, 2])],
    [-9, 0],
  )
  for (const piece of solveContinuum(space).frontier) {
    const { a, b, values } = along(piece, rational(1, 3))
    expect(score(space, values).map(exactText)).toEqual([a, b].map(exactText))
  }
})

describe('generated spaces', () => {
  const moved = (v: Vertex, a: Rational, b: Rational): Vertex => ({
    a: v.a.add(a),
    b: v.b.add(b),
    values: [],
  })
  /** Whether a piece meets the straight line between two points of the frontier of all, which it never passes. */
  const touches = (piece: Piece, from: Vertex, to: Vertex): boolean => {
    const low = piece.start.a.compare(from.a) > 0 ? piece.start.a : from.a
    const high = piece.end.a.compare(to.a) < 0 ? piece.end.a : to.a
    if (low.compare(high) > 0) return false
    const height = (q: Piece, a: Rational): Rational => (isPoint(q) ? q.start.b : heightAt(q, a))
    return [low, high].some((a) => height(piece, a).equals(height({ start: from, end: to }, a)))
  }

  const gains = (space: Space, [a, b]: readonly [Rational, Rational]): [Rational, Rational] => [
    a.sub(space.parties[0].reservation),
    b.sub(space.parties[1].reservation),
  ]

  test('the frontier dominates every sampled outcome, and its outcomes give its points', () => {
    fc.assert(
      fc.property(mixedSpaces, (space) => {
        const { frontier } = solveContinuum(space)
        const vertices = frontier.flatMap((piece, i) => {
          const open = openEnds(frontier, i)
          return [
            ...(open.start ? [] : [piece.start]),
            along(piece, rational(1, 3)),
            ...(open.end ? [] : [piece.end]),
          ]
        })
        for (const vertex of vertices) {
          const [a, b] = score(space, vertex.values)
          expect([exactText(a), exactText(b)]).toEqual([exactText(vertex.a), exactText(vertex.b)])
        }
        const floats = vertices.map((v) => [v.a.valueOf(), v.b.valueOf()] as const)
        for (const outcome of sampled(space)) {
          const [a, b] = score(space, outcome)
          const piece = frontier.find((other) => other.end.a.compare(a) >= 0)
          expect(piece).toBeDefined()
          const height =
            a.compare(piece!.start.a) <= 0
              ? piece!.start.b
              : along(piece!, a.sub(piece!.start.a).div(piece!.end.a.sub(piece!.start.a))).b
          if (b.compare(height) > 0) throw new Error(`(${a}, ${b}) lies above the frontier`)
          // No sampled outcome dominates a point that is said to be on the frontier.
          const [fa, fb] = [a.valueOf(), b.valueOf()]
          for (const [va, vb] of floats) {
            if (fa >= va - 1e-9 && fb >= vb - 1e-9 && (fa > va + 1e-9 || fb > vb + 1e-9)) {
              throw new Error(`(${fa}, ${fb}) dominates (${va}, ${vb})`)
            }
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  test('no sampled outcome beats a solution, and the values said to lead there do', () => {
    fc.assert(
      fc.property(mixedSpaces, (space) => {
        const found = solveContinuum(space)
        const best = (
          concept: 'nash' | 'egalitarian' | 'jointGain',
          [a, b]: readonly [Rational, Rational],
        ): Rational =>
          concept === 'nash' ? a.mul(b) : concept === 'jointGain' ? a.add(b) : a.compare(b) <= 0 ? a : b
        const rationalOnes = sampled(space)
          .map((outcome) => gains(space, score(space, outcome)))
          .filter(([a, b]) => a.compare(0) >= 0 && b.compare(0) >= 0)
        if (rationalOnes.length > 0) expect(found.inside.length).toBeGreaterThan(0)
        for (const concept of ['nash', 'egalitarian', 'jointGain'] as const) {
          for (const { from, to, values } of found.solutions[concept]) {
            const top = best(concept, gains(space, [from.a, from.b]))
            expect(best(concept, gains(space, [to.a, to.b])).equals(top)).toBe(true)
            for (const pair of rationalOnes) {
              if (best(concept, pair).compare(top) > 0) throw new Error(`${pair} beats ${concept}`)
            }
            // The outcome at hand lies in the values that are said to lead to the spot.
            from.values.forEach((value, i) => {
              const inside = values[i]!.some(
                (span) => span.from.compare(value) <= 0 && span.to.compare(value) >= 0,
              )
              if (!inside) throw new Error(`${concept}: value ${value} of issue ${i} is not among its own`)
            })
          }
        }
        const ideals = found.ideals
        for (const { from } of found.solutions.kalaiSmorodinsky) {
          const share = (pair: readonly [Rational, Rational]): number =>
            Math.min(...pair.map((gain, p) => (ideals![p]!.equals(0) ? 1 : gain.div(ideals![p]!).valueOf())))
          const top = share(gains(space, [from.a, from.b]))
          for (const pair of rationalOnes) expect(share(pair)).toBeLessThanOrEqual(top + 1e-12)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('values that lead to a solution are just those of the sampled outcomes with its points', () => {
    fc.assert(
      fc.property(mixedSpaces, (space) => {
        const found = solveContinuum(space)
        const outcomes = sampled(space).map((outcome) => ({ outcome, points: score(space, outcome) }))
        for (const { from, to, values } of [...found.solutions.jointGain, ...found.solutions.nash]) {
          const sum = from.a.add(from.b)
          for (const { outcome, points } of outcomes) {
            const [a, b] = points
            const there = a.add(b).equals(sum) && a.compare(from.a) >= 0 && a.compare(to.a) <= 0
            if (!there) continue
            outcome.forEach((value, i) => {
              const inside = values[i]!.some(
                (span) => span.from.compare(value) <= 0 && span.to.compare(value) >= 0,
              )
              if (!inside) throw new Error(`value ${value} of issue ${i} leads there, but is not told`)
            })
          }
          // And the other way: with an end of a span held fast, the other issues' frontier still touches the spot.
          const fronts = space.issues.map((_, k) => issueFrontier(issueCurve(space, k)))
          values.forEach((list, i) => {
            const rest = sumOfAll(fronts.filter((_, k) => k !== i))
            for (const value of list.flatMap((span) => [span.from, span.to])) {
              const [a, b] = space.parties.map(({ utility }) =>
                pointsAt(space.issues[i]!, utility.tables[i]!, value),
              )
              const shifted = rest.map(({ start, end }) => ({
                start: moved(start, a!, b!),
                end: moved(end, a!, b!),
              }))
              expect(shifted.some((piece) => touches(piece, from, to))).toBe(true)
            }
          })
        }
      }),
      { numRuns: 100 },
    )
  })
})
