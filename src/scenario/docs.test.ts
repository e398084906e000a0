import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exactText } from '../core/rational.ts'
import { FILTERS, TAGS } from './liquid.ts'
import { parsePack } from './pack.ts'
import { makeRenderer } from './render.ts'
import { DEFAULTS } from './templates/index.ts'
import { TEMPLATES } from './types.ts'

const page = readFileSync(new URL('../../docs/packs.md', import.meta.url), 'utf8')
const [example, formula] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]!)

test('the example of docs/packs.md loads as it stands', () => {
  const { scenario, problems } = parsePack({ 'scenario.yaml': example! })
  expect(problems).toEqual([])
  const [student, dealer] = scenario!.parties
  expect(exactText(student!.utility!.points([3000, 1]))).toBe('42.5')
  expect(exactText(dealer!.utility!.points([3500, 2]))).toBe('50')
  expect(makeRenderer(scenario!).system('dealer')).toContain('Do not settle for less than 20 points.')
})

test('so does its example of a formula', () => {
  const yaml = `format: 1
id: f
situation: s
issues: [{ id: unit_price_usd, type: number, min: 60, max: 100 }]
parties:
  - id: a
    label: A
    reservation: 0
    points: { unit_price_usd: { 60: 50, 100: 0 } }
    ${formula!.replaceAll('\n', '\n    ')}
  - { id: b, label: B, reservation: 0, points: { unit_price_usd: { 60: 0, 100: 1 } } }
protocol: { type: alternating-offers }
`
  const { scenario, problems } = parsePack({ 'scenario.yaml': yaml })
  expect(problems).toEqual([])
  expect(scenario!.parties[0]!.formula).toEqual({
    text: '50 x (1 - p/4), where p = (unit_price_usd - 60) / 10',
    checked: true,
  })
})

test('the lists of tags, filters and default templates are those of the code', () => {
  const listed = (name: string) =>
    new RegExp(`^${name}: (.*)\\.$`, 'm').exec(page)![1]!.replaceAll('`', '').split(', ')
  expect(listed('Tags')).toEqual([...TAGS])
  expect(listed('Filters')).toEqual([...FILTERS])
  for (const name of TEMPLATES) {
    const row = page
      .slice(page.indexOf('## Templates'))
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`))!
    const protocols = Object.entries(DEFAULTS).flatMap(([protocol, set]) =>
      set[name] === undefined ? [] : [protocol],
    )
    const said = row.split('|').at(-2)!.trim()
    const told =
      said === 'all protocols' ? Object.keys(DEFAULTS) : said.split(', ').map((one) => one.replace(' ', '-'))
    expect([name, told]).toEqual([name, protocols])
  }
})
