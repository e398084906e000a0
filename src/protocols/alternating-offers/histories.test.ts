/**
 * Legal histories of small games, words and faults aside, counted one by one and against a closed form.
 *
 * Let V be the number of outcomes, T the turns, and e how many ways an offer on the last turn may end: 2 with a
 * final reply (ACCEPT or END), 1 without. With k turns left let a, s, n count the ways on where the mover faces
 * the other side's standing offer, its own, or none. OFFER (V ways) lets the next mover face the other side's;
 * NONE turns the other side's into the next mover's own, and the mover's own into the next one's other side's:
 *
 *     a(1) = 2 + Ve             a(k) = 1 + V a(k-1) + s(k-1)
 *     s(1) = 1 + Ve             s(k) = V a(k-1) + a(k-1)
 *     n(1) = 1 + Ve             n(k) = V a(k-1) + n(k-1)
 *
 * So a(k) = 1 + V a(k-1) + (V+1) a(k-2), whose characteristic polynomial is (x - V - 1)(x + 1). With a(1) and
 * a(2) = (V+1)(2 + Ve):
 *
 *     a(k) = (2 + Ve + 1/(V(V+2))) (V+1)^(k-1) - (-1)^k / (2(V+2)) - 1/(2V)
 *
 * A game has n(T) histories, n(T) = 1 + Ve + V (a(1) + … + a(T-1)):
 *
 *     n(T) = 1 + Ve + (2 + Ve + 1/(V(V+2))) ((V+1)^(T-1) - 1) + [T even] V/(2(V+2)) - (T-1)/2
 */
import { describe, expect, test } from 'vitest'
import { choices, DAYS, DELIVERY, game } from '../../../test/support/offers.ts'
import { exactText, rational } from '../../core/rational.ts'
import { alternatingOffers, type State } from './index.ts'

const PINNED: readonly [outcomes: number, turns: number, finalReply: boolean, histories: number][] = [
  [1, 1, false, 2],
  [1, 1, true, 3],
  [1, 2, false, 5],
  [1, 2, true, 7],
  [1, 3, false, 11],
  [1, 3, true, 15],
  [1, 8, false, 422],
  [1, 8, true, 550],
  [2, 1, true, 5],
  [2, 2, true, 17],
  [2, 3, false, 35],
  [2, 3, true, 53],
  [2, 5, false, 331],
  [2, 5, true, 493],
  [3, 4, false, 322],
  [3, 4, true, 514],
  [3, 6, true, 8257],
  [5, 4, true, 2596],
  [10, 3, true, 2661],
]

/** The number of ways on from a state, each of them played. */
function count(state: State): number {
  const seat = alternatingOffers.actor(state)
  if (seat === undefined) return 1
  const { count: size, at } = alternatingOffers.actions(alternatingOffers.view(state, seat))
  let ways = 0
  for (let k = 0n; k < size; k++) ways += count(alternatingOffers.apply(state, seat, at(k)))
  return ways
}

function closedForm(outcomes: number, turns: number, finalReply: boolean): string {
  const last = outcomes * (finalReply ? 2 : 1)
  const growth = rational(2 + last).add(rational(1, outcomes * (outcomes + 2)))
  return exactText(
    rational(1 + last)
      .add(growth.mul(rational(BigInt(outcomes + 1) ** BigInt(turns - 1) - 1n)))
      .add(turns % 2 === 0 ? rational(outcomes, 2 * (outcomes + 2)) : rational(0))
      .sub(rational(turns - 1, 2)),
  )
}

describe('legal histories', () => {
  test.each(PINNED)('%i outcomes, %i turns, final reply %s: %i', (outcomes, turns, finalReply, histories) => {
    expect(closedForm(outcomes, turns, finalReply)).toBe(String(histories))
    const config = game([choices(outcomes)], { turns, final_reply: finalReply })
    expect(count(alternatingOffers.start(config))).toBe(histories)
  })

  test('only the number of outcomes counts, not how issues make it up', () => {
    const config = game([DAYS, DELIVERY], { turns: 3 })
    expect(String(count(alternatingOffers.start(config)))).toBe(closedForm(10, 3, true))
  })

  test('faults add no way to play: a spent turn is a PASS, which nobody may choose', () => {
    const state = alternatingOffers.start(game([choices(2)]))
    const { count: size, at } = alternatingOffers.actions(alternatingOffers.view(state, 'buyer'))
    const actions = Array.from({ length: Number(size) }, (_, k) => at(BigInt(k)).action)
    expect(actions).toEqual(['NONE', 'OFFER', 'OFFER'])
    const forged = { action: 'PASS', message: '' } as never
    expect(() => alternatingOffers.apply(state, 'buyer', forged)).toThrow('PASS is not a move')
  })
})
