/** A scenario as it was read from its pack, and what one seat may know of it. */
import type { Issue } from '../core/issue.ts'
import type { Utility } from '../core/points.ts'
import type { Rational } from '../core/rational.ts'
import type { ObserverBlock, Seat } from '../protocols/contract.ts'
import type { ProtocolName } from '../protocols/index.ts'
import type { About } from './about.ts'

/** A number as it stood in the source, and its exact value. */
export interface Written {
  readonly text: string
  readonly value: Rational
}

export interface Party {
  readonly id: Seat
  readonly label: string
  readonly name: string
  readonly about: string
  readonly veto: boolean
  readonly vars: Readonly<Record<string, string>>
  /** Points with no deal. */
  readonly reservation: Written
  /** What the party should not go below: the reservation value unless the pack says otherwise. */
  readonly threshold: Written
  /** Absent where the scenario scores nothing (free talk). */
  readonly utility?: Utility
  /** One row an issue, one cell an option or knot, with the points as they were written. */
  readonly sheet: readonly SheetRow[]
  /** The scoring rule as words; `checked` tells whether it was found to agree with the points everywhere. */
  readonly formula?: { readonly text: string; readonly checked: boolean }
}

export interface SheetRow {
  readonly issue: string
  readonly options: readonly { readonly option: string; readonly points: string }[]
}

export const TEMPLATES = ['system', 'opening', 'turn', 'repair', 'final', 'observer', 'transcript'] as const
export type TemplateName = (typeof TEMPLATES)[number]

export interface Scenario {
  readonly id: string
  readonly title: string
  readonly situation: string
  readonly vars: Readonly<Record<string, string>>
  readonly issues: readonly Issue[]
  readonly parties: readonly Party[]
  readonly protocol: {
    readonly type: ProtocolName
    /** The block as the protocol's own schema read it, defaults put in. */
    readonly settings: Readonly<Record<string, unknown>>
  }
  readonly information: 'private' | 'common'
  /** Who reads a free talk, and what it reports. */
  readonly observer?: ObserverBlock
  /** What a page about the scenario says; it reaches no prompt. */
  readonly about?: About
  /** The pack's own template texts by file name without ending: `system`, `system.buyer`, `turn`. */
  readonly templates: Readonly<Record<string, string>>
  /** Every text the pack was made of, by its path in the pack: `scenario.yaml`, `prompts/system.liquid`. */
  readonly files: Readonly<Record<string, string>>
}

/** What one party may know of the scenario, and nothing else. */
export interface Brief {
  readonly seat: Seat
  /** The scenario's id. */
  readonly scenario: string
  /** Of an observer: a seat with a label and nothing that is private to a party. */
  readonly you: Party
  readonly situation: string
  /** Words of the pack that everybody may know. */
  readonly vars: Readonly<Record<string, string>>
  readonly issues: readonly Issue[]
  readonly parties: readonly PublicParty[]
  readonly information: 'private' | 'common'
  /** The other parties whole, where the scenario makes everything common knowledge; else empty. */
  readonly open: readonly Party[]
  /** What an observer is to report, as the pack says it; at an observer's seat alone. */
  readonly observer?: unknown
}

export type PublicParty = Pick<Party, 'id' | 'label' | 'name' | 'about' | 'veto'>
