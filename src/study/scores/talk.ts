/** Scores of one talk, from its replay and nothing else: how it ended, when, what was read, who told and who asked. */

import { OBSERVER } from '../../protocols/seats.ts'
import { type KeptEntry, type KeptReading, kept } from '../../record/read.ts'
import type { Replayed } from '../../record/replay.ts'
import type { Scenario } from '../../scenario/types.ts'
import { NO_AGREEMENT } from '../clones/taxonomy.ts'
import { asksPurpose, names, needWords } from './talk-words.ts'

/** The message in which a party did something first. */
export interface FirstBy {
  readonly seat: string
  readonly turn: number
}

/** What was read after a talk had closed, where it went on. */
export interface TalkAudit {
  /** Messages that were read after the close, and those of them without a reading. */
  readonly read: number
  readonly missing: number
  /** Readings that report an agreement too, and those of them of the kind that closed the talk. */
  readonly agreed: number
  readonly sameKind: number
  /** Whether the last reading still reports one; undefined where it is missing. */
  readonly last?: boolean
}

export interface TalkScores {
  /** Who played each seat, the observer's included: names of the study's negotiators. */
  readonly seats: Readonly<Record<string, string>>
  /** The kind of agreement, or `no agreement`; undefined where it is not known. */
  readonly kind?: string
  /** Messages until the end, or the close. */
  readonly turns?: number
  /** The first message after which a first reading was of an integrative kind. */
  readonly found?: number
  /** What the observer said of its own confidence in the reading that closed the talk. */
  readonly confidence?: number
  /** Mechanical: the first message that names what its party needs, and the first that asks for the other's need. */
  readonly need?: FirstBy
  readonly ask?: FirstBy
  /** Readings that were made, confirming ones among them, and those that are missing. */
  readonly readings: { readonly made: number; readonly confirming: number; readonly missing: number }
  /** Messages whose first reading reported an agreement that the confirming ones did not bear out. */
  readonly unconfirmed: number
  readonly audit?: TalkAudit
}

/** Kinds in which each side gets the part it needs, wholly or mostly, go by names that begin so. */
const INTEGRATIVE = /^integrative/

export const isIntegrative = (kind: string | undefined): boolean =>
  kind !== undefined && INTEGRATIVE.test(kind)

/** Scores a replayed talk, finished or not. `seats`: who sat where. */
export function scoreTalk(
  scenario: Scenario,
  { state, started, end }: Pick<Replayed, 'state' | 'started' | 'end'>,
  seats: Readonly<Record<string, string>>,
): TalkScores {
  const { record, readings: log, closed } = started ? kept(state) : NOTHING
  // What follows a close tells of the audit alone.
  const until = closed?.turn ?? Number.POSITIVE_INFINITY
  const entries = [...record].filter(({ turn }) => turn <= until)
  const readings = [...(log ?? [])]
  const first = readings.filter(({ seat }) => seat === OBSERVER)
  const found = first.find(({ turn, type }) => turn <= until && isIntegrative(type))?.turn
  const closing = closed && readings.find((one) => one.turn === closed.turn && one.seat === closed.by)
  const confidence = closing && confidenceOf(scenario, closing)
  const need = firstOf(entries, ({ seat, message }) => names(message, wordsOf(scenario, seat)))
  const ask = firstOf(entries, ({ message }) => asksPurpose(message))
  const audit = closed && auditOf(first, closed)
  const now = [...record].at(-1)?.turn ?? 0
  return {
    seats,
    ...(end?.kind === 'settled' && { kind: end.type }),
    ...(end?.kind === 'no-agreement' && { kind: NO_AGREEMENT }),
    ...(end && end.kind !== 'interrupted' && { turns: end.turn }),
    ...(found !== undefined && { found }),
    ...(confidence !== undefined && { confidence }),
    ...(need && { need }),
    ...(ask && { ask }),
    readings: {
      made: readings.filter(({ missing }) => missing === undefined).length,
      confirming: readings.length - first.length,
      missing: readings.filter(({ missing }) => missing !== undefined).length,
    },
    unconfirmed: first.filter((one) => isRefuted(one, readings, end !== undefined || one.turn < now)).length,
    ...(audit && { audit }),
  }
}

const NOTHING: Pick<ReturnType<typeof kept>, 'record' | 'readings' | 'closed'> = {
  record: { length: 0, at: () => undefined, slice: () => [], *[Symbol.iterator]() {} },
}

const words = new WeakMap<Scenario, Map<string, string[]>>()

function wordsOf(scenario: Scenario, seat: string): readonly string[] {
  const known =
    words.get(scenario) ?? new Map(scenario.parties.map((party) => [party.id, needWords(scenario, party)]))
  words.set(scenario, known)
  return known.get(seat) ?? []
}

function firstOf(entries: readonly KeptEntry[], test: (entry: KeptEntry) => boolean): FirstBy | undefined {
  const found = entries.find(test)
  return found && { seat: found.seat, turn: found.turn }
}

/**
 * Whether the other readings of a message did not bear out its first, which agreed. Reading stops with the yes that
 * completes the number needed, or with what puts it out of reach, so that the last one tells. `over`: whether all
 * readings of the message are in.
 */
const isRefuted = ({ agreed, turn }: KeptReading, readings: readonly KeptReading[], over: boolean): boolean =>
  over && agreed === true && readings.findLast((one) => one.turn === turn)?.agreed !== true

/** The number that the pack calls confidence, or its first number; undefined where the observer reports none. */
function confidenceOf({ observer }: Scenario, { reading }: KeptReading): number | undefined {
  const fields = Object.entries(observer?.fields ?? {})
  const numbers = fields.filter(([, rule]) => typeof rule === 'object' && !Array.isArray(rule))
  const [name] = numbers.find(([field]) => field === 'confidence') ?? numbers[0] ?? []
  const value = name === undefined ? undefined : reading?.[name]
  return typeof value === 'number' ? value : undefined
}

function auditOf(
  first: readonly KeptReading[],
  closed: { readonly turn: number; readonly type: string },
): TalkAudit | undefined {
  const later = first.filter(({ turn }) => turn > closed.turn)
  const last = later.at(-1)
  if (!last) return undefined
  const agreed = later.filter((one) => one.agreed === true)
  return {
    read: later.length,
    missing: later.filter(({ missing }) => missing !== undefined).length,
    agreed: agreed.length,
    sameKind: agreed.filter(({ type }) => (type ?? 'agreed') === closed.type).length,
    ...(last.agreed === undefined ? {} : { last: last.agreed }),
  }
}
