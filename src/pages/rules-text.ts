/** The rules of a scenario in words, a line each: what a reader needs to follow a play, and no more. */
import type { Scenario } from '../scenario/types.ts'
import { observerData } from './observer.ts'
import type { FactData } from './types.ts'

const PROTOCOL_NAMES: Readonly<Record<string, string>> = {
  'alternating-offers': 'Alternating offers',
  'package-votes': 'Package votes',
  'free-talk': 'Free talk',
}

export const protocolName = (type: string): string => PROTOCOL_NAMES[type] ?? type

const ABOUT: Readonly<Record<string, string>> = {
  'alternating-offers':
    'Two parties take turns. In a turn a party says something and makes an offer on all issues, accepts the offer that stands, or makes no move. An acceptance binds both.',
  'package-votes':
    'Parties take turns in rounds. In a turn a party may speak, propose a package on all issues, vote for or against one on the table, or leave. A package that passes binds all that are still there.',
  'free-talk':
    'Two parties talk in turns, in words alone. Nothing they say binds by itself: an observer, who says nothing, reads the talk and reports whether they have agreed.',
}

const FAULT: Readonly<Record<string, string>> = {
  pass: 'the turn passes',
  end: 'the negotiation ends without agreement',
  interrupt: 'the negotiation is interrupted, its outcome unknown',
}

export const votingRule = ({ protocol, parties }: Scenario): string | undefined => {
  if (protocol.type !== 'package-votes') return undefined
  const { accept, vetoes_needed: needed } = protocol.settings
  const vetoes = parties.filter(({ veto }) => veto)
  const who =
    accept === 'all-but-one'
      ? 'A package passes when all parties but at most one are for it'
      : 'A package passes when every party is for it'
  const veto =
    vetoes.length > 0 && needed !== false
      ? `; ${vetoes.map(({ label }) => label).join(' and ')} must be for it`
      : ''
  return `${who}${veto}.`
}

export function rulesOf(scenario: Scenario): FactData[] {
  const { protocol, information } = scenario
  const { settings: s, type } = protocol
  const facts: FactData[] = []
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== '') facts.push({ name, value: String(value) })
  }
  add(protocolName(type), ABOUT[type])
  const vote = votingRule(scenario)
  if (vote !== undefined) add('To pass', vote)
  if (typeof s.rounds === 'number') add('Rounds', `at most ${s.rounds}`)
  if (typeof s.turns === 'number')
    add(
      type === 'free-talk' ? 'Turns, a message each' : 'Turns',
      `at most ${s.turns}${s.final_reply === true ? ', then a final reply to the last offer' : ''}`,
    )
  add(type === 'free-talk' ? 'A message' : 'Messages', messageRule(s))
  const watches = observerData(scenario, undefined, undefined)
  if (watches) {
    add('How a talk closes', watches.rule.replace(/^It reads/, 'The observer reads'))
    add('A failed reading', 'is no reading and never a no; the talk goes on')
    add('No agreement', 'the turns are used up, and the last reading says no')
    add('What the observer reports', watches.fields.map(({ label }) => label).join('; '))
  }
  if (typeof s.repairs_per_turn === 'number') {
    const after = typeof s.on_fault === 'string' ? `; then ${FAULT[s.on_fault] ?? s.on_fault}` : ''
    add('A faulty reply', `may be mended ${times(s.repairs_per_turn)}${after}`)
  }
  if (s.scratchpad === true)
    add('Scratchpads', 'parties may note something for themselves; nobody else sees it')
  add(
    'Information',
    scenario.parties.every(({ utility }) => !utility)
      ? information === 'common'
        ? "everybody knows everybody's brief"
        : 'each party knows its own brief alone'
      : information === 'common'
        ? "everybody knows everybody's points and reservation values"
        : 'each party knows its own points and reservation value alone',
  )
  return facts
}

const times = (n: number): string => (n === 0 ? 'never' : n === 1 ? 'once a turn' : `${n} times a turn`)

function messageRule(s: Scenario['protocol']['settings']): string | undefined {
  if (s.chat === false) return 'none: parties move without words'
  if (typeof s.message_words === 'number') return `up to ${s.message_words} words`
  const message = s.message as
    | {
        words?: number
        sentences?: { min?: number; max?: number }
        bullets?: boolean
        stage_directions?: boolean
      }
    | undefined
  if (!message) return undefined
  const { words, sentences, bullets, stage_directions: stage } = message
  const parts = [
    words === undefined ? undefined : `up to ${words} words`,
    sentences?.min === undefined && sentences?.max === undefined
      ? undefined
      : `${sentences.min ?? 0} to ${sentences.max ?? 'any number of'} sentences`,
    bullets === false ? 'no lists' : undefined,
    stage === false ? 'no stage directions' : undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}
