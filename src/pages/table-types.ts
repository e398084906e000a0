/**
 * Page data of tables where people sit: what the app's pages of tables, seats and classes show. Pure types, beside
 * those of studies in types.ts. A person's own page is a SeatPage (src/scenario/seat/types.ts): it is made of that
 * seat's brief and view and of nothing that stands here.
 */
import type { SeatPage } from '../scenario/seat/types.ts'
import type { ByParty, Figure, OfferData, PartyTag, SpaceData } from './types.ts'

/** `waiting`: nobody has moved yet. `halted`: a model cannot be called. `stopped`: its owner stopped it. */
export type TableState = 'waiting' | 'playing' | 'halted' | 'stopped' | 'failed' | 'ended'

/** What `/api/seat` answers, to the one who holds the seat's link. */
export interface SeatAnswer {
  readonly kind: 'seat'
  readonly table: string
  readonly title: string
  /** `paused`: nothing can be submitted now, and the page comes back to life by itself. */
  readonly status: 'playing' | 'paused' | 'ended'
  readonly page: SeatPage
}

/** What can be chosen where a table is made. */
export interface TableChoices {
  readonly kind: 'choices'
  readonly scenarios: readonly ScenarioChoice[]
  /** Providers that the server has a key for. */
  readonly providers: readonly string[]
  /** Models of these providers that have a known price, as their APIs call them. */
  readonly models: Readonly<Record<string, readonly string[]>>
}

export interface ScenarioChoice {
  readonly scenario: string
  readonly title: string
  readonly protocol: string
  readonly parties: readonly PartyTag[]
  readonly opener: string
  /** Scripts that play it, the usual one first. */
  readonly scripts: readonly { readonly name: string; readonly summary: string }[]
  /** Who can read a free talk without a model; empty where nobody has to. */
  readonly observers: readonly { readonly name: string; readonly summary: string }[]
}

/** What a table is made of: `who` is `person`, a script's name, or `<provider>:<model>`. */
export interface TableOrder {
  readonly scenario: string
  readonly title?: string
  readonly opener?: string
  readonly seats: Readonly<Record<string, { readonly who: string; readonly name?: string }>>
  /** What its models may cost, where any sit there. */
  readonly capUsd?: string
  readonly capTokens?: number
}

/** A link that is told once: the server keeps only its hash. `path` goes after the server's own address. */
export interface SeatLink {
  readonly table: string
  readonly seat: string
  readonly label: string
  readonly name?: string
  readonly path: string
}

export interface TableMade {
  readonly table: string
  readonly links: readonly SeatLink[]
}

export interface TableSeat {
  readonly seat: string
  readonly who: 'person' | 'script' | 'model'
  /** The script's or the model's name. */
  readonly text: string
  /** The person's, where its owner gave one. */
  readonly name?: string
  readonly link?: 'open' | 'revoked'
  /** Whether its page is open somewhere now. */
  readonly here: boolean
  readonly opens: boolean
}

/** A table among others. */
export interface TableRow {
  readonly table: string
  readonly title: string
  readonly scenario: string
  readonly state: TableState
  /** What it waits for or why it failed, in words. */
  readonly message?: string
  readonly created: string
  readonly seats: readonly TableSeat[]
  readonly turn: number
  /** Whose move it is. */
  readonly mover?: string
  readonly end?: { readonly kind: string; readonly text: string; readonly points?: ByParty<Figure> }
  readonly class?: string
}

export interface TableLine {
  readonly turn: number
  readonly seat: string
  readonly message: string
  readonly actionText?: string
  readonly binding: boolean
  readonly offer?: string
}

/** A table as its owner sees it, turn by turn: both sides, and the words of models as they come. */
export interface TablePage {
  readonly kind: 'table'
  readonly row: TableRow
  readonly protocol: string
  readonly scenario: { readonly key: string; readonly title: string }
  readonly parties: readonly PartyTag[]
  readonly lines: readonly TableLine[]
  readonly offers: readonly OfferData[]
  readonly standing?: string
  readonly reservations: ByParty<Figure>
  readonly space?: SpaceData
  /** The key of its study's own page, where this server shows one. */
  readonly study?: string
  /** The folder of its study, for commands. */
  readonly folder: string
  /** Whether a link for spectators is out. */
  readonly watch: boolean
}

/** A table as a spectator sees it: only once it has ended. */
export interface WatchAnswer {
  readonly kind: 'watch'
  /** Missing while it is still being played. */
  readonly page?: TablePage
}

export interface TableList {
  readonly kind: 'tables'
  readonly tables: readonly TableRow[]
  readonly classes: readonly { readonly class: string; readonly title: string; readonly tables: number }[]
  /** Folders of tables that could not be opened, and why. */
  readonly problems: readonly { readonly where: string; readonly message: string }[]
}

/** One table per pair, made from a list of names. `spare`: who fills a seat where the names do not come out even. */
export interface ClassOrder {
  readonly scenario: string
  readonly title?: string
  readonly names: readonly string[]
  readonly opener?: string
  readonly spare?: string
  /** Who reads each talk, where talks are observed. */
  readonly observer?: string
  /** Tables without people, played beside the class: seats by party. */
  readonly beside?: readonly Readonly<Record<string, string>>[]
  readonly capUsd?: string
}

export interface ClassMade {
  readonly class: string
  readonly links: readonly SeatLink[]
}

export interface ClassPage {
  readonly kind: 'class'
  readonly class: string
  readonly title: string
  readonly scenario: { readonly key: string; readonly title: string }
  readonly parties: readonly PartyTag[]
  readonly tables: readonly TableRow[]
  readonly reservations: ByParty<Figure>
  readonly space?: SpaceData
}

/** What `/api/tables/<table>/live` sends beside whole pages: what a model has said so far of a reply. */
export interface TableWords {
  readonly seat: string
  readonly text: string
}
