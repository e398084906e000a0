/** Talks of one row of a report, summed up: kinds of agreement with what is unknown, when, who first, how sure. */
import { NO_AGREEMENT } from '../clones/taxonomy.ts'
import type { FirstBy, TalkScores } from './talk.ts'

/** As much of an observation as is summed up. */
interface Talk {
  readonly status: 'completed' | 'unknown' | 'running' | 'planned'
  readonly talk?: TalkScores
}

export interface KindCount {
  readonly kind: string
  readonly count: number
  /** Of the talks with a known end; undefined where there is none. */
  readonly share?: number
  /** Of all talks of the row, each that is not known of this kind or of none. */
  readonly least: number
  readonly most: number
}

/** A mean over the talks that have the figure. */
export interface Mean {
  readonly n: number
  readonly mean: number
}

export interface TalkCell {
  readonly talks: number
  readonly known: number
  /** Interrupted, running or not started. */
  readonly unknown: number
  readonly kinds: readonly KindCount[]
  readonly turns?: Mean
  /** Over the talks in which the trade was found. */
  readonly found?: Mean
  readonly confidence?: Mean
  /** How many talks have begun, and in how many of them each seat was first; the rest had nobody. */
  readonly begun: number
  readonly need: Readonly<Record<string, number>>
  readonly ask: Readonly<Record<string, number>>
  readonly readings: { readonly made: number; readonly confirming: number; readonly missing: number }
  readonly unconfirmed: number
  /** Closes after which the talk was read again. */
  readonly audit?: {
    readonly closes: number
    readonly read: number
    readonly missing: number
    readonly agreed: number
    readonly sameKind: number
    /** Closes after which the last reading still reported an agreement, of those whose last reading is not missing. */
    readonly held: number
    readonly heldOf: number
  }
}

/** Sums up the talks of a row; undefined where it has none. `kinds`: all that can be read, in the pack's order. */
export function talkCell(list: readonly Talk[], kinds: readonly string[]): TalkCell | undefined {
  if (list.length === 0) return undefined
  const talks = list.flatMap(({ talk }) => (talk ? [talk] : []))
  const ends = list.flatMap(({ status, talk }) =>
    status === 'completed' && talk?.kind !== undefined ? [talk.kind] : [],
  )
  const unknown = list.length - ends.length
  const audits = talks.flatMap(({ audit }) => (audit ? [audit] : []))
  const known = list.flatMap(({ status, talk }) => (status === 'completed' && talk ? [talk] : []))
  return {
    talks: list.length,
    known: ends.length,
    unknown,
    kinds: kinds.map((kind) => {
      const count = ends.filter((end) => end === kind).length
      return {
        ...{ kind, count, least: count / list.length, most: (count + unknown) / list.length },
        ...(ends.length > 0 && { share: count / ends.length }),
      }
    }),
    ...mean(
      'turns',
      known.map(({ turns }) => turns),
    ),
    ...mean(
      'found',
      known.map(({ found }) => found),
    ),
    ...mean(
      'confidence',
      known.map(({ confidence }) => confidence),
    ),
    begun: talks.length,
    need: tally(talks.map(({ need }) => need)),
    ask: tally(talks.map(({ ask }) => ask)),
    readings: {
      made: sum(talks, ({ readings }) => readings.made),
      confirming: sum(talks, ({ readings }) => readings.confirming),
      missing: sum(talks, ({ readings }) => readings.missing),
    },
    unconfirmed: sum(talks, (talk) => talk.unconfirmed),
    ...(audits.length > 0 && {
      audit: {
        closes: audits.length,
        read: sum(audits, ({ read }) => read),
        missing: sum(audits, ({ missing }) => missing),
        agreed: sum(audits, ({ agreed }) => agreed),
        sameKind: sum(audits, ({ sameKind }) => sameKind),
        held: audits.filter(({ last }) => last === true).length,
        heldOf: audits.filter(({ last }) => last !== undefined).length,
      },
    }),
  }
}

/** The kinds of several packs, each once, in their order; a talk without agreement counts beside them. */
export const allKinds = (lists: readonly (readonly string[])[]): string[] => [
  ...new Set([...lists.flat(), NO_AGREEMENT]),
]

function mean<K extends string>(
  name: K,
  values: readonly (number | undefined)[],
): { readonly [P in K]?: Mean } {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0) return {}
  const figure: Mean = { n: known.length, mean: known.reduce((a, b) => a + b, 0) / known.length }
  return { [name]: figure } as { readonly [P in K]?: Mean }
}

const tally = (firsts: readonly (FirstBy | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const first of firsts) if (first) counts[first.seat] = (counts[first.seat] ?? 0) + 1
  return counts
}

const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((total, one) => total + of(one), 0)
