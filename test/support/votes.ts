/** For tests: tables of package votes with drawn score sheets, played in the open by scripts. */
import fc from 'fast-check'
import type { Issue } from '../../src/core/issue.ts'
import { rational } from '../../src/core/rational.ts'
import type { Player } from '../../src/negotiators/contract.ts'
import { makeNegotiator, negotiatorSpec } from '../../src/negotiators/registry.ts'
import {
  packageVotes,
  type State,
  type Submission,
  type View,
} from '../../src/protocols/package-votes/index.ts'
import { drawVotes } from '../../src/scenario/generate/votes.ts'
import type { Brief, Party } from '../../src/scenario/types.ts'
import { makeParty } from './games.ts'

export interface VoteGame {
  readonly issues: readonly Issue[]
  readonly parties: readonly Party[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly common: boolean
}

/** A drawn game; points are multiplied by `scale`, and thresholds lie `above` the reservation values. */
export function voteGame(
  seed: number,
  settings: Readonly<Record<string, unknown>> = {},
  { parties = 4, issues = 3, options = 3, common = false, vetoes = 0, scale = 1, above = 0 } = {},
): VoteGame {
  const drawn = drawVotes({ parties, issues, options: { least: options, most: options }, seed, tries: 1 })
  const { sheets, reservations } = 'game' in drawn ? drawn.game : drawn.nearest
  const list = Array.from({ length: issues }, (_, i): Issue => {
    const names = Array.from({ length: options }, (_, k) => `option ${k}`)
    return { type: 'choice', id: `issue ${i}`, options: names }
  })
  return {
    issues: list,
    settings,
    common,
    parties: sheets.map((sheet, p) => ({
      ...makeParty(
        `p${p}`,
        list,
        sheet.map((points) => ({ type: 'options', points: points.map((x) => rational(x * scale)) })),
        String(reservations[p]! * scale),
        String((reservations[p]! + above) * scale),
      ),
      veto: p < vetoes,
    })),
  }
}

/** Games under many variants of the rules. */
export const anyVoteGame: fc.Arbitrary<VoteGame> = fc
  .record({
    seed: fc.nat(10_000),
    parties: fc.integer({ min: 3, max: 6 }),
    issues: fc.integer({ min: 1, max: 4 }),
    options: fc.integer({ min: 2, max: 4 }),
    vetoes: fc.integer({ min: 0, max: 2 }),
    common: fc.boolean(),
    above: fc.constantFrom(0, 0, 5),
    rounds: fc.constantFrom(1, 2, 4, 6),
    chat: fc.boolean(),
    message_words: fc.constantFrom(0, 1, 4, 12, 200),
    accept: fc.constantFrom('all', 'all-but-one'),
    agreement: fc.constantFrom('votes', 'votes', 'sheets'),
    settle: fc.constantFrom('at-once', 'round-end', 'last-round'),
    new_offer_withdraws: fc.boolean(),
    reject_kills: fc.boolean(),
    votes_seen: fc.constantFrom('all', 'own'),
    final_proposer: fc.constantFrom(undefined, undefined, 'p1'),
  })
  .map(({ seed, parties, issues, options, vetoes, common, above, ...settings }) =>
    voteGame(seed, settings, { parties, issues, options, vetoes, common, above }),
  )

export const voteBrief = (game: VoteGame, seat: string): Brief => ({
  seat,
  you: game.parties.find(({ id }) => id === seat)!,
  situation: '',
  scenario: 'test',
  vars: {},
  issues: game.issues,
  parties: game.parties,
  information: game.common ? 'common' : 'private',
  open: game.common ? game.parties.filter(({ id }) => id !== seat) : [],
})

export const voteSeat = (game: VoteGame, seat: string, spec: unknown, seed: string): Player =>
  makeNegotiator('test', negotiatorSpec.parse(spec)).sit(voteBrief(game, seat), seed)

export function voteSubmission(player: Player, view: View): Submission {
  const reply = player.reply(view)
  if ('then' in reply || reply.kind !== 'submission') throw new Error('a script submits at once')
  return reply.submission as Submission
}

export function startVotes(game: VoteGame): State {
  const settings = packageVotes.settings.parse({ type: 'package-votes', ...game.settings })
  return packageVotes.start(
    packageVotes.configure(settings, {
      parties: game.parties.map(({ id }) => id),
      opener: game.parties[0]!.id,
      issues: game.issues,
      vetoes: game.parties.filter(({ veto }) => veto).map(({ id }) => id),
      accepts: (seat, outcome) => {
        const { utility, threshold } = game.parties.find(({ id }) => id === seat)!
        return utility!.points(outcome).compare(threshold.value) >= 0
      },
    }),
  )
}

export interface VoteMove {
  readonly view: View
  readonly submission: Submission
}

/** Plays entries, given to the parties in turn, to the end. */
export function playVotesOut(
  game: VoteGame,
  specs: readonly unknown[],
  seed: string,
): { readonly state: State; readonly moves: readonly VoteMove[] } {
  const players = new Map(
    game.parties.map(({ id }, i) => [id, voteSeat(game, id, specs[i % specs.length], seed)]),
  )
  let state = startVotes(game)
  const moves: VoteMove[] = []
  for (;;) {
    const seat = packageVotes.actor(state)
    if (seat === undefined) return { state, moves }
    const view = packageVotes.view(state, seat)
    const submission = voteSubmission(players.get(seat)!, view)
    moves.push({ view, submission })
    state = packageVotes.apply(state, seat, submission)
  }
}
