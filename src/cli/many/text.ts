/** The analysis of many parties as tables for a terminal. */
import { valueText } from '../../core/issue.ts'
import { printed, type Rational } from '../../core/rational.ts'
import { vetoCoalitions } from '../../core/space/many/analysis.ts'
import { countOf } from '../../core/space/many/efficient.ts'
import { sizeOf, vetoesOf } from '../../core/space/many/game.ts'
import { counted, grouped, pointsWords } from '../analysis-names.ts'
import { textTable } from '../table.ts'
import { safeLine } from '../text.ts'
import {
  coalitionWords,
  inPoints,
  type ManyFrame,
  outcomeLine,
  outcomeOf,
  partyHeads,
  pointsOf,
  regionsOf,
  shareWords,
} from './frame.ts'
import { solutionBlocks } from './solutions.ts'

/** All blocks, an empty line between them. */
export function manyText(frame: ManyFrame): string {
  return [
    sizeLines(frame),
    acceptanceTable(frame),
    coalitionTable(frame),
    partyTable(frame),
    oppositionBlock(frame),
    weightTable(frame),
    tradeTable(frame),
    frontierTable(frame),
    ...solutionBlocks(frame),
  ].join('\n\n')
}

function sizeLines(frame: ManyFrame): string {
  const { scenario, analysis, labels } = frame
  const { space, acceptance } = analysis
  const vetoes = vetoesOf(space)
  const rule =
    space.needed === labels.length
      ? `A deal needs all ${labels.length} parties.`
      : `A deal needs ${space.needed} of ${labels.length} parties${vetoes === 0 ? '' : `, among them ${coalitionWords(frame, vetoes)}`}.`
  return [
    `${safeLine(scenario.title)} (${safeLine(scenario.id)})`,
    `${counted(acceptance.count, 'outcome')} over ${counted(scenario.issues.length, 'issue')}, ${labels.length} parties. ${rule}`,
  ].join('\n')
}

function acceptanceTable({ analysis, labels, columns }: ManyFrame): string {
  const { acceptance, passing, space } = analysis
  const { count, bySize } = acceptance
  const parties = labels.length
  let atLeast = 0
  const rows = Array.from({ length: parties + 1 }, (_, i) => parties - i).map((size) => {
    atLeast += bySize[size]!
    const name = size === parties ? 'all' : size === parties - 1 ? 'all but one' : `${size}`
    return [name, grouped(bySize[size]!), grouped(atLeast), shareWords(atLeast, count)]
  })
  const note = passing
    ? [
        `The rule lets ${counted(passing.count, 'outcome')} pass, ${shareWords(passing.count, count)}${vetoesOf(space) === 0 ? '' : ': those that every veto party accepts too'}.`,
      ]
    : []
  return [
    'How many parties accept an outcome: it gives them no less than their reservation value',
    textTable(['parties', 'outcomes', 'so many or more', 'share'], rows, 'lrrr', columns),
    ...note,
  ].join('\n')
}

function coalitionTable(frame: ManyFrame): string {
  const { analysis, limit, columns } = frame
  const { space, acceptance } = analysis
  const vetoes = vetoesOf(space)
  const all = vetoCoalitions(space)
  const rows = all
    .slice(0, limit)
    .map((set) => [
      `${sizeOf(set)}`,
      coalitionWords(frame, set),
      grouped(acceptance.by[set]!),
      grouped(acceptance.exactly[set]!),
    ])
  const title =
    vetoes === 0
      ? 'Coalitions: outcomes that all of these accept'
      : `Coalitions with the vetoes (${coalitionWords(frame, vetoes)}): outcomes that all of these accept`
  return [
    title,
    textTable(['size', 'coalition', 'accepted', 'by these alone'], rows, 'rlrr', columns),
    ...more(all.length, rows.length),
  ].join('\n')
}

function partyTable({ scenario, analysis, labels, columns }: ManyFrame): string {
  const { parties, acceptance, acceptable, tables } = analysis
  const rows = scenario.parties.map((party, p) => {
    const own = party.reservation.value
    return [
      `${labels[p]}${analysis.space.parties[p]!.veto ? ' (veto)' : ''}`,
      pointsWords(own.add(inPoints(analysis, parties.worst[p]!))),
      pointsWords(own.add(inPoints(analysis, parties.best[p]!))),
      pointsWords(own),
      acceptable.ideals ? pointsWords(own.add(tables.unit.mul(acceptable.ideals[p]!))) : '-',
      grouped(acceptance.by[1 << p]!),
      shareWords(acceptance.by[1 << p]!, acceptance.count),
      grouped(parties.alone[p]!),
    ]
  })
  const hardest = parties.hardest.map((p) => labels[p]).join(', ')
  const most = Math.max(...parties.alone)
  const refusing = labels.filter((_, p) => parties.alone[p] === most).join(', ')
  return [
    'Points of each party, and the outcomes it accepts',
    textTable(
      ['party', 'worst', 'best', 'reservation', 'best for all', 'accepts', 'share', 'alone against'],
      rows,
      undefined,
      columns,
    ),
    'best for all: the most it gets where every party accepts. alone against: all others accept, and it does not.',
    `Hardest to satisfy: ${hardest}${most > 0 ? `; most often alone against: ${refusing}` : ''}.`,
  ].join('\n')
}

/** How opposed the parties are, as two lines and a table of correlations. */
export function oppositionBlock(frame: ManyFrame): string {
  const { analysis, labels, columns } = frame
  const { distance, perParty, nearest, correlations } = analysis.opposition
  const { heads, legend } = partyHeads(frame, Math.max(...labels.map((label) => label.length)))
  const rows = correlations.map((row, p) => [
    labels[p]!,
    ...row.map((r, q) => (q > p ? '' : r === undefined ? '-' : r.toFixed(2))),
  ])
  return [
    `Opposition ${perParty.toFixed(3)}: 0 where one outcome is best for all (distance ${distance.toFixed(3)} from everybody's best)`,
    `  nearest to it: ${outcomeLine(frame, outcomeOf(analysis, nearest[0]!))}`,
    `Correlation of points over all outcomes`,
    textTable(['', ...heads], rows, `l${'r'.repeat(labels.length)}`, columns),
    ...legend,
  ].join('\n')
}

function weightTable({ scenario, analysis, labels, columns }: ManyFrame): string {
  const { weights, parties } = analysis
  const rows = labels.map((label, p) => [
    label,
    ...weights[p]!.map((weight) =>
      weight === 0 ? '-' : `${((weight / parties.ranges[p]!) * 100).toFixed(1)}%`,
    ),
  ])
  const ids = scenario.issues.map(({ id }) => id)
  return [
    "What each issue is worth to each party: its share of the party's range of points",
    textTable(['party', ...ids], rows, `l${'r'.repeat(ids.length)}`, columns),
  ].join('\n')
}

/** Which issues can be traded against which, the best first. */
export function tradeTable({ scenario, analysis, labels, limit, columns }: ManyFrame): string {
  const { trades } = analysis
  if (trades.length === 0)
    return 'No two parties are opposed on two issues that they weigh differently: nothing to trade.'
  const name = (i: number): string => scenario.issues[i]!.id
  const rows = trades
    .slice(0, limit)
    .map(({ first, second, wins, gives, leverage }) => [
      labels[first]!,
      name(wins),
      labels[second]!,
      name(gives),
      leverage.toFixed(2),
    ])
  return [
    `Issues to trade: ${counted(trades.length, 'pair')} of issues that two parties contest and weigh differently`,
    textTable(['party', 'takes', 'other party', 'takes', 'leverage'], rows, 'llllr', columns),
    'leverage: how many times as much the first issue is worth to the first party, in units of the second issue, as to the other.',
    ...more(trades.length, rows.length),
  ].join('\n')
}

function frontierTable(frame: ManyFrame): string {
  const { scenario, analysis, labels, limit, columns } = frame
  const { efficient } = analysis
  const regions = regionsOf(analysis).map(
    ([name, { points }]) => `${grouped(countOf(efficient, points))} ${name}`,
  )
  // Those acceptable to all first, then by the sum of gains.
  const inside = new Set(analysis.acceptable.points)
  const order = Array.from({ length: efficient.size }, (_, u) => u)
  const sums = order.map((u) => efficient.gains.reduce((sum, own) => sum + own[u]!, 0))
  order.sort((a, b) => Number(inside.has(b)) - Number(inside.has(a)) || sums[b]! - sums[a]! || a - b)
  const { heads, legend } = partyHeads(frame, 40)
  const rows = order.slice(0, limit).map((u) => {
    const outcome = outcomeOf(analysis, u)
    const points = pointsOf(analysis, outcome)
    return [
      inside.has(u) ? 'yes' : '',
      ...points.map(short),
      scenario.issues.map((issue, i) => valueText(issue, outcome[i]!)).join(' / '),
    ]
  })
  return [
    `Pareto frontier: ${counted(efficient.places.length, 'outcome')} with ${counted(efficient.size, 'different point')}; ${regions.join(', ')}`,
    textTable(
      ['all accept', ...heads, scenario.issues.map(({ id }) => id).join(' / ')],
      rows,
      `l${'r'.repeat(labels.length)}l`,
      columns,
    ),
    ...legend,
    ...more(efficient.size, rows.length),
  ].join('\n')
}

const short = (points: Rational): string => {
  const text = printed(points)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

const more = (all: number, shown: number): string[] =>
  all > shown
    ? [`  … and ${grouped(all - shown)} more (--limit ${all} prints all, --json is for programs)`]
    : []
