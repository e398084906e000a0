/**
 * Fresh games of two over issues with numbers or options. Points add up over the issues, so the largest joint gain
 * is the sum of each issue's best, less the reservation values: these are set so that it is exactly what was asked
 * for. Each side's best outcome is worth the same round number of points, its worst 0.
 */
import { type Random, randomOf } from '../../core/random.ts'
import { type Rational, rational } from '../../core/rational.ts'
import { type Bounds, outside, squared } from './bounds.ts'
import { squaredOppositionOfTwo } from './measure.ts'
import { toSum } from './sheets.ts'

export interface BilateralRequest {
  readonly kind: 'continuous' | 'discrete'
  readonly issues: number
  /** Options of an issue where `kind` is discrete: between these, drawn for each. */
  readonly options: { readonly least: number; readonly most: number }
  /** The largest sum of both gains, in whole points. */
  readonly jointGain: number
  readonly opposition?: Bounds
  readonly seed: number
  readonly tries: number
}

/** Points of both sides at an issue's marks: its options, or the ends of its range and a place between. */
export type Marks = readonly [readonly number[], readonly number[]]

export interface BilateralGame {
  readonly kind: 'continuous' | 'discrete'
  readonly issues: readonly Marks[]
  readonly reservations: readonly [number, number]
  readonly best: number
  readonly squaredOpposition: Rational
  readonly tries: number
}

export type DrawnBilateral =
  | { readonly game: BilateralGame }
  | { readonly nearest: BilateralGame; readonly tries: number }

/** How many options each issue has; of a number issue, three marks: its ends and one between. */
export function bilateralOptions({ kind, issues, options, seed }: BilateralRequest): number[] {
  const random = randomOf('alternating-offers', 'options', seed)
  return Array.from({ length: issues }, () =>
    kind === 'continuous' ? 3 : random.int(options.least, options.most),
  )
}

/** The points of each side's best outcome: the least round number that leaves a tenth above the joint gain. */
const bestFor = (jointGain: number): number => Math.ceil(jointGain / 9) * 10

/** Where nothing is asked for, the two are not of one mind. */
export const OPPOSED: Bounds = { text: '0.1..', least: rational(1, 10), percent: false }

/** Draws games of the wanted joint gain until one is as opposed as asked for, or gives the nearest. */
export function drawBilateral(request: BilateralRequest): DrawnBilateral {
  const counts = bilateralOptions(request)
  let nearest: { game: BilateralGame; miss: Rational } | undefined
  for (let tries = 1; tries <= request.tries; tries++) {
    const random = randomOf('alternating-offers', request.kind, request.seed, tries)
    const drawn = drawOnce(request, counts, random)
    const continuous = request.kind === 'continuous'
    const opposition = squaredOppositionOfTwo(continuous, drawn.issues, drawn.best)
    const game: BilateralGame = { ...drawn, kind: request.kind, squaredOpposition: opposition, tries }
    const miss = outside(squared(request.opposition ?? OPPOSED), opposition)
    if (miss.equals(0)) return { game }
    if (!nearest || miss.compare(nearest.miss) < 0) nearest = { game, miss }
  }
  return { nearest: nearest!.game, tries: request.tries }
}

function drawOnce(
  { kind, issues, jointGain }: BilateralRequest,
  counts: readonly number[],
  random: Random,
): Pick<BilateralGame, 'issues' | 'reservations' | 'best'> {
  const best = bestFor(jointGain)
  const alike = random.int(0, 60)
  const common = random.int(0, 100)
  const first = weights(issues, random)
  const second = weights(issues, random).map((own, i) => own * (100 - common) + first[i]! * common)
  const [a, b] = [toSum(first, best), toSum(second, best)]
  const marks = counts.map((count, i): Marks => {
    const together = random.int(1, 100) <= alike
    if (kind === 'continuous') {
      const falling = bent(a[i]!, random)
      const other = bent(b[i]!, random)
      return [falling, together ? other : other.toReversed()]
    }
    const order = random.shuffle(Array.from({ length: count }, (_, rank) => rank))
    const own = ladder(a[i]!, count, random)
    const others = ladder(b[i]!, count, random)
    return [order.map((rank) => own[rank]!), order.map((rank) => others[together ? rank : count - 1 - rank]!)]
  })
  return { issues: marks, best, reservations: reservations(marks, jointGain, random) }
}

const weights = (issues: number, random: Random): number[] =>
  Array.from({ length: issues }, () => random.int(10, 60))

/** Points at one end, between and at the other, falling; at half of all times straight, else dropping later. */
function bent(weight: number, random: Random): number[] {
  const half = Math.floor(weight / 2)
  return [weight, random.int(0, 1) === 0 ? half : random.int(half, weight), 0]
}

/** Falling points of `count` options, those between drawn. */
function ladder(weight: number, count: number, random: Random): number[] {
  if (count === 1) return [weight]
  const between = Array.from({ length: count - 2 }, () => random.int(0, weight))
  return [weight, ...between.sort((a, b) => b - a), 0]
}

/** Shares the joint gain out at the outcome of the largest sum; neither reservation value is below zero. */
function reservations(marks: readonly Marks[], jointGain: number, random: Random): [number, number] {
  let [first, second] = [0, 0]
  for (const [a, b] of marks) {
    let best = 0
    for (let k = 1; k < a.length; k++) if (a[k]! + b[k]! > a[best]! + b[best]!) best = k
    first += a[best]!
    second += b[best]!
  }
  // From a quarter of the gain to three quarters for the first side, as far as its points there allow.
  const [low, high] = [Math.max(0, jointGain - second), Math.min(jointGain, first)]
  const wished = random.int(Math.floor(jointGain / 4), Math.ceil((3 * jointGain) / 4))
  const gain = Math.min(high, Math.max(low, wished))
  return [first - gain, second - (jointGain - gain)]
}
