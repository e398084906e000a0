/**
 * The rule-based observer: reads the set phrases of scripted talkers and nothing else. Words that it cannot read are
 * reported as no agreement seen. It stands in for a model where a study has to run without one, and says so in every
 * reading.
 */
import { type Problem, UserError } from '../../../core/problem.ts'
import type { ObserverBlock } from '../../../protocols/contract.ts'
import { isList, observerRules } from '../../../protocols/free-talk/observer-rules.ts'
import type { ObserverRules, ObserverView } from '../../../protocols/free-talk/types.ts'
import type { Brief } from '../../../scenario/types.ts'
import type { Player } from '../../contract.ts'
import { Phrases, type Proposal } from './phrases.ts'
import { type Story, storyOf } from './story.ts'
import { partsOf, type TermSource, type Terms, termProblems, termsOf } from './terms.ts'

/** What the observer calls what was agreed on, in the taxonomy of the packs that ship. */
const KINDS: Readonly<Record<Proposal, string>> = {
  parts: 'integrative_full',
  most: 'integrative_partial',
  half: 'distributive',
  whole: 'lopsided',
}
const NO_KIND = 'none'

/** What a pack lacks for the rule-based observer; empty where it can observe. `file`: what the pack is called. */
export function ruleObserverProblems(
  source: TermSource & { readonly observer?: unknown },
  file: string,
): Problem[] {
  const problems = termProblems(source, file)
  const block = source.observer as ObserverBlock | undefined
  const place = { file, path: 'observer' }
  if (!block)
    return [...problems, { ...place, message: 'The scenario says nothing of what an observer reports.' }]
  const kinds = kindsOf(block)
  const missing = [...Object.values(KINDS), NO_KIND].filter((kind) => !kinds.includes(kind))
  if (missing.length > 0) {
    const message = `The rule-based observer has no word for what it sees: no list of the scenario has ${missing.join(', ')}.`
    problems.push({ ...place, message, mend: 'list these options, or seat a model as the observer' })
  }
  return problems
}

/** The kinds that a block tells apart; none where its names do not fit, which the pack's own checks tell. */
function kindsOf(block: ObserverBlock): readonly string[] {
  try {
    const { kind, fields } = observerRules(block)
    const options = kind === undefined ? undefined : fields[kind]
    return isList(options) ? options : []
  } catch {
    return []
  }
}

/** Sits in the observer's seat. Throws a UserError where the pack lacks the words that it reads. */
export function ruleObserver(brief: Brief): Player {
  const { scenario: id, vars, parties, observer } = brief
  const problems = ruleObserverProblems({ id, vars, parties, observer }, `scenario ${id}`)
  if (problems.length > 0) throw new UserError(problems)
  const terms = termsOf({ id, vars, parties })
  const phrases = new Phrases(terms)
  const labels = new Map(parties.map((party) => [party.id, party.label]))
  const rules = observerRules(observer as ObserverBlock)
  return {
    reply: (view) => {
      const story = storyOf(phrases, (view as ObserverView).record)
      return { kind: 'text', text: JSON.stringify(reading(rules, story, terms, labels)) }
    },
  }
}

function reading(
  { fields, closes, kind, none = NO_KIND }: ObserverRules,
  { agreed, unread }: Story,
  terms: Terms,
  labels: ReadonlyMap<string, string>,
): Record<string, string | number | boolean> {
  const rationale = unread
    ? 'Rule-based observer: the last message has words that are no set phrase, so no agreement was seen.'
    : agreed
      ? 'Rule-based observer: one side proposed this in set phrases, and the other agreed to it.'
      : 'Rule-based observer: no proposal in set phrases has been agreed to.'
  const values = Object.entries(fields).map(([name, field]): [string, string | number | boolean] => {
    if (field === 'boolean') return [name, name === closes && agreed !== undefined]
    if (field === 'text') {
      if (name !== 'allocation') return [name, rationale]
      return [name, agreed ? allocation(agreed, terms, labels) : 'Nothing has been agreed on.']
    }
    if (isList(field)) return [name, name === kind ? (agreed ? KINDS[agreed.what] : none) : field[0]!]
    // Whoever reads by rules is sure of what it read, and not of what it could not.
    return [name, unread ? field.min : field.max]
  })
  return Object.fromEntries(values)
}

/** Who ends up with what. */
function allocation(
  { by, what }: NonNullable<Story['agreed']>,
  terms: Terms,
  labels: ReadonlyMap<string, string>,
): string {
  const label = (seat: string): string => labels.get(seat) ?? seat
  const other = terms.seats.find((seat) => seat !== by)!
  const { mine, theirs } = partsOf(terms, by)
  switch (what) {
    case 'whole':
      return `${label(by)} takes the whole ${terms.object} and ${label(other)} takes nothing.`
    case 'parts':
      return `${label(by)} takes all of the ${mine} and ${label(other)} takes all of the ${theirs}.`
    case 'most':
      return `${label(by)} takes most of the ${mine} and ${label(other)} takes most of the ${theirs}.`
    case 'half':
      return `${label(by)} and ${label(other)} take one half of the ${terms.object} each.`
  }
}
