/** Free talk, which has no terms and no points: what each side is told, and what kinds of agreement a talk is read as. */
import { makeRenderer } from '../../scenario/render.ts'
import type { Scenario } from '../../scenario/types.ts'
import { kindName } from '../kinds.ts'
import type { Block } from '../types.ts'

/** `like`: a scenario that was shown before, of which this one is the same game in other words. */
export function talkSetup(scenario: Scenario, like?: Scenario): Block[] {
  const { about, situation } = scenario
  const renderer = makeRenderer(scenario)
  const briefs = scenario.parties.map(({ id, label }) => ({
    id,
    label,
    parts: paragraphs(renderer.system(id)),
  }))
  const shared = (part: string): boolean => briefs.every(({ parts }) => parts.includes(part))
  const common = briefs[0]?.parts.filter(shared) ?? []
  const told: readonly string[] = like
    ? []
    : [about?.measures, about?.setup].filter((one) => one !== undefined)
  return [
    ...(like
      ? [text(`The same game as ${like.title} in other words, with the same rules and the same observer.`)]
      : []),
    // An `about` block has a line for each paragraph.
    ...told.flatMap((words) => words.split(/\n+/)).map(text),
    ...(situation === '' ? [] : [text(`It is about ${situation.replace(/[.\s]+$/, '')}.`)]),
    ...briefs.flatMap(({ id, parts }): Block[] => {
      const own = parts.filter((part) => !shared(part)).join('\n\n')
      return own === '' ? [] : [{ type: 'quote', party: id, title: 'alone is told', text: own }]
    }),
    ...(common.length > 0 && !like
      ? [{ type: 'quote' as const, title: 'What every party is told', text: common.join('\n\n') }]
      : []),
    ...(like ? [] : readingOf(scenario, renderer.observer())),
  ]
}

/** Whether two scenarios differ in nothing but their words. */
export const sameGame = (a: Scenario, b: Scenario): boolean => rulesText(a) === rulesText(b)

const rulesText = ({ protocol, observer, information, parties, issues }: Scenario): string =>
  JSON.stringify([
    ...[protocol, observer, information],
    issues.map(({ id }) => id),
    parties.map(({ id, label }) => [id, label]),
  ])

function readingOf(scenario: Scenario, instructions: string): Block[] {
  const { observer, about } = scenario
  if (!observer) return []
  const fields = Object.entries(observer.fields)
  const listed = fields.find(([, rule]) => Array.isArray(rule))?.[1]
  const kinds = Object.keys(about?.taxonomy ?? {})
  const options = kinds.length > 0 ? kinds : Array.isArray(listed) ? listed.map(String) : []
  return [
    text(
      'Nothing here has points. An observer, whom no party knows of, reads each talk and reports in fixed fields whether they have agreed and on what; a talk is scored by the kind of its agreement.',
    ),
    ...(options.length === 0
      ? []
      : [
          {
            type: 'table' as const,
            table: {
              title: 'Kinds of agreement',
              caption:
                "What a talk is read as: the name on these pages, what it means, and the observer's word.",
              head: ['kind', 'what it means', 'in the data'],
              rows: options.map((kind) => [
                kindName(scenario, kind),
                about?.taxonomy?.[kind]?.means ?? '',
                kind,
              ]),
              align: 'lll',
            },
          },
        ]),
    { type: 'quote', title: 'What the observer is told', text: instructions },
  ]
}

const paragraphs = (words: string): string[] =>
  words
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const text = (words: string): Block => ({ type: 'text', text: words })
