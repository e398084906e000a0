/**
 * Package votes among two parties or more: in a fixed rotation each proposes a whole package, votes on live ones,
 * walks away for good, or does nothing. A deal closes on the offer that enough parties support. The rules follow
 * multi-party scorable games (Susskind, "Scorable Games: A Better Way to Teach Negotiation?", Negotiation Journal
 * 1, 1985; played by models in Abdelnabi et al., "Cooperation, Competition, and Maliciousness: LLM-Stakeholders
 * Interactive Negotiation", 2024); where such games differ there is a setting.
 */
import { append, emptyLog } from '../../core/log.ts'
import type { End, Seat } from '../contract.ts'
import type { Fault } from '../faults.ts'
import { giveUp, mend, NO_FAULTS } from '../repairs.ts'
import { isFinal, turnsOf } from './configure.ts'
import { mustAct, mustBeAllowed } from './legal.ts'
import { hopeless, passing, presentOf } from './tally.ts'
import type { Config, Entry, LiveOffer, Rules, State, Submission, Vote } from './types.ts'

export { actor } from './legal.ts'
export type * from './types.ts'

export function start(config: Config): State {
  const { rules } = config
  const opening = rules.openingPackage
  const offer = opening && { id: 'P1', turn: 0, ...opening }
  const empty = emptyLog<Entry>()
  const record = offer
    ? append(empty, { turn: 0, round: 0, seat: offer.by, message: '', action: 'propose', offer })
    : empty
  const live = offer ? [{ ...offer, votes: ownVote(rules.agreement, offer.by) }] : []
  return {
    config,
    turn: 1,
    walked: [],
    offers: live.length,
    record,
    open: record,
    faults: NO_FAULTS,
    repairs: emptyLog(),
    ...opened(rules, 1, [], live),
  }
}

/** A round begins. All offers fall where it is the final one. */
const opened = (
  rules: Rules,
  round: number,
  walked: readonly Seat[],
  live: readonly LiveOffer[],
): Pick<State, 'round' | 'queue' | 'live'> => ({
  round,
  queue: turnsOf(rules, round, walked),
  live: isFinal(rules, round) ? [] : live,
})

export const outcome = (state: State): End | undefined => state.end

export function apply(state: State, seat: Seat, submission: Submission): State {
  mustAct(state, seat)
  mustBeAllowed(state, seat, submission)
  if (submission.action === 'propose') return propose(state, seat, submission)
  if (submission.action === 'accept' || submission.action === 'reject') return vote(state, seat, submission)
  const mended = mend(state, seat, state.config.rules.issues)
  if (submission.action === 'none') return advance(told(mended, seat, submission))
  const walked = [...state.walked, seat]
  const live = state.live.map((offer) => withoutVote(offer, seat))
  return advance(told({ ...mended, walked, live }, seat, submission))
}

export function fault(state: State, seat: Seat, found: Fault): State {
  mustAct(state, seat)
  const faulty = { ...state, faults: [...state.faults, found] }
  const { repairs, onFault } = state.config.rules
  if (faulty.faults.length <= repairs) return faulty
  const spent = giveUp(faulty, seat)
  if (onFault === 'interrupt') return interrupt(spent, 'fault')
  const passed = told(spent, seat, { action: 'PASS', message: '' })
  return onFault === 'end' ? close(passed, 'fault') : advance(passed)
}

export function absent(state: State, seat: Seat): State {
  mustAct(state, seat)
  return interrupt(giveUp(state, seat), 'absent')
}

function propose(state: State, seat: Seat, submission: Extract<Submission, { action: 'propose' }>): State {
  const { rules } = state.config
  // A copy, so that a caller who reuses its list does not change the record.
  const outcome = submission.outcome.slice()
  const offer = { id: `P${state.offers + 1}`, by: seat, turn: state.turn, outcome }
  const kept = rules.newOfferWithdraws ? state.live.filter(({ by }) => by !== seat) : state.live
  const live = [...kept, { ...offer, votes: ownVote(rules.agreement, seat) }]
  const next = { ...mend(state, seat, rules.issues, outcome), live, offers: state.offers + 1 }
  return advance(told(next, seat, submission, offer))
}

function vote(state: State, seat: Seat, submission: Extract<Submission, { action: Vote }>): State {
  const { action } = submission
  const voted = state.live.find(({ id }) => id === submission.offer)!
  const { rules } = state.config
  const kills = action === 'reject' && rules.rejectKills
  const live = kills
    ? state.live.filter((offer) => offer !== voted)
    : state.live.map((offer) =>
        offer === voted ? { ...offer, votes: { ...offer.votes, [seat]: action } } : offer,
      )
  const { votes: _, ...offer } = voted
  const next = { ...mend(state, seat, rules.issues, action === 'accept' ? offer.outcome : undefined), live }
  return advance(told(next, seat, submission, offer))
}

/** A proposer supports its offer; where sheets decide nobody votes. */
const ownVote = (agreement: 'votes' | 'sheets', by: Seat): LiveOffer['votes'] =>
  agreement === 'votes' ? { [by]: 'accept' } : {}

function withoutVote(offer: LiveOffer, seat: Seat): LiveOffer {
  if (!Object.hasOwn(offer.votes, seat)) return offer
  const { [seat]: _, ...votes } = offer.votes
  return { ...offer, votes }
}

/** Puts a line at the end of the record, and of the record as all may read it. */
function told(
  state: State,
  seat: Seat,
  { action, message }: Pick<Entry, 'action' | 'message'>,
  offer?: Entry['offer'],
): State {
  const { turn, round, config } = state
  const entry = { turn, round, seat, message, action, ...(offer ? { offer } : {}) }
  const record = append(state.record, entry)
  if (config.rules.votesSeen === 'all') return { ...state, record, open: record }
  const isVote = action === 'accept' || action === 'reject'
  const shown: Entry = isVote ? { turn, round, seat, message, action: 'VOTE' } : entry
  return { ...state, record, open: append(state.open, shown) }
}

/** After a move or a lost turn: to a deal, to the end of all hope, to the next turn, to the next round. */
function advance(state: State): State {
  const { rules } = state.config
  const { turn, round, walked, live } = state
  const queue = state.queue.slice(1)
  const lost = hopeless(state)
  if (lost !== undefined) return close(state, lost)
  const over = queue.length === 0
  const last = round >= rules.rounds
  const settled = rules.settle === 'at-once' || (over && (rules.settle === 'round-end' || last))
  const found = settled ? passing(state) : undefined
  if (found) return agree(state, found.offer, found.supporters)
  if (isFinal(rules, round) && live.length === 0) return close(state, 'no-final-offer')
  if (!over) return { ...state, queue, turn: turn + 1 }
  if (last) return close(state, 'rounds-used')
  if (isFinal(rules, round + 1) && walked.includes(rules.finalProposer!))
    return close(state, 'no-final-offer')
  return { ...state, ...opened(rules, round + 1, walked, live), turn: turn + 1 }
}

/** A deal; who it binds and who supported it is told where that is not simply everybody. */
function agree(state: State, { id, by, outcome }: LiveOffer, supporters: readonly Seat[]): State {
  const parties = presentOf(state.config.rules, state.walked)
  return {
    ...state,
    end: {
      kind: 'agreement',
      offer: id,
      by,
      turn: state.turn,
      outcome,
      ...(state.walked.length > 0 ? { parties } : {}),
      ...(supporters.length < parties.length ? { supporters } : {}),
    },
  }
}

const close = (state: State, reason: string): State => ({
  ...state,
  end: { kind: 'no-agreement', reason, turn: state.turn },
})

const interrupt = (state: State, reason: string): State => ({
  ...state,
  end: { kind: 'interrupted', reason, turn: state.turn },
})
