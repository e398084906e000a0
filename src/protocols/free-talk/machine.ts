/**
 * Free talk between two parties, and its silent observer. The parties speak in turn; after each message from the
 * second on the observer reads what has been said. The talk closes when enough readings report an agreement, or at
 * its bound. A reading that never comes is no reading, and never a no: a talk that ends while it is unknown whether
 * its last message closed it has no known outcome.
 */
import { append, emptyLog } from '../../core/log.ts'
import type { End, Seat, Table } from '../contract.ts'
import type { Fault } from '../faults.ts'
import { giveUp, mend, NO_FAULTS } from '../repairs.ts'
import { baseSeat, isObserver, observerSeat } from '../seats.ts'
import { readFields } from './fields.ts'
import { messageFault } from './message.ts'
import { observerRules } from './observer-rules.ts'
import type { Settings } from './settings.ts'
import type { Closed, Config, Reading, State, Submission, TalkRules, View } from './types.ts'

export type * from './types.ts'

/** Throws a RangeError where table and settings do not fit together. */
export function configure(settings: Settings, table: Table): Config {
  const [first, second, ...more] = table.parties
  if (first === undefined || second === undefined || more.length > 0) {
    throw new RangeError(`free talk is for two parties, not ${table.parties.length}`)
  }
  if (first === second) throw new RangeError(`two parties have the same id: ${first}`)
  const observing = table.parties.find(isObserver)
  if (observing !== undefined) throw new RangeError(`${observing} is the observer's seat, and no party's`)
  if (!table.parties.includes(table.opener)) throw new RangeError(`the opener ${table.opener} is no party`)
  const { message, confirm, audit } = settings
  return {
    talk: {
      parties: [first, second],
      opener: table.opener,
      turns: settings.turns,
      repairs: settings.repairs_per_turn,
      message,
      onFault: settings.on_fault,
    },
    ...(table.observer ? { observer: observerRules(table.observer) } : {}),
    confirm,
    audit,
  }
}

export const start = (config: Config): State => ({
  config,
  turn: 1,
  record: emptyLog(),
  said: 0,
  readings: emptyLog(),
  unread: false,
  faults: NO_FAULTS,
  repairs: emptyLog(),
})

export function actor(state: State): Seat | undefined {
  if (state.end) return undefined
  return state.reading ? observerSeat(state.reading.number) : speaker(state.config.talk, state.turn)
}

/** Who says the message of a turn. */
export function speaker({ parties, opener }: TalkRules, turn: number): Seat {
  const other = parties[0] === opener ? parties[1] : parties[0]
  return turn % 2 === 1 ? opener : other
}

/**
 * What a seat sees: the talk, and of the rest only what its own reply needs. Nothing of it depends on readings, so
 * that no party can tell what the observer made of its words, and no reading is made in the light of another.
 */
export function view(state: State, seat: Seat): View {
  const { config, turn, record, faults } = state
  const moves = actor(state)
  // A fault is between the seat that made it and the protocol.
  const own = moves === seat ? faults : NO_FAULTS
  const last = own.at(-1)
  // That a talk is read a second time would tell of the first reading.
  const seen = moves === undefined || isObserver(seat) ? moves : baseSeat(moves)
  const shared = {
    seat,
    turn,
    ...(seen === undefined ? {} : { actor: seen }),
    repair: own.length,
    ...(last ? { fault: last } : {}),
    rules: config.talk,
    record,
    turnsLeft: Math.max(0, config.talk.turns - turn),
  }
  if (!isObserver(seat)) return { role: 'party', ...shared }
  if (!config.observer) throw new RangeError('nobody observes this talk')
  return { role: 'observer', ...shared, observer: config.observer }
}

export function apply(state: State, seat: Seat, submission: Submission): State {
  mustAct(state, seat)
  const { turn, config } = state
  if (isObserver(seat)) {
    const { closes, kind } = config.observer!
    const fields = allowedFields(state, submission)
    const agreed = fields[closes] === true
    const type = kind === undefined ? {} : { type: String(fields[kind]) }
    const reading = { turn, seat, reading: fields, agreed, ...type }
    return count(mend(state, seat, []), reading)
  }
  const message = allowedMessage(state, submission)
  const record = append(state.record, { turn, seat, message, action: 'SAY' } as const)
  const next = { ...mend(state, seat, []), record, said: state.said + 1 }
  const isRead = config.observer !== undefined && next.said > 1
  return isRead ? { ...next, reading: { number: 1, agreed: 0, missing: 0 } } : advance(next)
}

export function fault(state: State, seat: Seat, found: Fault): State {
  mustAct(state, seat)
  const { turn, config } = state
  const faulty = { ...state, faults: [...state.faults, found] }
  if (faulty.faults.length <= config.talk.repairs) return faulty
  const spent = giveUp(faulty, seat)
  if (isObserver(seat)) return count(spent, { turn, seat, missing: found.code })
  const { onFault } = config.talk
  if (onFault === 'interrupt') return finish(spent, { kind: 'interrupted', reason: 'fault', turn })
  const record = append(state.record, { turn, seat, message: '', action: 'PASS' } as const)
  const passed = { ...spent, record }
  return onFault === 'end' ? finish(passed, { kind: 'no-agreement', reason: 'fault', turn }) : advance(passed)
}

export function absent(state: State, seat: Seat): State {
  mustAct(state, seat)
  const { turn } = state
  const spent = giveUp(state, seat)
  if (isObserver(seat)) return count(spent, { turn, seat, missing: 'absent' })
  return finish(spent, { kind: 'interrupted', reason: 'absent', turn })
}

export const outcome = (state: State): End | undefined => state.end

/**
 * Takes one reading of the message, or the lack of it. A first reading that does not agree is the only one. What
 * agrees is read again where the rules ask for it, until enough agree or no longer can.
 */
function count(state: State, reading: Reading): State {
  const { readings: most, needed } = state.config.confirm
  const { number, ...before } = state.reading!
  const agreed = before.agreed + (reading.agreed === true ? 1 : 0)
  const missing = before.missing + (reading.missing === undefined ? 0 : 1)
  const next = { ...state, readings: append(state.readings, reading) }
  if (agreed >= needed) return close(next, reading)
  const left = most - number
  if (agreed > 0 && agreed + left >= needed)
    return { ...next, reading: { number: number + 1, agreed, missing } }
  // Had those that are missing agreed, and those that were not asked for their lack, the talk might have closed here.
  return advance({ ...next, unread: missing > 0 && agreed + missing + left >= needed })
}

/** The talk closes by this reading; under an audit it goes on, and the first close stays. */
function close(state: State, { turn, seat, type, reading }: Reading): State {
  const read: Closed = { turn, by: seat, type: type ?? 'agreed', fields: reading! }
  const next = { ...state, unread: false, closed: state.closed ?? read }
  return state.config.audit ? advance(next) : finish(next, settled(read))
}

const settled = (closed: Closed): End => ({ kind: 'settled', ...closed })

/** To the next message, or to the end where this was the last. */
function advance(state: State): State {
  const { turn } = state
  const next = unreading(state)
  if (turn < state.config.talk.turns) return { ...next, turn: turn + 1 }
  return finish(next, { kind: 'no-agreement', reason: 'turns-used', turn })
}

/** The end: that of the close where there was one, and unknown where the lack of a reading leaves it so. */
function finish(state: State, end: End): State {
  const { closed, unread } = state
  const next = unreading(state)
  if (closed) return { ...next, end: settled(closed) }
  if (end.kind !== 'no-agreement' || !unread) return { ...next, end }
  return { ...next, end: { kind: 'interrupted', reason: 'no-reading', turn: end.turn } }
}

function unreading(state: State): State {
  const { reading: _, ...rest } = state
  return rest
}

function mustAct(state: State, seat: Seat): void {
  const expected = actor(state)
  if (expected !== seat) throw new Error(`it is not ${seat}'s move but ${expected ?? 'nobody'}'s`)
}

function allowedMessage(state: State, submission: Submission): string {
  if (submission.action !== 'SAY') throw new Error('a party says something; only an observer reads')
  const found = messageFault(submission.message, state.config.talk.message)
  if (found) throw new Error(`this may not be said: ${found.code}`)
  return submission.message
}

function allowedFields(
  state: State,
  submission: Submission,
): Extract<Submission, { action: 'READ' }>['fields'] {
  if (submission.action !== 'READ') throw new Error('an observer says nothing; it reads')
  const read = readFields(submission.fields, state.config.observer!)
  if (!read.ok) throw new Error(`this is no reading: ${read.fault.code}`)
  return read.fields
}
