/** Who supports an offer, which offer has enough of it, and whether any offer still could. */
import type { Seat } from '../contract.ts'
import type { LiveOffer, Rules, State } from './types.ts'

/** The parties still at the table, in the order of the rotation. */
export const presentOf = (rules: Rules, walked: readonly Seat[]): readonly Seat[] =>
  walked.length === 0 ? rules.parties : rules.parties.filter((party) => !walked.includes(party))

/**
 * Whether a party supports an offer: its last vote on it is an accept or, where sheets decide, the offer gives it at
 * least its threshold.
 */
const supports = ({ accepts }: State['config'], party: Seat, { votes, outcome }: LiveOffer): boolean =>
  accepts ? accepts(party, outcome) : votes[party] === 'accept'

/** How many must support an offer: never fewer than two, since nobody agrees alone. */
function needed({ rules }: State['config'], present: number): number {
  const counted = rules.countedOf === 'initial' ? rules.parties.length : present
  return Math.max(2, rules.accept === 'all' ? counted : counted - 1)
}

/** The live offer with enough support and the lowest id; undefined where there is none. */
export function passing(state: State): { offer: LiveOffer; supporters: readonly Seat[] } | undefined {
  const { config } = state
  const { rules } = config
  const present = presentOf(rules, state.walked)
  const most = present.length - needed(config, present.length)
  for (const offer of state.live) {
    // Nearly always nothing passes, so what is asked after each move makes no lists.
    let against = 0
    for (const party of present) {
      if (!supports(config, party, offer) && ++against > most) break
    }
    if (against > most) continue
    const supporters = present.filter((party) => supports(config, party, offer))
    const vetoes = !rules.vetoesNeeded || rules.vetoes.every((party) => supporters.includes(party))
    if (vetoes) return { offer, supporters }
  }
  return undefined
}

/** Why no deal can come about any more, whatever is done; undefined where one still can. */
export function hopeless(state: State): string | undefined {
  const { rules } = state.config
  const present = presentOf(rules, state.walked)
  if (present.length < 2) return 'too-few-left'
  if (rules.vetoesNeeded && rules.vetoes.some((party) => state.walked.includes(party))) return 'veto-walked'
  return present.length < needed(state.config, present.length) ? 'too-few-left' : undefined
}
