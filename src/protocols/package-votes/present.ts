/** The record and the live offers as text for templates, and what may be done now for people. */
import { countOutcomes } from '../../core/issue.ts'
import { lazy } from '../../core/lazy.ts'
import type { Actions, Presented, PresentedOffer } from '../contract.ts'
import { outcomeAt } from '../outcome-text.ts'
import { presentOffer, presentRecord } from '../present-entries.ts'
import { actionsOf } from './legal.ts'
import type { LiveOffer, Submission, View } from './types.ts'

export function present(view: View): Presented {
  const { issues } = view.rules
  const shown = {
    turn: view.turn,
    turnsLeft: view.turnsLeft,
    round: view.round,
    walked: view.walked,
    offers: view.offers.map((offer) => presentLive(offer, view)),
  }
  // A prompt without the record need not pay for it.
  return lazy(shown, 'record', () => presentRecord(view.record.slice(), issues))
}

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
