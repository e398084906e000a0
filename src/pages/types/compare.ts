/** Two negotiations, pairings or conditions side by side. */
import type { PlaneFigure, StripsFigure } from './figures.ts'
import type { NegotiationPage } from './negotiation.ts'

/** One side of a comparison, of one study: a negotiation, a pairing, or a pairing at one level of a factor. */
export interface CompareWhat {
  readonly study: string
  readonly negotiation?: string
  readonly pairing?: string
  readonly factor?: string
  readonly level?: string
}

export interface ComparePage {
  readonly kind: 'compare'
  readonly title: string
  /** Undefined where this side has not been chosen. */
  readonly left?: CompareSide
  readonly right?: CompareSide
  /** Figure by figure; `difference` is right minus left where both are known. */
  readonly rows: readonly CompareRow[]
  readonly figures: {
    readonly joint?: StripsFigure
    readonly gains?: StripsFigure
    readonly plane?: PlaneFigure
    readonly turns?: StripsFigure
  }
  /** What can be chosen. */
  readonly choices: readonly {
    readonly study: string
    readonly title: string
    readonly pairings: readonly string[]
    readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[]
  }[]
  /** What a comparison of these two can and cannot say. */
  readonly notes: readonly string[]
}

export interface CompareSide {
  readonly what: CompareWhat
  readonly label: string
  readonly negotiation?: NegotiationPage
  /** How many attempts it stands for. */
  readonly planned?: number
  readonly completed?: number
  readonly unknown?: number
}

export interface CompareRow {
  readonly name: string
  readonly left?: string
  readonly right?: string
  readonly difference?: string
  readonly party?: string
}
