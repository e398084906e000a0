/** What happened to a study, in words for a page. */
import { wordsOf } from '../../publication/results-text.ts'
import type { StudyEvent } from '../../record/events.ts'
import { count } from './contract.ts'

/** Undefined for what stands elsewhere. What a page says with more room than a table has comes first. */
export function happened(event: StudyEvent): string | undefined {
  switch (event.type) {
    case 'study.amended':
      return `Amendment ${event.amendment} changed ${event.changes.map(({ what }) => what).join(', ')}; ${knownThen(event)}. Reason given: ${event.reason}`
    case 'study.extended':
      return `Extension ${event.extension} added ${count(event.assignments.length, 'negotiation')}; ${knownThen(event)}. Reason given: ${event.reason}`
    case 'run.stopped':
      return `Run ${short(event.run)} ${STOPPED[event.reason]}.`
    case 'run.started':
    case 'run.lost':
      return wordsOf(event)?.replace(event.run, short(event.run))
    default:
      return wordsOf(event)
  }
}

/** Whether results could have been a reason. */
const knownThen = ({ closed, seen }: { readonly closed: number; readonly seen: string }): string =>
  `${count(closed, 'outcome')} ${closed === 1 ? 'was' : 'were'} in the record by then, ${SEEN[seen] ?? seen}`

const SEEN: Readonly<Record<string, string>> = {
  seen: 'and results had been looked at',
  'run-not-seen': 'and nobody had looked at results, as far as the record tells',
  'nothing-run': 'since nothing had been played',
}

const STOPPED: Readonly<Record<Extract<StudyEvent, { type: 'run.stopped' }>['reason'], string>> = {
  complete: 'ended: all that was planned had been played',
  asked: 'was stopped by its user',
  halted: 'stopped: what was left had to wait for a key, credit, a provider or a budget',
  failed: 'failed',
}

/** Runs are told apart by their first signs. */
const short = (run: string): string => run.slice(0, 8)
