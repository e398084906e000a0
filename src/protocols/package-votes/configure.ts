/** From a pack's settings to the rules of one negotiation. */
import type { ChoiceIssue, Issue, Outcome } from '../../core/issue.ts'
import type { Seat, Table } from '../contract.ts'
import type { Settings } from './settings.ts'
import type { Config, Rules } from './types.ts'

/**
 * The rules of one negotiation. Throws a RangeError where settings and table do not fit together: `validate`
 * tells a pack's author the same with the place (scenario/rules.ts).
 */
export function configure(settings: Settings, table: Table): Config {
  const { parties, opener, accepts } = table
  const vetoes = parties.filter((party) => table.vetoes?.includes(party))
  const least = settings.accept === 'all' ? 2 : 3
  if (parties.length < least) {
    throw new RangeError(`package votes with accept: ${settings.accept} need ${least} parties at least`)
  }
  if (new Set(parties).size < parties.length) throw new RangeError('two parties have the same id')
  const issues = table.issues.filter(isChoice)
  if (issues.length === 0 || issues.length < table.issues.length) {
    throw new RangeError('package votes need at least one issue, and every issue with options')
  }
  for (const party of [opener, settings.opening_party, settings.final_proposer]) {
    if (party !== undefined && !parties.includes(party)) throw new RangeError(`${party} is no party`)
  }
  if (settings.agreement === 'sheets' && !accepts) {
    throw new RangeError('agreement: sheets needs score sheets, and this scenario has none')
  }
  if (settings.unanimity_bonus && settings.settle === 'at-once') {
    throw new RangeError('with a unanimity bonus a deal cannot be settled at the first vote that suffices')
  }
  const given = settings.opening_package
  const rules: Rules = {
    parties,
    vetoes,
    opener,
    issues,
    rounds: settings.rounds,
    rotateOpener: settings.rotate_opener,
    chat: settings.chat,
    messageWords: settings.chat ? settings.message_words : 0,
    scratchpad: settings.scratchpad,
    accept: settings.accept,
    countedOf: settings.counted_of ?? (settings.accept === 'all' ? 'at-table' : 'initial'),
    vetoesNeeded: settings.vetoes_needed,
    agreement: settings.agreement,
    settle: settings.settle ?? (settings.unanimity_bonus ? 'round-end' : 'at-once'),
    newOfferWithdraws: settings.new_offer_withdraws,
    rejectKills: settings.reject_kills,
    votesSeen: settings.votes_seen,
    ...(given
      ? { openingPackage: { by: settings.opening_party ?? opener, outcome: packageOf(issues, given) } }
      : {}),
    ...(settings.final_proposer === undefined ? {} : { finalProposer: settings.final_proposer }),
    repairs: settings.repairs_per_turn,
    onFault: settings.on_fault,
    strict: settings.strict,
  }
  return settings.agreement === 'sheets' && accepts ? { rules, accepts } : { rules }
}

const isChoice = (issue: Issue): issue is ChoiceIssue => issue.type === 'choice'

function packageOf(issues: readonly ChoiceIssue[], given: NonNullable<Settings['opening_package']>): Outcome {
  const extra = Object.keys(given).find((id) => !issues.some((issue) => issue.id === id))
  if (extra !== undefined) throw new RangeError(`the opening package names ${extra}, which is no issue`)
  return issues.map(({ id, options }) => {
    const option = Object.hasOwn(given, id) ? options.indexOf(String(given[id])) : -1
    if (option < 0) throw new RangeError(`the opening package has no option of ${id}`)
    return option
  })
}

/** Whether the round is the final one, where one party's proposal is the only one. */
export const isFinal = (rules: Rules, round: number): boolean =>
  rules.finalProposer !== undefined && round >= rules.rounds

/**
 * Who has a turn in a round, in order: the fixed rotation, begun one party further each round; in a final round
 * by its proposer. Whoever has left is passed over, and the beginning moves on as if it had not left.
 */
export function turnsOf(rules: Rules, round: number, walked: readonly Seat[]): Seat[] {
  const { parties, opener, rotateOpener, finalProposer, agreement } = rules
  const final = isFinal(rules, round)
  // Where sheets decide there is nothing left to do once the final proposal is made.
  if (final && agreement === 'sheets')
    return parties.filter((party) => party === finalProposer && !walked.includes(party))
  const first = final
    ? parties.indexOf(finalProposer!)
    : (parties.indexOf(opener) + (rotateOpener ? round - 1 : 0)) % parties.length
  return [...parties.slice(first), ...parties.slice(0, first)].filter((party) => !walked.includes(party))
}
