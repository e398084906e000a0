/** A scenario: what it says about itself, its parties, its outcomes, what studies found with it. */
import type { ByParty, Figure, PartyTag, Target } from './base.ts'
import type { SpaceData } from './figures.ts'
import type { StudyState } from './home.ts'
import type { BriefData, IssueData, ObserverData } from './negotiation.ts'
import type { FactData } from './paper.ts'

export interface ScenarioPage {
  readonly kind: 'scenario'
  readonly scenario: string
  readonly id: string
  readonly title: string
  readonly description: string
  /** What the pack says about itself (`about`): what it measures, where it comes from. */
  readonly about: readonly AboutBlock[]
  readonly bibliography: readonly SourceData[]
  readonly situation: string
  /** Missing where nobody has points to know of. */
  readonly information?: 'private' | 'common'
  readonly protocol: string
  /** The rules of this scenario, a line each. */
  readonly rules: readonly FactData[]
  readonly parties: readonly ScenarioParty[]
  readonly issues: readonly IssueData[]
  readonly observer?: ObserverData & { readonly prompt: string }
  /** How many outcomes there are, where points are and what they allow, a line each. */
  readonly outcomes: readonly FactData[]
  readonly space?: SpaceData
  readonly results: readonly ScenarioResult[]
  /** SHA-256 of the pack. */
  readonly hash: string
  /** Every text of the pack by its path. */
  readonly files: Readonly<Record<string, string>>
}

/** A part of what a scenario says about itself. */
export interface AboutBlock {
  readonly title: string
  readonly paragraphs?: readonly string[]
  readonly items?: readonly AboutItem[]
  readonly to?: { readonly text: string; readonly target: Target }
}

/** `code`: the observer's own word for what readers call by its name. */
export interface AboutItem {
  readonly name?: string
  readonly text: string
  readonly code?: string
  readonly source?: Citation
}

/** `entry`: the number of the source in the list below, from 1, where it stands there. */
export interface Citation {
  readonly short: string
  readonly entry?: number
}

export interface SourceData {
  readonly text: string
  readonly url?: string
}

export interface ScenarioParty extends PartyTag {
  readonly about: string
  readonly veto: boolean
  readonly brief: BriefData
  /** Prompts as this party would be sent them, on a sample play: a title and the text. */
  readonly prompts: readonly { readonly title: string; readonly text: string }[]
}

/** What a study that plays this scenario has found so far. */
export interface ScenarioResult {
  readonly study: string
  readonly title: string
  readonly state: StudyState
  readonly pairings: readonly {
    readonly pairing: string
    readonly completed: number
    readonly planned: number
    readonly agreements?: number
    readonly joint?: Figure
    readonly gains: ByParty<Figure>
    /** Of talks: how many were settled as what, the kinds that came about. */
    readonly kinds?: readonly { readonly name: string; readonly count: number }[]
  }[]
}
