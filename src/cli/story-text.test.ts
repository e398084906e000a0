import widthOf from 'string-width'
import { describe, expect, test } from 'vitest'
import { accept, DEAL, eventsOf, offer, SILENCE, sampleScenario, stamp } from '../../test/sample-record.ts'
import { replayNegotiation } from '../record/replay.ts'
import { tellResult, tellTurns } from '../record/story.ts'
import { makeGame } from '../scenario/game.ts'
import { largestJointGain } from '../study/frame.ts'
import { type Story, storyText } from './story-text.ts'

const scenario = await sampleScenario()
const game = makeGame(scenario, 'buyer')

function storyOf(texts: readonly string[]): Story {
  const { turns, end } = replayNegotiation(stamp(eventsOf(game, 'n', texts)), game)
  const result = end && tellResult(scenario, end)
  const largest = largestJointGain(scenario)
  return {
    title: scenario.title,
    name: 'n',
    scenario,
    opener: 'buyer',
    seats: { buyer: 'a', seller: 'b' },
    turns: tellTurns(scenario, turns),
    ...(result ? { result } : {}),
    ...(largest ? { largest } : {}),
    notes: [],
  }
}

const deal = storyOf(DEAL)
const WIDTHS = [40, 60, 80, 119, 120, 140, 300]

describe('a conversation on a terminal', () => {
  test.each(WIDTHS)('no line is wider than %i columns', (columns) => {
    const long = storyOf([
      offer('62.00', '5.00', '4.00', `${'Wort'.repeat(60)} 漢字 ${'漢字'.repeat(40)} 👩‍👩‍👧`),
    ])
    for (const story of [deal, long]) {
      for (const line of storyText(story, columns, true).split('\n'))
        expect(widthOf(line)).toBeLessThanOrEqual(columns)
    }
  })

  test('words cannot drive the terminal, at any width, with or without colour', () => {
    for (const columns of WIDTHS) {
      const plain = storyText(deal, columns, false)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
    }
    const plain = storyText(deal, 80, false)
    expect(plain).toContain('<U+001B>[31mred')
    expect(plain).toContain('<U+202E>reversed')
    // In colour only our own colours are there: without them nothing is left.
    const colored = storyText(deal, 80, true)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape begins each colour
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(plain)
    expect(colored).not.toBe(plain)
  })

  test('tells faults, a repair that changed the terms, PASS and NONE', () => {
    const text = storyText(deal, 100, false)
    expect(text).toContain('! Faulty reply (term-out-of-range)')
    expect(text).toContain('The repair changed the terms, not only what was wrong.')
    expect(text).toContain("▸ NONE: chose to make no move; O2 (Seller's) still stands")
    expect(text).toContain("▸ PASS: the turn was lost to faults, nobody chose it; O2 (Seller's) still stands")
    expect(text).toContain('> I accept your kind offer!')
    expect(text).toContain('▸ OFFER O3, standing in place of O2')
    expect(text).toContain('all points: Buyer 63.43, Seller 60.95')
    expect(text).toContain("▸ ACCEPT O3 (Buyer's): agreed")
    expect(text).toContain('Joint gain 84.38; efficiency 93.75% of the largest, 90')
  })

  test('marks a party that is below its reservation value', () => {
    const text = storyText(storyOf([offer('60.00', '0.00', '0.00'), accept('O1')]), 80, false)
    expect(text).toMatch(/Seller +0\.00 +20 +-20\.00 +below its reservation value/)
  })

  test('tells an end without agreement, and none yet', () => {
    expect(storyText(storyOf(SILENCE), 80, false)).toContain('No agreement: all turns were used (turn 12)')
    expect(storyText(storyOf([]), 80, false)).toContain('nothing has been said yet')
    const begun = storyText(storyOf(DEAL.slice(0, 5)), 80, false)
    expect(begun).toContain('Not ended: a move is due')
    expect(begun).toContain("Seller has not moved yet; O2 (Seller's) still stands")
  })

  test('says who knows the points where all of them are common knowledge', () => {
    const text = storyText({ ...deal, scenario: { ...scenario, information: 'common' } }, 100, false)
    expect(text).toContain('in this scenario each party knows them')
  })
})
