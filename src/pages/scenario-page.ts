/** A scenario's page: what it measures, set-up, terms, points and prompts as each party sees them, what was found. */
import { countOutcomes } from '../core/issue.ts'
import { isObserver } from '../protocols/seats.ts'
import { Asking } from '../record/asking.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { makeRenderer, type Renderer } from '../scenario/render.ts'
import { samplePlay } from '../scenario/sample-play.ts'
import type { Scenario } from '../scenario/types.ts'
import { landscapeOf } from '../study/scores/landscape.ts'
import { aboutBlocks, type FindScenario, sourcesOf } from './about.ts'
import { figure, given } from './figure.ts'
import { observerData } from './observer.ts'
import { briefData, issueData, partyTags } from './parties.ts'
import { protocolName, rulesOf } from './rules-text.ts'
import { knownSpace, spaceData } from './space.ts'
import type { FactData, ScenarioCard, ScenarioPage, ScenarioParty, ScenarioResult } from './types.ts'

/** `results`: what studies found with it; `find`: other scenarios that have a page beside this one. */
export function scenarioPage(
  scenario: Scenario,
  key: string,
  results: readonly ScenarioResult[] = [],
  find: FindScenario = () => undefined,
): ScenarioPage {
  const { id, title, situation, information, protocol, issues, observer } = scenario
  const renderer = makeRenderer(scenario)
  const watches = observerData(scenario, undefined, undefined)
  return given({
    kind: 'scenario' as const,
    scenario: key,
    id,
    title,
    description: summaryOf(scenario),
    about: aboutBlocks(scenario, find),
    bibliography: sourcesOf(scenario),
    situation,
    information: scenario.parties.some(({ utility }) => utility) ? information : undefined,
    protocol: protocolName(protocol.type),
    rules: rulesOf(scenario),
    parties: partiesOf(scenario, renderer),
    issues: issues.map(issueData),
    observer: watches && observer ? { ...watches, prompt: renderer.observer() } : undefined,
    outcomes: outcomeFacts(scenario),
    space: spaceData(scenario),
    results,
    hash: scenarioHash(scenario),
    files: scenario.files,
  })
}

export const scenarioCard = (scenario: Scenario, key: string): ScenarioCard => ({
  scenario: key,
  title: scenario.title,
  protocol: protocolName(scenario.protocol.type),
  parties: partyTags(scenario),
  issues: scenario.issues.length,
  summary: summaryOf(scenario),
})

/** The first sentence of what it measures, else of its situation. */
function summaryOf({ about, situation, title }: Scenario): string {
  const text = (about?.measures ?? situation).trim().replaceAll(/\s+/g, ' ')
  const sentence = /^.{20,280}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 280)
  return sentence === '' ? title : sentence
}

function partiesOf(scenario: Scenario, renderer: Renderer): ScenarioParty[] {
  return partyTags(scenario).map((tag, i) => {
    const party = scenario.parties[i]!
    return {
      ...tag,
      about: party.about,
      veto: party.veto,
      brief: briefData(party, renderer.system(tag.id)),
      prompts: promptsOf(scenario, renderer, tag.id),
    }
  })
}

/** The seed of the moves that nobody played, the same on every page. */
const SEED = 'sample'

/** What a model at this seat would be sent: before any move, and in the middle of a made-up play. */
function promptsOf(scenario: Scenario, renderer: Renderer, party: string): ScenarioParty['prompts'] {
  const system = { title: 'System prompt', text: renderer.system(party) }
  const other = scenario.parties.find(({ id }) => id !== party)?.id
  const moments: readonly (readonly [title: string, opener: string | undefined, turns: readonly number[]])[] =
    [
      ['When it opens', party, [1]],
      ['In the middle of a made-up play', other, [4, 3, 2]],
    ]
  return [
    system,
    ...moments.flatMap(([title, opener, turns]) => {
      const text =
        opener === undefined ? undefined : userText(makeGame(scenario, opener), renderer, party, turns)
      return text === undefined ? [] : [{ title, text }]
    }),
  ]
}

/** Of the first of these turns that is the party's: what it would be asked. */
function userText(
  game: Game,
  renderer: Renderer,
  party: string,
  turns: readonly number[],
): string | undefined {
  for (const turn of turns) {
    const state = samplePlay(game, turn, SEED)
    const seat = state === undefined ? undefined : game.protocol.actor(state)
    if (seat !== party || isObserver(seat)) continue
    const view = game.protocol.view(state, party)
    const asking = new Asking(party, renderer, game.protocol, { context: 'fresh', structured: false })
    return asking.prompt(view).messages.at(-1)?.content
  }
  return undefined
}

/** How large the outcome space is, and what it allows. */
function outcomeFacts(scenario: Scenario): FactData[] {
  const { issues } = scenario
  if (issues.length === 0) return []
  const facts = [{ name: 'Outcomes', value: countOutcomes(issues).toLocaleString('en-US') }]
  const known = knownSpace(scenario)
  if (known?.analysis.zopa) {
    const { share, count } = known.analysis.zopa
    const many = count === undefined ? 'about ' : ''
    facts.push({
      name: 'No party loses in',
      value: `${many}${(100 * share).toFixed(share < 0.01 ? 2 : 1)}% of them${count === undefined ? '' : ` (${count.toLocaleString('en-US')})`}`,
    })
  }
  const largest = landscapeOf(scenario)?.largestJoint
  if (largest) facts.push({ name: 'Largest joint gain', value: figure(largest).text })
  return facts
}
