import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changed, LOT, scenarioOf } from '../../test/support/packs.ts'
import { protocolOf } from '../protocols/index.ts'
import { makeGame } from './game.ts'
import { parsePack } from './pack.ts'
import { makeRenderer } from './render.ts'

const ABOUT = `about:
  measures: |
    Who gets the lot.

    And for how much.
  benchmarks:
    - { of: pairs of students, figure: 62.50%, n: 160, date: 1990, source: smith }
    - { of: a review, figure: 0.50, n: 32 experiments, date: 1996-11, source: smith }
  expectations:
    - { text: People ask., source: smith }
    - { text: People guess. }
  setup: Two sides, twelve turns.
  taxonomy:
    no-agreement: { name: Nothing, means: They part. }
    agreement: { name: A deal, means: They agree. }
  twin: other-lot
  bibliography:
    - { id: smith, text: A. Smith (1776). A book., url: https://example.org/book }
`
const WITH = `${LOT}${ABOUT}`

const TALK = `format: 1
id: talk
situation: one lot
parties:
  - { id: a, label: A }
  - { id: b, label: B }
protocol: { type: free-talk }
observer:
  closes: agreed
  fields:
    agreed: boolean
    type: [split, whole, none]
about:
  measures: who gets it
  taxonomy:
    none: { name: Nothing, means: They part. }
    split: { name: Halves, means: Each has half. }
    whole: { name: All, means: One has it all. }
`
const SYSTEM = { 'prompts/system.liquid': 'You talk.' }
const problemsOf = (yaml: string) =>
  parsePack({ 'scenario.yaml': yaml, ...SYSTEM }).problems.map(({ path, line, message, mend }) => ({
    path,
    line,
    message,
    mend,
  }))

test('what a page says is data; figures stand as they were written', () => {
  const { about } = scenarioOf(WITH)
  expect(about).toEqual({
    measures: 'Who gets the lot.\n\nAnd for how much.',
    benchmarks: [
      { of: 'pairs of students', figure: '62.50%', n: '160', date: '1990', source: 'smith' },
      { of: 'a review', figure: '0.50', n: '32 experiments', date: '1996-11', source: 'smith' },
    ],
    expectations: [{ text: 'People ask.', source: 'smith' }, { text: 'People guess.' }],
    setup: 'Two sides, twelve turns.',
    taxonomy: {
      agreement: { name: 'A deal', means: 'They agree.' },
      'no-agreement': { name: 'Nothing', means: 'They part.' },
    },
    twin: 'other-lot',
    bibliography: [{ id: 'smith', text: 'A. Smith (1776). A book.', url: 'https://example.org/book' }],
  })
  expect(scenarioOf(LOT).about).toBeUndefined()
})

test('nothing of it reaches a prompt', () => {
  const prompts = (yaml: string) => {
    const scenario = scenarioOf(yaml)
    const { config } = makeGame(scenario)
    const protocol = protocolOf(scenario.protocol.type)!
    const view = protocol.view(protocol.start(config), 'buyer')
    const renderer = makeRenderer(scenario)
    return [renderer.prompt('buyer', view), renderer.system('seller')]
  }
  expect(prompts(WITH)).toEqual(prompts(LOT))
  expect(problemsOf(TALK)).toEqual([])
  const { problems } = parsePack({
    'scenario.yaml': TALK,
    'prompts/system.liquid': 'You talk.',
    'prompts/observer.liquid': 'Read. {{ about.measures }}',
  })
  expect(problems.map(({ message }) => message)).toEqual([
    'The template uses "about", which there is not here.',
  ])
})

test("the taxonomy stands in the order of the observer's options", () => {
  const { scenario } = parsePack({ 'scenario.yaml': TALK, ...SYSTEM })
  expect(Object.keys(scenario!.about!.taxonomy!)).toEqual(['split', 'whole', 'none'])
})

test('kinds are those of the observer, all of them and no others', () => {
  expect(problemsOf(changed(TALK, ['    whole: { name', '    hole: { name']))).toEqual([
    {
      path: 'about.taxonomy',
      line: 15,
      message: 'The taxonomy says nothing of "whole".',
      mend: 'add an entry for each',
    },
    {
      path: 'about.taxonomy.hole',
      line: 18,
      message: 'No outcome is coded as "hole".',
      mend: 'did you mean "whole"?',
    },
  ])
  expect(problemsOf(changed(TALK, ['    type: [split, whole, none]\n', '']))).toEqual([
    expect.objectContaining({
      path: 'about.taxonomy',
      message: expect.stringMatching(/^There are no kinds/),
    }),
  ])
})

test('what is cited must be in the bibliography, once', () => {
  const sources = problemsOf(
    changed(WITH, ['n: 160, date: 1990, source: smith', 'n: 160, date: 1990, source: smth']),
  )
  expect(sources).toEqual([
    {
      path: 'about.benchmarks[0].source',
      line: 27,
      message: 'The bibliography has no entry "smth".',
      mend: 'did you mean "smith"?',
    },
  ])
  const twice = problemsOf(
    changed(WITH, ['  bibliography:\n', '  bibliography:\n    - { id: smith, text: Another. }\n']),
  )
  expect(twice.map(({ message }) => message)).toEqual(['Two entries of the bibliography are called "smith".'])
})

test.each([
  [
    'a figure without its source',
    [', source: smith }\n    - { of: a review', ' }\n    - { of: a review'],
    '"source" is missing.',
  ],
  ['a figure without its n', ['n: 160, ', ''], '"n" is missing.'],
  ['a figure without its date', ['date: 1990, ', ''], '"date" is missing.'],
  ['an address that is none', ['https://example.org/book', 'example.org'], 'An address begins with https://'],
  ['itself as its twin', ['twin: other-lot', 'twin: lot'], 'A scenario is not its own twin.'],
  ['an unknown key', ['  twin:', '  twins:'], 'The key "twins" is not known here.'],
] as const)('refuses %s', (_, change, message) => {
  expect(problemsOf(changed(WITH, change)).map((problem) => problem.message)).toEqual([message])
})

test('the example of docs/packs.md is one', () => {
  const page = readFileSync(new URL('../../docs/packs.md', import.meta.url), 'utf8')
  const example = [...page.matchAll(/```yaml\n(about:[\s\S]*?)```/g)].map((match) => match[1]!)
  expect(example.length).toBe(1)
  const talk = changed(TALK.slice(0, TALK.indexOf('about:')), [
    '[split, whole, none]',
    '[split, trade, none]',
  ])
  const { scenario, problems } = parsePack({ 'scenario.yaml': talk + example[0], ...SYSTEM })
  expect(problems).toEqual([])
  expect(scenario!.about!.benchmarks[0]!.figure).toBe('62%')
})
