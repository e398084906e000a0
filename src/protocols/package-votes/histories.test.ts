/**
 * Legal histories of small games, words and faults aside, counted one by one and against closed forms.
 *
 * Where support is counted once, after the last turn, and every party holds a veto, a history ends before the last
 * turn by walking alone. With L offers on the table and V packages a turn has 2L + 1 moves that leave L as it is
 * (accept or reject each, or none), V that make it L + 1, and one, to walk, that ends it. Let M(k, L) count the ways
 * through k turns without walking:
 *
 *     M(0, L) = 1            M(k, L) = (2L + 1) M(k-1, L) + V M(k-1, L+1)
 *
 * Its exponential generating function is e^((2L+1)x) exp(V (e^(2x) - 1) / 2), so that M(k, 0) is the Dowling
 * polynomial of order 2 (Benoumhani, "On Whitney numbers of Dowling lattices", Discrete Mathematics 159, 1996):
 *
 *     M(k, L) = sum over m of V^m W(k, m),   W(k, m) = 1/(m! 2^m) sum over i of (-1)^(m-i) C(m, i) (2i + 2L + 1)^k
 *
 * Whoever walks in turn j + 1 does so after any of M(j, L) ways, so T turns have M(T, L) + M(0, L) + … + M(T-1, L)
 * histories. In one round a deal can close after the last turn alone, so the same holds there without the setting.
 *
 * Where sheets decide and accept nothing, each turn has V + 1 moves that go on. Between two parties, or where all hold
 * vetoes, T turns have (V+1)^T + ((V+1)^T - 1) / V histories.
 */
import { describe, expect, test } from 'vitest'
import { votesGame } from '../../../test/support/package-votes.ts'
import type { ChoiceIssue } from '../../core/issue.ts'
import { type Config, packageVotes, type State } from './index.ts'

const choices = (count: number): ChoiceIssue => ({
  type: 'choice',
  id: 'plan',
  options: Array.from({ length: count }, (_, k) => `plan ${k + 1}`),
})
const PARTIES = ['ann', 'bob', 'cid', 'dee']
const game = (count: number, packages: number, settings: object, vetoes = true): Config => {
  const parties = PARTIES.slice(0, count)
  const accepts = () => false
  return votesGame(settings, { parties, issues: [choices(packages)], vetoes: vetoes ? parties : [], accepts })
}

/** The number of ways on from a state, each of them played. */
function count(state: State): number {
  const seat = packageVotes.actor(state)
  if (seat === undefined) return 1
  const { count: size, at } = packageVotes.actions(packageVotes.view(state, seat))
  let ways = 0
  for (let k = 0n; k < size; k++) ways += count(packageVotes.apply(state, seat, at(k)))
  return ways
}

const factorial = (n: bigint): bigint => (n < 2n ? 1n : n * factorial(n - 1n))
const choose = (n: bigint, k: bigint): bigint => factorial(n) / (factorial(k) * factorial(n - k))

function withoutWalking(turns: bigint, packages: bigint, live: bigint): bigint {
  let sum = 0n
  for (let m = 0n; m <= turns; m++) {
    let inner = 0n
    for (let i = 0n; i <= m; i++) {
      inner += (-1n) ** (m - i) * choose(m, i) * (2n * i + 2n * live + 1n) ** turns
    }
    sum += (packages ** m * inner) / (factorial(m) * 2n ** m)
  }
  return sum
}

function closedForm(turns: number, packages: number, live = 0): number {
  let sum = 0n
  for (let j = 0n; j <= turns; j++) sum += withoutWalking(j, BigInt(packages), BigInt(live))
  return Number(sum)
}

/** [parties, packages, rounds, histories] where support is counted once. */
const PINNED: readonly [parties: number, packages: number, rounds: number, histories: number][] = [
  [2, 1, 1, 9],
  [2, 2, 1, 17],
  [2, 5, 1, 53],
  [3, 1, 1, 33],
  [3, 2, 1, 88],
  [3, 3, 1, 175],
  [4, 1, 1, 149],
  [4, 2, 1, 545],
  [2, 1, 2, 149],
  [2, 3, 2, 1331],
  [3, 1, 2, 4885],
]

describe('legal histories', () => {
  test.each(PINNED)('%i parties, %i packages, %i rounds: %i', (parties, packages, rounds, histories) => {
    expect(closedForm(parties * rounds, packages)).toBe(histories)
    const config = game(parties, packages, { rounds, settle: 'last-round' })
    expect(count(packageVotes.start(config))).toBe(histories)
  })

  test('in one round it does not matter when support is counted', () => {
    for (const [parties, packages] of [
      [2, 3],
      [3, 2],
      [4, 1],
    ] as const) {
      const config = game(parties, packages, { rounds: 1 })
      expect(count(packageVotes.start(config))).toBe(closedForm(parties, packages))
    }
  })

  test('with an opening package there is one live offer from the start', () => {
    const settings = { rounds: 1, settle: 'last-round', opening_package: { plan: 'plan 2' } }
    expect(count(packageVotes.start(game(3, 2, settings)))).toBe(closedForm(3, 2, 1))
    expect(closedForm(3, 2, 1)).toBe(228)
  })

  test('where sheets decide nobody votes', () => {
    for (const [parties, packages, rounds, histories] of [
      [2, 1, 3, 127],
      [2, 3, 2, 341],
      [3, 2, 2, 1093],
      [4, 1, 2, 511],
    ] as const) {
      const goOn = (packages + 1) ** (parties * rounds)
      expect(goOn + (goOn - 1) / packages).toBe(histories)
      const config = game(parties, packages, { rounds, agreement: 'sheets' })
      expect(count(packageVotes.start(config))).toBe(histories)
    }
  })

  test('without vetoes the others go on when one walks, until a second does', () => {
    // Independent of the machine: who walks when, and how many turns of the others there are before.
    const [parties, packages, rounds] = [3, 2, 2]
    const moves = packages + 1
    let expected = moves ** (parties * rounds)
    const order = (round: number): number[] => [0, 1, 2].map((k) => (round + k) % parties)
    const turns = Array.from({ length: rounds }, (_, round) => order(round)).flat()
    turns.forEach((walker, first) => {
      const later = turns.map((party, place) => ({ party, place })).slice(first + 1)
      const others = later.filter(({ party }) => party !== walker)
      expected += moves ** (first + others.length)
      others.forEach((_, before) => {
        expected += moves ** (first + before)
      })
    })
    const config = game(parties, packages, { rounds, agreement: 'sheets' }, false)
    expect(count(packageVotes.start(config))).toBe(expected)
  })

  test('counted after each move, deals cut histories short', () => {
    // Two parties, told again without the machine: how the mover and the other voted last on each live offer.
    type Votes = readonly [mover: string, other: string]
    const turn = (live: readonly Votes[]): Votes[] => live.map(([mover, other]) => [other, mover])
    const ways = (turns: number, packages: number, live: readonly Votes[]): number => {
      if (turns === 0) return 1
      let sum = 1 + ways(turns - 1, packages, turn(live))
      sum += packages * ways(turns - 1, packages, turn([...live, ['accept', '']]))
      live.forEach(([, other], i) => {
        const voted = (vote: string) => live.map((votes, k): Votes => (k === i ? [vote, other] : votes))
        sum += other === 'accept' ? 1 : ways(turns - 1, packages, turn(voted('accept')))
        sum += ways(turns - 1, packages, turn(voted('reject')))
      })
      return sum
    }
    for (const [packages, rounds, histories] of [
      [1, 1, 9],
      [1, 2, 117],
      [2, 2, 439],
      [1, 3, 2871],
    ] as const) {
      expect(ways(2 * rounds, packages, [])).toBe(histories)
      expect(count(packageVotes.start(game(2, packages, { rounds, rotate_opener: false })))).toBe(histories)
    }
  })
})
