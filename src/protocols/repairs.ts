/** Turns that had faults, as every protocol's state keeps them: what was wrong, and whether a repair changed more. */
import { type Issue, type Outcome, outcomeRecord } from '../core/issue.ts'
import { append, type Log } from '../core/log.ts'
import type { Seat } from './contract.ts'
import type { Fault } from './faults.ts'

/** A turn that had faults. */
export interface Repair {
  readonly turn: number
  readonly seat: Seat
  readonly faults: readonly Fault[]
  /** Whether a repair succeeded; otherwise the turn was spent, or the seat fell silent. */
  readonly mended: boolean
  /**
   * Whether the mended move binds to other terms than the first faulty try whose terms could be read: another
   * value for an issue, or terms where there were none, or none where there were some.
   */
  readonly changedTerms: boolean
}

/** The part of a state that faults concern. */
interface Faulty {
  readonly turn: number
  /** Faults of the turn that is being played. */
  readonly faults: readonly Fault[]
  readonly repairs: Log<Repair>
}

export const NO_FAULTS: readonly Fault[] = []

/** The turn's faults are mended by a move of this seat that binds to these terms, or to none. */
export function mend<S extends Faulty>(state: S, seat: Seat, issues: readonly Issue[], outcome?: Outcome): S {
  const { turn, faults } = state
  if (faults.length === 0) return state
  const before = faults.find((found) => found.terms !== undefined)?.terms
  const after = outcome ? outcomeRecord(issues, outcome) : {}
  const changedTerms = before !== undefined && changed(before, after)
  const repairs = append(state.repairs, { turn, seat, faults, mended: true, changedTerms })
  return { ...state, faults: NO_FAULTS, repairs }
}

/** The turn's faults, if any, are left as they are. */
export function giveUp<S extends Faulty>(state: S, seat: Seat): S {
  const { turn, faults } = state
  if (faults.length === 0) return state
  const repairs = append(state.repairs, { turn, seat, faults, mended: false, changedTerms: false })
  return { ...state, faults: NO_FAULTS, repairs }
}

/** Whether a value that was read before is another one now, or there were terms on one side alone. */
const changed = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): boolean =>
  Object.keys(before).length === 0
    ? Object.keys(after).length > 0
    : Object.entries(before).some(([issue, value]) => !Object.hasOwn(after, issue) || after[issue] !== value)
