/**
 * Fresh games of many parties over one package. A game is drawn whole, measured, and drawn again until it has the
 * properties that were asked for. The same request gives the same game on every machine: chance comes from
 * core/random, and every figure is a whole number or exact.
 */
import { randomOf } from '../../core/random.ts'
import { type Rational, rational } from '../../core/rational.ts'
import { type Bounds, countBounds, outside, squared } from './bounds.ts'
import { setLevel } from './levels.ts'
import { squaredOpposition } from './measure.ts'
import { drawDial, drawSheets, type Sheets } from './sheets.ts'

export interface VotesRequest {
  readonly parties: number
  readonly issues: number
  /** Options of an issue: between these, drawn for each. */
  readonly options: { readonly least: number; readonly most: number }
  readonly seed: number
  /** Outcomes acceptable to all: how many, or what share. */
  readonly acceptable?: Bounds
  readonly opposition?: Bounds
  /** How many games are drawn before it is given up. */
  readonly tries: number
}

export interface DrawnGame {
  readonly options: readonly number[]
  readonly sheets: Sheets
  readonly reservations: readonly number[]
  readonly outcomes: number
  readonly acceptable: number
  /** The square of how opposed the parties are. */
  readonly squaredOpposition: Rational
  /** Which draw it was, from 1. */
  readonly tries: number
}

/** A property that was asked for, and how near any draw came to it. */
export interface Miss {
  readonly property: 'acceptable' | 'opposition'
  readonly asked: string
  /** Whether some draw had this property, though none had all. */
  readonly met: boolean
  /** A count of outcomes, or a square of opposition. */
  readonly nearest: Rational
}

export type Drawn =
  | { readonly game: DrawnGame }
  /** `nearest`: of all draws the one that misses least. */
  | { readonly nearest: DrawnGame; readonly misses: readonly Miss[]; readonly tries: number }

/** Where nothing is asked for: from a twentieth to a quarter of the outcomes, and one at least. */
const USUAL: Bounds = { text: '5%..25%', least: rational(5), most: rational(25), percent: true }

/** How many options each issue has; drawn from the seed alone, so that the words can be drawn to fit. */
export function drawOptions({ issues, options, seed }: VotesRequest): number[] {
  const random = randomOf('package-votes', 'options', seed)
  return Array.from({ length: issues }, () => random.int(options.least, options.most))
}

/** Draws games until one has what was asked for, or tells how near the draws came. */
export function drawVotes(request: VotesRequest): Drawn {
  const { parties, seed, tries } = request
  const options = drawOptions(request)
  const outcomes = options.reduce((product, count) => product * count, 1)
  const usual = countBounds(request.acceptable ?? USUAL, outcomes)
  const most = Math.max(usual.most, request.acceptable ? usual.most : 1)
  const least = request.acceptable ? usual.least : Math.min(most, Math.max(1, usual.least))
  const nearness = new Nearness(request, least, most)
  for (let k = 1; k <= tries; k++) {
    const random = randomOf('package-votes', seed, k)
    const dial = drawDial(random)
    let sheets = drawSheets(parties, options, dial, random)
    while (hasIdleIssue(sheets)) sheets = drawSheets(parties, options, dial, random)
    const wanted = { target: random.int(least, Math.max(least, most)), least, most }
    const level = setLevel(sheets, wanted, random)
    const game: DrawnGame = {
      ...{ options, sheets, outcomes, tries: k },
      ...level,
      squaredOpposition: squaredOpposition(sheets),
    }
    if (nearness.look(game)) return { game }
  }
  return nearness.told(tries)
}

/** Whether there is an issue in which nobody has a stake: it would only multiply the outcomes. */
const hasIdleIssue = (sheets: Sheets): boolean =>
  sheets[0]!.some((_, i) => sheets.every((sheet) => sheet[i]!.every((points) => points === 0)))

/** Keeps, of all draws, the nearest to each property and the nearest to both. */
class Nearness {
  readonly #request: VotesRequest
  readonly #least: number
  readonly #most: number
  #best: { game: DrawnGame; miss: Rational } | undefined
  #acceptable: { value: number; miss: number } | undefined
  #opposition: { value: Rational; miss: Rational } | undefined

  constructor(request: VotesRequest, least: number, most: number) {
    this.#request = request
    this.#least = least
    this.#most = most
  }

  /** Whether the game has everything. */
  look(game: DrawnGame): boolean {
    const { acceptable: count, squaredOpposition: opposition } = game
    const few = Math.max(0, this.#least - count, count - this.#most)
    const off = this.#request.opposition
      ? outside(squared(this.#request.opposition), opposition)
      : rational(0)
    // A miss of the count weighs as a share of all outcomes, so that both are between 0 and 1.
    const miss = rational(few, game.outcomes).add(off)
    if (!this.#best || miss.compare(this.#best.miss) < 0) this.#best = { game, miss }
    if (!this.#acceptable || few < this.#acceptable.miss) this.#acceptable = { value: count, miss: few }
    if (!this.#opposition || off.compare(this.#opposition.miss) < 0) {
      this.#opposition = { value: opposition, miss: off }
    }
    return few === 0 && off.equals(0)
  }

  told(tries: number): Drawn {
    const { acceptable, opposition } = this.#request
    const misses: Miss[] = [
      {
        property: 'acceptable',
        asked: (acceptable ?? USUAL).text,
        met: this.#acceptable!.miss === 0,
        nearest: rational(this.#acceptable!.value),
      },
      ...(opposition
        ? [
            {
              property: 'opposition' as const,
              asked: opposition.text,
              met: this.#opposition!.miss.equals(0),
              nearest: this.#opposition!.value,
            },
          ]
        : []),
    ]
    return { nearest: this.#best!.game, misses, tries }
  }
}
