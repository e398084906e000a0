/** What can be asked of an end without knowing the protocol that it is of. */
import type { End } from './contract.ts'

/** Whether the parties agreed, on an outcome or in free talk. */
export const isAgreed = (end: Pick<End, 'kind'>): boolean =>
  end.kind === 'agreement' || end.kind === 'settled'

/** The ends that have a reason: those without an agreement. */
export type Unsettled = Extract<End, { readonly reason: string }>
