/** One negotiation: turns, offers, calls, readings, briefs and its end. */
import type { AttemptRow } from './attempts.ts'
import type { ByParty, Figure, PartyTag } from './base.ts'
import type { SpaceData } from './figures.ts'
import type { StudyState } from './home.ts'

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
  /** The pass over finished talks that it belongs to; missing: it was made in the negotiation. */
  readonly pass?: string
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
    readonly faults: readonly FaultData[]
    readonly calls: readonly CallData[]
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
