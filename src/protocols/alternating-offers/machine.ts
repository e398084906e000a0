/**
 * Alternating offers between two parties (after Rubinstein, "Perfect Equilibrium in a Bargaining Model",
 * Econometrica 50, 1982, with a deadline and words beside the offers): a binding offer, an acceptance of the
 * other side's standing offer, or neither; an offer on the last turn gets one final reply.
 */
import { type Issue, isAllowed, type Outcome } from '../../core/issue.ts'
import { append, emptyLog, type Log } from '../../core/log.ts'
import type { End, Seat, SeatView, Table } from '../contract.ts'
import type { Fault } from '../faults.ts'
import type { Settings } from './settings.ts'

export interface Config {
  readonly parties: readonly [Seat, Seat]
  readonly opener: Seat
  readonly issues: readonly Issue[]
  readonly turns: number
  readonly finalReply: boolean
  readonly repairs: number
  readonly messageWords: number
  readonly onFault: Settings['on_fault']
  readonly strict: boolean
}

export interface Offer {
  readonly id: string
  readonly by: Seat
  readonly turn: number
  readonly outcome: Outcome
}

export type Submission =
  | { readonly action: 'OFFER'; readonly outcome: Outcome; readonly message: string }
  | { readonly action: 'ACCEPT'; readonly offer: string; readonly message: string }
  | { readonly action: 'NONE' | 'END'; readonly message: string }

/** One line of the public record. PASS is a turn lost to faults: nobody chose it. */
export interface Entry {
  readonly turn: number
  readonly seat: Seat
  readonly message: string
  readonly action: Submission['action'] | 'PASS'
  readonly offer?: Offer
}

/** A turn that took a repair: what was wrong, and whether the repaired offer has other terms than the faulty one. */
export interface Repair {
  readonly turn: number
  readonly seat: Seat
  readonly faults: readonly Fault[]
  readonly changedTerms: boolean
}

export interface State {
  readonly config: Config
  /** The turn that is being played, from 1; the final reply counts as the turn after the last. */
  readonly turn: number
  readonly record: Log<Entry>
  readonly offers: number
  readonly standing?: Offer
  /** Faults of the turn that is being played. */
  readonly faults: readonly Fault[]
  readonly repairs: Log<Repair>
  readonly end?: End
}

export interface View extends SeatView {
  readonly config: Config
  readonly final: boolean
  /** How many turns come after this one, the final reply not counted. */
  readonly turnsLeft: number
  readonly record: Log<Entry>
  readonly standing?: Offer
}

export function configure(settings: Settings, table: Table): Config {
  const [first, second, ...more] = table.parties
  if (first === undefined || second === undefined || more.length > 0) {
    throw new RangeError(`alternating offers are for two parties, not ${table.parties.length}`)
  }
  if (!table.parties.includes(table.opener)) throw new RangeError(`the opener ${table.opener} is no party`)
  if (table.issues.length === 0) throw new RangeError('alternating offers need at least one issue')
  return {
    parties: [first, second],
    opener: table.opener,
    issues: table.issues,
    turns: settings.turns,
    finalReply: settings.final_reply,
    repairs: settings.repairs_per_turn,
    messageWords: settings.message_words,
    onFault: settings.on_fault,
    strict: settings.strict,
  }
}

export const start = (config: Config): State => ({
  config,
  turn: 1,
  record: emptyLog(),
  offers: 0,
  faults: [],
  repairs: emptyLog(),
})

export function actor(state: State): Seat | undefined {
  if (state.end) return undefined
  const { opener } = state.config
  return state.turn % 2 === 1 ? opener : otherSide(state.config, opener)
}

export const otherSide = (config: Config, seat: Seat): Seat =>
  config.parties[0] === seat ? config.parties[1] : config.parties[0]

export function view(state: State, seat: Seat): View {
  const { config, turn, record, standing, faults } = state
  // A fault is between the seat that made it and the protocol.
  const own = actor(state) === seat ? faults : []
  const seen = { seat, config, turn, final: turn > config.turns, turnsLeft: Math.max(0, config.turns - turn) }
  const last = own.at(-1)
  return {
    ...seen,
    repair: own.length,
    record,
    ...(standing ? { standing } : {}),
    ...(last ? { fault: last } : {}),
  }
}

export function apply(state: State, seat: Seat, submission: Submission): State {
  mustAct(state, seat)
  mustBeAllowed(state, seat, submission)
  const { action, message } = submission
  const told = { turn: state.turn, seat, message, action }
  const { faults } = state
  const mended: Repair | undefined = faults.length
    ? { turn: state.turn, seat, faults, changedTerms: changesTerms(faults, submission) }
    : undefined
  const repairs = mended ? append(state.repairs, mended) : state.repairs
  if (submission.action === 'OFFER') {
    const offer = { id: `O${state.offers + 1}`, by: seat, turn: state.turn, outcome: submission.outcome }
    const record = append(state.record, { ...told, offer })
    return advance({ ...state, record, repairs, offers: state.offers + 1, standing: offer })
  }
  if (submission.action === 'ACCEPT') {
    const { id, by, outcome } = state.standing!
    const record = append(state.record, { ...told, offer: state.standing! })
    const end: End = { kind: 'agreement', offer: id, by, turn: state.turn, outcome }
    return { ...state, record, repairs, faults: [], end }
  }
  const next = { ...state, record: append(state.record, told), repairs }
  return action === 'END' ? close(next, 'ended') : advance(next)
}

export function fault(state: State, seat: Seat, found: Fault): State {
  mustAct(state, seat)
  const faults = [...state.faults, found]
  if (faults.length <= state.config.repairs) return { ...state, faults }
  const mended = append(state.repairs, { turn: state.turn, seat, faults, changedTerms: false })
  const spent = { ...state, faults, repairs: mended }
  const { onFault } = state.config
  if (onFault === 'interrupt') return interrupt(spent, 'fault')
  const record = append(state.record, { turn: state.turn, seat, message: '', action: 'PASS' })
  return onFault === 'end' ? close({ ...spent, record }, 'fault') : advance({ ...spent, record })
}

export function absent(state: State, seat: Seat): State {
  mustAct(state, seat)
  return interrupt(state, 'absent')
}

export const outcome = (state: State): End | undefined => state.end

/** To the next turn, or to the end where this was the last. */
function advance(state: State): State {
  const { config, turn, record, standing } = state
  const next = { ...state, turn: turn + 1, faults: [] }
  if (turn < config.turns) return next
  const offered = turn === config.turns && record.at(-1)?.action === 'OFFER' && standing !== undefined
  return offered && config.finalReply ? next : close(state, 'turns-used')
}

const close = (state: State, reason: string): State => ({
  ...state,
  faults: [],
  end: { kind: 'no-agreement', reason, turn: state.turn },
})

const interrupt = (state: State, reason: string): State => ({
  ...state,
  faults: [],
  end: { kind: 'interrupted', reason, turn: state.turn },
})

function mustAct(state: State, seat: Seat): void {
  const expected = actor(state)
  if (expected !== seat) throw new Error(`it is not ${seat}'s move but ${expected ?? 'nobody'}'s`)
}

function mustBeAllowed(state: State, seat: Seat, submission: Submission): void {
  const { config, turn, standing } = state
  const final = turn > config.turns
  const { action } = submission
  if (final ? action === 'OFFER' || action === 'NONE' : action === 'END') {
    throw new Error(`${action} is not a move of turn ${turn}`)
  }
  if (submission.action === 'ACCEPT' && (standing?.id !== submission.offer || standing.by === seat)) {
    throw new Error(`${submission.offer} is not the other side's standing offer`)
  }
  if (submission.action === 'OFFER') {
    const { outcome: values } = submission
    const fits =
      values.length === config.issues.length &&
      config.issues.every((issue, i) => isAllowed(issue, values[i]!))
    if (!fits) throw new Error(`an offer needs an allowed value for each of ${config.issues.length} issues`)
  }
}

/** Whether a faulty try's terms could be read, and the repaired offer says otherwise. */
const changesTerms = (faults: readonly Fault[], submission: Submission): boolean => {
  const before = faults.find((found) => found.terms !== undefined)?.terms
  const after = submission.action === 'OFFER' ? JSON.stringify(submission.outcome) : 'none'
  return before !== undefined && before !== after
}
