/** What a script makes of the table: which offers could close now, and whether its own next turn still comes. */
import type { LiveOffer, Rules, View } from '../../../protocols/package-votes/index.ts'

/** Whether others than the proposer may support offers by voting. */
export const canVote = ({ rules, final, seat }: View): boolean =>
  rules.agreement === 'votes' && !(final && seat === rules.finalProposer)

/** In a final round one party alone proposes. */
export const canPropose = ({ rules, final, seat }: View): boolean => !final || seat === rules.finalProposer

/** Whether this seat has no further turn. */
export const isLast = ({ rules, round, turnsLeft, present }: View): boolean =>
  round >= rules.rounds || turnsLeft < present.length - 1

/** 0 in the first round, 1 in the last; a negotiation of one round is at its beginning. */
export const timeOf = ({ rules, round }: View): number =>
  rules.rounds > 1 ? Math.min(1, (round - 1) / (rules.rounds - 1)) : 0

/** The other parties at the table that a deal needs, and how many of them it can do without. */
export function neededOthers({ rules, present, seat }: View): {
  readonly others: readonly string[]
  readonly spare: number
} {
  const counted = rules.countedOf === 'initial' ? rules.parties.length : present.length
  const count = Math.max(2, rules.accept === 'all' ? counted : counted - 1)
  return { others: present.filter((party) => party !== seat), spare: Math.max(0, present.length - count) }
}

export const mustSupport = (rules: Rules, party: string): boolean =>
  rules.vetoesNeeded && rules.vetoes.includes(party)

export const supportersOf = ({ votes }: LiveOffer, present: readonly string[]): string[] =>
  present.filter((party) => votes[party] === 'accept')

/** Whether this seat's support is the last that the offer needs, as far as this seat sees. */
export function closes(view: View, offer: LiveOffer): boolean {
  const { others, spare } = neededOthers(view)
  const missing = others.filter((party) => offer.votes[party] !== 'accept')
  return missing.length <= spare && !missing.some((party) => mustSupport(view.rules, party))
}

/** The live offer with these terms and the lowest id. */
export const liveWith = ({ offers }: View, outcome: readonly number[]): LiveOffer | undefined =>
  offers.find((offer) => offer.outcome.every((value, i) => value === outcome[i]))
