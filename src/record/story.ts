/**
 * A negotiation as a reader wants it: who said what, what it did, which offer stood, and what it was worth to
 * every party. The points of all parties side by side are known to no single one of them unless the scenario
 * makes them common knowledge.
 */
import { outcomeRecord } from '../core/issue.ts'
import type { Rational } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import { repairText } from '../protocols/faults.ts'
import { belowReservation, gains, scoreEnd } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Turn } from './play.ts'
import type { KeptEntry, KeptOffer } from './read.ts'
import { type StoryCall, tellCalls } from './story-calls.ts'
import { type StoryReading, tellReadings } from './story-readings.ts'

export type { StoryCall } from './story-calls.ts'
export { tellCalls } from './story-calls.ts'
export type { StoryAudit, StoryReading } from './story-readings.ts'

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
  /** Why, in words that are sealed in the record; set where the reader may open them. */
  readonly absentWords?: string
  /** The attempts at calling a model, in their order; left out where nobody called one. */
  readonly calls?: readonly StoryCall[]
  /** What observers read after it; left out where nobody read. */
  readonly readings?: readonly StoryReading[]
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
  return turns.map(({ turn, seat, entry, tries, changedTerms, absent, calls, readings }) => {
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
      ...(readings ? { readings: tellReadings(readings) } : {}),
    }
  })
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
