import { expect, test } from 'vitest'
import type { Scenario } from '../scenario/types.ts'
import { namedParties } from './named-parties.ts'

const scenario = {
  parties: [
    { id: 'avery', label: 'Avery', name: '' },
    { id: 'b', label: 'The town', name: '' },
  ],
} as unknown as Scenario
const named = namedParties([scenario])

test('the columns that a caption explains have the names of parties', () => {
  expect(named("deviation (SD) of the completed; avery, b: each party's own mean; efficiency: mean")).toBe(
    "deviation (SD) of the completed; Avery, The town: each party's own mean; efficiency: mean",
  )
})

test('a note says who opened', () => {
  const note = '3 of the 4 completed negotiations of b opened by b have the same words'
  expect(named(note)).toBe('3 of the 4 completed negotiations of b opened by The town have the same words')
})

test('words that name no party stay', () => {
  const words = 'No reply had a fault: b and avery are names of pairings.'
  expect(named(words)).toBe(words)
})
