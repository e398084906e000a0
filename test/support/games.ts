/** For tests: briefs made by hand, negotiations played in the open, and generated two-party scenarios. */
import fc from 'fast-check'
import type { Issue, Outcome } from '../../src/core/issue.ts'
import { compileUtility, type IssuePoints } from '../../src/core/points.ts'
import { parseRational, type Rational, rational } from '../../src/core/rational.ts'
import type { Player } from '../../src/negotiators/contract.ts'
import { makeNegotiator, negotiatorSpec } from '../../src/negotiators/registry.ts'
import {
  alternatingOffers,
  type Config,
  type State,
  type Submission,
  type View,
} from '../../src/protocols/alternating-offers/index.ts'
import type { Brief, Party } from '../../src/scenario/types.ts'

/** A party with these points; reservation and threshold are written numbers. */
export function makeParty(
  id: string,
  issues: readonly Issue[],
  tables: readonly IssuePoints[],
  reservation: string,
  threshold = reservation,
): Party {
  const written = (text: string) => ({ text, value: parseRational(text)! })
  return {
    id,
    label: id,
    name: id,
    about: '',
    veto: true,
    vars: {},
    reservation: written(reservation),
    threshold: written(threshold),
    utility: compileUtility(issues, tables),
    sheet: [],
  }
}

export interface TestGame {
  readonly issues: readonly Issue[]
  readonly parties: readonly [Party, Party]
  readonly config: Config
}

/** A game of alternating offers; settings as in a pack's protocol block. */
export function makeTestGame(
  issues: readonly Issue[],
  parties: readonly [Party, Party],
  settings: Readonly<Record<string, unknown>> = {},
  opener = parties[0].id,
): TestGame {
  const parsed = alternatingOffers.settings.parse({ type: 'alternating-offers', ...settings })
  const table = { parties: parties.map(({ id }) => id), opener, issues }
  return { issues, parties, config: alternatingOffers.configure(parsed, table) }
}

export const briefOf = (game: TestGame, seat: string): Brief => ({
  seat,
  you: game.parties.find(({ id }) => id === seat)!,
  situation: '',
  scenario: 'test',
  vars: {},
  issues: game.issues,
  parties: game.parties,
  information: 'private',
  open: [],
})

/** One move of a negotiation that was played: the view it was made on and the submission. */
export interface Move {
  readonly view: View
  readonly submission: Submission
}

/** A player for a seat from a study's entry. */
export const seatOf = (game: TestGame, seat: string, spec: unknown, seed: string): Player =>
  makeNegotiator('test', negotiatorSpec.parse(spec)).sit(briefOf(game, seat), seed)

/** What a scripted player submits. */
export function submissionOf(player: Player, view: View): Submission {
  const reply = player.reply(view)
  if ('then' in reply || reply.kind !== 'submission') throw new Error('a script submits at once')
  return reply.submission as Submission
}

/** Plays two entries, in the order of the parties, to the end. */
export function playOut(
  game: TestGame,
  specs: readonly [unknown, unknown],
  seed: string,
): { readonly state: State; readonly moves: readonly Move[] } {
  const players = game.parties.map(({ id }, i) => seatOf(game, id, specs[i], seed))
  let state = alternatingOffers.start(game.config)
  const moves: Move[] = []
  for (;;) {
    const seat = alternatingOffers.actor(state)
    if (seat === undefined) return { state, moves }
    const view = alternatingOffers.view(state, seat)
    const submission = submissionOf(players[game.parties.findIndex(({ id }) => id === seat)]!, view)
    moves.push({ view, submission })
    state = alternatingOffers.apply(state, seat, submission)
  }
}

/** Plays one entry at `seat` against fixed outcomes, one a turn of the other side (then it is silent); its moves. */
export function playAgainst(
  game: TestGame,
  seat: string,
  spec: unknown,
  outcomes: readonly Outcome[],
  seed = 'seed',
): readonly Submission[] {
  const player = seatOf(game, seat, spec, seed)
  const moves: Submission[] = []
  const left = [...outcomes]
  let state = alternatingOffers.start(game.config)
  for (;;) {
    const actor = alternatingOffers.actor(state)
    if (actor === undefined) return moves
    const view = alternatingOffers.view(state, actor)
    const outcome = left[0]
    let submission: Submission
    if (actor === seat) {
      submission = submissionOf(player, view)
      moves.push(submission)
    } else if (view.final) submission = { action: 'END', message: '' }
    else if (outcome) {
      submission = { action: 'OFFER', outcome, message: '' }
      left.shift()
    } else submission = { action: 'NONE', message: '' }
    state = alternatingOffers.apply(state, actor, submission)
  }
}

/** The outcomes that were offered, in their order. */
export const offersOf = (moves: readonly Submission[]): Outcome[] =>
  moves.flatMap((move) => (move.action === 'OFFER' ? [move.outcome] : []))

const knots = (pairs: readonly (readonly [number, number])[]): IssuePoints => ({
  type: 'linear',
  knots: pairs.map(([at, points]) => ({ at: rational(at), points: rational(points) })),
})

/** The concert terms: three number issues with opposed priorities, 12 turns. */
export function concertGame(settings: Readonly<Record<string, unknown>> = {}, opener = 'buyer'): TestGame {
  const number = (id: string, min: number, max: number): Issue => ({
    type: 'number',
    id,
    min: min * 100,
    max: max * 100,
    step: 1,
    decimals: 2,
  })
  const issues = [
    number('unit_price_usd', 60, 100),
    number('cancellation_fee_pct', 0, 100),
    number('name_change_notice_hours', 0, 96),
  ]
  const buyer = [
    knots([
      [60, 50],
      [100, 0],
    ]),
    knots([
      [0, 30],
      [100, 0],
    ]),
    knots([
      [0, 20],
      [96, 0],
    ]),
  ]
  const seller = [
    knots([
      [60, 0],
      [100, 20],
    ]),
    knots([
      [0, 0],
      [100, 30],
    ]),
    knots([
      [0, 0],
      [96, 50],
    ]),
  ]
  const parties = [
    makeParty('buyer', issues, buyer, '20'),
    makeParty('seller', issues, seller, '20'),
  ] as const
  return makeTestGame(issues, parties, settings, opener)
}

/** The two parties' gains at an outcome over their reservation values, as floats. */
export const gainsOf = (game: TestGame, state: State): number[] => {
  const end = state.end
  return game.parties.map(({ utility, reservation }) =>
    end?.kind === 'agreement' ? utility!.points(end.outcome).sub(reservation.value).valueOf() : 0,
  )
}

const figure = (): fc.Arbitrary<Rational> =>
  fc.tuple(fc.integer({ min: -60, max: 200 }), fc.constantFrom(1, 2, 3, 10)).map(([n, d]) => rational(n, d))

const anyIssue = (place: number): fc.Arbitrary<Issue> =>
  fc.oneof(
    fc
      .tuple(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 2 }),
      )
      .map(([min, range, step, decimals]): Issue => {
        const max = min + range * step
        return { type: 'number', id: `amount ${place}_usd`, min, max, step, decimals }
      }),
    fc.integer({ min: 1, max: 12 }).map((count): Issue => {
      const options = Array.from({ length: count }, (_, k) => `option $& ${k}`)
      return { type: 'choice', id: `issue_${place}`, options }
    }),
  )

/** Points of any shape over an issue: several knots, flat stretches, peaks, ties. */
function anyTable(issue: Issue): fc.Arbitrary<IssuePoints> {
  if (issue.type === 'choice') {
    const count = issue.options.length
    return fc
      .array(figure(), { minLength: count, maxLength: count })
      .map((points): IssuePoints => ({ type: 'options', points }))
  }
  const unit = 10 ** issue.decimals
  return fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: issue.min, max: issue.max }), { maxLength: 4 }),
      fc.array(figure(), { minLength: 6, maxLength: 6 }),
    )
    .map(([inner, points]): IssuePoints => {
      const at = [...new Set([issue.min, ...inner, issue.max])].sort((a, b) => a - b)
      return {
        type: 'linear',
        knots: at.map((value, k) => ({ at: rational(value, unit), points: points[k]! })),
      }
    })
}

/** Two-party scenarios of every shape: number and choice issues, odd points, short deadlines, word limits. */
export const anyGame: fc.Arbitrary<TestGame> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, place) => anyIssue(place))))
  .chain((issues) => {
    const tables = fc.tuple(...issues.map(anyTable))
    const limits = fc.tuple(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 0, max: 20 }))
    return fc
      .record({
        tables: fc.tuple(tables, tables),
        limits: fc.tuple(limits, limits),
        opener: fc.constantFrom('left', 'right'),
        turns: fc.constantFrom(1, 2, 3, 5, 12),
        final_reply: fc.boolean(),
        message_words: fc.constantFrom(0, 1, 3, 5, 12, 80),
      })
      .map(({ tables, limits, opener, ...settings }) => {
        const party = (id: string, side: 0 | 1): Party => {
          const [reservation, above] = limits[side]
          return makeParty(id, issues, tables[side], String(reservation), String(reservation + above))
        }
        return makeTestGame(issues, [party('left', 0), party('right', 1)], settings, opener)
      })
  })

/** Three issues of ten options with opposed priorities: a space of 1,000 outcomes. */
export function optionsGame(settings: Readonly<Record<string, unknown>> = {}, opener = 'buyer'): TestGame {
  const names = ['model', 'colour', 'delivery']
  const options = Array.from({ length: 10 }, (_, k) => `grade ${k}`)
  const issues: Issue[] = names.map((id) => ({ type: 'choice', id, options }))
  const table = (weight: number, rising: boolean): IssuePoints => ({
    type: 'options',
    points: options.map((_, k) => rational(weight * (rising ? k : 9 - k), 9)),
  })
  const buyer = [50, 30, 20].map((weight) => table(weight, false))
  const seller = [20, 30, 50].map((weight) => table(weight, true))
  const parties = [
    makeParty('buyer', issues, buyer, '20'),
    makeParty('seller', issues, seller, '20'),
  ] as const
  return makeTestGame(issues, parties, settings, opener)
}
