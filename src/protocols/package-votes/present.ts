/** The record and the live offers as text for templates, and what may be done now for people. */
import { countOutcomes, type Issue } from '../../core/issue.ts'
import type { Actions, Presented, PresentedEntry, PresentedOffer } from '../contract.ts'
import { outcomeAt, outcomeText } from '../outcome-text.ts'
import { actionsOf } from './legal.ts'
import type { Entry, LiveOffer, Offer, Submission, View } from './types.ts'

export function present(view: View): Presented {
  const { issues } = view.rules
  return {
    turn: view.turn,
    turnsLeft: view.turnsLeft,
    round: view.round,
    walked: view.walked,
    record: view.record.slice().map((entry) => presentEntry(entry, issues)),
    offers: view.offers.map((offer) => presentLive(offer, view)),
  }
}

const presentEntry = (entry: Entry, issues: readonly Issue[]): PresentedEntry => ({
  turn: entry.turn,
  round: entry.round,
  seat: entry.seat,
  message: entry.message,
  action: entry.action,
  ...(entry.offer ? { offer: presentOffer(entry.offer, issues) } : {}),
})

const presentOffer = (offer: Offer, issues: readonly Issue[]): PresentedOffer => ({
  id: offer.id,
  seat: offer.by,
  text: outcomeText(issues, offer.outcome),
})

/** Votes in the order of the rotation. */
const presentLive = (offer: LiveOffer, { rules }: View): PresentedOffer => ({
  ...presentOffer(offer, rules.issues),
  votes: rules.parties.flatMap((seat) =>
    Object.hasOwn(offer.votes, seat) ? [{ seat, vote: offer.votes[seat]! }] : [],
  ),
})

/**
 * Numbered: accept and reject for each live offer, lowest id first, then none and walk, then every package in the
 * order of its options, the last issue's changing first; what the turn does not allow is passed over.
 */
export function actions(view: View): Actions<Submission> {
  const { issues } = view.rules
  const allowed = actionsOf(view)
  const fixed: Submission[] = []
  if (allowed.includes('accept')) {
    for (const { id } of view.offers) {
      fixed.push({ action: 'accept', offer: id, message: '' }, { action: 'reject', offer: id, message: '' })
    }
  }
  fixed.push({ action: 'none', message: '' }, { action: 'walk', message: '' })
  const first = BigInt(fixed.length)
  const packages = allowed.includes('propose') ? countOutcomes(issues) : 0n
  const count = view.actor === view.seat ? first + packages : 0n
  return {
    count,
    at: (k) => {
      if (k < 0n || k >= count) throw new RangeError(`there are ${count} actions; none has the number ${k}`)
      if (k < first) return fixed[Number(k)]!
      return { action: 'propose', outcome: outcomeAt(issues, k - first), message: '' }
    },
  }
}
