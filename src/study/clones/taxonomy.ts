/** How the talks of each clone and model ended: the distribution over the kinds of agreement. */

/** What a talk without an agreement counts as, beside the observer's kinds. */
export const NO_AGREEMENT = 'no agreement'

/** One talk: of which clone it was, who played it, and how it ended. */
export interface TalkEnd {
  readonly clone: string
  readonly model: string
  /** A kind of agreement or NO_AGREEMENT; undefined where it is unknown: interrupted, unread, not finished. */
  readonly type?: string | undefined
}

/** The talks of one clone, of one model or of all. */
export interface CloneCell {
  readonly clone: string
  readonly talks: number
  /** Talks with a known end. */
  readonly known: number
  readonly unknown: number
  /** How many talks ended in each kind; one that none ended in is missing. */
  readonly counts: Readonly<Record<string, number>>
}

/** A cell for each clone, in the given order; clones without a talk have none in them. */
export function tally(talks: readonly TalkEnd[], clones: readonly string[]): CloneCell[] {
  return clones.map((clone) => {
    const own = talks.filter((talk) => talk.clone === clone)
    const counts: Record<string, number> = {}
    for (const { type } of own) if (type !== undefined) counts[type] = (counts[type] ?? 0) + 1
    const known = own.filter(({ type }) => type !== undefined).length
    return { clone, talks: own.length, known, unknown: own.length - known, counts }
  })
}

/** The share of a kind among the talks with a known end; undefined where there is none. */
export const shareOf = ({ counts, known }: CloneCell, type: string): number | undefined =>
  known === 0 ? undefined : (counts[type] ?? 0) / known

/** The least and the most that the share can be over all talks, whatever the unknown ones came to. */
export function shareBounds(
  { counts, talks, unknown }: CloneCell,
  type: string,
): [number, number] | undefined {
  if (talks === 0) return undefined
  const seen = counts[type] ?? 0
  return [seen / talks, (seen + unknown) / talks]
}
