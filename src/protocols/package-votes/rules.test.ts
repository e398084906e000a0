/** Every rule and every variant of package votes, each by a play in few words (see playVotes). */
import { describe, expect, test } from 'vitest'
import { PACE, playVotes, SITE, type Table, votesGame } from '../../../test/support/package-votes.ts'
import { packageVotes as machine, type State } from './index.ts'

const FOUR: Table = { parties: ['ann', 'bob', 'cid', 'dee'] }
/** Every round in the order of the parties, so that a play can be read off. */
const rules = (settings: object = {}, table: Table = {}) =>
  votesGame({ rotate_opener: false, ...settings }, table)
const live = (state: State): string[] => state.live.map(({ id }) => id)
const noDeal = (reason: string, turn: number) => ({ kind: 'no-agreement', reason, turn })

describe('turns', () => {
  const order = (settings: object, moves: string, table: Table = {}): string =>
    playVotes(votesGame(settings, table), moves)
      .record.slice()
      .map(({ seat }) => seat[0])
      .join('')

  test('go round in a fixed rotation; the opener moves on by one each round', () => {
    expect(order({ rounds: 4 }, '. . . . . . . . . . . .')).toBe('abcbcacababc')
    expect(order({ rounds: 2 }, '. . . . . .', { opener: 'cid' })).toBe('cababc')
    expect(order({ rounds: 2, rotate_opener: false }, '. . . . . .')).toBe('abcabc')
  })

  test('whoever walked is passed over, and the rotation goes on as before', () => {
    expect(order({ rounds: 3 }, '. . w . . . .')).toBe('abcbaab')
    expect(order({ rounds: 3 }, 'w . . . . . .')).toBe('abcbccb')
  })

  test('when the rounds are used there is no deal', () => {
    expect(playVotes(rules({ rounds: 2 }), 'p00 . . . . .').end).toEqual(noDeal('rounds-used', 6))
  })

  test('how many can still come is known at every moment', () => {
    const left = (moves: string, settings: object = {}): number => {
      const state = playVotes(rules(settings), moves)
      return machine.view(state, 'ann').turnsLeft
    }
    expect(left('.', { rounds: 2 })).toBe(4)
    expect(left('. . . . .', { rounds: 2 })).toBe(0)
    expect(left('w')).toBe(1 + 3 * 2)
    expect(left('.', { final_proposer: 'cid' })).toBe(1 + 3 * 3)
    expect(left('w', { final_proposer: 'cid' })).toBe(1 + 3 * 2)
    expect(left('p00 +P1 +P1')).toBe(0)
  })
})

describe('a deal', () => {
  test('closes the moment every party at the table supports the same offer', () => {
    const { end } = playVotes(rules(), 'p01 +P1 +P1')
    expect(end).toEqual({ kind: 'agreement', offer: 'P1', by: 'ann', turn: 3, outcome: [0, 1] })
  })

  test('needs support of one and the same offer', () => {
    const state = playVotes(rules({}, FOUR), 'p01 p01 +P1 +P2')
    expect(state.end).toBeUndefined()
    expect(live(state)).toEqual(['P1', 'P2'])
  })

  test('votes can be changed until then, also by the proposer', () => {
    expect(playVotes(rules(), 'p00 -P1 . . +P1 +P1').end).toMatchObject({ offer: 'P1', turn: 6 })
    const taken = playVotes(rules(), 'p00 +P1 . -P1 . +P1')
    expect(taken.end).toBeUndefined()
    expect(taken.live[0]!.votes).toEqual({ ann: 'reject', bob: 'accept', cid: 'accept' })
    expect(playVotes(rules(), '+P1', taken).end).toMatchObject({ offer: 'P1', by: 'ann', turn: 7 })
  })

  test('a vote for what one supports already changes nothing', () => {
    const state = playVotes(rules(), 'p00 . . +P1')
    expect(state.live[0]!.votes).toEqual({ ann: 'accept' })
  })

  test('nobody votes on what is not live, or proposes what is no package', () => {
    const state = playVotes(rules(), 'p00')
    for (const offer of ['P2', 'p1', '']) {
      expect(() => machine.apply(state, 'bob', { action: 'accept', offer, message: '' })).toThrow('no live')
    }
    for (const outcome of [[0], [0, 2], [3, 0], [0, 0, 0], [0.5, 0]]) {
      expect(() => machine.apply(state, 'bob', { action: 'propose', outcome, message: '' })).toThrow('option')
    }
  })

  test('where one move completes several offers the lowest id closes', () => {
    // cid's walking leaves ann and bob, who both support P1 and P2.
    const { end } = playVotes(rules(), 'p00 p11 . +P2 +P1 w')
    expect(end).toMatchObject({ kind: 'agreement', offer: 'P1', turn: 6, parties: ['ann', 'bob'] })
    const all = playVotes(rules({ settle: 'round-end' }, FOUR), 'p00 p11 +P2 +P2 +P2 +P1 +P1 +P1').end
    expect(all).toMatchObject({ offer: 'P1', by: 'ann', turn: 8 })
  })
})

describe('walking', () => {
  test('removes the votes of the walker, keeps its offers live, and may close a deal', () => {
    const state = playVotes(rules({}, FOUR), 'p00 +P1 . w')
    expect(state.end).toBeUndefined()
    const gone = playVotes(rules({}, FOUR), 'p00 +P1 +P1 . w')
    expect(gone.live).toMatchObject([{ id: 'P1', by: 'ann', votes: { bob: 'accept', cid: 'accept' } }])
    expect(gone.live[0]!.votes).not.toHaveProperty('ann')
    const closed = playVotes(rules({}, FOUR), '+P1', playVotes(rules({}, FOUR), '. .', gone)).end
    expect(closed).toMatchObject({ offer: 'P1', by: 'ann', parties: ['bob', 'cid', 'dee'] })
    expect(playVotes(rules({}, FOUR), 'p00 +P1 +P1 w').end).toMatchObject({ offer: 'P1', turn: 4 })
  })

  test('leaves no deal where fewer than two parties stay', () => {
    expect(playVotes(rules(), 'p00 w w').end).toEqual(noDeal('too-few-left', 3))
    expect(playVotes(rules({}, { parties: ['ann', 'bob'] }), 'p00 w').end).toEqual(noDeal('too-few-left', 2))
  })

  test('ends all hope where a veto party does it, though the rest agree', () => {
    const table = { ...FOUR, vetoes: ['bob'] }
    expect(playVotes(rules({}, table), 'p00 w').end).toEqual(noDeal('veto-walked', 2))
    expect(playVotes(rules({ accept: 'all-but-one' }, table), 'p00 . +P1 +P1').end).toBeUndefined()
    expect(
      playVotes(rules({ accept: 'all-but-one', vetoes_needed: false }, table), 'p00 w +P1 +P1').end,
    ).toMatchObject({ offer: 'P1', turn: 4, parties: ['ann', 'cid', 'dee'] })
  })

  test('a walker has no turn any more', () => {
    const state = playVotes(rules(), 'w')
    expect(() => machine.apply(state, 'ann', { action: 'none', message: '' })).toThrow("bob's")
    expect(machine.view(state, 'ann')).toMatchObject({ walked: ['ann'], present: ['bob', 'cid'] })
  })
})

describe('how many must accept', () => {
  test('all means those at the table, unless the scenario counts those who sat down at first', () => {
    expect(playVotes(rules(), 'w p00 +P1').end).toMatchObject({ offer: 'P1', parties: ['bob', 'cid'] })
    expect(playVotes(rules({ counted_of: 'initial' }), 'w').end).toEqual(noDeal('too-few-left', 1))
  })

  test('all but one is counted of the initial parties', () => {
    const config = rules({ accept: 'all-but-one' }, FOUR)
    expect(playVotes(config, 'p00 +P1 +P1').end).toEqual({
      kind: 'agreement',
      offer: 'P1',
      by: 'ann',
      turn: 3,
      outcome: [0, 0],
      supporters: ['ann', 'bob', 'cid'],
    })
    // One has walked: the three who are left must all agree. Two: nothing can pass.
    expect(playVotes(config, 'w p00 +P1').end).toBeUndefined()
    expect(playVotes(config, 'w p00 +P1 +P1').end).toMatchObject({
      offer: 'P1',
      parties: ['bob', 'cid', 'dee'],
    })
    expect(playVotes(config, 'w w').end).toEqual(noDeal('too-few-left', 2))
  })

  test('or of those still there where the scenario says so, and never fewer than two', () => {
    const config = rules({ accept: 'all-but-one', counted_of: 'at-table' }, FOUR)
    expect(playVotes(config, 'w p00 +P1').end).toMatchObject({ supporters: ['bob', 'cid'] })
    expect(playVotes(config, 'w w p00').end).toBeUndefined()
    expect(playVotes(config, 'w w p00 +P1').end).toMatchObject({ parties: ['cid', 'dee'] })
  })

  test('includes every veto party', () => {
    const config = rules({ accept: 'all-but-one' }, { ...FOUR, vetoes: ['dee', 'bob'] })
    expect(playVotes(config, 'p00 +P1 +P1').end).toBeUndefined()
    expect(playVotes(config, 'p00 +P1 . +P1').end).toMatchObject({ supporters: ['ann', 'bob', 'dee'] })
  })

  test('is no rule for two parties', () => {
    expect(() => rules({ accept: 'all-but-one' }, { parties: ['ann', 'bob'] })).toThrow('need 3 parties')
  })
})

describe('variants', () => {
  test("a new offer leaves the last one, or withdraws it; others' stay", () => {
    const moves = 'p00 p11 . p10'
    expect(live(playVotes(rules(), moves))).toEqual(['P1', 'P2', 'P3'])
    expect(live(playVotes(rules({ new_offer_withdraws: true }), moves))).toEqual(['P2', 'P3'])
  })

  test('a rejection is a vote, or kills the offer', () => {
    expect(live(playVotes(rules(), 'p00 -P1'))).toEqual(['P1'])
    const state = playVotes(rules({ reject_kills: true }), 'p00 -P1')
    expect(live(state)).toEqual([])
    expect(live(playVotes(rules({ reject_kills: true }), 'p00', state))).toEqual(['P2'])
  })

  test('a fixed opening package is P1, supported by whose it is', () => {
    const opening = { opening_package: { Pace: 'fast', Site: 'hill' } }
    const state = machine.start(rules(opening))
    expect(state.live).toEqual([{ id: 'P1', by: 'ann', turn: 0, outcome: [0, 1], votes: { ann: 'accept' } }])
    expect(state.record.slice()).toMatchObject([{ turn: 0, round: 0, seat: 'ann', action: 'propose' }])
    expect(live(playVotes(rules(opening), 'p00'))).toEqual(['P1', 'P2'])
    const theirs = rules({ ...opening, opening_party: 'bob' })
    expect(playVotes(theirs, '+P1 . +P1').end).toMatchObject({ offer: 'P1', by: 'bob', turn: 3 })
    for (const wrong of [
      { Site: 'hill' },
      { Site: 'hill', Pace: 'none' },
      { Site: 'hill', Pace: 'fast', Z: 1 },
    ]) {
      expect(() => rules({ opening_package: wrong })).toThrow('opening package')
    }
  })

  test("in a final round one party's proposal is the only one", () => {
    const config = rules({ rounds: 2, final_proposer: 'bob' })
    const state = playVotes(config, 'p00 +P1 .')
    expect(machine.view(state, 'bob')).toMatchObject({ actor: 'bob', final: true, offers: [] })
    expect(machine.ask(machine.view(state, 'bob')).template).toBe('final')
    expect(() => playVotes(config, '+P1', state)).toThrow('not a move')
    const last = playVotes(config, 'p11', state)
    expect(live(last)).toEqual(['P2'])
    expect(() => playVotes(config, 'p00', last)).toThrow('not a move')
    expect(playVotes(config, '+P2 +P2', last).end).toMatchObject({ offer: 'P2', by: 'bob', turn: 6 })
    expect(playVotes(config, '+P2 -P2', last).end).toEqual(noDeal('rounds-used', 6))
    expect(playVotes(config, '.', state).end).toEqual(noDeal('no-final-offer', 4))
    expect(playVotes(config, '!', state).end).toEqual(noDeal('no-final-offer', 4))
    expect(playVotes(config, '. w .').end).toEqual(noDeal('no-final-offer', 3))
  })

  test('with a bonus for unanimity a deal is settled at the end of the round', () => {
    const bonus = { accept: 'all-but-one', unanimity_bonus: { points: 10 } }
    const config = rules(bonus, FOUR)
    expect(playVotes(config, 'p00 +P1 +P1').end).toBeUndefined()
    expect(playVotes(config, 'p00 +P1 +P1 .').end).toMatchObject({
      turn: 4,
      supporters: ['ann', 'bob', 'cid'],
    })
    const all = playVotes(config, 'p00 +P1 +P1 +P1').end
    expect(all).toEqual({ kind: 'agreement', offer: 'P1', by: 'ann', turn: 4, outcome: [0, 0] })
    expect(playVotes(config, 'p00 +P1 . . -P1 +P1 +P1 .').end).toBeUndefined()
    expect(playVotes(config, 'p00 +P1 +P1 w').end).toMatchObject({ turn: 4, parties: ['ann', 'bob', 'cid'] })
    expect(() => rules({ ...bonus, settle: 'at-once' })).toThrow('cannot be settled at the first vote')
  })

  test('support can be counted once, when the last round ends', () => {
    const config = rules({ settle: 'last-round', rounds: 2 })
    expect(playVotes(config, 'p00 +P1 +P1').end).toBeUndefined()
    expect(playVotes(config, 'p00 +P1 +P1 . . .').end).toMatchObject({ offer: 'P1', turn: 6 })
  })

  test('votes may be for their voters alone', () => {
    const config = rules({ votes_seen: 'own' })
    const state = playVotes(config, 'p00 +P1 . -P1 . .')
    const seen = (seat: string) => machine.view(state, seat)
    expect(seen('ann').offers[0]!.votes).toEqual({ ann: 'reject' })
    expect(seen('bob').offers[0]!.votes).toEqual({ bob: 'accept' })
    expect(seen('cid').offers[0]!.votes).toEqual({})
    const shown = seen('cid')
      .record.slice()
      .map(({ action, offer }) => `${action} ${offer?.id ?? '-'}`)
    expect(shown).toEqual(['propose P1', 'VOTE -', 'none -', 'VOTE -', 'none -', 'none -'])
    const { end } = playVotes(config, '+P1 . +P1', state)
    expect(end).toMatchObject({ kind: 'agreement' })
  })
})

describe('agreement computed from the score sheets', () => {
  const accepts = (seat: string, [site, pace]: readonly number[]): boolean =>
    seat === 'ann' || (seat === 'bob' ? pace === 1 : site === 0)

  test('closes on a proposal that gives enough parties their thresholds; nobody votes', () => {
    const config = rules({ agreement: 'sheets' }, { accepts })
    expect(playVotes(config, 'p00 p11 p01').end).toMatchObject({
      offer: 'P3',
      by: 'cid',
      turn: 3,
      outcome: [0, 1],
    })
    const state = playVotes(config, 'p00')
    expect(state.live[0]!.votes).toEqual({})
    expect(() => playVotes(config, '+P1', state)).toThrow('not a move')
    expect(machine.actions(machine.view(state, 'bob')).count).toBe(2n + 6n)
  })

  test('as LLM-Deliberation does: a last proposal of one party, all but one, vetoes among them', () => {
    const settings = {
      agreement: 'sheets',
      accept: 'all-but-one',
      settle: 'last-round',
      final_proposer: 'ann',
      opening_package: { Site: 'hill', Pace: 'fast' },
      rounds: 2,
    }
    const config = rules(settings, { accepts, vetoes: ['ann', 'bob'] })
    const before = playVotes(config, 'p01 . .')
    expect(before.end).toBeUndefined()
    expect(machine.view(before, 'ann')).toMatchObject({ final: true, turnsLeft: 0, offers: [] })
    expect(playVotes(config, 'p11', before).end).toMatchObject({ offer: 'P3', supporters: ['ann', 'bob'] })
    expect(playVotes(config, 'p00', before).end).toEqual(noDeal('rounds-used', 4))
  })

  test('counts no sheet of who has left', () => {
    const config = rules({ agreement: 'sheets' }, { accepts })
    expect(playVotes(config, '. w p00').end).toMatchObject({ outcome: [0, 0], parties: ['ann', 'cid'] })
  })

  test('no view holds who accepts what, and none can be played without sheets', () => {
    const view = machine.view(machine.start(rules({ agreement: 'sheets' }, { accepts })), 'ann')
    const reach = (value: unknown): boolean =>
      typeof value === 'function'
        ? true
        : typeof value === 'object' && value !== null && !('slice' in value && 'at' in value)
          ? Object.values(value).some(reach)
          : false
    expect(reach(view)).toBe(false)
    expect(() => rules({ agreement: 'sheets' })).toThrow('needs score sheets')
  })
})

describe('faults', () => {
  test('spend the turn as the settings say, and leave offers and votes as they are', () => {
    const state = playVotes(rules(), 'p00 ! +P1')
    expect(state.record.slice().map(({ action }) => action)).toEqual(['propose', 'PASS', 'accept'])
    expect(state.live[0]!.votes).toEqual({ ann: 'accept', cid: 'accept' })
    expect(playVotes(rules({ on_fault: 'end' }), '!').end).toEqual(noDeal('fault', 1))
    expect(playVotes(rules({ on_fault: 'interrupt' }), '!').end).toMatchObject({ kind: 'interrupted' })
  })
})

test('a table that cannot be played is refused', () => {
  const cases: readonly [Table, string][] = [
    [{ parties: ['ann'] }, 'need 2 parties'],
    [{ parties: ['ann', 'ann'] }, 'same id'],
    [{ opener: 'eve' }, 'eve is no party'],
    [{ issues: [] }, 'at least one issue'],
    [{ issues: [SITE, { ...PACE, type: 'number' } as never] }, 'every issue with options'],
  ]
  for (const [table, message] of cases) expect(() => rules({}, table)).toThrow(message)
  expect(() => rules({ final_proposer: 'eve' })).toThrow('eve is no party')
  expect(() => rules({ opening_party: 'eve' })).toThrow('eve is no party')
})
