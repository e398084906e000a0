/** Set-up, terms and how agreements were scored; and the rules of play. */

import { OBSERVER } from '../../protocols/seats.ts'
import { termName } from '../../scenario/term-name.ts'
import type { Scenario } from '../../scenario/types.ts'
import { issueData } from '../parties.ts'
import { rulesOf } from '../rules-text.ts'
import type { Block, FactData, IssueData, TableData } from '../types.ts'
import { negotiatorWords } from '../words.ts'
import { count, fact, listed, type MakeBlocks, type SectionsOf } from './contract.ts'
import { sameGame, talkSetup } from './talk-setup.ts'

/** A study of a hundred generated games shows some of them; each has a page of its own. */
const MOST = 4

export const setupBlocks: MakeBlocks = (of) => {
  const all = of.index.settings?.scenarios ?? []
  const told = all.slice(0, MOST).map((scenario, i): [Scenario, Block[]] => {
    const like = all.slice(0, i).find((one) => sameGame(one, scenario))
    return [scenario, scenario.observer ? talkSetup(scenario, like) : gameSetup(scenario)]
  })
  const more = all.length - told.length
  return [
    // Where there are several each has its own part.
    ...told.flatMap(([{ title }, blocks]): Block[] =>
      all.length > 1 ? [{ type: 'part', title, blocks }] : blocks,
    ),
    ...(more > 0
      ? [
          {
            type: 'text' as const,
            text: `${count(more, 'further scenario')} ${more === 1 ? 'has' : 'have'} a page too:`,
          },
        ]
      : []),
    ...of.scenarios.map(
      ({ key, title }): Block => ({
        type: 'link',
        text: `All of ${title}: ${all.some(({ issues }) => issues.length > 0) ? 'points, prompts and the outcome space' : 'prompts and sources'}`,
        to: { page: 'scenario', scenario: key },
      }),
    ),
  ]
}

const gameSetup = (scenario: Scenario): Block[] => [
  ...(scenario.situation === '' ? [] : [{ type: 'text' as const, text: scenario.situation }]),
  {
    type: 'facts',
    facts: scenario.parties.map(({ label, name, about }) =>
      fact(label, [name, about].filter((words) => words !== '' && words !== label).join(', ')),
    ),
  },
  ...(scenario.issues.length > 0
    ? [{ type: 'table' as const, table: termsTable(scenario.issues.map(issueData)) }]
    : []),
  ...scoringBlocks(scenario),
]

function termsTable(issues: readonly IssueData[]): TableData {
  // Where the names are the ids there is no need to say so.
  const renamed = issues.some(({ id }) => termName(id) !== id)
  return {
    title: 'Terms',
    caption: `What is negotiated, and what each term may be${renamed ? '; the last column is its name in the data' : ''}.`,
    head: ['term', 'what it is', 'may be', ...(renamed ? ['in the data'] : [])],
    rows: issues.map(({ id, describe = '', options, least, most, step }) => [
      termName(id),
      describe,
      options ? options.join(', ') : `${least} to ${most}, in steps of ${step}`,
      ...(renamed ? [id] : []),
    ]),
    align: renamed ? 'llll' : 'lll',
  }
}

function scoringBlocks({ parties }: Scenario): Block[] {
  const scored = parties.filter(({ utility }) => utility)
  if (scored.length === 0) return []
  const cells = scored[0]!.sheet.flatMap(({ issue, options }, i) =>
    options.map(({ option }, k) => [
      k === 0 ? termName(issue) : '',
      option,
      ...scored.map(({ sheet }) =>
        sheet[i]?.options[k]?.option === option ? sheet[i].options[k].points : '',
      ),
    ]),
  )
  // Where parties' sheets have knots at other places, each is shown alone.
  const shared = scored.every(
    ({ sheet }) =>
      JSON.stringify(sheet.map(({ options }) => options.map(({ option }) => option))) ===
      JSON.stringify(scored[0]!.sheet.map(({ options }) => options.map(({ option }) => option))),
  )
  const head = ['term', 'value', ...scored.map(({ label }) => label)]
  return [
    {
      type: 'text',
      text: "An agreement is worth to a party the sum of its points for each term; no agreement is worth its reservation value. A party's gain is what it has above its reservation value, the joint gain the sum of all gains. Between the listed values of a number, points lie on a straight line.",
    },
    ...(shared
      ? [
          {
            type: 'table' as const,
            table: {
              title: 'Points',
              caption: 'What each value of each term is worth to each party.',
              head,
              rows: cells,
              align: `ll${'r'.repeat(scored.length)}`,
            },
          },
        ]
      : scored.map(({ label, sheet }) => ({
          type: 'table' as const,
          table: {
            title: `Points of ${label}`,
            caption: 'What each value of each term is worth to this party.',
            head: ['term', 'value', 'points'],
            rows: sheet.flatMap(({ issue, options }) =>
              options.map(({ option, points }, k) => [k === 0 ? termName(issue) : '', option, points]),
            ),
            align: 'llr',
          },
        }))),
    {
      type: 'table',
      table: {
        title: 'Reservation values',
        caption: 'What each party has with no agreement.',
        head: ['party', 'points'],
        rows: scored.map(({ label, reservation }) => [label, reservation.text]),
        align: 'lr',
      },
    },
  ]
}

/** Scenarios with the same rules are told of together. */
export const protocolBlocks: MakeBlocks = (of) => {
  const all = of.index.settings?.scenarios ?? []
  const groups = [...Map.groupBy(all, (scenario) => JSON.stringify(rulesOf(scenario))).values()]
  const observers = observersOf(of)
  const blocks = (scenario: Scenario): Block[] => [
    { type: 'facts', facts: [...rulesOf(scenario), ...(scenario.observer ? observers : [])] },
  ]
  if (groups.length === 1) return blocks(groups[0]![0]!)
  return groups.slice(0, MOST).map(
    (own): Block => ({
      type: 'part',
      title: listed(own.map(({ title }) => title)),
      blocks: blocks(own[0]!),
    }),
  )
}

/** Who observes, as the study names and sets it. */
function observersOf({ index }: SectionsOf): FactData[] {
  const { plan } = index
  const names = [...new Set((plan?.assignments ?? []).flatMap(({ seats }) => seats[OBSERVER] ?? []))]
  if (names.length === 0) return []
  // Whatever it does as a party, each reading is a request of its own.
  const words = (name: string): string =>
    negotiatorWords(plan!.now.negotiators[name]).text.replace(/, context \w+/, '')
  const told = names.map((name) => `${name}: ${words(name)}`)
  return [fact('Who observes', `${told.join('; ')}. Each reading is a request of its own.`)]
}
