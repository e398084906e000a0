/** Search over the words of negotiations: whatever the case, all words of a query in one message, as they stand. */
import type { Attempt, Words } from './attempt.ts'
import type { AttemptRow } from './types.ts'

/** How much is shown around what was found, in characters. */
const AROUND = 60

export interface Searcher {
  has(attempt: Attempt): boolean
  /** The row with the place where the words stand first. */
  found(row: AttemptRow, attempt: Attempt): AttemptRow
}

export function searcher(text: string): Searcher {
  const wanted = fold(text.trim())
  const first = ({ words }: Attempt): { said: Words; at: number } | undefined => {
    for (const said of words) {
      const at = said.folded.indexOf(wanted)
      if (at >= 0) return { said, at }
    }
    return undefined
  }
  return {
    has: (attempt) => first(attempt) !== undefined,
    found(row, attempt) {
      const hit = first(attempt)
      if (!hit) return row
      const { turn, seat, folded } = hit.said
      // Where folding changed the length, places in the text are no longer those of the folded one.
      const shown = folded.length === hit.said.text.length ? hit.said.text : folded
      const end = hit.at + wanted.length
      const from = Math.max(0, hit.at - AROUND)
      return {
        ...row,
        found: {
          turn,
          seat,
          before: `${from > 0 ? '…' : ''}${shown.slice(from, hit.at).toWellFormed()}`,
          hit: shown.slice(hit.at, end),
          after: `${shown.slice(end, end + AROUND).toWellFormed()}${end + AROUND < shown.length ? '…' : ''}`,
        },
      }
    },
  }
}

/** Case and the form of accents do not count. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase()
