/**
 * Page data: all that a page shows, as plain JSON. The app fetches it, the static site is made of it, and the same
 * components draw both. Pure types: this is the one file of this room that web/ imports.
 *
 * Conventions. Ids (party, pairing, issue, negotiation) are names to look things up by; labels are what people read.
 * Texts are text, never markup, but for fields that say that they are Markdown. What is unknown is left out, never
 * null and never zero. Times are ISO 8601, UTC. Lists are in the order in which a reader wants them.
 */

export type Page = HomePage | StudyPage | AttemptsPage | NegotiationPage | ScenarioPage | ComparePage

/** Where a link leads; the app and the site each make their own addresses of it. */
export type Target =
  | { readonly page: 'home' }
  | { readonly page: 'study'; readonly study: string; readonly section?: string }
  | { readonly page: 'attempts'; readonly study: string; readonly query?: AttemptsQuery }
  | { readonly page: 'negotiation'; readonly study: string; readonly id: string; readonly turn?: number }
  | { readonly page: 'scenario'; readonly scenario: string }
  | { readonly page: 'compare'; readonly left?: CompareWhat; readonly right?: CompareWhat }
  | { readonly page: 'download'; readonly study: string; readonly file: string }

/** A figure three ways: for drawing, as a report prints it (two decimals), and exactly (`63.425`, `1/3`). */
export interface Figure {
  readonly value: number
  readonly text: string
  readonly exact: string
}

/** By party id. A party that is not scored is left out. */
export type ByParty<T> = Readonly<Record<string, T>>

/** A party as every chart, chip and bubble of a study shows it. `colour`: its place in the palette, from 0, kept everywhere. */
export interface PartyTag {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly colour: number
}

/** A table with a caption that says what its columns are. */
export interface TableData {
  readonly title: string
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** One letter a column: `l` or `r`. */
  readonly align: string
}

// ---------------------------------------------------------------- home

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

// ---------------------------------------------------------------- study

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

// ---------------------------------------------------------------- figures

/** x, y; how many negotiations lie there; the first of them, where that is one that can be opened. */
export type CloudPoint = readonly [x: number, y: number, count: number, id?: string]

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
  /** Figures with how many negotiations have each, lowest first: never more than some hundred pairs. */
  readonly values: readonly (readonly [value: number, count: number])[]
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
}

export interface ConcessionsFigure {
  readonly caption: string
  readonly parties: readonly (PartyTag & { readonly reservation?: number })[]
  readonly panels: readonly {
    readonly name: string
    /** Some negotiations of each, at most a few dozen. */
    readonly curves: readonly {
      readonly party: string
      readonly id: string
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

// ---------------------------------------------------------------- the short paper

export const SECTIONS = [
  'results',
  'gains',
  'setup',
  'design',
  'protocol',
  'models',
  'history',
  'limitations',
  'conversations',
  'check',
  'downloads',
] as const
export type SectionId = (typeof SECTIONS)[number]

export interface SectionData {
  readonly id: SectionId
  readonly title: string
  /** The author's own words, Markdown: before everything else, and marked as theirs. */
  readonly own?: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly type: 'text'; readonly text: string }
  /** A part of a section under a heading of its own. */
  | { readonly type: 'part'; readonly title: string; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'facts'; readonly facts: readonly FactData[] }
  | { readonly type: 'table'; readonly table: TableData }
  /** Text as it was written or sent, kept with its line breaks. */
  | { readonly type: 'quote'; readonly title?: string; readonly text: string; readonly party?: string }
  | { readonly type: 'figure'; readonly figure: keyof StudyPage['figures']; readonly at?: number }
  /** What happened when, for a time line. */
  | { readonly type: 'events'; readonly events: readonly { readonly at: string; readonly text: string }[] }
  | { readonly type: 'command'; readonly command: string }
  | { readonly type: 'link'; readonly text: string; readonly to: Target }

export interface FactData {
  readonly name: string
  readonly value: string
}

export interface DownloadData {
  readonly file: string
  /** A sentence: what is in it. */
  readonly about: string
  readonly bytes?: number
}

// ---------------------------------------------------------------- attempts

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

// ---------------------------------------------------------------- negotiation

export interface NegotiationPage {
  readonly kind: 'negotiation'
  readonly study: string
  readonly studyTitle: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly row: AttemptRow
  readonly protocol: string
  readonly scenario: { readonly key: string; readonly title: string }
  readonly parties: readonly NegotiationParty[]
  readonly issues: readonly IssueData[]
  /** Number of events that this page takes in: a live view goes on from there. */
  readonly events: number
  readonly turnsAtMost?: number
  readonly turns: readonly TurnData[]
  /** Whose move it is, while it runs. */
  readonly mover?: string
  /** Of one that has not ended: whether anybody plays its study, and why not. */
  readonly studyState?: StudyState
  /** Every offer in the order of being made; `turn 0`: it was on the table from the start. */
  readonly offers: readonly OfferData[]
  /** The offer that stands now, or stood last. */
  readonly standing?: string
  /** Two scored parties: the plane that their concession paths are drawn in. */
  readonly space?: SpaceData
  readonly end?: EndData
  /** Reservation values of each party, for the plot along the turns. */
  readonly reservations: ByParty<Figure>
  /** Where votes decide: what it takes to pass, in words. */
  readonly votingRule?: string
  /** An observer reads along. */
  readonly observer?: ObserverData
  /** What was read in it afterwards. */
  readonly later?: LaterData
  /** Where the record and the rules disagree. */
  readonly differences: readonly string[]
  readonly startedAt?: string
  readonly endedAt?: string
  readonly previous?: string
  readonly next?: string
  /** Its neighbours among those with the same pairing. */
  readonly samePairing: { readonly previous?: string; readonly next?: string }
}

export interface NegotiationParty extends PartyTag {
  readonly negotiator: string
  /** `script time-dependent, exponent 0.2`, or provider and model. */
  readonly negotiatorText: string
  readonly kind: 'script' | 'model' | 'person' | 'other'
  readonly opens: boolean
  /** What it alone knew, to be unfolded. */
  readonly brief: BriefData
}

export interface BriefData {
  readonly about: string
  readonly reservation?: string
  readonly threshold?: string
  readonly formula?: string
  readonly sheet: readonly {
    readonly issue: string
    readonly options: readonly { readonly option: string; readonly points: string }[]
  }[]
  /** The system prompt as this seat's model was or would be sent it. */
  readonly system: string
}

export interface IssueData {
  readonly id: string
  readonly describe?: string
  readonly note?: string
  readonly type: 'number' | 'choice'
  /** Of a choice. */
  readonly options?: readonly string[]
  /** Of a number, as text with its decimals. */
  readonly least?: string
  readonly most?: string
  readonly step?: string
}

export interface OfferData {
  readonly id: string
  readonly by: string
  readonly turn: number
  readonly terms: readonly { readonly issue: string; readonly value: string }[]
  readonly points: ByParty<Figure>
  /** Parties whose reservation value it does not reach. */
  readonly below: readonly string[]
  /** Where parties vote: each vote in its order; the proposer's support is not a vote. */
  readonly votes?: readonly {
    readonly turn: number
    readonly seat: string
    readonly vote: 'accept' | 'reject'
  }[]
  /** Whether it is still on the table, was taken back or killed, or passed. */
  readonly fate?: 'live' | 'gone' | 'passed'
}

export interface TurnData {
  readonly turn: number
  readonly round?: number
  readonly seat: string
  /** Words to all, as they were written; empty where nothing was said. */
  readonly message: string
  /** The action's code: `OFFER`, `ACCEPT`, `NONE`, `END`, `PASS`, `SAY`, `propose`, `accept`, `reject`, `walk`, `none`. */
  readonly action?: string
  /** In words: `offers O3`, `accepts O3`, `leaves the table`. Missing where only words were said. */
  readonly actionText?: string
  /** It binds: an offer, a vote, an acceptance, leaving. Set apart from words. */
  readonly binding: boolean
  /** The offer that it makes or is about. */
  readonly offer?: string
  /** What stands after it. */
  readonly standing?: string
  /** Who supports the offer of this turn after it. */
  readonly supporters?: readonly string[]
  readonly faults: readonly FaultData[]
  /** The repaired offer has other terms than the faulty reply had. */
  readonly changedTerms: boolean
  /** A reply never came: the code, and in words. */
  readonly absent?: { readonly code: string; readonly text: string }
  readonly calls: readonly CallData[]
  /** Observer readings after this turn; confirming ones follow the first. */
  readonly readings: readonly ReadingData[]
  /** When its last event was written. */
  readonly at?: string
}

export interface FaultData {
  readonly code: string
  /** In the words of the repair that was asked for. */
  readonly problem: string
  /** The faulty reply, as far as it is public. */
  readonly text: string
}

/** One attempt at calling a model. Its bytes are fetched on demand by `sent`. */
export interface CallData {
  readonly seat: string
  readonly repair: number
  readonly attempt: number
  /** The number of its `call.sent` in the stream. */
  readonly sent: number
  readonly end: 'answered' | 'failed' | 'lost' | 'open'
  /** How it ended, in words. */
  readonly text: string
  readonly code?: string
  readonly status?: number
  readonly ms?: number
  readonly waitMs?: number
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly usd?: number
}

export interface ObserverData {
  readonly negotiator: string
  readonly negotiatorText: string
  /** What its fields are called, and what they mean. */
  readonly fields: readonly { readonly name: string; readonly label: string }[]
  /** How many readings a close takes, in words. */
  readonly rule: string
}

export interface ReadingData {
  readonly seat: string
  readonly negotiator: string
  /** The pass over finished talks that it belongs to; missing: it was made in the talk. */
  readonly pass?: string
  /** Undefined: there is no reading, and `missing` says why. */
  readonly agreed?: boolean
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly missing?: string
  readonly faults: readonly FaultData[]
  readonly calls: readonly CallData[]
}

/** A talk as passes over finished talks have read it. */
export interface LaterData {
  /** Everybody's word on the whole of it; the observer of the talk itself first. */
  readonly readers: readonly LaterReader[]
  /** Later readings by the message that they follow. */
  readonly readings: readonly { readonly turn: number; readonly reading: ReadingData }[]
  /** Whether those who talked say that they knew the story, and as what. */
  readonly answers: readonly {
    readonly pass: string
    readonly seat: string
    readonly negotiator: string
    readonly model: string
    readonly known: string
    readonly as?: string
    /** Names of the twin and of sources that stand in the answer. */
    readonly names: readonly string[]
  }[]
}

export interface LaterReader {
  readonly name: string
  readonly pass?: string
  readonly text: string
  readonly as: 'first' | 'observer' | 'person'
  /** The message at which it is taken at its word. */
  readonly turn?: number
  /** `agreed: The full trade`, `not agreed`, `unsure`. */
  readonly said: string
  readonly note?: string
}

export interface EndData {
  readonly kind: 'agreement' | 'no-agreement' | 'interrupted' | 'settled'
  /** The code of why there is no agreement, or why it was interrupted. */
  readonly reason?: string
  /** One or two sentences: what happened and what it means. */
  readonly text: string
  readonly turn: number
  readonly offer?: string
  readonly terms?: OfferData['terms']
  readonly points?: ByParty<Figure>
  readonly gains?: ByParty<Figure>
  readonly joint?: Figure
  readonly below: readonly string[]
  readonly supporters?: readonly string[]
  /** Of a talk that an observer's reading closed. */
  readonly type?: string
  readonly by?: string
  readonly fields?: readonly { readonly name: string; readonly value: string }[]
}

/** The exact bytes of one attempt, fetched when a reader unfolds them. What was not kept or is not public is left out. */
export interface CallBytes {
  readonly kind: 'call'
  readonly seat: string
  readonly turn: number
  readonly repair: number
  readonly attempt: number
  readonly provider: string
  readonly model: string
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  readonly sentAt: string
  /** The request body as it was sent (JSON text). `exact`: whether its hash is that of the bytes that were sent. */
  readonly request?: string
  readonly exact?: boolean
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** What came: text, or base64 where the bytes are no text. */
  readonly response?: string
  readonly responseEncoding?: 'utf-8' | 'base64'
  /** What the response was read as. */
  readonly reply?: string
  readonly usage?: Readonly<Record<string, number>>
  readonly failure?: string
}

// ---------------------------------------------------------------- scenario

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

// ---------------------------------------------------------------- compare

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

// ---------------------------------------------------------------- live

/** What `/api/studies/<study>/live` sends (server-sent events, each with an id to go on from). */
export type StudyLive =
  /** How far it is; `stale`: results changed enough to fetch the page again. */
  | {
      readonly type: 'progress'
      readonly state: StudyState
      readonly progress: ProgressData
      readonly cost?: CostData
      readonly reading?: StudyPage['reading']
      readonly control?: ControlData
      readonly results?: string
    }
  /** Rows that changed since the last message, whole; many at once while much happens. */
  | { readonly type: 'rows'; readonly rows: readonly AttemptRow[] }
  /** What was sent before does not lead here: fetch the page anew. */
  | { readonly type: 'reset' }

/** What `/api/studies/<study>/negotiations/<id>/live` sends; ids are counts of events, as `NegotiationPage.events`. */
export type NegotiationLive =
  | {
      readonly type: 'turns'
      readonly events: number
      /** Turns that are new or changed, whole. */
      readonly turns: readonly TurnData[]
      readonly offers: readonly OfferData[]
      readonly mover?: string
      readonly standing?: string
      readonly end?: EndData
    }
  | { readonly type: 'reset' }

/** What an error of the API says. */
export interface ApiError {
  readonly error: {
    /** `not-found`, `forbidden`, `unauthorised`, `invalid`, `busy`, `too-large`, `failed`. */
    readonly code: string
    /** In words for a person. */
    readonly message: string
    readonly mend?: string
  }
}
