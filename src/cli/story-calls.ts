/** The attempts behind a turn, as lines for a reader: only what did not go right at once is told. */
import type { StoryCall } from '../record/story.ts'

/** One line for each attempt that failed, was lost or is open. */
export const attemptLines = (calls: readonly StoryCall[] = []): string[] =>
  calls.flatMap((call) => (call.end === 'answered' ? [] : [attemptLine(call)]))

function attemptLine({ attempt, repair, end, code, status, totalMs, waitMs }: StoryCall): string {
  const which = `Attempt ${attempt}${repair > 0 ? ' at the repair' : ''}`
  if (end === 'open') return `${which} was sent; the record does not say what became of it.`
  const why = [code, status === undefined ? undefined : `HTTP ${status}`].filter((part) => part !== undefined)
  const after = totalMs === undefined ? '' : ` after ${secondsText(totalMs)}`
  const next = waitMs === undefined ? '' : `; tried again ${secondsText(waitMs)} later`
  return end === 'lost'
    ? `${which}: a reply was lost (${why.join(', ')})${after}${next}.`
    : `${which}: no reply came (${why.join(', ')})${after}${next}.`
}

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
