/**
 * A negotiation as a reader wants it: who said what, what it did, which offer stood, and what it was worth to
 * every party. The points of all parties side by side are known to no single one of them unless the scenario
 * makes them common knowledge.
 */
import { outcomeRecord } from '../core/issue.ts'
import type { Rational } from '../core/rational.ts'
import type { Usage } from '../models/wire/contract.ts'
import { told } from '../models/wire/json.ts'
import type { End } from '../protocols/contract.ts'
import { repairText } from '../protocols/faults.ts'
import { belowReservation, gains, scoreEnd } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import type { CallEvent, CallSent } from './events.ts'
import type { Turn } from './play.ts'
import type { KeptEntry, KeptOffer } from './read.ts'

export interface StoryOffer {
  readonly id: string
  readonly by: string
  readonly terms: Readonly<Record<string, string>>
  /** Each party's points; a party whom the scenario does not score is left out. */
  readonly points: Readonly<Record<string, Rational>>
}

export interface StoryFault {
  readonly code: string
  /** In the words of the repair that was asked for. */
  readonly problem: string
  /** The faulty reply, whole. */
  readonly text: string
}

export interface StoryTurn {
  readonly turn: number
  readonly seat: string
  readonly message: string
  /** Undefined where a reply is still due, or never came. PASS: the turn was lost to faults. */
  readonly action?: string
  /** The offer that was made or accepted. */
  readonly offer?: StoryOffer
  /** What stands after the turn. */
  readonly standing?: StoryOffer
  /** Where parties vote: who supports the offer of this turn after it, those who have left aside. */
  readonly supporters?: readonly string[]
  readonly faults: readonly StoryFault[]
  /** The repaired offer has other terms than the faulty reply had. */
  readonly changedTerms: boolean
  /** The code of a reply that never came. */
  readonly absent?: string
  /** The attempts at calling a model, in their order; left out where nobody called one. */
  readonly calls?: readonly StoryCall[]
}

/** One attempt at a reply of a model, and what became of it. */
export interface StoryCall {
  readonly repair: number
  readonly attempt: number
  /** `open`: the record does not say yet. `lost`: a reply was under way, or may have been. */
  readonly end: 'answered' | 'failed' | 'lost' | 'open'
  /** How the answer stopped, or the kind of failure. */
  readonly code?: string
  readonly status?: number
  readonly totalMs?: number
  /** How long the next attempt waited. */
  readonly waitMs?: number
  /** The model and service tier that the provider says it used. */
  readonly model?: string
  readonly tier?: string
  readonly usage?: Usage
}

export interface StoryResult {
  readonly end: End
  readonly terms?: Readonly<Record<string, string>>
  readonly points?: Readonly<Record<string, Rational>>
  readonly gains?: Readonly<Record<string, Rational>>
  readonly jointGain?: Rational
  readonly belowReservation: readonly string[]
}

/** Retells the turns of a replay. */
export function tellTurns(scenario: Scenario, turns: readonly Turn[]): StoryTurn[] {
  let standing: StoryOffer | undefined
  const votes = scenario.protocol.settings.agreement === 'votes' ? new Votes() : undefined
  return turns.map(({ turn, seat, entry, tries, changedTerms, absent, calls }) => {
    const offer = entry?.offer && storyOffer(scenario, entry.offer)
    if (entry?.action === 'OFFER') standing = offer
    const supporters = entry && votes?.after(entry)
    const faults = tries.flatMap(({ fault, text }) =>
      fault ? [{ code: fault.code, problem: repairText(fault), text }] : [],
    )
    return {
      turn,
      seat,
      message: entry?.message ?? '',
      ...(entry ? { action: entry.action } : {}),
      ...(offer ? { offer } : {}),
      ...(supporters ? { supporters } : {}),
      ...(standing && entry?.action !== 'ACCEPT' ? { standing } : {}),
      faults,
      changedTerms,
      ...(absent === undefined ? {} : { absent }),
      ...(calls ? { calls: tellCalls(calls) } : {}),
    }
  })
}

/** Each attempt as one: what was sent and what came of it. */
export function tellCalls(events: readonly CallEvent[]): StoryCall[] {
  const calls: StoryCall[] = []
  for (const event of events) {
    const { repair, attempt } = event
    if (event.type === 'call.sent') calls.push({ repair, attempt, end: 'open' })
    else calls[Math.max(0, calls.length - 1)] = { repair, attempt, ...endOf(event) }
  }
  return calls
}

function endOf(event: Exclude<CallEvent, CallSent>): Omit<StoryCall, 'repair' | 'attempt'> {
  if (event.type === 'call.lost') return { end: 'lost', code: 'no end in the record' }
  if (event.type === 'call.answered') {
    const { stop, status, totalMs, model, tier, usage } = event
    return { end: 'answered', code: stop, status, totalMs, ...told({ model, tier }), usage }
  }
  const { failure, lost, status, totalMs, waitMs, usage } = event
  return { end: lost ? 'lost' : 'failed', code: failure, totalMs, ...told({ status, waitMs, usage }) }
}

/** Who supports which offer, told from the record alone. */
class Votes {
  readonly #supporters = new Map<string, Set<string>>()

  /** Takes a turn's entry; returns who supports the offer that it is about. */
  after({ action, seat, offer }: KeptEntry): readonly string[] | undefined {
    if (action === 'walk') for (const set of this.#supporters.values()) set.delete(seat)
    if (!offer) return undefined
    // An offer is supported by its proposer from the start; the opening package has no turn of its own.
    const set = this.#supporters.get(offer.id) ?? new Set([offer.by])
    this.#supporters.set(offer.id, set)
    if (action === 'accept') set.add(seat)
    if (action === 'reject') set.delete(seat)
    return [...set]
  }
}

/** What the end was worth: points, gains over the reservation values, their sum. Unknown outcomes have none. */
export function tellResult(scenario: Scenario, end: End): StoryResult {
  const points = scoreEnd(scenario, end)
  const terms = end.kind === 'agreement' ? { terms: outcomeRecord(scenario.issues, end.outcome) } : {}
  if (!points) return { end, ...terms, belowReservation: [] }
  const gained: Readonly<Record<string, Rational>> = gains(scenario, points)
  const [first, ...rest] = Object.values(gained)
  return {
    end,
    ...terms,
    points,
    gains: gained,
    ...(first ? { jointGain: rest.reduce((sum, gain) => sum.add(gain), first) } : {}),
    belowReservation: belowReservation(scenario, points),
  }
}

const storyOffer = (scenario: Scenario, offer: KeptOffer): StoryOffer => ({
  id: offer.id,
  by: offer.by,
  terms: outcomeRecord(scenario.issues, offer.outcome),
  points: Object.fromEntries(
    scenario.parties.flatMap(({ id, utility }) => (utility ? [[id, utility.points(offer.outcome)]] : [])),
  ),
})
