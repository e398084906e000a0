import { describe, expect, test } from 'vitest'
import { NO_AGREEMENT } from '../clones/taxonomy.ts'
import { calibrate } from './calibration.ts'
import { compareReaders, type Said, type TalkReader } from './compare-readers.ts'

const full: Said = { agreed: true, kind: 'full', confidence: 0.9 }
const half: Said = { agreed: true, kind: 'half', confidence: 0.6 }
const none: Said = { agreed: false, kind: NO_AGREEMENT, confidence: 1 }

const reader = (
  name: string,
  as: TalkReader['as'],
  talks: Record<string, Said>,
  messages = {},
): TalkReader => ({
  ...{ name, as },
  talks: new Map(Object.entries(talks)),
  messages: new Map(
    Object.entries(messages as Record<string, Record<string, Said>>).map(([id, own]) => [
      id,
      new Map(Object.entries(own).map(([turn, said]) => [Number(turn), said])),
    ]),
  ),
})

const FIRST = reader('first', 'first', { t1: full, t2: half, t3: none, t4: {} }, { t1: { 2: none, 3: full } })
const LATER = reader(
  'later',
  'observer',
  { t1: full, t2: full, t3: none },
  { t1: { 2: full, 3: full, 4: full } },
)
const ANNA = reader('anna', 'person', { t1: full, t2: none, t3: { agreed: true }, t4: full })

describe('readers of the same talks', () => {
  const { pairs, together, disputed, calibration } = compareReaders(
    [FIRST, LATER, ANNA],
    ['full', 'half'],
    's',
  )
  const of = (first: string, second: string, what: string) =>
    pairs.find((pair) => pair.first === first && pair.second === second && pair.of === what)!

  test('are compared by kind and by verdict, what one of them left out left out', () => {
    expect(of('first', 'later', 'kind')).toMatchObject({ raw: 2 / 3, table: { units: 3, left: 1 } })
    expect(of('first', 'later', 'agreed')).toMatchObject({ raw: 1, table: { units: 3 } })
    // Anna says of t3 that they agreed, and not on what.
    expect(of('first', 'anna', 'kind').table.units).toBe(2)
    expect(of('first', 'anna', 'agreed')).toMatchObject({ raw: 1 / 3, table: { units: 3 } })
  })

  test('by message only where both have read it', () => {
    expect(of('first', 'later', 'messages')).toMatchObject({ raw: 0.5, table: { units: 2 } })
    expect(of('first', 'later', 'messages').alpha).toBeUndefined()
    expect(of('first', 'anna', 'messages')).toBeUndefined()
  })

  test('all at once by alpha, and the same for the same seed', () => {
    expect(together.map(({ of }) => of)).toEqual(['kind', 'agreed'])
    const again = compareReaders([FIRST, LATER, ANNA], ['full', 'half'], 's')
    expect(again.together).toEqual(together)
    // Nor does it matter in which order talks were read.
    const turned = { ...FIRST, talks: new Map([...FIRST.talks].toReversed()) }
    const other = compareReaders([turned, LATER, ANNA], ['full', 'half'], 's')
    expect(other.together).toEqual(together)
    expect(other.pairs).toEqual(pairs)
  })

  test('observers against people: disputed closes, both ways', () => {
    expect(disputed).toEqual([
      { observer: 'first', person: 'anna', judged: 3, closedTooEarly: ['t2'], leftOpen: ['t3'] },
      { observer: 'later', person: 'anna', judged: 3, closedTooEarly: ['t2'], leftOpen: ['t3'] },
    ])
  })

  test('who reads by rules is compared pair by pair, and pooled with nobody', () => {
    const rules = { ...LATER, name: 'rules', ruleBased: true as const }
    const found = compareReaders([FIRST, LATER, ANNA, rules], ['full', 'half'], 's')
    expect(found.together).toEqual(together)
    expect(found.pairs.filter(({ second }) => second === 'rules')).toHaveLength(8)
    expect(compareReaders([FIRST, ANNA, rules], ['full', 'half'], 's').together).toEqual([])
  })

  test('and their confidence against labels of a kind', () => {
    const [first] = calibration
    // t1 is right at .9, t2 wrong at .6: (.01 + .36) / 2.
    expect(first).toMatchObject({ observer: 'first', person: 'anna', of: { n: 2 } })
    expect(first!.of.brier).toBeCloseTo(0.185, 12)
    expect(first!.of.over).toBeCloseTo(0.25, 12)
  })
})

test('calibration puts every confidence into one bin', () => {
  const judged = [0, 0.49, 0.5, 0.95, 1].map((confidence) => ({ confidence, right: confidence > 0.5 }))
  const found = calibrate(judged)!
  expect(found.bins.map(({ n }) => n)).toEqual([2, 1, 0, 0, 0, 2])
  expect(found.bins.at(-1)).toMatchObject({ from: 0.95, to: 1, right: 1 })
  expect(found.bins[2]).toEqual({ from: 0.7, to: 0.8, n: 0 })
  expect(calibrate([])).toBeUndefined()
})
