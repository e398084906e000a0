import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { append, emptyLog } from '../../core/log.ts'
import type { KeptEntry, KeptReading } from '../../record/read.ts'
import type { Replayed } from '../../record/replay.ts'
import { loadScenario } from '../../scenario/folder.ts'
import type { Cell } from '../analysis.ts'
import { talkTables } from '../talk-report.ts'
import { isIntegrative, scoreTalk } from './talk.ts'
import { allKinds, talkCell } from './talk-cell.ts'
import { asksPurpose, names, needWords } from './talk-words.ts'

const orange = await loadScenario(fileURLToPath(new URL('../../../scenarios/orange', import.meta.url)))
const SEATS = { a: 'one', b: 'two', observer: 'watcher' }

type Read = Partial<KeptReading> & { readonly turn: number; readonly type?: string }
const logOf = <T>(list: readonly T[]) => list.reduce((log, one) => append(log, one), emptyLog<T>())

/** A talk of these messages, a's first, read so. */
function talkOf(
  messages: readonly string[],
  readings: readonly Read[] = [],
  end?: Replayed['end'],
  closed?: { readonly turn: number; readonly by: string; readonly type: string },
) {
  const record = messages.map((message, i): KeptEntry => {
    const passed = message === ''
    return { turn: i + 1, seat: i % 2 === 0 ? 'a' : 'b', message, action: passed ? 'PASS' : 'SAY' }
  })
  const all = readings.map((one): KeptReading => ({ seat: 'observer', ...one }))
  const state = {
    turn: messages.length,
    record: logOf(record),
    readings: logOf(all),
    repairs: emptyLog(),
    closed,
  }
  return scoreTalk(orange, { state, started: true, ...(end ? { end } : {}) }, SEATS)
}

const yes = (turn: number, type = 'integrative_full', confidence = 0.9): Read => ({
  turn,
  type,
  agreed: true,
  reading: { agreement_reached: true, allocation_type: type, confidence },
})
const no = (turn: number): Read => ({ turn, type: 'none', agreed: false, reading: { confidence: 1 } })
const settled = (turn: number, type = 'integrative_full'): Replayed['end'] => ({
  ...{ kind: 'settled', by: 'observer', fields: {} },
  turn,
  type,
})

describe('who tells and who asks, by words alone', () => {
  const [a, b] = orange.parties as [(typeof orange.parties)[0], (typeof orange.parties)[0]]

  test('a need is the party’s own words, or the short name of its part', () => {
    expect(needWords(orange, a)).toEqual(['orange flesh', 'flesh'])
    expect(needWords(orange, b)).toEqual(['orange peel', 'peel'])
    expect(names('It is the FLESH that I am after.', needWords(orange, a))).toBe(true)
    expect(names('I need the orange  peel,\nall of it.', needWords(orange, b))).toBe(true)
    expect(
      names('I would have it fleshed out, peeled.', [...needWords(orange, a), ...needWords(orange, b)]),
    ).toBe(false)
    expect(needWords(orange, { ...a, vars: {} })).toEqual([])
  })

  test('a question about a purpose speaks to the other side and ends in a question mark', () => {
    for (const question of [
      'Why do you want it?',
      'Hello. What do you need the orange for?',
      'I see; what are you planning to do with it?',
      'And which part matters to you?',
    ])
      expect(asksPurpose(question)).toBe(true)
    for (const other of [
      'I need it, you know.',
      'Shall we split it in half?',
      'What do I need? You tell me.',
      'You need the peel. Is that fair?',
    ])
      expect(asksPurpose(other)).toBe(false)
  })
})

describe('the scores of one talk', () => {
  test('tell kind, turns, when the trade was found, who was first, and how sure the observer was', () => {
    const scores = talkOf(
      ['What do you need it for?', 'The peel. And you?', 'Take the peel, I take the flesh.', 'Yes.'],
      [no(2), no(3), yes(4)],
      settled(4),
      { turn: 4, by: 'observer', type: 'integrative_full' },
    )
    expect(scores).toEqual({
      seats: SEATS,
      kind: 'integrative_full',
      turns: 4,
      found: 4,
      confidence: 0.9,
      need: { seat: 'b', turn: 2 },
      ask: { seat: 'a', turn: 1 },
      readings: { made: 3, confirming: 0, missing: 0 },
      unconfirmed: 0,
    })
  })

  test('count missing readings apart, and agreements that were not borne out', () => {
    const scores = talkOf(
      ['x', 'y', 'z', 'w'],
      [{ turn: 2, missing: 'absent' }, yes(3, 'distributive'), { ...no(3), seat: 'observer.2' }, no(4)],
      { kind: 'no-agreement', reason: 'turns-used', turn: 4 },
    )
    expect(scores.readings).toEqual({ made: 3, confirming: 1, missing: 1 })
    expect(scores).toMatchObject({ kind: 'no agreement', turns: 4, unconfirmed: 1 })
    expect(scores.found).toBeUndefined()
  })

  test('count what the others refute on both sides of a close, and nothing before all readings are in', () => {
    const words = ['x', 'y', 'z', 'w', 'v']
    const second = { seat: 'observer.2' }
    const third = { seat: 'observer.3' }
    const closed = { turn: 3, by: 'observer.3', type: 'lopsided' }
    // Two of three: closed by yes, no, yes; after the close borne out once and refuted once.
    const readings = [
      ...[yes(2), { ...no(2), ...second }, { ...no(2), ...third }],
      ...[yes(3), { ...no(3), ...second }, { ...yes(3), ...third }],
      ...[yes(4), { ...yes(4), ...second }],
      ...[yes(5), { ...no(5), ...second }, { turn: 5, missing: 'absent', ...third }],
    ]
    const ended = talkOf(words, readings, settled(3, 'lopsided'), closed)
    expect(ended.unconfirmed).toBe(2)
    expect(ended.readings).toEqual({ made: 10, confirming: 7, missing: 1 })
    // The same while the last message is being read: nobody knows yet what comes of it.
    const running = talkOf(words, readings.slice(0, -1), undefined, closed)
    expect(running.unconfirmed).toBe(1)
  })

  test('of an interrupted talk know no kind, and say how an audit went', () => {
    expect(
      talkOf(['x', 'y'], [], { kind: 'interrupted', reason: 'no-reading', turn: 2 }).kind,
    ).toBeUndefined()
    const audited = talkOf(
      ['x', 'y', 'I want the flesh.', 'z', 'w'],
      [yes(2, 'lopsided'), yes(3, 'lopsided'), yes(4), { turn: 5, missing: 'not-json' }],
      settled(2, 'lopsided'),
      { turn: 2, by: 'observer', type: 'lopsided' },
    )
    expect(audited.audit).toEqual({ read: 3, missing: 1, agreed: 2, sameKind: 1 })
    // What was said and read after the close is no part of the talk.
    expect([audited.need, audited.found]).toEqual([undefined, undefined])
  })

  test('integrative kinds go by their names', () => {
    expect(['integrative_full', 'integrative_partial', 'lopsided', undefined].map(isIntegrative)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the talks of a row', () => {
  const kinds = allKinds([
    ['full', 'half'],
    ['full', 'half'],
  ])
  const talk = (kind?: string) => ({
    ...talkOf(['x', 'y']),
    ...(kind === undefined ? {} : { kind }),
  })

  test('share out those with a known end, and bound shares by the unknown ones', () => {
    const cell = talkCell(
      [
        { status: 'completed', talk: talk('full') },
        { status: 'completed', talk: talk('full') },
        { status: 'completed', talk: talk('no agreement') },
        { status: 'unknown', talk: talk() },
        { status: 'planned' },
      ],
      kinds,
    )!
    expect([cell.talks, cell.known, cell.unknown, cell.begun]).toEqual([5, 3, 2, 4])
    expect(cell.kinds).toEqual([
      { kind: 'full', count: 2, share: 2 / 3, least: 0.4, most: 0.8 },
      { kind: 'half', count: 0, share: 0, least: 0, most: 0.4 },
      { kind: 'no agreement', count: 1, share: 1 / 3, least: 0.2, most: 0.6 },
    ])
  })

  test('count who told and who asked in all that have begun, and say so beside how many these are', () => {
    const told = talkOf(['What do you need it for?', 'I want the peel.'])
    const list = [
      { status: 'completed', talk: { ...told, kind: 'full', turns: 2 } },
      { status: 'unknown', talk: told },
      { status: 'planned' },
    ] as const
    const cell = talkCell(list, kinds)!
    expect([cell.known, cell.begun, cell.need, cell.ask]).toEqual([1, 2, { b: 2 }, { a: 2 }])
    const lines = [{ names: ['p', 'all'], cell: { talk: cell } as unknown as Cell }]
    const course = talkTables(lines, 'opener', ['a', 'b']).find(
      ({ title }) => title === 'Course of the talks',
    )!
    expect(course.head).toEqual([
      ...['pairing', 'opener', 'turns', 'trade found', 'in talks', 'begun'],
      ...['a tells', 'b tells', 'a asks', 'b asks'],
    ])
    expect(course.rows).toEqual([['p', 'all', '2.00', '–', '0', '2', '0', '2', '2', '0']])
    expect(course.caption).toContain('counted over all talks that have begun, those with an unknown end too')
  })

  test('with no known end have no shares, and without talks are nothing', () => {
    const cell = talkCell([{ status: 'running', talk: talk() }], kinds)!
    expect(cell.kinds[0]).toEqual({ kind: 'full', count: 0, least: 0, most: 1 })
    expect(talkCell([], kinds)).toBeUndefined()
  })
})
