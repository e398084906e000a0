import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignments, type Design } from './design.ts'

const design: Design = {
  id: 'tickets',
  seed: 'one',
  pairings: { HH: { buyer: 'h', seller: 'h' }, OO: { buyer: 'o', seller: 'o' } },
  opener: ['buyer', 'seller'],
  repetitions: 10,
}

describe('the design', () => {
  test('two pairings, two openers and ten repetitions are forty assignments', () => {
    const list = assignments(design)
    expect(list).toHaveLength(40)
    expect(new Set(list.map(({ id }) => id)).size).toBe(40)
  })

  test('every block holds each pairing with each opener once', () => {
    const names = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { minLength: 1 })
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 12 }), fc.string(), (pairings, repetitions, seed) => {
        const seats = { buyer: 'x', seller: 'y' }
        const list = assignments({
          ...design,
          seed,
          repetitions,
          pairings: Object.fromEntries(pairings.map((name) => [name, seats])),
        })
        for (let block = 1; block <= repetitions; block++) {
          const inside = list.filter((one) => one.block === block)
          const cells = new Set(inside.map(({ pairing, opener }) => `${pairing} ${opener}`))
          expect(cells.size).toBe(pairings.length * 2)
          expect(inside.map(({ position }) => position)).toEqual(inside.map((_, i) => i + 1))
        }
      }),
    )
  })

  test('ids tell block, place, pairing and opener', () => {
    const list = assignments(design)
    const one = list.find(({ block, position }) => block === 3 && position === 2)!
    const level = one.opener === 'buyer' ? 1 : 2
    expect(one.id).toBe(`negotiation-tickets-b03-p02-${one.pairing.toLowerCase()}-a${level}`)
  })

  test('the seed draws the order, the same for the same seed', () => {
    const order = (seed: string): string[] => assignments({ ...design, seed }).map(({ id }) => id)
    expect(order('one')).toEqual(order('one'))
    expect(order('one')).not.toEqual(order('two'))
    // Not one order for all blocks: they are drawn apart.
    const patterns = new Set(
      Array.from({ length: 10 }, (_, b) =>
        assignments(design)
          .filter(({ block }) => block === b + 1)
          .map(({ pairing, opener }) => pairing + opener)
          .join(),
      ),
    )
    expect(patterns.size).toBeGreaterThan(3)
  })
})
