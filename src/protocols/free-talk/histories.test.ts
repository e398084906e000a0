/** How many different talks there are, words aside: pinned, so that no rule changes by accident. */
import { describe, expect, test } from 'vitest'
import { talkGame } from '../../../test/support/talk.ts'
import { type Config, freeTalk, type State } from './index.ts'

interface Count {
  settled: number
  none: number
  unknown: number
}

/** Every talk: each action of each view, and each seat falling silent where `silence` is counted too. */
function count(config: Config, silence: boolean): Count {
  const total: Count = { settled: 0, none: 0, unknown: 0 }
  const go = (state: State): void => {
    const end = freeTalk.outcome(state)
    if (end) {
      total[end.kind === 'settled' ? 'settled' : end.kind === 'no-agreement' ? 'none' : 'unknown']++
      return
    }
    const seat = freeTalk.actor(state)!
    const { count: most, at } = freeTalk.actions(freeTalk.view(state, seat))
    for (let k = 0n; k < most; k++) go(freeTalk.apply(state, seat, at(k)))
    if (silence) go(freeTalk.absent(state, seat))
  }
  go(freeTalk.start(config))
  return total
}

// By hand, for two kinds of agreement, t turns, one reading: each of the t - 1 messages that are read closes the talk in
// 2 ways or goes on in 1, so 2 (t - 1) talks settle and 1 does not. With silence a reading that never comes goes on as
// well: before the k-th reading there are 2^(k-1) ways, and each of the t messages may not come. With two of three
// needed, the readings of one message (y in two kinds, n, x for silence) close it as yy, yny, yxy (12 ways), leave it
// open as n, ynn (3) and unknown as x, ynx, yxn, yxx (7): 12 + 10 * 12 settle in three turns, and so on.
describe('the talks that there are', () => {
  test.each([
    ['one turn', { turns: 1 }, { settled: 0, none: 1, unknown: 0 }, { settled: 0, none: 1, unknown: 1 }],
    ['two turns', { turns: 2 }, { settled: 2, none: 1, unknown: 0 }, { settled: 2, none: 1, unknown: 3 }],
    ['four turns', { turns: 4 }, { settled: 6, none: 1, unknown: 0 }, { settled: 14, none: 4, unknown: 12 }],
    [
      'three turns, both of two readings',
      { turns: 3, confirm: { readings: 2, needed: 2 } },
      { settled: 16, none: 9, unknown: 0 },
      { settled: 28, none: 18, unknown: 26 },
    ],
    [
      'three turns, one of two readings',
      { turns: 3, confirm: { readings: 2, needed: 1 } },
      { settled: 4, none: 1, unknown: 0 },
      { settled: 6, none: 2, unknown: 6 },
    ],
    [
      'three turns, two of three readings',
      { turns: 3, confirm: { readings: 3, needed: 2 } },
      { settled: 32, none: 9, unknown: 0 },
      { settled: 132, none: 30, unknown: 82 },
    ],
    [
      'three turns with an audit',
      { turns: 3, audit: true },
      { settled: 8, none: 1, unknown: 0 },
      { settled: 14, none: 2, unknown: 6 },
    ],
  ])('%s', (_, settings, whole, silent) => {
    const config = talkGame(settings)
    expect({ whole: count(config, false), silent: count(config, true) }).toEqual({ whole, silent })
  })

  test('without an observer there is one, whatever its length', () => {
    expect(count(talkGame({ turns: 6 }, null), false)).toEqual({ settled: 0, none: 1, unknown: 0 })
    expect(count(talkGame({ turns: 6 }, null), true)).toEqual({ settled: 0, none: 1, unknown: 6 })
  })
})
