import { describe, expect, test } from 'vitest'
import { rational } from '../../core/rational.ts'
import type { Frame, Observation } from '../analysis.ts'
import { plannedInference } from '../planned.ts'
import { analyseSets } from '../sets.ts'
import { type Compared, infer } from './infer.ts'

const frame: Frame = {
  parties: ['x', 'y'],
  joint: { least: rational(0), most: rational(90) },
  gains: { x: { least: rational(-20), most: rational(80) }, y: { least: rational(-20), most: rational(80) } },
}

const done = (pairing: string, opener: string, block: number, joint: number, more = {}): Observation => ({
  id: `${pairing}${opener}${block}${JSON.stringify(more)}`,
  pairing,
  opener,
  block,
  status: 'completed',
  agreement: joint > 0,
  joint: rational(joint),
  ...more,
})

const joint: Compared = { factor: 'pairing', of: 'B', minus: 'A', outcome: 'joint-gain', confirmatory: true }
const options = (comparisons: readonly Compared[]) => ({
  comparisons,
  seed: 's',
  permutations: 999,
  resamples: 999,
})

/** B is 10 above A in each of six blocks, and blocks differ by far more than that. */
const blocked = Array.from({ length: 6 }, (_, b) => [
  done('A', 'x', b + 1, 10 * b),
  done('B', 'x', b + 1, 10 * b + 10),
]).flat()

describe('what changes places with what', () => {
  test('within blocks alone: six blocks that all say the same are 2 of 64', () => {
    const [found] = infer(blocked, frame, options([joint]))
    expect(found!.permutation).toMatchObject({ method: 'exact', rearrangements: 64 })
    expect(found!.permutation!.p).toBeCloseTo(2 / 64, 12)
    expect(found).toMatchObject({ unit: 'negotiation', n: [6, 6], estimate: 10, figure: 'joint' })
    // Over all as one heap the blocks drown it.
    const heap = infer(
      blocked.map(({ block: _, ...o }) => o),
      frame,
      options([joint]),
    )
    expect(heap[0]!.permutation!.p).toBeGreaterThan(0.2)
  })

  test('openers and further factors are kept apart, roles only where they are asked for', () => {
    const levels = [0, 1, 2, 3].flatMap((i) => [
      done('A', i % 2 ? 'x' : 'y', 1, 10 * i, {
        levels: { tone: i < 2 ? 'warm' : 'cool', roles: 'swapped' },
      }),
      done('B', i % 2 ? 'x' : 'y', 1, 10 * i + 10, { levels: { tone: i < 2 ? 'warm' : 'cool' } }),
    ])
    const apart = (names: string[]) =>
      infer(levels, frame, { ...options([joint]), apart: names })[0]!.permutation
    expect(apart(['tone'])!.rearrangements).toBe(16)
    expect(apart([])!.rearrangements).toBe(36)
    // Identical negotiators have no level of roles: keeping that apart would leave nothing to compare.
    expect(apart(['tone', 'roles'])).toBeUndefined()
  })

  test('from six games on a game is the unit, however many negotiations it has', () => {
    const games = [0, 1, 2, 3, 4, 5].flatMap((g) =>
      [0, 1, 2].flatMap((k) => [
        done('A', 'x', k, 5 * g, { game: `g${g}` }),
        done('B', 'x', k, 5 * g + 6 + g, { game: `g${g}` }),
      ]),
    )
    const [found] = infer(games, frame, options([joint]))
    expect(found).toMatchObject({ unit: 'game', n: [6], estimate: 8.5 })
    expect(found!.permutation!.p).toBeCloseTo(2 / 64, 12)
    expect(found!.t!.df).toBe(5)
    const five = infer(
      games.filter(({ game }) => game !== 'g5'),
      frame,
      options([joint]),
    )
    expect(five[0]).toMatchObject({ unit: 'negotiation', n: [15, 15] })
  })
})

describe('unknown outcomes', () => {
  test('p is told with its range; one unknown in six can undo it', () => {
    const lost = [
      ...blocked.slice(0, -1),
      { ...blocked.at(-1)!, status: 'unknown' as const, joint: undefined },
    ] as Observation[]
    const [found] = infer(lost, frame, options([joint]))
    expect(found!.permutation!.p).toBeCloseTo(2 / 32, 12)
    expect(found!.pRange!.tried).toBe(5)
    expect(found!.pRange!.least).toBeLessThanOrEqual(2 / 64)
    expect(found!.pRange!.most).toBeGreaterThan(0.3)
  })

  test('what nothing bounds has no range', () => {
    const tokens = blocked.map((o, i) => ({ ...o, tokens: 100 + i }))
    const lost = [...tokens, { id: 'l', pairing: 'A', opener: 'x', block: 9, status: 'planned' as const }]
    const [found] = infer(lost, frame, options([{ ...joint, outcome: 'tokens' }]))
    expect(found!.permutation).toBeDefined()
    expect(found!.pRange).toBeUndefined()
  })
})

describe('families', () => {
  test("Holm's adjustment counts confirmatory comparisons apart from the rest", () => {
    const agreement = { ...joint, outcome: 'agreement' }
    const [a, b, c] = infer(blocked, frame, options([joint, agreement, { ...joint, confirmatory: false }]))
    expect(a!.adjusted).toBeCloseTo(2 * a!.permutation!.p, 12)
    expect(b!.adjusted).toBe(Math.min(1, b!.permutation!.p))
    expect(c!.adjusted).toBe(c!.permutation!.p)
  })

  test('a level within another, by the names of the plan', () => {
    const [found] = infer(
      blocked,
      frame,
      options([{ ...joint, factor: 'opener', of: 'x', minus: 'y', within: { pairing: 'A' } }]),
    )
    expect(found!.n).toEqual([6, 0])
    expect(found!.estimate).toBeUndefined()
  })
})

describe('when there is any of it', () => {
  const sets = (plan: unknown, registered: boolean, asked: boolean, extended = false) => {
    const pairings = ['A', 'B']
    return analyseSets(blocked, frame, {
      ...{ pairings, openers: ['x'], asked },
      extensions: extended ? [{ name: 'x1', told: '' }] : [],
      plan: plannedInference(plan, { pairings, seed: 's', apart: [], registered }),
    })
  }
  const confirmatory = { kind: 'confirmatory', permutations: 999, resamples: 999 }

  test('a registered confirmatory plan has it, and its extended set has none', () => {
    const [first, extended] = sets(confirmatory, true, false, true)
    expect(first.comparisons!.map((one) => one.confirmatory)).toEqual([true])
    expect(extended!.comparisons).toBeUndefined()
  })

  test('a descriptive plan, or one that was never registered, has none unless asked, and then marked', () => {
    expect(sets({ kind: 'descriptive' }, true, false)[0].comparisons).toBeUndefined()
    expect(sets(confirmatory, false, false)[0].comparisons).toBeUndefined()
    expect(sets(confirmatory, false, true)[0].comparisons!.map((one) => one.confirmatory)).toEqual([false])
    expect(sets(confirmatory, true, true, true)[1]!.comparisons!.map((one) => one.confirmatory)).toEqual([
      false,
    ])
  })
})
