/** The attempts behind a reply of a model, each as one: what was sent and what became of it. */
import type { Usage } from '../models/wire/contract.ts'
import { told } from '../models/wire/json.ts'
import type { CallEvent, CallSent } from './events.ts'

/** One attempt at a reply of a model, and what became of it. */
export interface StoryCall {
  readonly repair: number
  readonly attempt: number
  /** `open`: the record does not say yet. `lost`: a reply was under way, or may have been. */
  readonly end: 'answered' | 'failed' | 'lost' | 'open'
  /** How the answer stopped, or the kind of failure. */
  readonly code?: string
  /** A failure in the provider's words, which are sealed in the record; set where the reader may open them. */
  readonly words?: string
  readonly status?: number
  readonly totalMs?: number
  /** How long the next attempt waited. */
  readonly waitMs?: number
  /** The model and service tier that the provider says it used. */
  readonly model?: string
  readonly tier?: string
  readonly usage?: Usage
  /** The variable that sent it to another server than the provider's own. */
  readonly elsewhere?: string
}

/** Each attempt as one: what was sent and what came of it. */
export function tellCalls(events: readonly CallEvent[]): StoryCall[] {
  const calls: StoryCall[] = []
  for (const event of events) {
    const { repair, attempt } = event
    if (event.type === 'call.sent') calls.push({ repair, attempt, end: 'open', ...elsewhereOf(event) })
    else {
      const last = Math.max(0, calls.length - 1)
      calls[last] = { repair, attempt, ...endOf(event), ...elsewhereOf(calls[last]) }
    }
  }
  return calls
}

const elsewhereOf = ({ elsewhere }: { readonly elsewhere?: string } = {}) => told({ elsewhere })

function endOf(event: Exclude<CallEvent, CallSent>): Omit<StoryCall, 'repair' | 'attempt' | 'elsewhere'> {
  if (event.type === 'call.lost') return { end: 'lost', code: 'no end in the record' }
  if (event.type === 'call.answered') {
    const { stop, status, totalMs, model, tier, usage } = event
    return { end: 'answered', code: stop, status, totalMs, ...told({ model, tier }), usage }
  }
  const { failure, lost, status, totalMs, waitMs, usage } = event
  return { end: lost ? 'lost' : 'failed', code: failure, totalMs, ...told({ status, waitMs, usage }) }
}
