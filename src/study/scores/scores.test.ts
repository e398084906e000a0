/** Scores of plays that were written by hand, each figure worked out by hand too. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changed, scenarioOf } from '../../../test/support/packs.ts'
import { Play } from '../../record/play.ts'
import type { Replayed } from '../../record/replay.ts'
import { makeGame } from '../../scenario/game.ts'
import { scoreEnd } from '../../scenario/score.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Observation } from '../analysis.ts'
import { landscapeOf } from './landscape.ts'
import { numbersAloud, wholeNumbers } from './numbers.ts'
import { scorePlay } from './play-scores.ts'
import { summarise } from './summary.ts'
import { scoreTables } from './tables.ts'

/** Three neighbours, two issues: 9 outcomes. Points of the best outcome: 60, 70, 50. */
const YARD = `format: 1
id: yard
situation: three neighbours share a yard of 90 square metres
issues:
  - { id: use, type: choice, options: [play, grow, park] }
  - { id: hours, type: choice, options: [mornings, evenings, always] }
parties:
  - id: ann
    label: Ann
    reservation: 31
    points: { use: { play: 40, grow: 20 }, hours: { mornings: 20, evenings: 11 } }
  - id: bob
    label: Bob
    reservation: 33
    points: { use: { grow: 47, play: 13 }, hours: { always: 23, evenings: 17 } }
  - id: cat
    label: Cat
    reservation: 29
    points: { use: { park: 30, grow: 19 }, hours: { evenings: 20 } }
protocol: { type: package-votes, rounds: 3, rotate_opener: false }
`

/** Plays replies, one after another, by whoever's move it is. */
function played(scenario: Scenario, replies: readonly object[]): Replayed {
  const play = new Play(makeGame(scenario))
  replies.forEach((reply, i) => {
    play.reply(JSON.stringify(reply), play.view(play.mover!), i + 1)
  })
  const { state, turns, end } = play
  const points = end && scoreEnd(scenario, end)
  return {
    ...{ state, turns, started: true, closed: end !== undefined, differences: [] },
    ...(end ? { end } : {}),
    ...(points ? { points } : {}),
  }
}

const propose = (use: string, hours: string, message = '') => ({
  message,
  action: 'propose',
  deal: { use, hours },
})
const accept = (id: string, message = '') => ({ message, action: 'accept', offer_id: id })
const none = { action: 'none' }

describe('a play of votes', () => {
  const yard = scenarioOf(YARD)

  test('below its reservation value: what a party proposed and what it supported, with the place', () => {
    // grow, always: Ann 20 of 31, Bob 70, Cat 19 of 29.
    const { parties, missed, ending } = scorePlay(
      yard,
      played(yard, [propose('grow', 'always'), accept('P1'), accept('P1')]),
    )
    expect(parties.ann!.madeBelow).toEqual([{ turn: 1, offer: 'P1' }])
    expect(parties.ann!.acceptedBelow).toEqual([])
    expect(parties.bob).toMatchObject({ madeBelow: [], acceptedBelow: [], offers: 0 })
    expect(parties.cat!.acceptedBelow).toEqual([{ turn: 3, offer: 'P1' }])
    expect(missed).toBeUndefined()
    expect(ending).toBe('agreement')
  })

  test('walks: what had been on the table, for the walker and for all', () => {
    const { walks, missed, ending, distances } = scorePlay(
      yard,
      played(yard, [
        propose('play', 'mornings'),
        { action: 'walk' },
        propose('grow', 'evenings'),
        { action: 'walk' },
      ]),
    )
    expect(ending).toBe('too-few-left')
    expect(walks).toEqual([
      { party: 'bob', turn: 2, acceptable: [], acceptableToAll: [] },
      { party: 'ann', turn: 4, acceptable: ['P1', 'P2'], acceptableToAll: ['P2'] },
    ])
    expect(missed).toEqual(['P2'])
    expect(distances!.frontier).toBeGreaterThan(0)
  })

  test('votes that were never possible, and what a party said or offered twice', () => {
    const { parties } = scorePlay(
      yard,
      played(yard, [
        accept('P7', 'Yes.'),
        none,
        propose('grow', 'evenings', 'Please.'),
        none,
        none,
        propose('grow', 'evenings', 'Please.'),
        propose('grow', 'evenings', 'Please.'),
      ]),
    )
    expect(parties.ann).toMatchObject({ impossibleVotes: 1, offers: 0, messages: 0 })
    expect(parties.bob).toMatchObject({ offers: 2, repeatedOffers: 1, messages: 2, repeatedMessages: 1 })
    expect(parties.cat).toMatchObject({ offers: 1, repeatedOffers: 0, messages: 1, repeatedMessages: 0 })
    const again = scorePlay(
      yard,
      played(yard, [
        propose('grow', 'evenings', 'Please.'),
        none,
        none,
        propose('grow', 'evenings', 'Please.'),
        none,
        none,
        propose('play', 'evenings', 'Please.'),
      ]),
    )
    expect(again.parties.ann).toMatchObject({
      offers: 3,
      repeatedOffers: 1,
      messages: 3,
      repeatedMessages: 2,
    })
  })

  test('distances are shares of each range, as a root mean square', () => {
    const landscape = landscapeOf(yard)!
    // Acceptable to all is grow, evenings alone (31, 64, 39): every solution point.
    const agreed = scorePlay(yard, played(yard, [propose('grow', 'evenings'), accept('P1'), accept('P1')]))
    expect(agreed.distances).toEqual({
      frontier: 0,
      nash: 0,
      kalaiSmorodinsky: 0,
      egalitarian: 0,
      utilitarian: 0,
    })
    const points = { ann: yard.parties[0]!.reservation.value, bob: yard.parties[1]!.reservation.value }
    const at = landscape.distances({ ...points, cat: yard.parties[2]!.reservation.value })
    // Ann as much as there; Bob 33 and Cat 29 in the place of 64 and 39, over ranges of 70 and 50.
    expect(at.nash).toBeCloseTo(Math.sqrt(((31 / 70) ** 2 + (10 / 50) ** 2) / 3), 12)
    expect(landscape.largestJoint!.equals(31 - 31 + 64 - 33 + 39 - 29)).toBe(true)
  })
})

test('where one party can be outvoted, play is measured against the outcomes that pass too', () => {
  const most = scenarioOf(changed(YARD, ['rounds: 3,', 'rounds: 3, accept: all-but-one,']))
  // Acceptable to all is grow, evenings alone: gains of 0, 31 and 10.
  const { largestPassing, largestJoint } = landscapeOf(most)!
  const passing = allGains(most).filter((gain) => gain.filter((one) => one >= 0).length >= 2)
  const largest = Math.max(...passing.map((gain) => gain.reduce((sum, one) => sum + one)))
  expect(largestPassing!.equals(largest)).toBe(true)
  expect(largestJoint!.equals(41)).toBe(true)
  const agreed = scorePlay(most, played(most, [propose('grow', 'evenings'), accept('P1')]))
  expect(agreed.passingEfficiency).toBeCloseTo(41 / largest, 12)
  expect(Object.keys(agreed.distances!)).toContain('passingKalaiSmorodinsky')
  const base = { pairing: 'x', opener: 'ann' }
  const observations: Observation[] = [
    { ...base, id: 'a', status: 'completed', scores: agreed },
    { ...base, id: 'b', status: 'unknown' },
  ]
  const table = scoreTables(summarise(observations, ['x'])!).find(({ title }) => title.includes('that pass'))!
  expect(table.head.at(-1)).toBe('efficiency')
  expect(table.rows.map((row) => row.at(-1))).toEqual([`${((100 * 41) / largest).toFixed(2)}%`, '', ''])
  expect(scorePlay(scenarioOf(YARD), played(scenarioOf(YARD), [])).passingEfficiency).toBeUndefined()
})

/** Each outcome's gains, counted through by hand. */
const allGains = (scenario: Scenario): number[][] =>
  [0, 1, 2].flatMap((use) =>
    [0, 1, 2].map((hours) =>
      scenario.parties.map(({ utility, reservation }) =>
        utility!.points([use, hours]).sub(reservation.value).valueOf(),
      ),
    ),
  )

describe('numbers spoken aloud', () => {
  const yard = scenarioOf(YARD)
  const entry = (turn: number, seat: string, message: string) => ({ turn, seat, message, action: 'none' })

  test('whole numbers are words of digits, with groups or units, and no parts of names', () => {
    expect(wholeNumbers('40, 40-point, (41). 42kg 1,000 and 007')).toEqual([
      '40',
      '40',
      '41',
      '42',
      '1000',
      '7',
    ])
    expect(wholeNumbers('P3, 2nd, 4.5, 1.000.000, x40, v2_3, forty')).toEqual([])
  })

  test('own numbers are told with their turn, beside what others would match; what is public does not count', () => {
    const found = numbersAloud(yard, [
      // 90 stands in the situation, 3 counts rounds; 40 and 20 are Ann's, 20 is Cat's too; 55 is nobody's.
      entry(1, 'ann', 'The 90 square metres: 40 for play and 20 for mornings, 55 in all, 3 rounds.'),
      // Ann has said 40. 47 is Bob's own.
      entry(2, 'bob', 'You say 40, I say 47.'),
      entry(3, 'cat', '13 and 47.'),
    ])!
    expect(found.ann).toEqual({
      spoken: 3,
      own: [
        { turn: 1, number: '40' },
        { turn: 1, number: '20' },
      ],
      chance: 0.5,
    })
    expect(found.bob).toEqual({ spoken: 1, own: [{ turn: 2, number: '47' }], chance: 0 })
    // 13 is Bob's, so it would match one of the two others.
    expect(found.cat).toEqual({ spoken: 1, own: [], chance: 0.5 })
  })

  test('terms of offers are public, and common sheets have no secrets', () => {
    const lot = scenarioOf(
      readFileSync(new URL('../../../scenarios/concert-tickets/scenario.yaml', import.meta.url), 'utf8'),
    )
    const offer = { id: 'O1', by: 'seller', turn: 1, outcome: [7500, 3000, 4800] }
    const found = numbersAloud(lot, [
      { turn: 1, seat: 'seller', message: 'We ask 75, 30 and 48. 50 is ours.', action: 'OFFER', offer },
    ])!
    // 30 is worth to both what the fee is worth at most, but it is the offered fee.
    expect(found.seller).toEqual({ spoken: 1, own: [{ turn: 1, number: '50' }], chance: 1 })
    const open = scenarioOf(`${YARD}information: common\n`)
    expect(numbersAloud(open, [entry(1, 'ann', '40')])).toBeUndefined()
    expect(scorePlay(open, played(open, [none])).parties.ann!.aloud).toBeUndefined()
  })
})

describe('alternating offers', () => {
  const concert = scenarioOf(
    readFileSync(new URL('../../../scenarios/concert-tickets/scenario.yaml', import.meta.url), 'utf8'),
  )
  const offer = (price: number, fee: number, hours: number) => ({
    message: '',
    action: 'OFFER',
    terms: { unit_price_usd: price, cancellation_fee_pct: fee, name_change_notice_hours: hours },
    offer_id: null,
  })

  test('the frontier and the solution points of numbers are those of the continuum', () => {
    // Price 60 and notice 96 create the most: buyer 50 + fee, seller 50 + fee. At a fee of 50 both have 65.
    const found = scorePlay(
      concert,
      played(concert, [offer(60, 50, 96), { message: '', action: 'ACCEPT', terms: null, offer_id: 'O1' }]),
    )
    expect(found.distances).toEqual({
      frontier: 0,
      nash: 0,
      kalaiSmorodinsky: 0,
      egalitarian: 0,
      utilitarian: 0,
    })
    // A price of 80: both at 25 + 15 + 0 and 10 + 15 + 50; the frontier runs 40 points higher in sum at most.
    const other = scorePlay(
      concert,
      played(concert, [offer(80, 50, 96), { message: '', action: 'ACCEPT', terms: null, offer_id: 'O1' }]),
    )
    expect(other.distances!.frontier).toBeGreaterThan(0.01)
    expect(other.distances!.nash).toBeGreaterThanOrEqual(other.distances!.frontier!)
  })

  test('offers and acceptances below the own reservation value', () => {
    const { parties } = scorePlay(
      concert,
      played(concert, [offer(100, 100, 0), { message: '', action: 'ACCEPT', terms: null, offer_id: 'O1' }]),
    )
    // Buyer: 0 + 0 + 20, its reservation value exactly; seller 50.
    expect(parties.buyer!.madeBelow).toEqual([])
    const worse = scorePlay(
      concert,
      played(concert, [
        offer(100, 100, 1),
        offer(60, 0, 0),
        { message: '', action: 'ACCEPT', terms: null, offer_id: 'O2' },
      ]),
    )
    expect(worse.parties.buyer!.madeBelow).toEqual([{ turn: 1, offer: 'O1' }])
    expect(worse.parties.seller!.madeBelow).toEqual([{ turn: 2, offer: 'O2' }])
  })
})

describe('a study', () => {
  const yard = scenarioOf(YARD)
  const deal = scorePlay(yard, played(yard, [propose('grow', 'evenings'), accept('P1'), accept('P1')]))
  const none = scorePlay(
    yard,
    played(
      yard,
      [
        propose('grow', 'evenings', 'I need 31.'),
        { action: 'walk' },
        accept('P9'),
        { action: 'walk' },
      ].toSpliced(2, 1),
    ),
  )
  const base = { pairing: 'x', opener: 'ann' }
  const observations: Observation[] = [
    { ...base, id: 'a', status: 'completed', scores: deal },
    { ...base, id: 'b', status: 'completed', scores: none },
    { ...base, id: 'c', status: 'unknown' },
    { ...base, id: 'd', status: 'planned' },
  ]

  test('sums up a pairing, with bounds where an outcome is unknown', () => {
    const [found] = summarise(observations, ['x'])!
    expect(found).toMatchObject({ begun: 2, completed: 2, unknown: 1, missed: 1, walks: 2 })
    expect(found!.endings).toEqual({ agreement: 1, 'too-few-left': 1 })
    const far = none.distances!.nash!
    expect(found!.distances.nash!.mean).toBeCloseTo(far / 2, 12)
    expect(found!.distances.nash!.least).toBeCloseTo(far / 3, 12)
    expect(found!.distances.nash!.most).toBeCloseTo((far + 1) / 3, 12)
    expect(found!.aloud).toEqual({ spoken: 1, own: 1, chance: 0 })
    expect(summarise([{ ...base, id: 'd', status: 'planned' }], ['x'])).toBeUndefined()
  })

  test('where nothing is completed, what is unknown can lie anywhere', () => {
    const all = [...observations, { pairing: 'y', opener: 'ann', id: 'e', status: 'unknown' as const }]
    const [, found] = summarise(all, ['x', 'y'])!
    expect(found!.distances.nash).toEqual({ least: 0, most: 1 })
  })

  test('is told in tables of even rows, pairings side by side', () => {
    const tables = scoreTables(summarise(observations, ['x'])!)
    expect(tables.map(({ title }) => title)).toEqual([
      'Why there was no agreement',
      'Distance to the frontier and to the solution points',
      'Private numbers spoken aloud',
    ])
    for (const { head, rows, align } of tables) {
      expect(align).toHaveLength(head.length)
      for (const row of rows) expect(row).toHaveLength(head.length)
    }
    expect(tables[0]!.rows).toEqual([['x', '1', '1', '1', '2', '2']])
    expect(tables[1]!.rows.map((row) => row[1])).toEqual(['mean', 'at least', 'at most'])
  })
})

test('a space that is not analysed has no distances', () => {
  const four = changed(YARD, ['[mornings, evenings, always]', `[mornings, evenings, always, ${many(4000)}]`])
  const wide = changed(four, ['[play, grow, park]', `[play, grow, park, ${many(4000)}]`])
  const scenario = scenarioOf(wide)
  expect(landscapeOf(scenario)).toBeUndefined()
  expect(scorePlay(scenario, played(scenario, [none])).distances).toBeUndefined()
})

const many = (count: number): string => Array.from({ length: count }, (_, k) => `o${k}`).join(', ')
