/** Figures as data: what is drawn, small whatever the size of the study. */
import type { Figure, PartyTag } from './base.ts'

/**
 * x, y; how many negotiations lie there; the first of them, where that is one that can be opened; their numbers in
 * the plan, where the study is so small that a mark tells whom it stands for.
 */
export type CloudPoint = readonly [
  x: number,
  y: number,
  count: number,
  id?: string,
  numbers?: readonly number[],
]

/** Two parties' points. `binned`: too many to draw each, so that points stand for small squares. */
export interface PlaneFigure {
  readonly caption: string
  readonly space: SpaceData
  readonly groups: readonly {
    readonly pairing: string
    readonly colour: number
    readonly points: readonly CloudPoint[]
    /** Negotiations whose outcome is unknown, or not known yet. */
    readonly unknown: number
  }[]
  readonly binned: boolean
}

/** What the outcome space of two parties looks like in their points. */
export interface SpaceData {
  readonly parties: readonly [x: PartyTag, y: PartyTag]
  readonly reservations: readonly [x: number, y: number]
  /** The least and the most points of each over all outcomes. */
  readonly extents: readonly [x: readonly [number, number], y: readonly [number, number]]
  /** The Pareto frontier: straight pieces, or single points where outcomes are few. */
  readonly frontier: readonly (readonly [from: XY, to: XY])[]
  readonly solutions: readonly {
    readonly name: SolutionName
    readonly label: string
    readonly at: readonly XY[]
  }[]
}

export type XY = readonly [x: number, y: number]
export type SolutionName = 'nash' | 'kalai-smorodinsky' | 'egalitarian' | 'utilitarian'

/** Distributions side by side: a dot a negotiation, quartiles as a box, what is unknown in sight. */
export interface StripsFigure {
  readonly title: string
  readonly caption: string
  readonly axis: string
  readonly strips: readonly StripData[]
  /** Where an unknown figure may lie. */
  readonly range?: readonly [least: number, most: number]
}

export interface StripData {
  readonly label: string
  readonly more: string
  /** What its colour stands for: a place in the palette of pairings or of parties. */
  readonly of: 'pairing' | 'party'
  readonly colour: number
  /**
   * Figures with how many negotiations have each, lowest first: never more than some hundred pairs. Of a small study
   * also the numbers of these negotiations in the plan.
   */
  readonly values: readonly StripValue[]
  readonly n: number
  readonly mean?: Figure
  readonly box?: {
    readonly least: number
    readonly lower: number
    readonly median: number
    readonly upper: number
    readonly most: number
  }
  readonly unknown: number
  /** Begins a group of rows. */
  readonly first: boolean
  /** The pairing that it is of. */
  readonly pairing?: string
}

export type StripValue = readonly [value: number, count: number, numbers?: readonly number[]]

export interface ConcessionsFigure {
  readonly caption: string
  readonly parties: readonly (PartyTag & { readonly reservation?: number })[]
  readonly panels: readonly {
    readonly name: string
    /** Some negotiations of each, at most a few dozen. */
    readonly curves: readonly {
      readonly party: string
      readonly id: string
      /** Its place in the plan, where the study is small. */
      readonly number?: number
      readonly points: readonly XY[]
      readonly unknown: boolean
    }[]
    /** Over all completed, at turns where at least a quarter of them made an offer. */
    readonly means: readonly { readonly party: string; readonly points: readonly XY[] }[]
    readonly unknown: number
    /** How many negotiations there are, and how many of them are drawn. */
    readonly of: number
    readonly drawn: number
  }[]
}

export interface EndingsFigure {
  readonly caption: string
  /** Codes with a label each, in the order in which they are drawn. */
  readonly endings: readonly { readonly code: string; readonly label: string }[]
  readonly rows: readonly { readonly pairing: string; readonly counts: readonly number[] }[]
}
