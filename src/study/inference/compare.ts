/** One comparison: which assignments it is of, what may change places with what, and the figures of chance. */
import { mean } from 'simple-statistics'
import { randomOf } from '../../core/random.ts'
import type { Frame, Observation } from '../analysis.ts'
import { type Figure, figureOf, levelOf } from '../figures.ts'
import { defined } from '../known.ts'
import type { Compared, Comparison, InferenceOptions } from './infer.ts'
import { type Bootstrap, bootstrap, hedgesG, hedgesOfOne, student, welch } from './intervals.ts'
import { type PermutationTest, permutationTest, type Stratum } from './permutation.ts'

/** One assignment. */
interface Item {
  readonly first: boolean
  readonly stratum: string
  /** Drawn anew together by the bootstrap: the same level of every factor. */
  readonly group: string
  readonly game?: string
  readonly value?: number
  /** Its outcome is unknown; one that is known may still lack the figure, such as a distance without agreement. */
  readonly unknown: boolean
}

/** From so many games on a game is the unit; fewer keep their negotiations together as strata. */
const MANY_GAMES = 6

export function compare(
  observations: readonly Observation[],
  frame: Frame,
  comparison: Compared,
  options: InferenceOptions,
): Comparison {
  const { seed, apart = [], permutations = 9999, resamples = 9999, confidence = 0.95 } = options
  const { factor, of, minus, outcome, within = {} } = comparison
  const figure = figureOf(outcome, frame)
  const keep = ['pairing', 'opener', ...apart].filter((name) => name !== factor)
  const items = observations
    .filter((o) => [of, minus].includes(levelOf(o, factor) ?? ''))
    .filter((o) => Object.entries(within).every(([name, value]) => levelOf(o, name) === value))
    .map((o) => itemOf(o, comparison, figure, keep))
  const byGame = new Set(items.flatMap(({ game }) => game ?? [])).size >= MANY_GAMES
  const random = (what: string) =>
    randomOf('inference', seed, factor, of, minus, outcome, JSON.stringify(within), what)
  const test = (list: readonly Item[], draws = permutations) =>
    permutationTest(byGame ? gameStrata(list) : strataOf(list), () => random('permutation'), draws)
  const done = items.filter(({ value }) => value !== undefined)
  const unknown = items.filter((item) => item.unknown)
  const permutation = test(done)
  const side = (first: boolean): number[] => done.flatMap((o) => (o.first === first ? o.value! : []))
  const [a, b] = [side(true), side(false)]
  const base = {
    ...comparison,
    figure: figure.name,
    permutation,
    pRange:
      figure.range && permutation && unknown.length > 0
        ? rangeOf(done, unknown, figure.range, (list) => test(list, Math.min(permutations, RANGE_DRAWS)))
        : undefined,
  }
  if (byGame) {
    const differences = gameStrata(done).map((one) => one.a[0]!)
    const resampled = bootstrap(
      [differences],
      ([drawn]) => mean([...drawn!]),
      random('bootstrap'),
      resamples,
      confidence,
    )
    return defined<Comparison>({
      ...base,
      unit: 'game',
      n: [differences.length],
      estimate: differences.length > 0 ? mean(differences) : undefined,
      t: student(differences, confidence),
      bootstrap: resampled,
      g: hedgesOfOne(differences),
    })
  }
  const both = a.length > 0 && b.length > 0
  return defined<Comparison>({
    ...base,
    unit: 'negotiation',
    n: [a.length, b.length],
    estimate: both ? mean(a) - mean(b) : undefined,
    t: welch(a, b, confidence),
    bootstrap: both ? bootstrapOf(done, random('bootstrap'), resamples, confidence) : undefined,
    g: hedgesG(a, b),
  })
}

function itemOf(o: Observation, { factor, of }: Compared, figure: Figure, keep: readonly string[]): Item {
  const levels = keep.map((name) => levelOf(o, name) ?? '')
  return defined<Item>({
    first: levelOf(o, factor) === of,
    // An extension is a block of its own.
    stratum: JSON.stringify([o.extension ?? '', o.block ?? '', o.game ?? '', ...levels]),
    group: JSON.stringify([levelOf(o, factor), ...levels]),
    game: o.game,
    value: o.status === 'completed' ? figure.value(o) : undefined,
    unknown: o.status !== 'completed',
  })
}

/** Names change places within a block, game and level of the factors that are kept apart. */
const strataOf = (items: readonly Item[]): Stratum[] =>
  [...Map.groupBy(items, ({ stratum }) => stratum).values()].map((own) => ({
    a: own.flatMap(({ first, value }) => (first ? value! : [])),
    b: own.flatMap(({ first, value }) => (first ? [] : value!)),
  }))

/**
 * A game's difference of means as one figure against zero: names change places within a game as a whole, since
 * negotiations of the same game are not independent of each other.
 */
const gameStrata = (items: readonly Item[]): Stratum[] =>
  [...Map.groupBy(items, ({ game }) => game ?? '').values()].flatMap((own) => {
    const a = own.flatMap(({ first, value }) => (first ? value! : []))
    const b = own.flatMap(({ first, value }) => (first ? [] : value!))
    return a.length > 0 && b.length > 0 ? [{ a: [mean(a) - mean(b)], b: [0] }] : []
  })

function bootstrapOf(
  items: readonly Item[],
  random: ReturnType<typeof randomOf>,
  draws: number,
  confidence: number,
): Bootstrap | undefined {
  const groups = [...Map.groupBy(items, ({ group }) => group).values()]
  const firsts = groups.map(([item]) => item!.first)
  const sizes = [true, false].map((first) => items.filter((item) => item.first === first).length)
  const difference = (drawn: readonly (readonly number[])[]): number => {
    let [a, b] = [0, 0]
    for (const [g, values] of drawn.entries()) {
      for (const value of values) {
        if (firsts[g]) a += value
        else b += value
      }
    }
    return a / sizes[0]! - b / sizes[1]!
  }
  const figures = groups.map((group) => group.map(({ value }) => value!))
  return bootstrap(figures, difference, random, draws, confidence)
}

/** Each place is a test of its own: where rearrangements are drawn, so many for each. */
const RANGE_DRAWS = 1999

/** At which places of the range unknown outcomes are tried: p need not be largest at an end. */
const PLACES = [0, 0.25, 0.5, 0.75, 1]

function rangeOf(
  done: readonly Item[],
  unknown: readonly Item[],
  { least, most }: NonNullable<Figure['range']>,
  test: (items: readonly Item[]) => PermutationTest | undefined,
): Comparison['pRange'] {
  // Two unknown ones are moved each by itself; more move together, those of one side at a time.
  const mover = (i: number): number => (unknown.length <= 2 ? i : Number(unknown[i]!.first))
  const movers = new Set(unknown.map((_, i) => mover(i)))
  const places = [...movers].reduce<Map<number, number>[]>(
    (all, own) => all.flatMap((one) => PLACES.map((at) => new Map([...one, [own, at]]))),
    [new Map()],
  )
  const found = places.flatMap((at) => {
    const filled = unknown.map((item, i) => ({ ...item, value: least + (most - least) * at.get(mover(i))! }))
    return test([...done, ...filled])?.p ?? []
  })
  if (found.length === 0) return undefined
  return { least: Math.min(...found), most: Math.max(...found), tried: found.length }
}
