/** Every method against figures that others have published. */
import { describe, expect, test } from 'vitest'
import { randomOf } from '../../core/random.ts'
import { holm } from './holm.ts'
import { bootstrap, hedgesG, student, welch } from './intervals.ts'
import { permutationTest, type Stratum } from './permutation.ts'
import { differenceFor, powerAt, sizeFor } from './power.ts'
import { hedgesCorrection, tQuantile, tTwoSided } from './student.ts'

const random = () => randomOf('test')
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length

/** Darwin's maize: crossed less self-fertilised plants, in eighths of an inch (Fisher 1935, section 17). */
const MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
/** Hours of sleep gained with two drugs (Student 1908; the data set `sleep` of R). */
const SLEEP = [
  [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
  [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
] as const
/** Days that mice lived after surgery, treated and not (Efron & Tibshirani 1993, table 2.1). */
const MICE = [
  [94, 197, 16, 38, 99, 141, 23],
  [52, 104, 146, 10, 51, 30, 40, 27, 46],
] as const

describe("Student's t", () => {
  test.each([
    [0.975, 1, 12.706],
    [0.975, 10, 2.228],
    [0.95, 20, 1.725],
    [0.995, 30, 2.75],
    [0.975, 120, 1.98],
  ])('the quantile %f of %i degrees of freedom, as in the tables of Fisher & Yates', (q, df, expected) => {
    expect(tQuantile(q, df)).toBeCloseTo(expected, 3)
  })

  test('the exact correction of an effect size (Hedges 1981, table 1)', () => {
    for (const [m, published] of [
      [2, 0.5642],
      [3, 0.7236],
      [5, 0.8408],
      [10, 0.9228],
    ] as const) {
      expect(hedgesCorrection(m)).toBeCloseTo(published, 3)
    }
  })
})

describe('the permutation test', () => {
  const pairs = MAIZE.map((difference): Stratum => ({ a: [difference], b: [0] }))

  test("Fisher's own: 863 of 32,768 rearrangements reach the total of 314 on one side, 1,726 on both", () => {
    const found = permutationTest(pairs, random)!
    expect(found).toMatchObject({ method: 'exact', rearrangements: 32_768 })
    expect(Math.round(found.p * 32_768)).toBe(1726)
  })

  test('drawn rearrangements come near the exact share, the same from the same seed', () => {
    // Irrational shifts make every sum its own, so that they are too many to be followed.
    const many = Array.from(
      { length: 30 },
      (_, i): Stratum => ({
        a: [MAIZE[i % 15]! + Math.sqrt(i + 2) / 1e3],
        b: [0],
      }),
    )
    const found = permutationTest(many, random, 4999)!
    expect(found).toMatchObject({ method: 'drawn', rearrangements: 4999 })
    expect(found).toEqual(permutationTest(many, random, 4999))
    expect(found.p * 5000).toBeCloseTo(Math.round(found.p * 5000), 6)
    expect(found.p).toBeGreaterThanOrEqual(1 / 5000)
  })

  test('one stratum is the two-sample test: the mice (their share of one side is published as 0.14)', () => {
    const found = permutationTest([{ a: MICE[0], b: MICE[1] }], random)!
    expect(found).toMatchObject({ method: 'exact', rearrangements: 11_440 })
    const oneSided = countOneSided([...MICE[0]], [...MICE[1]])
    expect(oneSided).toBeCloseTo(0.14, 2)
    expect(found.p).toBeGreaterThan(oneSided)
  })

  test('a stratum with one pairing alone says nothing', () => {
    expect(permutationTest([{ a: [1, 2], b: [] }], random)).toBeUndefined()
    expect(permutationTest([...pairs, { a: [1000], b: [] }], random)!.p).toBe(
      permutationTest(pairs, random)!.p,
    )
  })

  test('three against three, wholly apart: two of twenty', () => {
    expect(permutationTest([{ a: [7, 8, 9], b: [1, 2, 3] }], random)!.p).toBeCloseTo(0.1, 12)
  })
})

/** By listing every choice of the first group: another way to the share of one side. */
function countOneSided(a: readonly number[], b: readonly number[]): number {
  const all = [...a, ...b]
  const reach = a.reduce((sum, value) => sum + value, 0)
  let [count, far] = [0, 0]
  for (let set = 0; set < 1 << all.length; set++) {
    const own = all.filter((_, i) => (set >> i) & 1)
    if (own.length !== a.length) continue
    count++
    if (own.reduce((sum, value) => sum + value, 0) >= reach) far++
  }
  return far / count
}

describe('intervals', () => {
  test("Welch's on the data of Student, as R prints it", () => {
    const found = welch(SLEEP[0], SLEEP[1])!
    expect(found.t).toBeCloseTo(-1.8608, 4)
    expect(found.df).toBeCloseTo(17.776, 3)
    expect(found.p).toBeCloseTo(0.07939, 5)
    expect(found.low).toBeCloseTo(-3.3654832, 6)
    expect(found.high).toBeCloseTo(0.2054832, 6)
  })

  test("Student's on the maize: t 2.148, p 0.0497 (Fisher 1935)", () => {
    const found = student(MAIZE)!
    expect(found.t).toBeCloseTo(2.148, 3)
    expect(found.p).toBeCloseTo(0.0497, 4)
    expect(found.low).toBeGreaterThan(0)
    expect(tTwoSided(found.t, 14)).toBe(found.p)
  })

  test('the bootstrap error of a mean: 23.36 for the treated mice (Efron & Tibshirani, table 2.2)', () => {
    const found = bootstrap([MICE[0]], ([group]) => mean(group!), random(), 9999)!
    expect(Math.abs(found.error - 23.36)).toBeLessThan(0.5)
    expect(found.low).toBeLessThan(mean(MICE[0]))
    expect(found.high).toBeGreaterThan(mean(MICE[0]))
    expect(found).toEqual(bootstrap([MICE[0]], ([group]) => mean(group!), random(), 9999))
  })

  /** Every way to draw both sides anew, each as likely as the next, as differences of their means. */
  const allDraws = (a: readonly number[], b: readonly number[]): number[] => {
    const means = (side: readonly number[]) =>
      Array.from({ length: side.length ** side.length }, (_, way) =>
        mean(side.map((_, k) => side[Math.floor(way / side.length ** k) % side.length]!)),
      )
    return means(a).flatMap((one) => means(b).map((other) => one - other))
  }

  test.each([0.8, 0.95])(
    'the ends and the error of a small bootstrap, against all its draws at %f',
    (level) => {
      const [a, b] = [
        [0, 1, 3, 8],
        [2, 5, 13],
      ]
      const all = allDraws(a!, b!).toSorted((x, y) => x - y)
      expect(all).toHaveLength(4 ** 4 * 3 ** 3)
      const found = bootstrap([a!, b!], ([x, y]) => mean(x!) - mean(y!), random(), 99_999, level)!
      // What share of all draws lies up to each end, and below it: the quantile asked for is between the two.
      for (const [end, share] of [
        [found.low, (1 - level) / 2],
        [found.high, (1 + level) / 2],
      ] as const) {
        const upTo = all.filter((figure) => figure <= end + 1e-9).length / all.length
        const below = all.filter((figure) => figure < end - 1e-9).length / all.length
        // Four standard errors of a share among so many draws.
        const slack = 4 * Math.sqrt((share * (1 - share)) / 99_999)
        expect(upTo).toBeGreaterThan(share - slack)
        expect(below).toBeLessThan(share + slack)
      }
      // In closed form: each side's mean square from its mean, over how many it has.
      const spread = (side: readonly number[]) => mean(side.map((x) => (x - mean(side)) ** 2)) / side.length
      const error = Math.sqrt(spread(a!) + spread(b!))
      expect(Math.sqrt(mean(all.map((x) => (x - mean(all)) ** 2)))).toBeCloseTo(error, 9)
      expect(Math.abs(found.error / error - 1)).toBeLessThan(0.01)
    },
  )

  test('the ends for a share of ten are those of the binomial distribution', () => {
    // Of ten of which five are 1, a draw has as many as ten throws of a coin: 11 of 1,024 ways have one or fewer,
    // 56 two or fewer. So 2.5 % lie below two, and by symmetry 97.5 % up to eight.
    const found = bootstrap([[1, 1, 1, 1, 1, 0, 0, 0, 0, 0]], ([group]) => mean(group!), random())!
    expect([found.low, found.high]).toEqual([0.2, 0.8])
    expect(Math.abs(found.error - Math.sqrt(0.25 / 10))).toBeLessThan(0.005)
  })

  test('where nothing varies there is no interval, rather than one of no width', () => {
    expect(
      bootstrap(
        [
          [1, 1, 1],
          [0, 0],
        ],
        ([x, y]) => mean(x!) - mean(y!),
        random(),
      ),
    ).toBeUndefined()
    expect(
      bootstrap(
        [
          [1, 1, 1],
          [0, 1],
        ],
        ([x, y]) => mean(x!) - mean(y!),
        random(),
      ),
    ).toBeDefined()
  })

  test('too few figures give nothing, not zero', () => {
    expect(bootstrap([[3], [4]], () => 0, random())).toBeUndefined()
    expect(welch([1], [1, 2])).toBeUndefined()
    expect(student([3])).toBeUndefined()
    expect(bootstrap([[], [1, 2]], () => 0, random())).toBeUndefined()
    expect(hedgesG([1], [2])).toBeUndefined()
    expect(hedgesG([1, 1], [2, 2])).toBeUndefined()
  })

  test("Hedges' g of the sleep data is 0.7966 (d 0.8322 by R's effsize, times J)", () => {
    expect(hedgesG(SLEEP[1], SLEEP[0])!).toBeCloseTo(0.8321811 * hedgesCorrection(18), 5)
  })
})

describe("Holm's adjustment", () => {
  test('four values, as in the worked example of the handbooks', () => {
    const found = holm([0.01, 0.04, 0.03, 0.005])
    for (const [i, expected] of [0.03, 0.06, 0.06, 0.02].entries()) expect(found[i]).toBeCloseTo(expected, 12)
  })

  test('what is unknown counts among the comparisons', () => {
    const found = holm([0.02, undefined])
    expect(found[0]).toBeCloseTo(0.04, 12)
    expect(found[1]).toBeUndefined()
    expect(holm([0.9, 0.8])).toEqual([1, 1])
  })
})

describe('power, against the examples of R (power.t.test)', () => {
  const base = { sd: 1, alpha: 0.05, unit: 'negotiations' } as const

  test('n 20, difference 1, SD 1: 0.8689528 on the near side, and a trace on the far one', () => {
    expect(powerAt(20, { ...base, difference: 1 })).toBeCloseTo(0.868953, 6)
  })

  test('power 0.9 needs 22.02, so 23 a group', () => {
    expect(powerAt(22.0211, { ...base, difference: 1 })).toBeCloseTo(0.9, 5)
    expect(sizeFor(0.9, { ...base, difference: 1 })).toBe(23)
  })

  test.each([
    [0.2, 394],
    [0.5, 64],
    [0.8, 26],
  ])("Cohen's small, medium and large effect, %f: %i a group for power 0.8", (difference, n) => {
    expect(sizeFor(0.8, { ...base, difference })).toBe(n)
  })

  test('the game as the unit: 34 for a medium effect', () => {
    expect(sizeFor(0.8, { ...base, unit: 'games', difference: 0.5 })).toBe(34)
  })

  test('the difference that a size finds is the one that needs the size', () => {
    const difference = differenceFor(0.8, 64, base)
    expect(difference).toBeCloseTo(0.4991, 3)
    expect(powerAt(64, { ...base, difference })).toBeCloseTo(0.8, 5)
    expect(sizeFor(0.8, { ...base, difference: 0 })).toBeUndefined()
  })

  test('far out it is one', () => {
    expect(powerAt(1000, { ...base, difference: 50 })).toBe(1)
  })
})
