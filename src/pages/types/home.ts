/** The home page: studies and scenarios of a folder, each in short. */
import type { PartyTag } from './base.ts'

export interface HomePage {
  readonly kind: 'home'
  /** The folder that is served, by its own name. */
  readonly folder: string
  readonly studies: readonly StudyCard[]
  readonly scenarios: readonly ScenarioCard[]
  /** Folders that hold a study or a scenario which cannot be read, and why, a line each. */
  readonly problems: readonly { readonly where: string; readonly message: string }[]
}

/**
 * `planned`: nothing has begun. `running`: a process plays it now. `stopped`: its user stopped it. `halted`: it waits
 * for something outside (a key, credit, a budget). `lost`: a run ended without a word. `failed`: a run told of an
 * error. `complete`: all have ended.
 */
export type StudyState = 'planned' | 'running' | 'stopped' | 'halted' | 'lost' | 'failed' | 'complete'

export interface StudyCard {
  readonly study: string
  readonly title: string
  readonly state: StudyState
  readonly planned: number
  readonly ended: number
  readonly running: number
  readonly interrupted: number
  /** The titles of what it plays. */
  readonly scenario: string
  /** The key of the scenario's own page, where there is one. */
  readonly scenarioKey?: string
  readonly models: readonly string[]
  readonly registered: boolean
  readonly lastAt?: string
  /** One of the server's tables. */
  readonly table?: true
}

export interface ScenarioCard {
  readonly scenario: string
  readonly title: string
  readonly protocol: string
  readonly parties: readonly PartyTag[]
  readonly issues: number
  /** One sentence: what it is about. */
  readonly summary: string
}
