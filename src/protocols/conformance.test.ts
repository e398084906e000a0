/** The suite must catch what it is there for: each broken protocol here fails the check that it breaks. */
import { describe, expect, test } from 'vitest'
import { game } from '../../test/support/offers.ts'
import { append, emptyLog } from '../core/log.ts'
import {
  alternatingOffers,
  type Config,
  type State,
  type Submission,
  type View,
} from './alternating-offers/index.ts'
import { conformance } from './conformance.ts'
import type { Subject } from './conformance-play.ts'
import type { Protocol } from './contract.ts'

type Machine = Protocol<unknown, Config, State, View, Submission>
const sound = alternatingOffers as unknown as Machine

const BROKEN: readonly [check: string, part: Partial<Machine>][] = [
  [
    'random legal play ends',
    { apply: (state, seat, move) => ({ ...sound.apply(state, seat, move), turn: 1 }) },
  ],
  ['somebody has a move until', { outcome: () => undefined }],
  [
    'no move changes an older state',
    {
      apply: (state, seat, move) => {
        const next = sound.apply(state, seat, move)
        return {
          ...next,
          record: Object.assign(next.record, { touched: [...state.record].length }),
          offers: leak++,
        }
      },
    },
  ],
  [
    'a submission survives',
    {
      format: (move, view) => sound.format({ ...move, message: move.message.trim() }, view),
    },
  ],
  [
    'every action has its own number',
    {
      actions: (view) => ({ ...sound.actions(view), at: (k) => sound.actions(view).at(k / 2n) }),
    },
  ],
  ['faults are counted', { fault: (state) => state }],
  [
    'who moves out of turn',
    { absent: (state) => ({ ...state, end: { kind: 'interrupted', reason: 'absent', turn: 1 } }) },
  ],
  [
    'a reply that will never come',
    { absent: (state, seat) => sound.fault(state, seat, { code: 'empty', detail: {} }) },
  ],
  [
    'the same play twice',
    {
      view: (state, seat) => ({ ...sound.view(state, seat), turnsLeft: leak++ }),
    },
  ],
  [
    'a view does not depend on another',
    {
      view: (state, seat) => ({ ...sound.view(state, seat), repair: state.faults.length }),
    },
  ],
  [
    'a view shares',
    {
      view: (state, seat) => {
        let record: View['record'] = emptyLog()
        for (const entry of state.record) record = append(record, entry)
        return { ...sound.view(state, seat), record }
      },
    },
  ],
]

let leak = 0

const subject = (part: Partial<Machine>): Subject<unknown, Config, State, View, Submission> => ({
  protocol: { ...sound, ...part },
  configs: { small: game([{ type: 'choice', id: 'plan', options: ['a', 'b', 'c'] }], { turns: 4 }) },
  seats: ['buyer', 'seller'],
  bound: (config) => config.turns + 1,
  repairs: (config) => config.repairs,
  say: (submission, message) => ({ ...submission, message }),
  shared: (state, view) => [[state.record, view.record]],
})

describe('a broken protocol is caught', () => {
  test.each(BROKEN)('%s', (name, part) => {
    const check = conformance(subject(part)).find((each) => each.name.startsWith(name))
    expect(check).toBeDefined()
    expect(() => check!.run()).toThrow()
    expect(() =>
      conformance(subject({}))
        .find((each) => each.name.startsWith(name))!
        .run(),
    ).not.toThrow()
  })

  test('every check has a protocol that breaks it', () => {
    expect(conformance(subject({})).length).toBe(BROKEN.length)
  })
})
