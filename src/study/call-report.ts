/** The calls to models as the tables and notes of a report. */
import type { CallCounts, CallTally, ModelsSeen, TokenTotal } from './call-tally.ts'
import type { ReportTable } from './report.ts'
import { thousands } from './token-text.ts'

/** Calls by pairing, in the order of the list. */
export function callsTable({ pairings }: CallTally, order: readonly string[]): ReportTable {
  const rows = order.flatMap((pairing): [string, CallCounts][] =>
    pairings[pairing] ? [[pairing, pairings[pairing]]] : [],
  )
  return {
    title: 'Calls to models',
    caption:
      'Attempts: requests sent; replies: answers that came; retries: attempts beyond the first at a reply; lost: replies that were produced, or may have been, and never came; redrawn: those that were asked for again; in, out: tokens of the answers, caches and thinking included, as far as providers told them.',
    head: ['pairing', 'attempts', 'replies', 'retries', 'lost', 'redrawn', 'in', 'out'],
    rows: rows.map(([pairing, { attempts, answered, retries, lost, redrawn, input, output }]) => [
      pairing,
      ...[attempts, answered, retries, lost, redrawn].map(String),
      total(input, answered),
      total(output, answered),
    ]),
    align: 'lrrrrrrr',
  }
}

/** `12,345`; `at least 12,345` where some did not tell; `unknown` where none did. */
const total = ({ tokens, untold }: TokenTotal, answered: number): string =>
  untold === 0 ? thousands(tokens) : untold < answered ? `at least ${thousands(tokens)}` : 'unknown'

/** What was asked for beside what answered; a difference is marked with ≠. */
export function modelsTable({ models }: CallTally): ReportTable {
  return {
    title: 'Models and service tiers',
    caption:
      'What each negotiator asked for, and what its provider says it used; ≠ marks what is not what was asked for.',
    head: ['negotiator', 'asked for', 'tier', 'answered', 'tier', 'replies'],
    rows: models.flatMap((one) =>
      (one.answers.length > 0 ? one.answers : [NO_ANSWER]).map(
        ({ model, tier, count, otherModel, otherTier }, i) => [
          ...(i === 0 ? [one.negotiator, one.model, one.tier ?? 'any'] : ['', '', '']),
          `${otherModel ? '≠ ' : ''}${model ?? (count === 0 ? '–' : 'unknown')}`,
          `${otherTier ? '≠ ' : ''}${tier ?? (count === 0 ? '–' : 'unknown')}`,
          String(count),
        ],
      ),
    ),
    align: 'lllllr',
  }
}

/** In the place of a model's answers where none came. */
const NO_ANSWER: ModelsSeen['answers'][number] = { count: 0, otherModel: false, otherTier: false }

/** What a reader must not miss. */
export function callNotes({ pairings, models }: CallTally): string[] {
  const notes = Object.entries(pairings).flatMap(([pairing, { lost, redrawn }]) =>
    lost === 0
      ? []
      : [
          `Lost replies in ${pairing}: ${lost}, of which ${redrawn} ${redrawn === 1 ? 'was' : 'were'} asked for again. A reply that is asked for again is a second draw.`,
        ],
  )
  return [...notes, ...models.flatMap(differences)]
}

const repliesCame = (n: number): string => (n === 1 ? '1 reply came' : `${n} replies came`)

const differences = ({ negotiator, model, tier, answers }: ModelsSeen): string[] =>
  answers.flatMap((answer) => [
    ...(answer.otherModel
      ? [`${negotiator} asked for the model ${model}; ${repliesCame(answer.count)} from ${answer.model}.`]
      : []),
    ...(answer.otherTier
      ? [
          `${negotiator} asked for the service tier ${tier}; ${repliesCame(answer.count)} from ${answer.tier}.`,
        ]
      : []),
  ])
