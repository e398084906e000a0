/** What a study's calls have used and cost, as tables of its report. */
import { costText, dollars } from '../models/cost.ts'
import type { Played } from './plan.ts'
import type { ReportTable } from './report.ts'
import { type Spending, sumBy, sumUp } from './spending.ts'
import { thousands } from './token-text.ts'

/** The tables and notes of tokens and money; none where no call was made. `pairings`: in the study's order. */
export function moneyReport(
  played: readonly Played[],
  pairings: readonly string[],
): { tables: ReportTable[]; notes: string[] } {
  const all = played.flatMap(({ spent }) => spent)
  if (all.length === 0) return { tables: [], notes: [] }
  const byPairing = pairings.map((pairing): [string, Spending] => [
    pairing,
    sumUp(played.flatMap(({ assignment, spent }) => (assignment.pairing === pairing ? spent : []))),
  ])
  const byModel = [...sumBy(all, ({ negotiator, model }) => `${negotiator} (${model})`)]
  const whole: [string, Spending] = ['all', sumUp(all)]
  return {
    tables: [
      costTable('by pairing', 'pairing', [...byPairing, whole]),
      costTable('by negotiator', 'negotiator', byModel),
    ],
    notes: unknownCosts(whole[1]),
  }
}

/** Stands where nobody told of a kind. */
const NONE = '–'

/** Kinds of token in the order in which they are shown; one that was never told is left out. */
const COLUMNS = [
  ['input', 'input'],
  ['cacheRead', 'cache read'],
  ['cacheWrite', 'cache write'],
  ['cacheWriteLong', 'longer write'],
  ['output', 'output'],
  ['thinking', 'thinking'],
] as const

function costTable(by: string, head: string, rows: readonly [string, Spending][]): ReportTable {
  const shown = COLUMNS.filter(
    ([kind]) =>
      kind === 'input' || kind === 'output' || rows.some(([, { tokens }]) => (tokens.kinds[kind] ?? 0) > 0),
  )
  const atLeast = ({ tokens }: Spending): string => (tokens.untold > 0 ? '≥ ' : '')
  const thinking = shown.some(([kind]) => kind === 'thinking') ? ' Thinking is a part of the output.' : ''
  const least = rows.some(([, { tokens }]) => tokens.untold > 0) ? ' ≥: not all was told.' : ''
  return {
    title: `Tokens and cost ${by}`,
    caption: `Tokens as the providers told them, and US dollars by the prices that are known now.${thinking}${least}`,
    head: [head, ...shown.map(([, words]) => words), 'cost'],
    rows: rows.map(([name, sum]) => [
      name,
      ...shown.map(([kind]) => {
        const count = sum.tokens.kinds[kind]
        return count === undefined ? NONE : atLeast(sum) + thousands(count)
      }),
      costText(sum.cost),
    ]),
    align: `l${'r'.repeat(shown.length + 1)}`,
  }
}

function unknownCosts({ cost, most }: Spending): string[] {
  if (cost.usd) return []
  const bound = most.usd ? ` A cap counts it at its worst: ${dollars(most.usd)}.` : ''
  return [
    `The cost is not known: ${cost.unknown.join('; ')}. What stands in its place are bounds, not the cost.${bound}`,
  ]
}
