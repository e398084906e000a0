/** What holds for every script at a table of votes, under whatever rules; and what each is for. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyVoteGame,
  playVotesOut,
  startVotes,
  type VoteGame,
  type VoteMove,
  voteGame,
  voteSeat,
  voteSubmission,
} from '../../../../test/support/votes.ts'
import type { Outcome } from '../../../core/issue.ts'
import { toNumber } from '../../../core/rational.ts'
import { packageVotes } from '../../../protocols/package-votes/index.ts'
import { readReply } from '../../../protocols/read.ts'
import { scriptsFor } from '../../registry.ts'
import { Estimates } from './estimate.ts'

const NAMES = scriptsFor('package-votes')

const setting = fc.record({
  game: anyVoteGame,
  specs: fc.array(
    fc.constantFrom(...NAMES).map((script) => ({ script })),
    { minLength: 1, maxLength: 4 },
  ),
  seed: fc.string({ maxLength: 4 }),
})

const outcomeOf = ({ view, submission }: VoteMove): Outcome | undefined => {
  if (submission.action === 'propose') return submission.outcome
  if (submission.action !== 'accept') return undefined
  return view.offers.find(({ id }) => id === submission.offer)!.outcome
}

const partyOf = (game: VoteGame, seat: string) => game.parties.find(({ id }) => id === seat)!

describe('every script for votes', () => {
  test('makes legal moves alone, and proposes and supports nothing below its threshold', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const { state, moves } = playVotesOut(game, specs, seed)
        for (const move of moves) {
          const { view, submission } = move
          const read = readReply(packageVotes.format(submission, view))
          if (!read.ok) throw new Error(read.fault.code)
          expect(packageVotes.check(read.value, view)).toEqual({ ok: true, submission })
          const outcome = outcomeOf(move)
          const { utility, threshold } = partyOf(game, view.seat)
          if (outcome) expect(utility!.points(outcome).compare(threshold.value)).toBeGreaterThanOrEqual(0)
        }
        expect(state.end).toBeDefined()
      }),
      { numRuns: 200 },
    )
  })

  test('answers a later view as one who sat through it all, and the same each time', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const { moves } = playVotesOut(game, specs, seed)
        const specOf = (seat: string) => specs[game.parties.findIndex(({ id }) => id === seat) % specs.length]
        for (const { view, submission } of moves) {
          const fresh = voteSeat(game, view.seat, specOf(view.seat), seed)
          expect(voteSubmission(fresh, view)).toEqual(submission)
        }
        const again = new Map(game.parties.map(({ id }) => [id, voteSeat(game, id, specOf(id), seed)]))
        for (const { view, submission } of moves.toReversed()) {
          expect(voteSubmission(again.get(view.seat)!, view)).toEqual(submission)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('plays the same moves when silent', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const quiet = specs.map((spec) => ({ ...spec, speech: 'none' }))
        expect(playVotesOut(game, quiet, seed).moves.map(({ submission }) => submission)).toEqual(
          playVotesOut(game, specs, seed).moves.map(({ submission }) => ({ ...submission, message: '' })),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('says and does the same when all its points are scaled, so words hold none of them', () => {
    for (const script of NAMES) {
      for (const common of [false, true]) {
        const submissions = (scale: number) =>
          playVotesOut(voteGame(3, {}, { scale, common }), [{ script }, { script: 'linear' }], 's').moves.map(
            ({ submission }) => submission,
          )
        expect(submissions(128)).toEqual(submissions(1))
      }
    }
  })
})

describe('acceptance', () => {
  test('estimates readiness by what a party supported and rejected', () => {
    const { issues } = voteGame(1)
    const estimates = new Estimates(issues)
    expect(estimates.of('p1', [0, 0, 0])).toBe(0.5)
    const entry = { round: 1, message: '', seat: 'p1' } as const
    const offer = (id: string, outcome: Outcome) => ({ id, by: 'p1', turn: 1, outcome })
    estimates.see({ ...entry, turn: 1, action: 'propose', offer: offer('P1', [0, 1, 2]) })
    // Held once of one: (1 + 1) / (1 + 2); not held: 1 / 3.
    expect(estimates.of('p1', [0, 1, 2])).toBeCloseTo(2 / 3, 12)
    expect(estimates.of('p1', [1, 0, 0])).toBeCloseTo(1 / 3, 12)
    estimates.see({ ...entry, turn: 4, action: 'reject', offer: offer('P2', [0, 0, 0]) })
    expect(estimates.of('p1', [0, 1, 2])).toBeCloseTo((2 / 4 + 2 / 3 + 2 / 3) / 3, 12)
    // The same package twice tells no more than once, and the opening package nothing.
    estimates.see({ ...entry, turn: 7, action: 'reject', offer: offer('P2', [0, 0, 0]) })
    estimates.see({ ...entry, turn: 0, action: 'propose', offer: offer('P0', [2, 2, 2]) })
    expect(estimates.of('p1', [0, 1, 2])).toBeCloseTo((2 / 4 + 2 / 3 + 2 / 3) / 3, 12)
    expect(estimates.of('p2', [0, 1, 2])).toBe(0.5)
  })

  test('asks for its best first, and for something else once that was rejected by all', () => {
    const game = voteGame(5, { rounds: 6 })
    const player = voteSeat(game, 'p0', { script: 'acceptance', exponent: 1000 }, 'seed')
    const best = game.parties[0]!.utility!
    let state = startVotes(game)
    const first = voteSubmission(player, packageVotes.view(state, 'p0'))
    if (first.action !== 'propose') throw new Error('it proposes')
    const most = Math.max(...allOutcomes(game).map((outcome) => best.scaled(outcome)))
    expect(best.scaled(first.outcome)).toBe(most)
    state = packageVotes.apply(state, 'p0', first)
    for (const seat of ['p1', 'p2', 'p3']) {
      state = packageVotes.apply(state, seat, { action: 'reject', offer: 'P1', message: '' })
    }
    for (const seat of ['p1', 'p2', 'p3']) {
      state = packageVotes.apply(state, seat, { action: 'none', message: '' })
    }
    const second = voteSubmission(player, packageVotes.view(state, 'p0'))
    if (second.action !== 'propose') throw new Error('it proposes')
    expect(second.outcome).not.toEqual(first.outcome)
  })
})

const allOutcomes = ({ issues }: VoteGame): Outcome[] =>
  issues.reduce<Outcome[]>(
    (list, issue) =>
      list.flatMap((start) =>
        (issue.type === 'choice' ? issue.options : []).map((_, value) => [...start, value]),
      ),
    [[]],
  )

describe('mediator', () => {
  test('puts forward the largest product of gains that all find acceptable, where sheets are common', () => {
    for (let seed = 0; seed < 20; seed++) {
      const game = voteGame(seed, {}, { common: true })
      const gains = (outcome: Outcome) =>
        game.parties.map(({ utility, reservation }) => utility!.points(outcome).sub(reservation.value))
      const products = allOutcomes(game)
        .filter((outcome) => gains(outcome).every((gain) => gain.compare(0) >= 0))
        .map((outcome) => gains(outcome).reduce((a, b) => a.mul(b)))
      const most = products.reduce((a, b) => (a.compare(b) >= 0 ? a : b))
      const { moves, state } = playVotesOut(game, [{ script: 'mediator' }], 'seed')
      const first = moves[0]!.submission
      if (first.action !== 'propose') throw new Error('it proposes')
      const product = gains(first.outcome).reduce((a, b) => a.mul(b))
      expect(product.equals(most)).toBe(true)
      // Everybody finds the same point, and takes it where nobody waits for more.
      expect(state.end?.kind).toBe('agreement')
      expect(moves).toHaveLength(4)
    }
  })
})

describe('walker', () => {
  test('leaves once its patience is over and nobody else has or backs what it demands, and not before', () => {
    let walks = 0
    for (let seed = 0; seed < 40; seed++) {
      const game = voteGame(seed, { rounds: 5 })
      const specs = [{ script: 'walker', patience: 0.5 }, { script: 'hardliner' }]
      for (const { view, submission } of playVotesOut(game, specs, 'seed').moves) {
        const { utility, threshold } = partyOf(game, view.seat)
        const floor = toNumber(threshold.value)
        const best = Math.max(...allOutcomes(game).map((outcome) => utility!.scaled(outcome)))
        // Evenly by the clock, which runs from 0 in the first round to 1 in the fifth.
        const demand = floor + (1 - (view.round - 1) / 4) * (best - floor)
        const hope = view.offers.some(
          ({ by, votes, outcome }) =>
            utility!.scaled(outcome) >= demand &&
            (by !== view.seat || view.present.some((id) => id !== view.seat && votes[id] === 'accept')),
        )
        const walked = submission.action === 'walk'
        if (walked) walks++
        const walker = game.parties.findIndex(({ id }) => id === view.seat) % 2 === 0
        expect(walked).toBe(walker && !hope && view.round >= 3)
      }
    }
    expect(walks).toBeGreaterThan(5)
  })

  test('leaves a table where only others have spoken and nothing suits it', () => {
    const game = voteGame(2, { rounds: 1 })
    const player = voteSeat(game, 'p1', { script: 'walker' }, 'seed')
    const { utility, threshold } = game.parties[1]!
    const bad = allOutcomes(game).find((outcome) => utility!.points(outcome).compare(threshold.value) < 0)!
    let state = startVotes(game)
    state = packageVotes.apply(state, 'p0', { action: 'propose', outcome: bad, message: '' })
    expect(voteSubmission(player, packageVotes.view(state, 'p1')).action).toBe('walk')
  })
})

test('the hardliner supports its best alone', () => {
  for (let seed = 0; seed < 10; seed++) {
    const game = voteGame(seed)
    const { moves } = playVotesOut(game, [{ script: 'hardliner' }, { script: 'conceder' }], 'seed')
    for (const move of moves) {
      if (move.view.seat !== 'p0' && move.view.seat !== 'p2') continue
      const outcome = outcomeOf(move)
      const { utility } = partyOf(game, move.view.seat)
      const most = Math.max(...allOutcomes(game).map((other) => utility!.scaled(other)))
      if (outcome) expect(utility!.scaled(outcome)).toBe(most)
    }
  }
})
