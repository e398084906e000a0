/** The public record and the standing offer as text for templates, and what may be done now for people. */
import { countOutcomes } from '../../core/issue.ts'
import { lazy } from '../../core/lazy.ts'
import type { Actions, Presented } from '../contract.ts'
import { outcomeAt } from '../outcome-text.ts'
import { presentOffer, presentRecord } from '../present-entries.ts'
import type { Submission, View } from './machine.ts'

export function present(view: View): Presented {
  const { issues } = view.config
  const standing = view.standing && presentOffer(view.standing, issues)
  const shown = {
    turn: view.turn,
    turnsLeft: view.turnsLeft,
    offers: standing ? [standing] : [],
    ...(standing ? { standing } : {}),
  }
  // A prompt without the record need not pay for it.
  return lazy(shown, 'record', () => presentRecord(view.record.slice(), issues))
}

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
