/** What had been seen of a study's outcomes when it was changed, in words. */
import type { ChangedWhen, Seen } from '../record/events.ts'

const WORDS: Readonly<Record<Seen, string>> = {
  'nothing-run': 'nothing had been run',
  'run-not-seen': 'negotiations had been run, and no outcome had been seen',
  seen: 'results had been seen',
}

/** `results had been seen (4 begun, 3 of them ended)` */
export const seenWords = ({ seen, begun, closed }: Pick<ChangedWhen, 'seen' | 'begun' | 'closed'>): string =>
  begun === 0 ? WORDS[seen] : `${WORDS[seen]} (${begun} begun, ${closed} of them ended)`
