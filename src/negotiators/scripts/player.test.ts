/** When a script takes an offer, and when it leaves. */
import { describe, expect, test } from 'vitest'
import { concertGame, playAgainst, type TestGame } from '../../../test/support/games.ts'
import type { Outcome } from '../../core/issue.ts'

/** What the seller gets least of: nothing that a script accepts. */
const WORST_FOR_SELLER: Outcome = [6000, 0, 0]

describe('acceptance', () => {
  const game = (settings: object) => concertGame({ turns: 3, ...settings })

  test('AC_next: takes an offer worth what it is about to demand, refuses one worth less', () => {
    // On turn 2 of 3 a linear seller demands 60.
    const last = (outcome: Outcome) => playAgainst(game({}), 'seller', { script: 'linear' }, [outcome])[0]!
    expect(last([10000, 10000, 3840]).action).toBe('ACCEPT')
    expect(last([10000, 10000, 1500]).action).toBe('OFFER')
  })

  test('at the final reply anything worth the threshold is taken, anything less ends it', () => {
    const reply = (outcome: Outcome) =>
      playAgainst(game({}), 'seller', { script: 'boulware' }, [WORST_FOR_SELLER, outcome]).at(-1)!.action
    expect(reply([10000, 0, 0])).toBe('ACCEPT')
    expect(reply([9999, 0, 0])).toBe('END')
  })

  test('without a final reply the last turn is the last chance', () => {
    const settings = { turns: 2, final_reply: false }
    const reply = (outcome: Outcome) =>
      playAgainst(game(settings), 'seller', { script: 'tit-for-tat' }, [outcome])[0]!.action
    expect(reply([10000, 0, 0])).toBe('ACCEPT')
    expect(reply([9999, 0, 0])).toBe('OFFER')
  })

  test('where nothing is worth the threshold it has no offer and leaves', () => {
    const { issues, parties, config } = concertGame({ turns: 3 })
    const threshold = { text: '101', value: parties[1].threshold.value.add(81) }
    const greedy: TestGame = { issues, config, parties: [parties[0], { ...parties[1], threshold }] }
    for (const script of ['linear', 'micro', 'frequency', 'random', 'hardliner', 'tit-for-tat']) {
      const moves = playAgainst(greedy, 'seller', { script }, Array(2).fill([10000, 10000, 9600]))
      expect(moves.map(({ action }) => action)).toEqual(['NONE', 'END'])
    }
  })
})
