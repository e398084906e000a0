/**
 * The statistics of a study: pure, exact where that is easy, and honest about what is not known. An agreement's
 * gains are over the reservation values and no agreement is a gain of zero; an interrupted negotiation has no
 * known gain, which is not the same, and its place in a comparison is bounded by the worst case.
 */
import type { Rational } from '../core/rational.ts'
import { type Moments, moments, share, sum } from './moments.ts'
import type { PlayScores } from './scores/play-scores.ts'

/** What is known of one assignment. What is undefined is unknown, never zero. */
export interface Observation {
  readonly id: string
  readonly pairing: string
  readonly opener: string
  /** `unknown`: interrupted for good. `running`: begun, and not at its end. `planned`: not begun. */
  readonly status: 'completed' | 'unknown' | 'running' | 'planned'
  /** Why the outcome is unknown. */
  readonly reason?: string
  readonly agreement?: boolean
  readonly joint?: Rational
  readonly gains?: Readonly<Record<string, Rational>>
  /** The parties whose points lie below their reservation value. */
  readonly below?: readonly string[]
  readonly turns?: number
  readonly faults?: number
  readonly changedTerms?: number
  readonly passes?: number
  /** What each party did, and how far the end lies from the frontier; of every scored one that has begun. */
  readonly scores?: PlayScores
  /** Equal for negotiations with the same replies in the same order, word for word. */
  readonly transcript?: string
  /** Equal for negotiations with the same actions and terms in the same order, in whatever words. */
  readonly moves?: string
}

/** The least and the most that a figure can be, whatever the outcome. */
export interface Range {
  readonly least: Rational
  readonly most: Rational
}

export interface Frame {
  readonly parties: readonly string[]
  /** The largest joint gain of an outcome that no party finds worse than no agreement; undefined if none is. */
  readonly largestJoint?: Rational
  /** Where an unknown figure may lie. */
  readonly joint: Range
  readonly gains: Readonly<Record<string, Range>>
}

/** One pairing, or one pairing with one opener. */
export interface Cell {
  readonly pairing: string
  readonly opener?: string
  readonly planned: number
  readonly completed: number
  readonly unknown: number
  readonly reasons: Readonly<Record<string, number>>
  readonly running: number
  readonly notStarted: number
  readonly agreements?: number
  /** Agreements over completed negotiations. */
  readonly share?: Rational
  /** Agreements in which at least one party has fewer points than without one. */
  readonly below?: number
  readonly joint?: Moments
  readonly gains: Readonly<Record<string, Moments | undefined>>
  /** Mean joint gain over the largest individually rational one. */
  readonly efficiency?: Rational
  readonly turns?: Moments
  readonly faults?: number
  readonly changedTerms?: number
  readonly passes?: number
  /** Completed negotiations that repeat an earlier one word for word. */
  readonly repeats?: number
  /** Groups of two or more with the same replies. */
  readonly identical: readonly (readonly string[])[]
  /** Completed negotiations with the moves of an earlier one, in the same words or others. */
  readonly sameMoves?: number
  /** Groups of two or more with the same moves. */
  readonly identicalMoves: readonly (readonly string[])[]
}

/** A difference of two pairings' means. */
export interface Contrast {
  readonly figure: string
  readonly of: string
  readonly minus: string
  /** Over the completed negotiations of each. */
  readonly estimate?: Rational
  /** Over completed and unknown ones, the unknown wherever in the range they do most harm. */
  readonly least?: Rational
  readonly most?: Rational
  readonly unknown: number
}

export interface Analysis {
  readonly frame: Frame
  readonly pairings: readonly Cell[]
  readonly openers: readonly Cell[]
  readonly contrasts: readonly Contrast[]
}

/** The figure that joint gain goes by among the contrasts; the others are parties. */
export const JOINT = 'joint'

/**
 * Analyses a study. Pairings and openers come in the order of the lists; a contrast is a later pairing minus an
 * earlier one.
 */
export function analyse(
  observations: readonly Observation[],
  frame: Frame,
  pairings: readonly string[],
  openers: readonly string[],
): Analysis {
  const of = (pairing: string, opener?: string): Cell =>
    cell(
      observations.filter((o) => o.pairing === pairing && (opener === undefined || o.opener === opener)),
      frame,
      opener === undefined ? { pairing } : { pairing, opener },
    )
  const pairs = pairings.flatMap((minus, i) => pairings.slice(i + 1).map((later) => [later, minus] as const))
  return {
    frame,
    pairings: pairings.map((pairing) => of(pairing)),
    openers: pairings.flatMap((pairing) => openers.map((opener) => of(pairing, opener))),
    contrasts: pairs.flatMap(([later, minus]) => contrasts(observations, frame, later, minus)),
  }
}

function cell(list: readonly Observation[], frame: Frame, which: { pairing: string; opener?: string }): Cell {
  const completed = list.filter((o) => o.status === 'completed')
  const count = (status: Observation['status']): number => list.filter((o) => o.status === status).length
  const agreements = countWhere(completed, (o) => o.agreement)
  const joint = moments(known(completed, (o) => o.joint))
  const turns = moments(known(completed, (o) => o.turns).map((turn) => share(turn, 1)!))
  const words = alike(completed, (o) => o.transcript)
  const moves = alike(completed, (o) => o.moves)
  return defined({
    ...which,
    planned: list.length,
    completed: completed.length,
    unknown: count('unknown'),
    reasons: tally(list.filter((o) => o.status === 'unknown').map((o) => o.reason ?? 'not said')),
    running: count('running'),
    notStarted: count('planned'),
    agreements,
    share: agreements === undefined ? undefined : share(agreements, completed.length),
    below: countWhere(completed, (o) => o.below && o.below.length > 0),
    joint,
    gains: Object.fromEntries(
      frame.parties.map((party) => [party, moments(known(completed, (o) => o.gains?.[party]))]),
    ),
    efficiency: joint && positive(frame.largestJoint) ? joint.mean.div(frame.largestJoint!) : undefined,
    turns,
    faults: total(completed, (o) => o.faults),
    changedTerms: total(completed, (o) => o.changedTerms),
    passes: total(completed, (o) => o.passes),
    repeats: words.repeats,
    identical: words.groups,
    sameMoves: moves.repeats,
    identicalMoves: moves.groups,
  })
}

/** Groups of equal negotiations, and how many repeat an earlier one; undefined where nothing can be compared. */
function alike(
  list: readonly Observation[],
  key: (o: Observation) => string | undefined,
): { groups: string[][]; repeats: number | undefined } {
  const groups = [...Map.groupBy(list, key)]
    .filter(([value, group]) => value !== undefined && group.length > 1)
    .map(([, group]) => group.map((o) => o.id))
  const told = list.some((o) => key(o) !== undefined)
  return { groups, repeats: told ? groups.reduce((n, group) => n + group.length - 1, 0) : undefined }
}

function contrasts(
  observations: readonly Observation[],
  frame: Frame,
  of: string,
  minus: string,
): Contrast[] {
  const figures = [
    { figure: JOINT, range: frame.joint, value: (o: Observation) => o.joint },
    ...frame.parties.map((party) => ({
      figure: party,
      range: frame.gains[party]!,
      value: (o: Observation) => o.gains?.[party],
    })),
  ]
  return figures.map(({ figure, range, value }) => {
    const side = (pairing: string): Side => {
      const list = observations.filter((o) => o.pairing === pairing)
      const figures = known(
        list.filter((o) => o.status === 'completed'),
        value,
      )
      return { figures, unknown: list.filter((o) => o.status === 'unknown').length }
    }
    const [a, b] = [side(of), side(minus)]
    const [meanA, meanB] = [moments(a.figures)?.mean, moments(b.figures)?.mean]
    const difference = (x: Rational, y: Rational): Rational | undefined => {
      const [left, right] = [filled(a, x), filled(b, y)]
      return left && right && left.sub(right)
    }
    return defined({
      figure,
      of,
      minus,
      estimate: meanA && meanB && meanA.sub(meanB),
      least: difference(range.least, range.most),
      most: difference(range.most, range.least),
      unknown: a.unknown + b.unknown,
    })
  })
}

interface Side {
  readonly figures: readonly Rational[]
  readonly unknown: number
}

/** The mean if every unknown figure were `value`. */
const filled = ({ figures, unknown }: Side, value: Rational): Rational | undefined =>
  figures.length + unknown === 0
    ? undefined
    : sum(figures)
        .add(value.mul(unknown))
        .div(figures.length + unknown)

const known = <T>(list: readonly Observation[], value: (o: Observation) => T | undefined): T[] =>
  list.map(value).filter((v) => v !== undefined)

/** How many; undefined where it is known of none. */
const countWhere = (
  list: readonly Observation[],
  test: (o: Observation) => boolean | undefined,
): number | undefined => total(list, (o) => (test(o) === undefined ? undefined : Number(test(o))))

function total(
  list: readonly Observation[],
  value: (o: Observation) => number | undefined,
): number | undefined {
  const figures = known(list, value)
  return figures.length === 0 && list.length > 0 ? undefined : figures.reduce((n, figure) => n + figure, 0)
}

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, list]) => [word, list.length]))

const positive = (value: Rational | undefined): boolean => value !== undefined && value.compare(0) > 0

/** The same without what is undefined. */
const defined = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
