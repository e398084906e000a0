/**
 * The recognition probe: after a talk, and outside it, whoever talked is asked whether the situation was known, and as
 * what. Each is asked by a request of its own that holds its brief and this question, and nothing of the talk.
 */
import type { Seat } from '../../protocols/contract.ts'
import { fieldsSchema, formatFields, readFields } from '../../protocols/free-talk/fields.ts'
import type { Fields, ObserverRules } from '../../protocols/free-talk/index.ts'
import type { Game } from '../../scenario/game.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Answer, type QuestionState, questionGame } from './questions.ts'

/** What is asked unless a study brings a question of its own; a template like any other. */
const PROBE_QUESTION = `The conversation that you were briefed for is over. Nothing that you say here reaches the other party, and nothing depends on it.

One question about the situation itself: did you know it, or another that is built in the same way, before you were given it, from a book, a course, a paper or an exercise?

Reply with one JSON object and nothing else, with these two fields:
- "known": "yes", "no" or "unsure"
- "as": what you know it as (names, titles, authors, or what was divided there); an empty text if you do not know it`

/** The name under which a pass records its question among its templates. */
export const QUESTION = 'question'

const RULES: ObserverRules = { fields: { known: ['yes', 'no', 'unsure'], as: 'text' }, closes: 'known' }

/** The parts of a talk's prompts that the question stands in for. */
const ASKING = ['opening', 'turn', 'final']

/** The game of asking these seats, in this order, about the game that they played. Throws as rendering does. */
export function probeGame(game: Game, seats: readonly Seat[], question = PROBE_QUESTION): Game {
  const { scenario, protocol, config, opener } = game
  const start = protocol.start(config)
  return questionGame(asking(scenario, question), opener, {
    questions: seats.map((seat, i) => ({ seat, view: { ...protocol.view(start, seat), turn: i + 1 } })),
    repairs: 1,
    label: (said) => `ANSWER ${(said as Fields).known}`,
    check: (json) => {
      const read = readFields(json, RULES)
      return read.ok ? { ok: true, submission: read.fields } : read
    },
    format: (said) => formatFields(said as Fields, RULES),
    ask: (view) => ({ template: view.repair > 0 ? 'repair' : 'opening', schema: fieldsSchema(RULES) }),
    present: protocol.present,
  })
}

/** The scenario with the question in the place of whatever asks a party for its turn. */
function asking(scenario: Scenario, question: string): Scenario {
  const kept = Object.entries(scenario.templates).filter(([name]) => !ASKING.includes(name.split('.')[0]!))
  const asked = ASKING.map((name) => [name, question] as const)
  return { ...scenario, templates: Object.fromEntries([...kept, ...asked]) }
}

export interface ProbeAnswer extends Answer {
  readonly known?: 'yes' | 'no' | 'unsure'
  readonly as?: string
}

/** The answers that a replayed probe holds. */
export const answersOf = (state: unknown): ProbeAnswer[] =>
  [...(state as QuestionState).answers].map((answer): ProbeAnswer => {
    if (answer.said === undefined) return answer
    const { known, as } = answer.said as { readonly known: 'yes' | 'no' | 'unsure'; readonly as: string }
    return { ...answer, known, as }
  })

/** Words by which an answer shows what it knows: the scenario to read beside this one, and what is cited about it. */
export interface Terms {
  /** The twin's name. */
  readonly twin: readonly string[]
  /** Names that stand in the ids of the pack's bibliography. */
  readonly sources: readonly string[]
}

/** The terms that a pack's `about` block leads to: `battery-pack` gives "battery pack", `fisher-ury-1981` two names. */
export function termsOf({ about }: Pick<Scenario, 'about'>): Terms {
  const twin = about?.twin === undefined ? [] : [about.twin.replaceAll(/[-_]+/g, ' ')]
  const sources = (about?.bibliography ?? []).flatMap(({ id }) =>
    id.split(/[-_]+/).filter((word) => word.length > 2 && !/^\d+$/.test(word)),
  )
  return { twin, sources: [...new Set(sources.map((word) => word.toLowerCase()))] }
}

/** Which of the terms stand in a text as words of their own, whatever their case; plurals count. */
export function named(text: string, terms: readonly string[]): string[] {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  return terms.filter((term) => {
    const own = term
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    return own !== '' && (words.includes(` ${own} `) || words.includes(` ${own}s `))
  })
}
