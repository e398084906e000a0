import { expect, test } from 'vitest'
import { scenarioOf } from '../../test/support/packs.ts'
import { aboutBlocks, shortCitation, sourcesOf } from './about.ts'

test.each([
  ['Fisher, R., & Ury, W. (1981). Getting to Yes.', 'Fisher & Ury, 1981'],
  ['Raiffa, H. (1982). The art and science of negotiation.', 'Raiffa, 1982'],
  [
    'Susskind, L. E., Mnookin, R., Rozdeiczer, L., & Fuller, B. (2005). What we have learned.',
    'Susskind et al., 2005',
  ],
  ['van der Berg, A.-B. (1999a). A paper.', 'van der Berg, 1999a'],
  ['An anonymous pamphlet (1981).', undefined],
  ['Nobody says when.', undefined],
])('%s', (text, short) => {
  expect(shortCitation(text)).toBe(short)
})

const PACK = `format: 1
id: small
title: Small
situation: Something.
parties:
  - { id: a, label: A, reservation: 1, points: { x: { 0: 0, 1: 1 } } }
  - { id: b, label: B, reservation: 0, points: { x: { 0: 1, 1: 0 } } }
issues:
  - { id: x, type: number, min: 0, max: 1, decimals: 0 }
protocol: { type: alternating-offers, turns: 2 }
information: private
about:
  measures: "One.\\n\\nTwo."
  expectations:
    - { text: Much., source: raiffa-1982 }
  twin: other
  bibliography:
    - { id: raiffa-1982, text: "Raiffa, H. (1982). The art." }
`

test('sources are cited by their entry, and a twin is a link where it has a page', () => {
  const scenario = scenarioOf(PACK)
  const [measures, expected, twin] = aboutBlocks(scenario, (id) =>
    id === 'other' ? { key: 'the-other', title: 'The other' } : undefined,
  )
  expect(measures!.paragraphs).toEqual(['One.', 'Two.'])
  expect(expected!.items).toEqual([{ text: 'Much.', source: { short: 'Raiffa, 1982', entry: 1 } }])
  expect(twin!.to).toEqual({ text: 'The other', target: { page: 'scenario', scenario: 'the-other' } })
  expect(aboutBlocks(scenario, () => undefined).at(-1)!.paragraphs).toEqual(['other'])
  expect(sourcesOf(scenario)).toEqual([{ text: 'Raiffa, H. (1982). The art.' }])
})
