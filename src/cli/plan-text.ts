/** A plan for reading in a terminal. */

import { exactText, printed, type Rational } from '../core/rational.ts'
import { shellWord } from '../core/shell-word.ts'
import { costText, dollars } from '../models/cost.ts'
import { KINDS, type Kind, type Price, type Rates } from '../models/prices.ts'
import { isModel } from '../negotiators/registry.ts'
import type { Bounds, Span } from '../study/bounds.ts'
import type { Plan } from '../study/plan.ts'
import { spanText, thousands } from '../study/token-text.ts'
import { designSentence, designText } from './design-text.ts'
import { textTable } from './table.ts'
import { closingWords } from './talk-design.ts'
import { safe } from './text.ts'
import { wrap } from './wrap.ts'

interface Layout {
  /** The study as the person named it, with the options that a run needs as well. */
  readonly path: string
  readonly columns: number
}

export function planText(plan: Plan, { path, columns }: Layout): string {
  const { study, closed, left, models } = plan
  const width = Math.max(40, Math.min(columns, 100))
  const line = (text: string): string => wrap(text, width)
  const head = [
    safe(study.title),
    line(
      `${designSentence(study)}${closed > 0 ? ` ${closed} are closed; what follows is of the ${left} that are left.` : ''}`,
    ),
    '',
    [designText(study, columns), ...closingWords(study).map(line)].join('\n\n'),
  ].join('\n')
  if (models.length === 0) {
    return [
      head,
      line(
        Object.values(study.negotiators).some(isModel)
          ? 'Nothing is left that a model plays: no call is to be made.'
          : 'No model plays in it: scripts make no calls and cost nothing.',
      ),
      assignmentsTable(plan, columns),
    ].join('\n\n')
  }
  return [
    head,
    pairingsTable(plan, columns),
    modelsTable(plan, columns),
    [
      `Prices in US dollars per million tokens:`,
      ...models.map((model) => line(`  ${priceText(model)}`)),
    ].join('\n'),
    money(plan, path)
      .map((text) => (text.startsWith(' ') ? text : line(text)))
      .join('\n'),
    assignmentsTable(plan, columns),
    NOTES.map((note) => wrap(note, width, '• ', '  ')).join('\n'),
  ].join('\n\n')
}

const NOTES = [
  'Fewest calls: the shortest talk that ends by itself; one that is interrupted takes fewer. Most: every turn and every repair, each with the longest words and replies. Attempts that failed and were made again come on top where they were billed.',
  'Tokens of input are bounded by the bytes of the rendered prompts: at least a token for every 8 of them, at most one for each. docs/costs.md says what else the bounds rest on.',
]

const count = (span: Span<number>): string => spanText(span, thousands)
const usdText = ({ usd }: Bounds): string => (usd ? spanText(usd, dollars) : 'unknown')

function pairingsTable(plan: Plan, columns: number): string {
  const rows = plan.pairings.map(({ pairing, seats, negotiations, bounds }) => [
    pairing,
    Object.entries(seats)
      .map(([party, negotiator]) => `${party}: ${negotiator}`)
      .join(', '),
    String(negotiations),
    count(bounds.calls),
    usdText(bounds),
  ])
  const { total } = plan
  const all = ['all', '', String(plan.left), count(total.calls), usdText(total)]
  return textTable(['pairing', 'seats', 'left', 'calls', 'cost'], [...rows, all], 'llrrr', columns)
}

function modelsTable({ models }: Plan, columns: number): string {
  const rows = models.map(({ negotiator, spec, bounds }) => [
    negotiator,
    spec.model,
    count(bounds.calls),
    count(bounds.input),
    count(bounds.output),
    usdText(bounds),
  ])
  return textTable(
    ['negotiator', 'model', 'calls', 'input tokens', 'output tokens', 'cost'],
    rows,
    'llrrrr',
    columns,
  )
}

const KIND: Readonly<Record<Kind, string>> = {
  input: 'input',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
  cacheWriteLong: 'longer cache write',
  output: 'output',
}

function priceText({ negotiator, spec, price, why }: Plan['models'][number]): string {
  const name = `${negotiator} (${safe(spec.model)}):`
  return price ? `${name} ${priceWords(price)}` : `${name} unknown, since ${why}`
}

function priceWords({ rates, above, source, date }: Price): string {
  const over = above
    ? `; beyond ${thousands(above.tokens)} tokens of input ${rateWords(above.rates) || 'unknown'}`
    : ''
  return `${rateWords(rates)}${over}; ${date === undefined ? '' : `as of ${date}, `}${safe(source)}`
}

const rateWords = (rates: Rates): string =>
  KINDS.flatMap((kind) => (rates[kind] ? [`${KIND[kind]} ${priceFigure(rates[kind])}`] : [])).join(', ')

/** All decimals, and two at least. */
function priceFigure(rate: Rational): string {
  const text = exactText(rate)
  return /\.\d{2}/.test(text) ? text : printed(rate)
}

function money(plan: Plan, path: string): string[] {
  const { total, block, spent, likely, safe: caps, models } = plan
  const lines = [`In all ${count(total.calls)} calls; cost ${usdText(total)}.`]
  if (likely) {
    const { from, calls, tokens, cost } = likely
    lines.push(
      `Likely about ${thousands(calls)} calls, ${thousands(tokens)} tokens, ${costText(cost)}: the means of the ${from} negotiations that are closed.`,
    )
  } else
    lines.push('How much of that is likely cannot be said before negotiations of every pairing are closed.')
  if (spent.attempts > 0) lines.push(`Spent so far: ${costText(spent.cost)}, in ${spent.attempts} attempts.`)
  if (caps.usd && block.usd?.most) {
    lines.push(
      'A cap that no play can reach:',
      `  parley run ${shellWord(path)} --max-cost ${printed(caps.usd)}`,
      `A block may cost ${dollars(block.usd.most)}: a cap that leaves less begins none.`,
    )
  }
  const unpriced = models.filter(({ price }) => !price)
  if (unpriced.length > 0) {
    lines.push(
      `Without a price for ${unpriced.map(({ negotiator }) => negotiator).join(', ')} no cap on the cost can be kept: give one as "price" in the study, or with --prices.`,
    )
  }
  if (!caps.usd && caps.tokens !== undefined)
    lines.push(
      'A cap on tokens that no play can reach:',
      `  parley run ${shellWord(path)} --max-tokens ${caps.tokens}`,
    )
  const unbounded = models.filter(({ outputLimit }) => outputLimit === undefined)
  if (unbounded.length > 0) {
    lines.push(
      `Nothing limits a reply of ${unbounded.map(({ negotiator }) => negotiator).join(', ')}, so that no cap can be kept: set max_tokens, or what its API calls it, in its params.`,
    )
  }
  return lines
}

/** How many blocks are shown one by one. */
const SHOWN = 12

function assignmentsTable({ study }: Plan, columns: number): string {
  const blocks = [...Map.groupBy(study.assignments, ({ block }) => block)]
  const rows = blocks
    .slice(0, SHOWN)
    .map(([block, members]) => [
      String(block),
      members.map(({ pairing, assignment }) => `${pairing}/${assignment}`).join(', '),
    ])
  const more = blocks.length > SHOWN ? `\n… and ${blocks.length - SHOWN} more (--json lists all)` : ''
  return `${textTable(['block', 'pairing/assignment, in the order they are played'], rows, 'rl', columns)}${more}`
}
