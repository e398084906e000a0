/**
 * Alternating offers between two parties (after Rubinstein, "Perfect Equilibrium in a Bargaining Model",
 * Econometrica 50, 1982, with a deadline and words beside the offers): a binding offer, an acceptance of the
 * other side's standing offer, or neither; an offer on the last turn gets one final reply.
 */
import { isAllowed } from '../../core/issue.ts'
import { append, emptyLog } from '../../core/log.ts'
import type { End, Seat, Table } from '../contract.ts'
import type { Fault } from '../faults.ts'
import { giveUp, mend, NO_FAULTS } from '../repairs.ts'
import { isLonger } from '../words.ts'
import type { Settings } from './settings.ts'
import type { Config, State, Submission, View } from './types.ts'

export type * from './types.ts'

/** What may be submitted on a turn: in the final reply no offer and nothing that goes on. */
export const submissionsOf = (view: Pick<View, 'final'>): readonly Submission['action'][] =>
  view.final ? FINAL : ORDINARY

const ORDINARY = ['OFFER', 'ACCEPT', 'NONE'] as const
const FINAL = ['ACCEPT', 'END'] as const

export function configure(settings: Settings, table: Table): Config {
  const [first, second, ...more] = table.parties
  if (first === undefined || second === undefined || more.length > 0) {
    throw new RangeError(`alternating offers are for two parties, not ${table.parties.length}`)
  }
  if (first === second) throw new RangeError(`two parties have the same id: ${first}`)
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
  faults: NO_FAULTS,
  repairs: emptyLog(),
})

export function actor(state: State): Seat | undefined {
  if (state.end) return undefined
  const { opener } = state.config
  return state.turn % 2 === 1 ? opener : otherSide(state.config, opener)
}

/** The party that is not this one. */
const otherSide = (config: Config, seat: Seat): Seat =>
  config.parties[0] === seat ? config.parties[1] : config.parties[0]

export function view(state: State, seat: Seat): View {
  const { config, turn, record, standing, faults, end } = state
  const moves = actor(state)
  // A fault is between the seat that made it and the protocol.
  const own = moves === seat ? faults : NO_FAULTS
  const last = own.at(-1)
  return {
    seat,
    turn,
    ...(moves === undefined ? {} : { actor: moves }),
    repair: own.length,
    ...(last ? { fault: last } : {}),
    config,
    final: turn > config.turns,
    turnsLeft: Math.max(0, config.turns - turn),
    record,
    ...(standing ? { standing } : {}),
    ...(end ? { end } : {}),
  }
}

export function apply(state: State, seat: Seat, submission: Submission): State {
  mustAct(state, seat)
  mustBeAllowed(state, seat, submission)
  const { turn, standing } = state
  const { action, message } = submission
  if (submission.action === 'OFFER') {
    // A copy, so that a caller who reuses its list does not change the record.
    const outcome = submission.outcome.slice()
    const offer = { id: `O${state.offers + 1}`, by: seat, turn, outcome }
    const next = mend(state, seat, state.config.issues, outcome)
    const record = append(state.record, { turn, seat, message, action, offer })
    return advance({ ...next, record, offers: state.offers + 1, standing: offer })
  }
  if (submission.action === 'ACCEPT') {
    const { id, by, outcome } = standing!
    const next = mend(state, seat, state.config.issues, outcome)
    const record = append(state.record, { turn, seat, message, action, offer: standing! })
    return { ...next, record, end: { kind: 'agreement', offer: id, by, turn, outcome } }
  }
  const next = {
    ...mend(state, seat, state.config.issues),
    record: append(state.record, { turn, seat, message, action }),
  }
  return action === 'END' ? close(next, 'ended') : advance(next)
}

export function fault(state: State, seat: Seat, found: Fault): State {
  mustAct(state, seat)
  const faulty = { ...state, faults: [...state.faults, found] }
  const { repairs, onFault } = state.config
  if (faulty.faults.length <= repairs) return faulty
  const spent = giveUp(faulty, seat)
  if (onFault === 'interrupt') return interrupt(spent, 'fault')
  const record = append(state.record, { turn: state.turn, seat, message: '', action: 'PASS' })
  return onFault === 'end' ? close({ ...spent, record }, 'fault') : advance({ ...spent, record })
}

export function absent(state: State, seat: Seat): State {
  mustAct(state, seat)
  return interrupt(giveUp(state, seat), 'absent')
}

export const outcome = (state: State): End | undefined => state.end

/** To the next turn, or to the end where this was the last. */
function advance(state: State): State {
  const { config, turn, record, standing } = state
  const next = { ...state, turn: turn + 1 }
  if (turn < config.turns) return next
  const offered = turn === config.turns && record.at(-1)?.action === 'OFFER' && standing !== undefined
  return offered && config.finalReply ? next : close(state, 'turns-used')
}

const close = (state: State, reason: string): State => ({
  ...state,
  end: { kind: 'no-agreement', reason, turn: state.turn },
})

const interrupt = (state: State, reason: string): State => ({
  ...state,
  end: { kind: 'interrupted', reason, turn: state.turn },
})

function mustAct(state: State, seat: Seat): void {
  const expected = actor(state)
  if (expected !== seat) throw new Error(`it is not ${seat}'s move but ${expected ?? 'nobody'}'s`)
}

function mustBeAllowed(state: State, seat: Seat, submission: Submission): void {
  const { config, turn, standing } = state
  const { action, message } = submission
  if (!submissionsOf({ final: turn > config.turns }).includes(action)) {
    throw new Error(`${action} is not a move of turn ${turn}`)
  }
  if (typeof message !== 'string' || !message.isWellFormed() || isLonger(message, config.messageWords)) {
    throw new Error(`a message is well-formed text of at most ${config.messageWords} words`)
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
