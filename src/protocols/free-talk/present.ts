/** The talk as text for templates, and what may be done now for people and for random play. */
import type { Issue } from '../../core/issue.ts'
import { lazy } from '../../core/lazy.ts'
import type { Actions, Presented } from '../contract.ts'
import { presentRecord } from '../present-entries.ts'
import { plainReadings } from './fields.ts'
import type { Submission, View } from './machine.ts'
import { shortestMessage } from './message.ts'

/** Talk knows no issues; entries that were presented are kept by this list. */
const NO_ISSUES: readonly Issue[] = []

export const present = (view: View): Presented =>
  // A prompt without the record need not pay for it.
  lazy({ turn: view.turn, turnsLeft: view.turnsLeft, offers: [] }, 'record', () =>
    presentRecord(view.record.slice(), NO_ISSUES),
  )

/** Words aside a party has one thing to do, which is to speak. An observer reports no agreement, or one of a kind. */
export function actions(view: View): Actions<Submission> {
  const all: readonly Submission[] =
    view.actor !== view.seat
      ? []
      : view.role === 'party'
        ? [{ action: 'SAY', message: shortestMessage(view.rules.message) }]
        : plainReadings(view.observer).map((fields) => ({ action: 'READ', fields }))
  return {
    count: BigInt(all.length),
    at: (k) => {
      const action = k < 0n ? undefined : all[Number(k)]
      if (!action) throw new RangeError(`there are ${all.length} actions; none has the number ${k}`)
      return action
    },
  }
}
