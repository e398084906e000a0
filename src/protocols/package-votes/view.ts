/** What one seat may see of a state: the rules, the record, the live offers, and of the votes what is for it to see. */
import type { End, Seat } from '../contract.ts'
import { NO_FAULTS } from '../repairs.ts'
import { isFinal, turnsOf } from './configure.ts'
import { actor } from './legal.ts'
import { presentOf } from './tally.ts'
import type { LiveOffer, State, View } from './types.ts'

export function view(state: State, seat: Seat): View {
  const { config, turn, round, walked, live, faults, end } = state
  const { rules } = config
  const moves = actor(state)
  // A fault is between the seat that made it and the protocol.
  const own = moves === seat ? faults : NO_FAULTS
  const last = own.at(-1)
  const all = rules.votesSeen === 'all'
  return {
    seat,
    turn,
    ...(moves === undefined ? {} : { actor: moves }),
    repair: own.length,
    ...(last ? { fault: last } : {}),
    rules,
    round,
    final: isFinal(rules, round),
    turnsLeft: turnsLeft(state),
    present: presentOf(rules, walked),
    walked,
    record: all ? state.record : state.open,
    offers: all ? live : live.map((offer) => ({ ...offer, votes: votesSeen(offer, seat) })),
    ...(end ? { end: all ? end : endSeen(end) } : {}),
  }
}

/** Of others' votes a seat that may not see them knows one: whoever proposes supports it at first. */
const votesSeen = ({ votes }: LiveOffer, seat: Seat): LiveOffer['votes'] =>
  Object.hasOwn(votes, seat) ? { [seat]: votes[seat]! } : {}

function endSeen(end: End): End {
  if (end.kind !== 'agreement') return end
  const { supporters: _, ...seen } = end
  return seen
}

/** How many turns can still follow: the rest of this round, and a turn of everybody who is there in each later one. */
function turnsLeft({ config: { rules }, queue, round, walked, end }: State): number {
  if (end) return 0
  const later = rules.rounds - round
  const present = rules.parties.length - walked.length
  const final =
    rules.finalProposer !== undefined && later > 0 ? turnsOf(rules, rules.rounds, walked).length : 0
  const ordinary = rules.finalProposer === undefined ? later : Math.max(0, later - 1)
  return queue.length - 1 + ordinary * present + final
}
