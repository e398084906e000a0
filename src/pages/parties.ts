/** Parties and issues as pages show them, and what a party alone knows. */
import { type Issue, valueText } from '../core/issue.ts'
import { scoringText } from '../scenario/scoring-text.ts'
import type { Party, Scenario } from '../scenario/types.ts'
import { given } from './figure.ts'
import type { BriefData, IssueData, PartyTag } from './types.ts'

/** A party's colour is its place among the parties, in every chart and bubble of every page. */
export const partyTags = ({ parties }: Pick<Scenario, 'parties'>): PartyTag[] =>
  parties.map(({ id, label, name }, colour) => ({ id, label, name, colour }))

/** The parties of several scenarios, each id once; the first scenario's words count. */
export function allParties(scenarios: readonly Scenario[]): PartyTag[] {
  const all = new Map<string, PartyTag>()
  for (const scenario of scenarios) {
    for (const { id, label, name } of scenario.parties) {
      if (!all.has(id)) all.set(id, { id, label, name, colour: all.size })
    }
  }
  return [...all.values()]
}

export const issueData = (issue: Issue): IssueData =>
  given({
    id: issue.id,
    describe: issue.describe,
    note: issue.note,
    type: issue.type,
    ...(issue.type === 'choice'
      ? { options: issue.options }
      : {
          least: valueText(issue, issue.min),
          most: valueText(issue, issue.max),
          step: valueText(issue, issue.step),
        }),
  })

/** `system`: the system prompt of its seat. */
export const briefData = (party: Party, system: string): BriefData => {
  const { about, reservation, threshold, formula, utility, sheet } = party
  const scored = utility !== undefined
  return given({
    about,
    reservation: scored ? reservation.text : undefined,
    threshold: scored && threshold.text !== reservation.text ? threshold.text : undefined,
    formula: formula?.text ?? (utility && scoringText(utility)),
    sheet,
    system,
  })
}
