/**
 * Scores of one play, from its replay and nothing else: how it ended and why, how far from the frontier and the
 * solution points, and what each party did that it might rather not have done. docs/studies.md defines each figure.
 */

import type { Outcome } from '../../core/issue.ts'
import { toNumber, ZERO } from '../../core/rational.ts'
import type { FaultCode } from '../../protocols/faults.ts'
import { type KeptEntry, kept } from '../../record/read.ts'
import type { Replayed } from '../../record/replay.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Distances, landscapeOf } from './landscape.ts'
import { type Aloud, numbersAloud } from './numbers.ts'

/** An offer and the turn in which it was made or accepted. */
export interface OfferPlace {
  readonly turn: number
  readonly offer: string
}

export interface PartyScores {
  /** Offers worth less than its reservation value that it made, and that it accepted. */
  readonly madeBelow: readonly OfferPlace[]
  readonly acceptedBelow: readonly OfferPlace[]
  /** Replies that voted for, against or accepted an offer that was not there. */
  readonly impossibleVotes: number
  readonly offers: number
  /** Offers with the terms of an earlier one of its own. */
  readonly repeatedOffers: number
  readonly messages: number
  /** Messages with the words of an earlier one of its own. */
  readonly repeatedMessages: number
  /** Undefined where sheets are common knowledge. */
  readonly aloud?: Aloud
}

export interface Walk {
  readonly party: string
  readonly turn: number
  /** Offers made until then that were worth its reservation value. */
  readonly acceptable: readonly string[]
  /** Those that were worth it to every party. */
  readonly acceptableToAll: readonly string[]
}

export interface PlayScores {
  /** `agreement`, or the code of why there is none; undefined while it runs. */
  readonly ending?: string
  /** From the points, also of no agreement; undefined where the outcome is unknown or nothing is scored. */
  readonly distances?: Distances
  /** The joint gain over the largest of an outcome that the rule lets pass; only where a party can be outvoted. */
  readonly passingEfficiency?: number
  readonly parties: Readonly<Record<string, PartyScores>>
  readonly walks: readonly Walk[]
  /** Offers that were worth its reservation value to every party, where there was no agreement; else undefined. */
  readonly missed?: readonly string[]
}

const IMPOSSIBLE: readonly FaultCode[] = ['no-live-offer', 'no-standing-offer', 'own-offer', 'wrong-offer-id']

/** Scores a replayed negotiation, finished or not. The scenario must have points. */
export function scorePlay(scenario: Scenario, replayed: Replayed): PlayScores {
  const { end, points, turns, started } = replayed
  const entries: readonly KeptEntry[] = started ? kept(replayed.state).record.slice() : []
  const aloud = numbersAloud(scenario, entries)
  const parties = scenario.parties.map(({ id }) => {
    const tries = turns.filter(({ seat }) => seat === id).flatMap((turn) => turn.tries)
    const own = entries.filter(({ seat, turn }) => seat === id && turn > 0)
    const impossibleVotes = tries.filter(({ fault }) => fault && IMPOSSIBLE.includes(fault.code)).length
    return [
      id,
      { ...ofParty(scenario, id, own), impossibleVotes, ...(aloud && { aloud: aloud[id]! }) },
    ] as const
  })
  const walks = entries.filter(({ action }) => action === 'walk')
  return {
    ...(end && { ending: 'reason' in end ? end.reason : end.kind }),
    ...(points && distancesOf(scenario, points)),
    parties: Object.fromEntries(parties),
    walks: walks.map((walk) => walkOf(scenario, walk, entries)),
    ...(end?.kind === 'no-agreement' && { missed: forAll(scenario, made(entries)) }),
  }
}

/** Where the end lies alone: what tables of a whole study tell of its agreements. */
export const placeOfPlay: typeof scorePlay = (scenario, { points }) => ({
  ...(points && distancesOf(scenario, points)),
  parties: {},
  walks: [],
})

function distancesOf(
  scenario: Scenario,
  points: NonNullable<Replayed['points']>,
): Pick<PlayScores, 'distances' | 'passingEfficiency'> {
  const landscape = landscapeOf(scenario)
  if (!landscape) return {}
  const { largestPassing: largest } = landscape
  const joint = scenario.parties.reduce((sum, { id, reservation }) => {
    return sum.add(points[id]!.sub(reservation.value))
  }, ZERO)
  return {
    distances: landscape.distances(points),
    ...(largest && largest.compare(ZERO) > 0 && { passingEfficiency: toNumber(joint.div(largest)) }),
  }
}

const isOffer = ({ action }: KeptEntry): boolean => action === 'OFFER' || action === 'propose'
const isAccept = ({ action }: KeptEntry): boolean => action === 'ACCEPT' || action === 'accept'

function ofParty(
  scenario: Scenario,
  id: string,
  own: readonly KeptEntry[],
): Omit<PartyScores, 'impossibleVotes' | 'aloud'> {
  const below = (entry: KeptEntry): boolean =>
    entry.offer !== undefined && !worth(scenario, id, entry.offer.outcome)
  const place = ({ turn, offer }: KeptEntry): OfferPlace => ({ turn, offer: offer!.id })
  const offers = own.filter(isOffer)
  const messages = own.flatMap(({ message }) => (message === '' ? [] : [message]))
  return {
    madeBelow: offers.filter(below).map(place),
    acceptedBelow: own.filter((entry) => isAccept(entry) && below(entry)).map(place),
    offers: offers.length,
    repeatedOffers: offers.length - new Set(offers.map(({ offer }) => offer!.outcome.join())).size,
    messages: messages.length,
    repeatedMessages: messages.length - new Set(messages).size,
  }
}

/** Whether an outcome is worth a party's reservation value. */
function worth(scenario: Scenario, id: string, outcome: Outcome): boolean {
  const { utility, reservation } = scenario.parties.find((party) => party.id === id)!
  return utility!.points(outcome).sub(reservation.value).compare(ZERO) >= 0
}

const made = (entries: readonly KeptEntry[]): KeptEntry[] => entries.filter(isOffer)

const forAll = (scenario: Scenario, offers: readonly KeptEntry[]): string[] =>
  offers
    .filter(({ offer }) => scenario.parties.every(({ id }) => worth(scenario, id, offer!.outcome)))
    .map(({ offer }) => offer!.id)

function walkOf(scenario: Scenario, { seat, turn }: KeptEntry, entries: readonly KeptEntry[]): Walk {
  const before = made(entries).filter((entry) => entry.turn < turn)
  return {
    party: seat,
    turn,
    acceptable: before
      .filter(({ offer }) => worth(scenario, seat, offer!.outcome))
      .map(({ offer }) => offer!.id),
    acceptableToAll: forAll(scenario, before),
  }
}
