import { describe, expect, test } from 'vitest'
import { OBSERVER_BLOCK, talkGame } from '../../../test/support/talk.ts'
import { conformance } from '../conformance.ts'
import { baseSeat, isObserver } from '../seats.ts'
import { type Config, freeTalk } from './index.ts'

const usual = {
  protocol: freeTalk,
  /** Each message is read as often as may be. */
  bound: (config: Config) => config.talk.turns * (config.observer ? 1 + config.confirm.readings : 1),
  repairs: (config: Config) => config.talk.repairs,
  say: (submission: ReturnType<ReturnType<typeof freeTalk.actions>['at']>, message: string) => {
    if (submission.action === 'READ') return { ...submission, fields: { ...submission.fields, who: message } }
    return message.trim() === '' ? submission : { ...submission, message }
  },
  passesOver: isObserver,
  isKnown: (state: ReturnType<typeof freeTalk.start>) => state.closed !== undefined,
  told: (seat: string, actor: string) => (isObserver(seat) ? actor : baseSeat(actor)),
  shared: (state: ReturnType<typeof freeTalk.start>, view: ReturnType<typeof freeTalk.view>) =>
    [
      [state.record, view.record],
      [state.config.talk, view.rules],
    ] as const,
}

const observed = conformance({
  ...usual,
  configs: {
    'the usual rules': talkGame({ turns: 9 }),
    'two of three readings': talkGame({ turns: 6, confirm: { readings: 3, needed: 2 } }),
    'both of two readings, with an audit': talkGame({
      turns: 5,
      audit: true,
      confirm: { readings: 2, needed: 2 },
    }),
    'no repair, then the end': talkGame({ turns: 5, repairs_per_turn: 0, on_fault: 'end' }),
    'two repairs, then an interruption': talkGame({ turns: 7, repairs_per_turn: 2, on_fault: 'interrupt' }),
    'an observer without kinds': talkGame({ turns: 4 }, { fields: { agreed: 'boolean', who: 'text' } }),
    'kinds that are never none': talkGame(
      { turns: 4 },
      { ...OBSERVER_BLOCK, fields: { ...OBSERVER_BLOCK.fields, kind: ['full', 'half'] } },
    ),
  },
  seats: ['ann', 'bob', 'observer', 'observer.2', 'observer.3'],
})

const alone = conformance({
  ...usual,
  configs: { 'nobody observes': talkGame({ turns: 4 }, null), 'one turn': talkGame({ turns: 1 }, null) },
  seats: ['ann', 'bob'],
})

describe('free talk keeps to the contract', () => {
  expect(observed.length).toBeGreaterThan(9)
  for (const { name, run } of observed) test(name, run)
})

describe('free talk without an observer keeps to the contract', () => {
  for (const { name, run } of alone) test(name, run)
})
