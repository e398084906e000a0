/** Entries of the record as templates and people are shown them: each is made once and stays the same object. */
import type { Issue, Outcome } from '../core/issue.ts'
import type { PresentedEntry, PresentedOffer, Seat } from './contract.ts'
import { outcomeText } from './outcome-text.ts'

/** An entry as the states of protocols keep it; it never changes. */
interface KeptEntry {
  readonly turn: number
  readonly round?: number
  readonly seat: Seat
  readonly message: string
  readonly action: string
  readonly offer?: KeptOffer
}

interface KeptOffer {
  readonly id: string
  readonly by: Seat
  readonly outcome: Outcome
}

/** By the issues that name the values, then by the entry. */
const shown = new WeakMap<readonly Issue[], WeakMap<KeptEntry, PresentedEntry>>()

/** The entries of a record, in their order. */
export function presentRecord(record: readonly KeptEntry[], issues: readonly Issue[]): PresentedEntry[] {
  let known = shown.get(issues)
  if (!known) {
    known = new WeakMap()
    shown.set(issues, known)
  }
  return record.map((entry) => {
    const before = known.get(entry)
    if (before) return before
    const made = presentEntry(entry, issues)
    known.set(entry, made)
    return made
  })
}

const presentEntry = (entry: KeptEntry, issues: readonly Issue[]): PresentedEntry => ({
  turn: entry.turn,
  ...(entry.round === undefined ? {} : { round: entry.round }),
  seat: entry.seat,
  message: entry.message,
  action: entry.action,
  ...(entry.offer ? { offer: presentOffer(entry.offer, issues) } : {}),
})

/** An offer with its values as text. */
export const presentOffer = (offer: KeptOffer, issues: readonly Issue[]): PresentedOffer => ({
  id: offer.id,
  seat: offer.by,
  text: outcomeText(issues, offer.outcome),
})
