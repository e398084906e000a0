/** The public record and the standing offer as text for templates, and what may be done now for people. */
import { countOutcomes, type Issue } from '../../core/issue.ts'
import type { Actions, Presented, PresentedOffer } from '../contract.ts'
import { outcomeAt, outcomeText } from '../outcome-text.ts'
import type { Entry, Offer, Submission, View } from './machine.ts'

export function present(view: View): Presented {
  const { issues } = view.config
  const standing = view.standing && presentOffer(view.standing, issues)
  return {
    turn: view.turn,
    turnsLeft: view.turnsLeft,
    // Made when it is asked for: a prompt without the record need not pay for it.
    get record() {
      return view.record.slice().map((entry) => presentEntry(entry, issues))
    },
    offers: standing ? [standing] : [],
    ...(standing ? { standing } : {}),
  }
}

const presentEntry = (entry: Entry, issues: readonly Issue[]): Presented['record'][number] => ({
  turn: entry.turn,
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

/**
 * Numbered: an acceptance first where there is one, then NONE (END in the final reply), then every offer in the
 * order of its values, the last issue's changing first.
 */
export function actions(view: View): Actions<Submission> {
  const { issues } = view.config
  const fixed: Submission[] = []
  if (view.standing && view.standing.by !== view.seat) {
    fixed.push({ action: 'ACCEPT', offer: view.standing.id, message: '' })
  }
  fixed.push({ action: view.final ? 'END' : 'NONE', message: '' })
  const first = BigInt(fixed.length)
  const count = view.actor !== view.seat ? 0n : first + (view.final ? 0n : countOutcomes(issues))
  return {
    count,
    at: (k) => {
      if (k < 0n || k >= count) throw new RangeError(`there are ${count} actions; none has the number ${k}`)
      if (k < first) return fixed[Number(k)]!
      return { action: 'OFFER', outcome: outcomeAt(issues, k - first), message: '' }
    },
  }
}
