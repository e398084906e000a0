/** Set-up, terms and how agreements were scored; and the rules of play. */

import { termName } from '../../scenario/term-name.ts'
import type { Scenario } from '../../scenario/types.ts'
import { issueData } from '../parties.ts'
import { rulesOf } from '../rules-text.ts'
import type { Block, IssueData, TableData } from '../types.ts'
import { fact, type MakeBlocks, type SectionsOf } from './contract.ts'

/** Every scenario of the study; where there are several each begins with its title. */
function eachScenario(of: SectionsOf, tell: (scenario: Scenario) => readonly Block[]): Block[] {
  const scenarios = of.index.settings?.scenarios ?? []
  return scenarios
    .slice(0, MOST)
    .flatMap((scenario): Block[] => [
      ...(scenarios.length > 1 ? [{ type: 'text' as const, text: `${scenario.title}:` }] : []),
      ...tell(scenario),
    ])
}

/** A study of a hundred generated games shows some of them; each has a page of its own. */
const MOST = 4

export const setupBlocks: MakeBlocks = (of) => [
  ...eachScenario(of, (scenario) => [
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
  ]),
  ...of.scenarios.map(
    ({ key, title }): Block => ({
      type: 'link',
      text: `All of ${title}: points, prompts and the outcome space`,
      to: { page: 'scenario', scenario: key },
    }),
  ),
]

const termsTable = (issues: readonly IssueData[]): TableData => ({
  title: 'Terms',
  caption: 'What is negotiated, and what each term may be.',
  head: ['term', 'what it is', 'may be', 'in the data'],
  rows: issues.map(({ id, describe = '', options, least, most, step }) => [
    termName(id),
    describe,
    options ? options.join(', ') : `${least} to ${most}, in steps of ${step}`,
    id,
  ]),
  align: 'llll',
})

function scoringBlocks({ parties, observer }: Scenario): Block[] {
  const scored = parties.filter(({ utility }) => utility)
  if (scored.length === 0) {
    return observer
      ? [
          {
            type: 'text',
            text: 'Nothing here has points: a talk is scored by what its observer reads in it.',
          },
        ]
      : []
  }
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

export const protocolBlocks: MakeBlocks = (of) =>
  eachScenario(of, (scenario) => [{ type: 'facts', facts: rulesOf(scenario) }])
