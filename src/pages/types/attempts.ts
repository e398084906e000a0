/** All attempts of a study: a row each, and what they can be filtered and sorted by. */
import type { ByParty, Figure, PartyTag } from './base.ts'
import type { StudyPage } from './study.ts'

/** What a list of attempts is asked for; all optional. In an address by these very names (`factor.<name>` for factors). */
export interface AttemptsQuery {
  readonly pairing?: string
  /** Level by factor; the opener is the factor `opener`. */
  readonly factors?: Readonly<Record<string, string>>
  /** An ending's code: `agreement`, `no-agreement`, `settled` (`settled: <kind>` for one kind), `interrupted`, `running`, `planned`. */
  readonly outcome?: string
  /** `any`, `none`, or a fault's code. */
  readonly fault?: string
  /** `any`, `none`, or a party: below its reservation value. */
  readonly below?: string
  /** Words in messages, whatever their case. */
  readonly q?: string
  /** A column, `-` before it for falling: `number`, `-joint`, `turns`, `gain.buyer`, `faults`, `cost`, `started`, … */
  readonly sort?: string
  /** From 1. */
  readonly page?: number
}

export interface AttemptsPage {
  readonly kind: 'attempts'
  readonly study: string
  readonly title: string
  readonly parties: readonly PartyTag[]
  /** As it was understood: what is not known is left out. */
  readonly query: AttemptsQuery
  /** How many there are at all, and how many match. */
  readonly total: number
  readonly matching: number
  readonly page: number
  readonly pages: number
  readonly size: number
  readonly rows: readonly AttemptRow[]
  /** What can be filtered by, with counts over all attempts. */
  readonly filters: readonly FilterData[]
  readonly sorts: readonly { readonly name: string; readonly label: string }[]
  readonly reading?: StudyPage['reading']
}

export interface FilterData {
  /** The name in an address: `pairing`, `factor.opener`, `outcome`, `fault`, `below`. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly count: number }[]
}

export type Status = 'completed' | 'unknown' | 'running' | 'planned'

export interface AttemptRow {
  readonly id: string
  /** Its place in the plan, from 1. */
  readonly number: number
  readonly pairing: string
  /** Which negotiator sits for which party. */
  readonly seats: ByParty<string>
  readonly opener: string
  readonly levels: Readonly<Record<string, string>>
  readonly extension?: string
  readonly status: Status
  /** `agreement`, `no-agreement`, `settled`, `interrupted`, `running`, `planned`. */
  readonly outcome: string
  /** In words: `Agreement`, `No agreement: the turns were used up`, `Interrupted: …`. */
  readonly outcomeText: string
  /** Of a talk that was settled: the kind of agreement in its observer's word, and in words for readers. */
  readonly kind?: string
  readonly kindText?: string
  readonly turns?: number
  readonly points?: ByParty<Figure>
  readonly gains?: ByParty<Figure>
  readonly joint?: Figure
  /** Joint gain over the largest individually rational one, from 0 to 1 or below. */
  readonly efficiency?: number
  /** Parties below their reservation value. */
  readonly below: readonly string[]
  /** Codes of the faults of its replies, each once, and how many there were. */
  readonly faults: readonly string[]
  readonly faultCount: number
  readonly startedAt?: string
  readonly endedAt?: string
  readonly usd?: number
  readonly tokens?: number
  /** Where the words that were searched for stand first. */
  readonly found?: {
    readonly turn: number
    readonly seat: string
    readonly before: string
    readonly hit: string
    readonly after: string
  }
}
