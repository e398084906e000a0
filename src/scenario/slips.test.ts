/** Slips of wording are warned about, where they are; sound wording is left alone. */
import { describe, expect, test } from 'vitest'
import { parsePack } from './pack.ts'

const pack = (information: string, type = 'package-votes'): string => `format: 1
id: slips
situation: a bridge
issues: [{ id: Site, type: choice, options: [hill, shore] }]
parties:
  - { id: a, label: Mayor, name: City Hall, about: the city, reservation: 1, points: { Site: { hill: 2 } } }
  - { id: b, label: Union, name: Local 12, about: the workforce, veto: true, reservation: 1, points: { Site: { shore: 3 } } }
protocol: { type: ${type} }
information: ${information}
`

const warned = (information: string, system: string, more: Record<string, string> = {}) => {
  const { scenario, problems } = parsePack({
    'scenario.yaml': pack(information),
    'prompts/system.liquid': system,
    ...more,
  })
  expect(scenario).toBeDefined()
  expect(problems.every(({ severity }) => severity === 'warning')).toBe(true)
  return problems.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

const CALLED_PRIVATE = 'This calls private what `information: common` shows to every party'
const CALLED_COMMON = 'This calls common what `information: private` shows to nobody else'

describe('what the condition makes common is not private, nor the other way round', () => {
  test.each([
    'Your score sheet is secret.',
    'Never reveal your points.',
    'Only you know your threshold.',
    'These numbers are yours alone.',
    'Do not put your private scores here.',
    'Keep the values confidential.',
    'Your points are known only to you.',
  ])('%s', (text) => {
    expect(warned('common', `Hello.\n${text}`)).toEqual([
      `prompts/system.liquid:2 ${CALLED_PRIVATE} (in what is sent to Mayor, Union).`,
    ])
    expect(warned('private', text)).toEqual([])
  })

  test.each([
    'All score sheets are common knowledge.',
    'Your points are known to all parties.',
    'The thresholds are public.',
  ])('%s', (text) => {
    expect(warned('private', `Hello.\n${text}`)).toEqual([
      `prompts/system.liquid:2 ${CALLED_COMMON} (in what is sent to Mayor, Union).`,
    ])
    expect(warned('common', text)).toEqual([])
  })

  test.each([
    'There is no private information: all sheets are listed.',
    'Nothing about the points is secret.',
    'The scores are not private.',
    'Your scratchpad is private; note points there as you like.',
    'This is a private meeting.',
    'Numbers matter.',
  ])('sound where all is common: %s', (text) => {
    expect(warned('common', text)).toEqual([])
  })

  test('each condition may say it in its own words', () => {
    const text =
      '{% if information == "common" %}All points are common knowledge.{% else %}Your points are secret.{% endif %}'
    expect(warned('common', text)).toEqual([])
    expect(warned('private', text)).toEqual([])
  })

  test('it is found in every template, and in the words of the pack itself', () => {
    const more = { 'prompts/turn.liquid': 'Your move.\nYour sheet is secret.' }
    expect(warned('common', 'Hello.', more)).toEqual([
      `prompts/turn.liquid:2 ${CALLED_PRIVATE} (in what is sent to Mayor, Union).`,
    ])
    const yaml = pack('common').replace('a bridge', 'a bridge. Every score sheet is confidential')
    const { problems } = parsePack({ 'scenario.yaml': yaml })
    expect(problems.map(({ file, found }) => [file, found])).toEqual([
      ['scenario.yaml', 'Every score sheet is confidential'],
    ])
  })
})

describe('a party is addressed as itself', () => {
  test.each([
    ['You are Union.', 'Mayor', 'Union'],
    ['You are the Mayor.', 'Union', 'Mayor'],
    ['You speak for City Hall.', 'Union', 'Mayor'],
    ['You negotiate on behalf of the workforce.', 'Mayor', 'Union'],
  ])('%s', (text, reader, other) => {
    expect(warned('private', text)).toEqual([
      `prompts/system.liquid:1 This addresses a party as ${other}, which it is not (in what is sent to ${reader}).`,
    ])
  })

  test.each([
    'You are {{ you.label }}, and you speak for {{ you.name }}, {{ you.about }}.',
    "You are Union's neighbour.",
    'You are Unionised.',
    'You are not Union.',
    '{% if you.id == "b" %}You are Union.{% endif %}',
  ])('sound: %s', (text) => {
    expect(warned('private', text)).toEqual([])
  })

  const list = (rest: string): string =>
    `{% for party in parties -%}\n- {{ party.label }}: ${rest}\n{% endfor %}`

  test('a line about one party that says "you" to all is told, with its place', () => {
    const text = list('{{ party.name }}{% if party.veto %} (no deal without you){% endif %}')
    expect(warned('private', text)).toEqual([
      'prompts/system.liquid:2 This line is about Union and says "you", so that whoever reads it is taken for Union (in what is sent to Mayor).',
    ])
  })

  test('a line that says it of the right party alone is sound', () => {
    const own = list('{{ party.name }}{% if party.id == you.id %} (this is you){% endif %}')
    const opposite = list('{{ party.name }}{% if party.id != you.id %}, who sits across from you{% endif %}')
    expect(warned('private', own)).toEqual([])
    expect(warned('private', opposite)).toEqual([])
  })
})

test.each(['alternating-offers', 'package-votes'])('the default prompts of %s make no slip', (type) => {
  for (const information of ['private', 'common']) {
    expect(parsePack({ 'scenario.yaml': pack(information, type) }).problems).toEqual([])
  }
})

test('nor do those of package votes under any of its settings, and no name in them is unknown', () => {
  const variants: readonly string[] = [
    'accept: all-but-one',
    'accept: all-but-one, counted_of: at-table',
    'counted_of: initial, rotate_opener: false',
    'chat: false, scratchpad: true',
    'vetoes_needed: false, reject_kills: true',
    'new_offer_withdraws: true, votes_seen: own',
    'agreement: sheets, settle: last-round, final_proposer: b',
    'final_proposer: a, settle: round-end',
    'unanimity_bonus: { points: 2.5 }',
    'unanimity_bonus: { points: 2, to: [b] }, opening_package: { Site: hill }, opening_party: b',
  ]
  const third =
    '\n  - { id: c, label: Farmers, reservation: 1, points: { Site: { hill: 1 } } }\nprotocol: { type'
  for (const information of ['private', 'common']) {
    for (const variant of variants) {
      const yaml = pack(information, `package-votes, ${variant}`).replace('\nprotocol: { type', third)
      expect([variant, parsePack({ 'scenario.yaml': yaml }).problems]).toEqual([variant, []])
    }
  }
})
