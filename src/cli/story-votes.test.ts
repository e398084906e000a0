/** A negotiation by votes as `parley show` tells it. */
import widthOf from 'string-width'
import { expect, test } from 'vitest'
import { eventsOf, stamp } from '../../test/sample-record.ts'
import { scenarioOf } from '../../test/support/packs.ts'
import { replayNegotiation } from '../record/replay.ts'
import { tellResult, tellTurns } from '../record/story.ts'
import { makeGame } from '../scenario/game.ts'
import { storyText } from './story-text.ts'

const PACK = `format: 1
id: bridge
title: A bridge
situation: a bridge
issues: [{ id: Site, type: choice, options: [hill, shore] }]
parties:
  - { id: ann, label: Ann, reservation: 1.5, points: { Site: { hill: 10, shore: 1 } } }
  - { id: bob, label: Bob, reservation: 2, points: { Site: { hill: 2.25, shore: 2 } } }
  - { id: cid, label: Cid, reservation: 3, points: { Site: { hill: 1, shore: 7 } } }
protocol: { type: package-votes, scratchpad: true, opening_package: { Site: shore }, opening_party: cid }
`
const REPLIES = [
  '{"scratchpad": "mine", "message": "Up the hill.", "action": "propose", "deal": {"Site": "hill"}}',
  '{"action": "accept", "offer_id": "P1", "message": "The shore will do."}',
  '{"action": "accept", "offer_id": "P9"}',
  '{"action": "reject", "offer_id": "P2"}',
  'hm',
  'hm again',
  '{}',
  '{"action": "walk", "message": "Not with me."}',
]

const scenario = scenarioOf(PACK)
const seats = { ann: 'one', bob: 'two', cid: 'three' } as never
const { turns, end, differences } = replayNegotiation(
  stamp(eventsOf(makeGame(scenario), 'n', REPLIES, seats)),
  makeGame(scenario),
)
const story = {
  title: scenario.title,
  name: 'n',
  scenario,
  opener: 'ann',
  turns: tellTurns(scenario, turns),
  ...(end ? { result: tellResult(scenario, end) } : {}),
  notes: [],
}

test('tells proposals with points, votes with who supports what, walks, lost turns and whom the deal binds', () => {
  expect(differences).toEqual([])
  expect(storyText(story, 80, false)).toMatchInlineSnapshot(`
    "A bridge
    n
      Ann: Ann; opens
      Bob: Bob
      Cid: Cid
      On the table from the start, as P1: Site shore

    All parties' points are shown after each offer. No single party knew them: each
    knew only its own.

    Turn 1  Ann
      Up the hill.
      ▸ PROPOSE P2
        Site hill
        all points: Ann 10.00, Bob 2.25, Cid 1.00

    Turn 2  Bob
      The shore will do.
      ▸ ACCEPT P1 (Cid's); supported by Cid, Bob

    Turn 3  Cid
      ! Faulty reply (no-live-offer): No such live offer: "offer_id" was "P9"; the
        live offers are P1, P2.
        > {"action": "accept", "offer_id": "P9"}
      ▸ REJECT P2 (Ann's); supported by Ann

    Turn 4  Bob
      ! Faulty reply (not-json): The reply is not valid JSON: it must begin with {.
        > hm
      ! Faulty reply (not-json): The reply is not valid JSON: it must begin with {.
        > hm again
      ▸ PASS: the turn was lost to faults, nobody chose it

    Turn 5  Cid
      ▸ NONE: chose to make no move

    Turn 6  Ann
      Not with me.
      ▸ WALK: left the table for good

    ────────────────────────────────────────────────────────────────────────────────
    Agreement on P1 (Cid's), turn 6, without Ann
      Site shore

         points  reservation  gain
    ──────────────────────────────
    Ann    1.50          1.5  0.00
    Bob    2.00            2  0.00
    Cid    7.00            3  4.00

    Joint gain 4.00"
  `)
})

test.each([40, 80, 120, 200])('no line is wider than %i columns', (columns) => {
  for (const line of storyText(story, columns, true).split('\n'))
    expect(widthOf(line)).toBeLessThanOrEqual(columns)
})
