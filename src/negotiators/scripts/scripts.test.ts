/** What defines each script. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  briefOf,
  concertGame,
  gainsOf,
  offersOf,
  optionsGame,
  playAgainst,
  playOut,
  type TestGame,
} from '../../../test/support/games.ts'
import type { Outcome } from '../../core/issue.ts'
import { likingOf, observe, unknownOpponent, weightsOf } from './opponent.ts'
import { stanceOf } from './stance.ts'
import { aspiration, conceded } from './time-dependent.ts'

const pointsOf = (game: TestGame, seat: string, outcome: Outcome): number =>
  game.parties
    .find(({ id }) => id === seat)!
    .utility!.points(outcome)
    .valueOf()

/** What the seller gets least of: nothing that a script accepts. */
const WORST_FOR_SELLER: Outcome = [6000, 0, 0]

describe('time-dependent', () => {
  test('the smaller the exponent, the more it demands at every time; all meet at both ends', () => {
    const stance = stanceOf(briefOf(concertGame(), 'seller'))
    const rest = { start: 0, keep: 0 }
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.double({ min: 1.01, max: 10, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (exponent, factor, time) => {
          const late = aspiration(stance, { exponent, ...rest }, time)
          const early = aspiration(stance, { exponent: exponent * factor, ...rest }, time)
          expect(late).toBeGreaterThanOrEqual(early)
          for (const either of [exponent, exponent * factor]) {
            expect(aspiration(stance, { exponent: either, ...rest }, 0)).toBe(stance.best)
            expect(aspiration(stance, { exponent: either, ...rest }, 1)).toBeCloseTo(stance.floor)
          }
        },
      ),
    )
    expect(conceded(0.5, 1)).toBe(0.5)
    expect(conceded(0.5, 0.5)).toBe(0.25)
    expect(conceded(0.25, 2)).toBe(0.5)
    expect(conceded(0.5, 1, 0.2)).toBeCloseTo(0.6)
  })

  test('what it offers is worth its demand, and Boulware stays above Conceder all the way', () => {
    const game = concertGame({}, 'seller')
    const play = (script: string) =>
      offersOf(playAgainst(game, 'seller', { script }, Array(6).fill(WORST_FOR_SELLER))).map((outcome) =>
        pointsOf(game, 'seller', outcome),
      )
    const [boulware, linear, conceder] = ['boulware', 'linear', 'conceder'].map(play)
    expect([boulware!.length, linear!.length, conceder!.length]).toEqual([6, 6, 6])
    boulware!.forEach((points, turn) => {
      expect(linear![turn]! - (100 - 80 * ((2 * turn) / 11))).toBeLessThan(1)
      expect(linear![turn]!).toBeGreaterThanOrEqual(100 - 80 * ((2 * turn) / 11))
      if (turn === 0) return
      expect(points).toBeGreaterThan(linear![turn]!)
      expect(linear![turn]!).toBeGreaterThan(conceder![turn]!)
    })
  })

  test('keep holds a share back for good, start gives one up at once', () => {
    const game = concertGame({}, 'seller')
    const spec = { script: 'linear', start: 0.5, keep: 0.25 }
    const offers = offersOf(playAgainst(game, 'seller', spec, Array(6).fill(WORST_FOR_SELLER)))
    const points = offers.map((outcome) => pointsOf(game, 'seller', outcome))
    expect(points[0]!).toBeLessThan(71)
    for (const each of points) expect(each).toBeGreaterThanOrEqual(40)
  })
})

describe('tit-for-tat', () => {
  const game = concertGame()
  // Worth 20, 30, 30 and 25 points to the seller: it is given 10, nothing, and robbed of 5.
  const outcomes: Outcome[] = [
    [10000, 0, 0],
    [10000, 3334, 0],
    [10000, 3334, 0],
    [10000, 1667, 0],
  ]
  const demands = (spec: object) =>
    offersOf(playAgainst(game, 'seller', { script: 'tit-for-tat', nudge: 0, ...spec }, outcomes)).map(
      (outcome) => pointsOf(game, 'seller', outcome),
    )

  test('absolute: gives back the points it was given, and takes back what was taken', () => {
    const [first, second, third, fourth] = demands({})
    expect(first).toBe(100)
    for (const [found, demand] of [
      [second, 90],
      [third, 90],
      [fourth, 95],
    ]) {
      expect(found! - demand!).toBeGreaterThanOrEqual(-0.01)
      expect(found! - demand!).toBeLessThan(1)
    }
  })

  test('relative: what it demands above its floor shrinks as what is withheld does', () => {
    const [first, second, third, fourth] = demands({ measure: 'relative' })
    expect(first).toBe(100)
    for (const [found, demand] of [
      [second, 20 + (80 * 70) / 80],
      [third, 20 + (80 * 70) / 80],
      [fourth, 20 + (80 * 75) / 80],
    ]) {
      expect(found! - demand!).toBeGreaterThanOrEqual(-0.01)
      expect(found! - demand!).toBeLessThan(1)
    }
  })

  test('a nudge leads two of them to an agreement that none would find without it', () => {
    const ends = (nudge: number) =>
      Array.from({ length: 30 }, (_, seed) => {
        const spec = { script: 'tit-for-tat', nudge }
        return playOut(game, [spec, spec], `s${seed}`).state.end!.kind
      })
    expect(ends(0).filter((kind) => kind === 'agreement')).toHaveLength(0)
    expect(ends(0.05).filter((kind) => kind === 'agreement').length).toBeGreaterThan(20)
  })
})

describe('hardliner', () => {
  test('offers its best always, ends rather than take less, and takes its best', () => {
    const game = concertGame({ turns: 11 })
    const moves = playAgainst(game, 'seller', { script: 'hardliner' }, Array(6).fill([9900, 10000, 9600]))
    expect(moves.map(({ action }) => action)).toEqual([...Array(5).fill('OFFER'), 'END'])
    expect(new Set(offersOf(moves).map(String))).toEqual(new Set(['10000,10000,9600']))
    const taken = playAgainst(game, 'seller', { script: 'hardliner' }, [[10000, 10000, 9600]])
    expect(taken.map(({ action }) => action)).toEqual(['ACCEPT'])
  })
})

describe('random', () => {
  test('takes what is worth its threshold and refuses a hundredth of a point less', () => {
    const game = concertGame()
    const accepts = (outcome: Outcome) =>
      playAgainst(game, 'seller', { script: 'random' }, [outcome])[0]!.action === 'ACCEPT'
    expect(accepts([10000, 0, 0])).toBe(true)
    expect(accepts([9998, 0, 0])).toBe(false)
  })

  test('offers all over what is worth its threshold', () => {
    const game = concertGame({ turns: 400 }, 'seller')
    const offers = offersOf(playAgainst(game, 'seller', { script: 'random' }, []))
    const points = offers.map((outcome) => pointsOf(game, 'seller', outcome))
    expect(new Set(offers.map(String)).size).toBe(200)
    expect(Math.min(...points)).toBeGreaterThanOrEqual(20)
    expect(Math.min(...points)).toBeLessThan(30)
    expect(Math.max(...points)).toBeGreaterThan(80)
  })
})

describe('micro', () => {
  test.each([
    ['listed', optionsGame({ turns: 60 })],
    ['long', concertGame({ turns: 60 })],
  ])('makes a new offer only for a new one, in falling order, and never goes below (%s)', (_, game) => {
    for (const other of ['hardliner', 'boulware', 'random', 'micro']) {
      const { moves } = playOut(game, [{ script: 'micro' }, { script: other }], 'seed')
      const own = new Set<string>()
      const others = new Set<string>()
      let least = Number.POSITIVE_INFINITY
      for (const { view, submission } of moves) {
        if (submission.action !== 'OFFER') continue
        const key = submission.outcome.join()
        if (view.seat === 'seller') {
          others.add(key)
          continue
        }
        const points = pointsOf(game, 'buyer', submission.outcome)
        expect(points).toBeGreaterThanOrEqual(20)
        if (own.has(key)) {
          expect(own.size).toBeGreaterThan(others.size)
          continue
        }
        expect(own.size).toBeLessThanOrEqual(others.size)
        expect(points).toBeLessThanOrEqual(least + 1)
        least = Math.min(least, points)
        own.add(key)
      }
    }
  })

  test('in a listed space its offers are its outcomes from the top', () => {
    const game = optionsGame({ turns: 40 })
    const { moves } = playOut(game, [{ script: 'micro' }, { script: 'micro' }], 'seed')
    const offers = offersOf(moves.filter(({ view }) => view.seat === 'buyer').map((move) => move.submission))
    const { listed } = stanceOf(briefOf(game, 'buyer')).space
    const points = offers.map((outcome) => game.parties[0].utility!.scaled(outcome))
    expect(points).toEqual([...listed!.points.slice(0, offers.length)])
    expect(new Set(offers.map(String)).size).toBe(offers.length)
    expect(offers).toHaveLength(20)
  })

  test('two of them agree where there is time, near the middle', () => {
    const game = optionsGame({ turns: 2000 })
    const { state } = playOut(game, [{ script: 'micro' }, { script: 'micro' }], 'seed')
    const [buyer, seller] = gainsOf(game, state)
    expect(state.end!.kind).toBe('agreement')
    expect(buyer! + seller!).toBeGreaterThan(85)
    expect(Math.abs(buyer! - seller!)).toBeLessThan(10)
  })

  test('thinned to few rungs it gets from its best to its threshold in as many offers', () => {
    const game = optionsGame({ turns: 12 })
    const poor: Outcome[] = [9, 8, 7, 6, 5, 4].map((grade) => [9, 9, grade])
    const offers = offersOf(playAgainst(game, 'buyer', { script: 'micro', rungs: 6 }, poor))
    const points = offers.map((outcome) => pointsOf(game, 'buyer', outcome))
    expect(points).toHaveLength(6)
    expect(points[0]).toBe(100)
    expect(points.at(-1)!).toBeGreaterThanOrEqual(20)
    expect(points.at(-1)!).toBeLessThan(21)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
  })
})

describe('frequency', () => {
  test('recovers the order of the weights and the preferred values from a known trade', () => {
    const { issues } = concertGame()
    const opponent = unknownOpponent(issues)
    // Holds the notice, gives a little on the fee, much on the price: a seller.
    for (const outcome of [
      [10000, 10000, 9600],
      [9200, 9500, 9600],
      [8000, 8800, 9500],
      [7000, 8000, 9400],
    ]) {
      observe(opponent, issues, outcome)
    }
    const [price, fee, notice] = weightsOf(opponent)
    expect(notice!).toBeGreaterThan(fee!)
    expect(fee!).toBeGreaterThan(price!)
    const liking = likingOf(opponent, issues)
    expect(liking([10000, 10000, 9600])).toBeGreaterThan(liking([10000, 10000, 9000]))
    expect(liking([9200, 10000, 9600])).toBeGreaterThan(liking([10000, 8000, 9600]))
  })

  test('counts options, and takes an issue that never changes as the weightiest', () => {
    const { issues } = optionsGame()
    const opponent = unknownOpponent(issues)
    for (const outcome of [
      [9, 9, 9],
      [3, 9, 9],
      [1, 8, 9],
      [4, 9, 9],
    ]) {
      observe(opponent, issues, outcome)
    }
    const [model, colour, delivery] = weightsOf(opponent)
    expect(delivery!).toBeGreaterThan(colour!)
    expect(colour!).toBeGreaterThan(model!)
    const liking = likingOf(opponent, issues)
    expect(liking([9, 9, 9])).toBeGreaterThan(liking([9, 8, 9]))
    expect(liking([9, 8, 9])).toBeGreaterThan(liking([9, 7, 9]))
  })

  test.each([
    ['concert', concertGame],
    ['1,000 outcomes', optionsGame],
  ])('finds more joint gain than time-dependent against the same opponent (%s)', (_, make) => {
    const mean = (script: string): number => {
      let sum = 0
      for (let seed = 0; seed < 200; seed++) {
        const game = make({}, seed % 2 ? 'buyer' : 'seller')
        const { state } = playOut(game, [{ script, exponent: 0.5 }, { script: 'linear' }], `s${seed}`)
        sum += gainsOf(game, state).reduce((a, b) => a + b, 0) / 200
      }
      return sum
    }
    expect(mean('frequency')).toBeGreaterThan(mean('time-dependent') + 5)
  })
})
