import widthOf from 'string-width'
import { expect, test } from 'vitest'
import { eventsOf, stamp } from '../../test/sample-record.ts'
import { scenarioOf } from '../../test/support/packs.ts'
import { NO, ODD, YES } from '../../test/support/talk.ts'
import type { NegotiationEvent } from '../record/events.ts'
import { replayNegotiation } from '../record/replay.ts'
import { tellResult, tellTurns } from '../record/story.ts'
import { makeGame } from '../scenario/game.ts'
import { type Story, storyText } from './story-text.ts'

const PACK = `format: 1
id: orange
title: The orange
situation: an orange
parties:
  - { id: ann, label: Ann }
  - { id: bob, label: Bob }
protocol: { type: free-talk, turns: 5, confirm: { readings: 2, needed: 2 } }
observer:
  closes: agreed
  fields: { agreed: boolean, kind: [full, half, none], who: text, sure: { min: 0, max: 1 } }
`
const scenario = scenarioOf(PACK, { system: 'Talk.' })
const seats = { ann: 'a', bob: 'b', observer: 'o' }

function storyOf(
  texts: readonly string[],
  audit = false,
  edit: (events: NegotiationEvent[]) => NegotiationEvent[] = (events) => events,
): Story {
  const game = makeGame(scenario, 'ann', { audit })
  const events = edit(eventsOf(game, 'n', texts, seats)).map((event) =>
    event.type === 'negotiation.started' ? { ...event, audit } : event,
  )
  const { turns, end, differences } = replayNegotiation(stamp(events), game)
  expect(differences).toEqual([])
  return {
    title: scenario.title,
    name: 'n',
    scenario,
    opener: 'ann',
    seats,
    kinds: { a: 'claude-opus-5-5', o: 'rule-observer' },
    turns: tellTurns(scenario, turns),
    ...(end ? { result: tellResult(scenario, end) } : {}),
    notes: [],
  }
}

const TALK = ['All of it.', 'For what?', NO, '', '', 'The peel is yours.', YES, NO, 'Agreed.', YES, YES]

test('a talk is told with its readings, what closed it, and who played what', () => {
  const story = storyOf(TALK, true)
  expect(`\n${storyText(story, 80, false)}\n`).toBe(`
The orange
n
  Ann: Ann, played by a (claude-opus-5-5); opens
  Bob: Bob, played by b
  Observer, seen by no party: o (rule-observer)

What the observer read stands below each message. No party saw it, and there are
no points.

Turn 1  Ann
  All of it.

Turn 2  Bob
  For what?
  ○ Observer: not agreed (sure 0.5)

Turn 3  Ann
  ! Faulty reply (empty): The reply was empty.
    > (nothing)
  ! Faulty reply (empty): The reply was empty.
    > (nothing)
  ▸ PASS: the turn was lost to faults, nobody chose it

Turn 4  Bob
  The peel is yours.
  ○ Observer: agreed, full (sure 0.9)
  ○ Observer, reading 2: not agreed (sure 0.5)

Turn 5  Ann
  Agreed.
  ○ Observer: agreed, full (sure 0.9)
  ○ Observer, reading 2: agreed, full (sure 0.9). This closes the talk

────────────────────────────────────────────────────────────────────────────────
Settled: full, as the observer read it after turn 5
  who: each a part
`)
  for (const columns of [40, 60, 80, 119, 120, 140])
    for (const line of storyText(story, columns, true).split('\n'))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
})

test('no reading is told apart from "not agreed", with what was wrong', () => {
  const text = storyText(storyOf(['All.', 'No.', ODD]), 80, false)
  expect(text).toContain('  ! Faulty reading (agreed-without-kind)')
  expect(text).toContain('  ○ Observer: a reading is due')
  expect(text).toContain('Not ended: a move is due.')
  const lost = storyText(storyOf(['All.', 'No.', ODD, ODD, 'Perhaps.']), 80, false)
  expect(lost).toContain('  ○ Observer: no reading (agreed-without-kind)')
  expect(lost).not.toContain('not agreed')
})

test('an end that is unknown for want of a reading says so', () => {
  const texts = ['All.', 'No.', NO, 'Well.', NO, 'So.', NO, 'Yes!', ODD, ODD]
  const text = storyText(storyOf(texts), 80, false)
  expect(text).toContain('Interrupted on turn 5: what was said last could not be read by the observer.')
  expect(text.replaceAll('\n', ' ')).toContain('The outcome is unknown')
})

test('an audit is summed up after the end: what was read after the close, and what was not', () => {
  const texts = ['All.', 'You the peel.', YES, YES, 'Yes.', NO, 'Good.', ODD, ODD, 'Bye.', YES, YES]
  const text = storyText(storyOf(texts, true), 100, false)
  expect(text).toContain('Settled: full, as the observer read it after turn 2')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Audit: the talk went on. Of 2 later messages that were read, 1 were read as agreed and 1 as not agreed; of 1 there is no reading.',
  )
})
