/**
 * The statistics of a study: pure, exact where that is easy, and honest about what is not known. An agreement's
 * gains are over the reservation values and no agreement is a gain of zero; an interrupted negotiation has no
 * known gain, which is not the same, and its place in a comparison is bounded by the worst case.
 */
import type { Rational } from '../core/rational.ts'
import { cellOf } from './cell.ts'
import { contrastsOf } from './contrast.ts'
import type { FloatMoments, Moments } from './moments.ts'
import type { PlayScores } from './scores/play-scores.ts'
import type { TalkScores } from './scores/talk.ts'
import type { TalkCell } from './scores/talk-cell.ts'

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
  /** Tokens of all its calls to models, and what they cost; undefined where a part is not known. */
  readonly tokens?: number
  readonly usd?: Rational
  /** The block of the design, the levels of its factors beside the opener, and the game that was played. */
  readonly block?: number
  readonly levels?: Readonly<Record<string, string>>
  readonly game?: string
  /** The largest individually rational joint gain of that game, where the study plays several. */
  readonly largestJoint?: Rational
  /** The extension that added it; undefined for what was registered at first. */
  readonly extension?: string
  /** What each party did, and how far the end lies from the frontier; of every scored one that has begun. */
  readonly scores?: PlayScores
  /** Of a free talk that has begun: kind of agreement, readings, who was first. */
  readonly talk?: TalkScores
  /** Every offer: its turn, who made it, and its points for that party, as floats for plots. */
  readonly offers?: readonly { readonly turn: number; readonly seat: string; readonly points: number }[]
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
  /** How many turns the rules allow, where they say. */
  readonly turns?: { readonly least: number; readonly most: number }
  /** Free talk: every kind of agreement that can be read, and no agreement. There are no points then. */
  readonly talk?: { readonly kinds: readonly string[]; readonly parties: readonly string[] }
  /** The levels of factors in the order in which the design names them; others come as they are met. */
  readonly factors?: Readonly<Record<string, readonly string[]>>
}

/** Where agreements lie in the outcome space; distances as in scores/landscape.ts. */
export interface Efficiency {
  /** Agreements whose place is known, those of them on the Pareto frontier, and their share. */
  readonly agreements: number
  readonly onFrontier: number
  readonly share: Rational
  readonly toFrontier: FloatMoments
  readonly toNash?: FloatMoments
}

/** One pairing, or one pairing at one level of a factor. */
export interface Cell {
  readonly pairing: string
  readonly opener?: string
  /** The factor and level, where it is not the opener. */
  readonly factor?: string
  readonly level?: string
  /** All its assignments: of a registered study those that were registered. */
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
  /** Agreements that leave this party below its reservation value, by party. */
  readonly belowOf: Readonly<Record<string, number>>
  readonly joint?: Moments
  readonly gains: Readonly<Record<string, Moments | undefined>>
  /** The figures themselves as floats, in the order of the assignments: what plots are drawn of. */
  readonly figures?: {
    readonly joint: readonly number[]
    readonly gains: Readonly<Record<string, readonly number[]>>
  }
  /** Mean joint gain over the largest individually rational one. */
  readonly efficiency?: Rational
  /** Efficiency negotiation by negotiation: its spread. */
  readonly efficiencies?: Moments
  readonly places?: Efficiency
  readonly talk?: TalkCell
  readonly tokens?: Moments
  readonly usd?: Moments
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
  /**
   * Worst-case bounds over all assignments, those whose outcome is unknown wherever in the range they do most harm.
   * They are no confidence interval: nothing in them is about chance.
   */
  readonly least?: Rational
  readonly most?: Rational
  /** Assignments of both pairings whose outcome is unknown: interrupted, running or not started. */
  readonly unknown: number
}

export interface Analysis {
  readonly frame: Frame
  readonly pairings: readonly Cell[]
  readonly openers: readonly Cell[]
  /** Each pairing at each level of the other factors. */
  readonly levels: readonly Cell[]
  readonly contrasts: readonly Contrast[]
}

/** The figure that joint gain goes by among the contrasts; the others are parties. */
export const JOINT = 'joint'

/**
 * Analyses a study. Pairings and openers come in the order of the lists, levels in that of the frame; a
 * contrast is a later pairing minus an earlier one.
 */
export function analyse(
  observations: readonly Observation[],
  frame: Frame,
  pairings: readonly string[],
  openers: readonly string[],
): Analysis {
  const of = (which: Which, test: (o: Observation) => boolean): Cell =>
    cellOf(
      observations.filter((o) => o.pairing === which.pairing && test(o)),
      frame,
      which,
    )
  const pairs = pairings.flatMap((minus, i) => pairings.slice(i + 1).map((later) => [later, minus] as const))
  return {
    frame,
    pairings: pairings.map((pairing) => of({ pairing }, () => true)),
    openers: pairings.flatMap((pairing) =>
      openers.map((opener) => of({ pairing, opener }, (o) => o.opener === opener)),
    ),
    // A factor that makes no difference to a pairing has no level there.
    levels: pairings
      .flatMap((pairing) =>
        factorsOf(observations, frame).flatMap(([factor, levels]) =>
          levels.map((level) => of({ pairing, factor, level }, (o) => o.levels?.[factor] === level)),
        ),
      )
      .filter(({ planned }) => planned > 0),
    contrasts: frame.talk
      ? []
      : pairs.flatMap(([later, minus]) => contrastsOf(observations, frame, later, minus)),
  }
}

type Which = Pick<Cell, 'pairing' | 'opener' | 'factor' | 'level'>

/** Every factor beside the opener that has more than one level, with its levels in the order of the design. */
function factorsOf(
  observations: readonly Observation[],
  { factors = {} }: Frame,
): [factor: string, levels: string[]][] {
  const names = new Set(observations.flatMap(({ levels }) => Object.keys(levels ?? {})))
  names.delete('opener')
  return [...names].flatMap((factor) => {
    const met = new Set(observations.flatMap((o) => o.levels?.[factor] ?? []))
    // Blocks are shuffled, so that what is met first is chance.
    const named = (factors[factor] ?? []).filter((level) => met.has(level))
    const levels = [...new Set([...named, ...met])]
    return levels.length > 1 ? [[factor, levels] satisfies [string, string[]]] : []
  })
}
