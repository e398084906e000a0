/** The attempts behind a turn, as lines for a reader: only what did not go right at once is told. */
import type { StoryCall } from '../record/story.ts'
import { cut, safeLine } from './text.ts'

/** One line for each attempt that failed, was lost or is open, and one where any went elsewhere. */
export function attemptLines(calls: readonly StoryCall[] = []): string[] {
  const by = new Set(calls.flatMap(({ elsewhere }) => elsewhere ?? []))
  return [
    ...[...by].map((name) => `Sent to another server than the provider's own: ${safeLine(name)} named it.`),
    ...calls.flatMap((call) => (call.end === 'answered' ? [] : [attemptLine(call)])),
  ]
}

function attemptLine({ attempt, repair, end, code, status, words, totalMs, waitMs }: StoryCall): string {
  const which = `Attempt ${attempt}${repair > 0 ? ' at the repair' : ''}`
  if (end === 'open') return `${which} was sent; the record does not say what became of it.`
  const why = [code, status === undefined ? undefined : `HTTP ${status}`].filter((part) => part !== undefined)
  const after = totalMs === undefined ? '' : ` after ${secondsText(totalMs)}`
  const next = waitMs === undefined ? '' : `; tried again ${secondsText(waitMs)} later`
  const what = end === 'lost' ? 'a reply was lost' : 'no reply came'
  const said = words === undefined ? '' : ` ${cut(safeLine(words), LONGEST)}`
  return `${which}: ${what} (${why.join(', ')})${after}${next}.${said}`
}

/** Providers' errors can be pages long. */
const LONGEST = 300

const secondsText = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
