/** A study's page: how far it is, what it cost, what may be done with it, what came out. */
import type { AttemptsPage } from './attempts.ts'
import type { ByParty, PartyTag, TableData } from './base.ts'
import type { ConcessionsFigure, EndingsFigure, PlaneFigure, StripsFigure } from './figures.ts'
import type { StudyState } from './home.ts'
import type { DownloadData, SectionData } from './paper.ts'

export interface StudyPage {
  readonly kind: 'study'
  readonly study: string
  readonly title: string
  /** One sentence for a link's preview. */
  readonly description: string
  readonly state: StudyState
  readonly progress: ProgressData
  readonly cost?: CostData
  /** Shown where results are still being read from a large record: how far that is. */
  readonly reading?: { readonly done: number; readonly all: number }
  /** The time of the last event that the results below take in; missing: there are none yet. */
  readonly resultsUntil?: string
  readonly registered?: RegistrationData
  readonly parties: readonly PartyTag[]
  readonly pairings: readonly PairingData[]
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[]
  readonly scenarios: readonly { readonly key: string; readonly title: string; readonly name?: string }[]
  /** A few sentences: what came out. */
  readonly headline: readonly string[]
  /** The report's tables, the most important first. */
  readonly tables: readonly TableData[]
  /** What a reader must not miss, a sentence or two each. */
  readonly notes: readonly string[]
  /** Each figure that the study has data for. */
  readonly figures: {
    /** Each negotiation in the points of the two parties. */
    readonly plane?: PlaneFigure
    /** Joint gain by pairing and opener. */
    readonly joint?: StripsFigure
    /** Each party's own gain by pairing. */
    readonly gains?: StripsFigure
    /** The same by each level of each factor: who gained, by what was varied. */
    readonly byFactor: readonly StripsFigure[]
    /** What each offer was worth to the one who made it, turn by turn. */
    readonly concessions?: ConcessionsFigure
    /** How many turns it took. */
    readonly turns?: StripsFigure
    /** How the negotiations of each pairing ended. */
    readonly endings?: EndingsFigure
  }
  /** The page as a short paper, in its order. */
  readonly sections: readonly SectionData[]
  readonly downloads: readonly DownloadData[]
  /** The first page of all attempts. */
  readonly attempts: AttemptsPage
  /** Whether this reader may run, pause and stop it here, and with what. Missing on the site. */
  readonly control?: ControlData
}

export interface ProgressData {
  readonly planned: number
  readonly completed: number
  readonly interrupted: number
  readonly running: number
  readonly notStarted: number
  readonly events: number
  readonly runs: number
  readonly startedAt?: string
  readonly lastAt?: string
  /** Milliseconds that are left at the pace of this run so far; only while it runs and a few have ended. */
  readonly leftMs?: number
  /** What waits, in words. */
  readonly halts: readonly string[]
  /** The process that plays it, where that is another one. */
  readonly holder?: string
}

export interface CostData {
  /** `$1.23`, or `at least $1.23: …`. */
  readonly text: string
  readonly usd?: number
  /** What is known of it, where not all is. */
  readonly atLeastUsd?: number
  /** The most it can have been, where replies were lost. */
  readonly atMostUsd?: number
  readonly calls: number
  readonly answered: number
  readonly retries: number
  readonly lost: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Calls of which the tokens are not all known. */
  readonly untold: number
  readonly byNegotiator: readonly {
    readonly negotiator: string
    readonly text: string
    readonly calls: number
  }[]
}

export interface RegistrationData {
  readonly at: string
  readonly registration: string
  readonly anchors: readonly string[]
}

export interface PairingData {
  readonly name: string
  /** Which negotiator sits for which party, where roles are not changed. */
  readonly seats: ByParty<string>
  /** Its place in the palette of pairings, from 0. */
  readonly colour: number
}

/** `busy`: another process holds the record. `needs`: what is missing, a key say, in words. */
export interface ControlData {
  readonly can: readonly ('run' | 'pause' | 'go-on' | 'stop')[]
  readonly busy?: string
  readonly needs?: string
  /** A model is called, which costs money: a cap must be given. */
  readonly costs: boolean
  /** What is still to be played may cost, in words. */
  readonly estimate?: string
  /** This server's run of it. */
  readonly run?: {
    readonly state: 'starting' | 'running' | 'pausing' | 'stopping' | 'ended' | 'failed'
    readonly capUsd?: number
    readonly message?: string
  }
}
