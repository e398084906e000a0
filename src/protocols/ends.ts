/** What can be asked of an end without knowing the protocol that it is of. */
import type { End } from './contract.ts'

/** Whether the parties agreed, on an outcome or in free talk. */
export const isAgreed = (end: Pick<End, 'kind'>): boolean =>
  end.kind === 'agreement' || end.kind === 'settled'

/** The ends that have a reason: those without an agreement. */
export type Unsettled = Extract<End, { readonly reason: string }>

/** Why a protocol ended without an agreement, or without a known outcome: its code in words. */
export const END_REASONS: Readonly<Record<string, string>> = {
  'turns-used': 'all turns were used',
  'rounds-used': 'all rounds were used',
  'too-few-left': 'too few parties were left for a deal',
  'veto-walked': 'a party with a veto walked away',
  'no-final-offer': 'there was no offer in the final round',
  ended: 'the final reply was to end',
  fault: 'a turn was lost to faults',
  absent: 'a move never came',
  'no-reading': 'what was said last could not be read by the observer',
}
