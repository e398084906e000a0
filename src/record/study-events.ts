/**
 * The events of a study's own stream: what was planned, fixed, changed and added, who looked, when it ran, and how
 * each negotiation's stream ended.
 */

export interface AssignmentRecord {
  readonly id: string
  readonly block: number
  readonly position: number
  readonly pairing: string
  readonly opener: string
  readonly seats: Readonly<Record<string, string>>
  /** Its cell within the pairing: `a1` to `a4` where 2 roles meet 2 openers. Missing in early drafts of format 1. */
  readonly assignment?: string
  /** Each factor of the design with its level here: `opener`, `roles` and `scenario` where varied, the study's own. */
  readonly levels?: Readonly<Record<string, string>>
  /** Which variant of the scenario it plays; missing: the study's `pack`. */
  readonly variant?: string
  /** The extension that added it; missing where it was registered. */
  readonly extension?: string
}

/** A scenario's texts, and the hash that names it. */
export interface PackRecord {
  readonly scenario: string
  readonly pack: Readonly<Record<string, string>>
}

/** The design that the assignments were drawn from: names in the order in which the study gives them. */
export interface DesignRecord {
  readonly pairings: readonly string[]
  /** Every varied factor with its levels. */
  readonly factors: Readonly<Record<string, readonly string[]>>
  readonly blocks: number
  readonly repetitions: number
}

/** The first event of a study's stream: all that its negotiations are played and scored by. */
export interface StudyCreated {
  readonly type: 'study.created'
  readonly format: number
  readonly study: string
  readonly title: string
  readonly seed: string
  readonly scenario: string
  /** The scenario pack's texts by path, so that the record can be replayed without the folder. */
  readonly pack: Readonly<Record<string, string>>
  /** Further scenarios, where a factor changes it: by the name that assignments call them. */
  readonly variants?: Readonly<Record<string, PackRecord>>
  /** The negotiators' settings by name, as the study gives them. */
  readonly negotiators: Readonly<Record<string, unknown>>
  /** How models are called (deadlines, attempts, what follows a lost reply); missing where no model plays. */
  readonly calls?: Readonly<Record<string, unknown>>
  readonly assignments: readonly AssignmentRecord[]
  /** Free talk: the study's own `audit`, which goes before the scenario's; missing where it says nothing. */
  readonly audit?: boolean
  readonly design?: DesignRecord
  /** The planned analysis as the study gives it; missing where none was planned. */
  readonly analysis?: Readonly<Record<string, unknown>>
  readonly protocol: string
  readonly version: number
  readonly parley: string
  readonly node: string
}

/**
 * The study was registered: what stands in `study.created` is fixed before anything is played. `registration` is
 * the SHA-256 of registration.json, which is made of these two events alone (registration.ts).
 */
export interface StudyRegistered {
  readonly type: 'study.registered'
  readonly registration: string
  /** The rules by the version of the protocol's machine and the digest of golden vectors (rules-digest.ts). */
  readonly rules: { readonly version: number; readonly digest: string }
  /** SHA-256 of the templates that prompts are rendered by, those that come with Parley included. */
  readonly prompts: string
  /** The packages that play, render and score, with their versions. */
  readonly packages: Readonly<Record<string, string>>
  /** Operating system and processor: `linux x64`. */
  readonly platform: string
}

/** What was known of outcomes at a time, from the record itself. */
export type Seen = 'nothing-run' | 'run-not-seen' | 'seen'

/** How far the study was when it was changed. */
export interface ChangedWhen {
  readonly reason: string
  readonly seen: Seen
  /** How many negotiations had begun, and how many of those had ended. */
  readonly begun: number
  readonly closed: number
}

/**
 * The study was changed after it was created: what is named in `changes` is otherwise for negotiations that begin
 * later. The fields below hold the new values whole; what did not change is missing.
 */
export interface StudyAmended extends ChangedWhen {
  readonly type: 'study.amended'
  /** `m1`, `m2`, … */
  readonly amendment: string
  readonly changes: readonly AmendedRecord[]
  readonly title?: string
  readonly negotiators?: Readonly<Record<string, unknown>>
  readonly calls?: Readonly<Record<string, unknown>>
  readonly analysis?: Readonly<Record<string, unknown>>
  readonly scenario?: string
  readonly pack?: Readonly<Record<string, string>>
  readonly variants?: Readonly<Record<string, PackRecord>>
  /** As in `study.registered`, where another version of Parley brings others. */
  readonly prompts?: string
  readonly rules?: StudyRegistered['rules']
}

/** `before`, `after`: the value, or the first line that differs. */
export interface AmendedRecord {
  readonly what: string
  readonly before?: string
  readonly after?: string
}

/** Assignments were added; they are no replacements, and all that is computed with them is descriptive. */
export interface StudyExtended extends ChangedWhen {
  readonly type: 'study.extended'
  /** `x1`, `x2`, … */
  readonly extension: string
  readonly assignments: readonly AssignmentRecord[]
}

/**
 * What the outcomes so far would be worth under another scenario's points: kept beside the first scores, which stand.
 */
export interface StudyRescored extends ChangedWhen {
  readonly type: 'study.rescored'
  /** `r1`, `r2`, … */
  readonly rescoring: string
  /** The other scenario: its hash and its texts. */
  readonly scenario: string
  readonly pack: Readonly<Record<string, string>>
  /** Each party's points by negotiation, exact, of all that had a known outcome. */
  readonly points: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Outcomes were shown, or kept where they can be read: by which command, and how many there were to see. */
export interface ResultsSeen {
  readonly type: 'results.seen'
  readonly command: string
  readonly begun: number
  readonly closed: number
  /** When, where it could be written down only later, since a run held the record. */
  readonly seenAt?: string
}

/**
 * Something outside says when the registration was there. `rfc3161`: a time-stamp token (base64 in `value`), checked
 * here; `url` and `commit` are claims that a reader has to check.
 */
export interface AnchorAttached {
  readonly type: 'anchor.attached'
  readonly anchor: 'rfc3161' | 'url' | 'commit'
  /** SHA-256 of what is anchored: the registration. */
  readonly of: string
  readonly value: string
  /** The time that the token says, ISO 8601. */
  readonly time?: string
  /** What was checked when it was attached, what was not, and what a reader must do. */
  readonly checked: readonly string[]
  readonly unchecked: readonly string[]
}

/**
 * The record up to the event before was exported: `manifest` is the SHA-256 of the folder's manifest, which holds the
 * hash of every other file of it. So the hash of this event stands for the whole folder (docs/publication.md).
 */
export interface StudyExported {
  readonly type: 'study.exported'
  readonly manifest: string
  readonly parley: string
}

export interface RunStarted {
  readonly type: 'run.started'
  readonly run: string
  readonly parley: string
  readonly node: string
}

/** `run` ended without a stop of its own (a kill, a power cut); found when the next run began. */
export interface RunLost {
  readonly type: 'run.lost'
  readonly run: string
}

export interface RunStopped {
  readonly type: 'run.stopped'
  readonly run: string
  /** `halted`: what is left waits for something outside: a key, credit, a provider that is back. */
  readonly reason: 'complete' | 'asked' | 'halted' | 'failed'
  /** What was halted in this run, and which negotiations it left; missing where nothing was. */
  readonly halts?: readonly RunHaltRecord[]
}

/** `scope`: whether one negotiation was left, all of a model, or the study. */
export interface RunHaltRecord {
  readonly code: string
  readonly scope: 'negotiation' | 'model' | 'study'
  readonly negotiator?: string
  readonly model?: string
  readonly negotiations: readonly string[]
}

/** A negotiation's stream has ended with this many events and this head, so that a missing tail shows. */
export interface NegotiationClosed {
  readonly type: 'negotiation.closed'
  readonly negotiation: string
  readonly events: number
  readonly head: string
}

/**
 * A pass over talks that were played begins: other observers read them, people label them, or their negotiators are
 * asked whether they knew the situation. Each talk has a stream of its own, `<pass>/<negotiation>`; the talks' own
 * streams stay as they are.
 */
export interface PassStarted {
  readonly type: 'pass.started'
  /** `obs1`, `obs2`, … (models, rules), `lab1` … (people's labels), `probe1` … (the recognition probe). */
  readonly pass: string
  readonly what: 'observe' | 'label' | 'probe'
  /** Who reads: the name of a negotiator, or of a person as they call themselves. */
  readonly reader: string
  /** The reader's settings, as a study gives a negotiator's; empty for a person. */
  readonly settings: Readonly<Record<string, unknown>>
  /** How models are called; missing where none is. */
  readonly calls?: Readonly<Record<string, unknown>>
  /** Which talks, in the order in which they are read. */
  readonly negotiations: readonly string[]
  /** After which messages: each from the second on, or the last alone. */
  readonly turns: 'each' | 'last'
  /** Another wording of instructions or transcript: template texts by name; missing where it is the scenario's. */
  readonly templates?: Readonly<Record<string, string>>
  /** What an order was drawn from, where one was drawn. */
  readonly seed?: string
  readonly parley: string
}

/** A pass is done: the length and the head of each of its streams, so that a missing tail shows. */
export interface PassClosed {
  readonly type: 'pass.closed'
  readonly pass: string
  readonly streams: readonly PassStream[]
}

export interface PassStream {
  readonly negotiation: string
  readonly events: number
  readonly head: string
}
