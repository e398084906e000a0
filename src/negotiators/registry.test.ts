/** What holds for every script, whatever the scenario. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyGame,
  concertGame,
  makeParty,
  playOut,
  seatOf,
  submissionOf,
  type TestGame,
} from '../../test/support/games.ts'
import { valueText } from '../core/issue.ts'
import { type Problem, UserError } from '../core/problem.ts'
import { exactText, rational } from '../core/rational.ts'
import { alternatingOffers } from '../protocols/alternating-offers/index.ts'
import { readReply } from '../protocols/read.ts'
import { makeNegotiator, mustPlay, negotiatorSpec, plays, SCRIPTS, scriptsFor } from './registry.ts'

const NAMES = scriptsFor('alternating-offers')

const anySpec = fc.oneof(
  fc.constantFrom(...NAMES).map((script) => ({ script })),
  fc.record({
    script: fc.constantFrom('time-dependent', 'frequency'),
    exponent: fc.double({ min: 0.001, max: 1000, noNaN: true }),
    start: fc.double({ min: 0, max: 1, noNaN: true }),
    keep: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    script: fc.constant('tit-for-tat'),
    measure: fc.constantFrom('absolute', 'relative'),
    nudge: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ script: fc.constant('micro'), rungs: fc.constantFrom('all', 2, 5, 50) }),
)

const setting = fc.record({
  game: anyGame,
  specs: fc.tuple(anySpec, anySpec),
  seed: fc.string({ maxLength: 5 }),
})

describe('every script', () => {
  test('makes legal moves alone, speaks within the limit, and takes or offers nothing below its threshold', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const { state, moves } = playOut(game, specs, seed)
        for (const { view, submission } of moves) {
          const read = readReply(alternatingOffers.format(submission, view))
          if (!read.ok) throw new Error(read.fault.code)
          expect(alternatingOffers.check(read.value, view)).toEqual({ ok: true, submission })
          const { utility, threshold } = game.parties.find(({ id }) => id === view.seat)!
          const outcome =
            submission.action === 'OFFER'
              ? submission.outcome
              : submission.action === 'ACCEPT'
                ? view.standing!.outcome
                : undefined
          if (outcome) expect(utility!.points(outcome).compare(threshold.value)).toBeGreaterThanOrEqual(0)
        }
        expect(state.end).toBeDefined()
      }),
      { numRuns: 300 },
    )
  })

  test('answers a later view as one who sat through it all, and the same each time', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const { moves } = playOut(game, specs, seed)
        expect(playOut(game, specs, seed).moves).toEqual(moves)
        for (const { view, submission } of moves) {
          const place = game.parties.findIndex(({ id }) => id === view.seat)
          const fresh = seatOf(game, view.seat, specs[place], seed)
          expect(submissionOf(fresh, view)).toEqual(submission)
        }
        // One player asked out of order, and about a negotiation that it did not see, answers the same too.
        const backwards = game.parties.map(({ id }, i) => seatOf(game, id, specs[i], seed))
        for (const { view, submission } of moves.toReversed()) {
          const place = game.parties.findIndex(({ id }) => id === view.seat)
          expect(submissionOf(backwards[place]!, view)).toEqual(submission)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('plays the same moves when silent', () => {
    fc.assert(
      fc.property(setting, ({ game, specs, seed }) => {
        const spoken = playOut(game, specs, seed)
        const quiet = specs.map((spec) => ({ ...spec, speech: 'none' }))
        const silent = playOut(game, [quiet[0], quiet[1]], seed)
        expect(silent.moves.map(({ submission }) => submission)).toEqual(
          spoken.moves.map(({ submission }) => ({ ...submission, message: '' })),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('says no figure that is not in the terms', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES), fc.nat(), (left, right, seed) => {
        const game = concertGame()
        const { moves } = playOut(game, [{ script: left }, { script: right }], String(seed))
        const said = new Set<string>()
        for (const { submission, view } of moves) {
          const outcome = submission.action === 'OFFER' ? submission.outcome : view.standing?.outcome
          outcome?.forEach((value, i) => {
            said.add(valueText(game.issues[i]!, value))
            said.add(valueText(game.issues[i]!, value).replace(/\.0+$/, ''))
          })
          for (const [figure] of submission.message.matchAll(/\d+(\.\d+)?/g)) expect(said).toContain(figure)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('says and does the same when all its points are scaled, so words hold none of them', () => {
    const plain = concertGame()
    const scaled = rescaled(plain)
    for (const script of NAMES) {
      const specs = [{ script }, { script: 'linear' }] as const
      const submissions = (game: TestGame) => playOut(game, specs, 'sentinel').moves.map((m) => m.submission)
      expect(submissions(scaled)).toEqual(submissions(plain))
    }
  })
})

/** The same preferences at 128 times the points: a power of two keeps even floats the same. */
function rescaled(game: TestGame): TestGame {
  const [first, second] = game.parties.map(({ id, utility, threshold }) => {
    const tables = utility!.tables.map((table) => {
      if (table.type === 'options') return { ...table, points: table.points.map((points) => points.mul(128)) }
      return { ...table, knots: table.knots.map((knot) => ({ ...knot, points: knot.points.mul(128) })) }
    })
    return makeParty(id, game.issues, tables, exactText(threshold.value.mul(rational(128))))
  })
  return { ...game, parties: [first!, second!] }
}

describe('study entries', () => {
  const problem = (entry: unknown): string => {
    const parsed = negotiatorSpec.safeParse(entry)
    return parsed.success ? 'fine' : parsed.error.issues.map(({ message }) => message).join(' | ')
  }

  test('every script needs its name alone', () => {
    for (const { name, summary } of SCRIPTS) {
      expect(problem({ script: name })).toBe('fine')
      expect(summary.length).toBeGreaterThan(10)
    }
  })

  test('an unknown script is told with the nearest name and all names', () => {
    expect(problem({ script: 'bolware' })).toMatch(/no script "bolware"; did you mean "boulware"\?.*micro/)
    expect(problem({ script: 'zzz' })).toMatch(/no script "zzz"\. Scripts: /)
    expect(problem({})).toMatch(/needs "script"/)
    expect(problem({ script: 3 })).toMatch(/must be a name/)
  })

  test('settings out of bounds and unknown settings are told', () => {
    expect(problem({ script: 'time-dependent', exponent: 0 })).toBe(
      '"exponent" must be a number from 0.001 to 1000',
    )
    expect(problem({ script: 'boulware', exponent: 2 })).toMatch(/"exponent" must be a number from/)
    expect(problem({ script: 'conceder', exponent: 0.5 })).toMatch(/"exponent"/)
    expect(problem({ script: 'linear', start: 1.5 })).toBe('"start" must be a number from 0 to 1')
    expect(problem({ script: 'micro', rungs: 1 })).toMatch(/"rungs" must be all or a whole number/)
    expect(problem({ script: 'random', speech: 'loud' })).toMatch(/"speech" must be full/)
    expect(problem({ script: 'random', exponent: 1 })).toMatch(/exponent/)
  })

  test('a script asked to play another protocol is a mistake of the study', () => {
    const spec = negotiatorSpec.parse({ script: 'linear' })
    expect(plays(spec, 'alternating-offers')).toBe(true)
    expect(plays(spec, 'free-talk')).toBe(false)
    expect(() => mustPlay('lin', spec, 'free-talk', 'study.yaml')).toThrow(/linear cannot play free-talk/)
    const votes = negotiatorSpec.parse({ script: 'mediator' })
    expect(plays(votes, 'package-votes')).toBe(true)
    expect(plays(votes, 'alternating-offers')).toBe(false)
    expect(plays(negotiatorSpec.parse({ script: 'frequency' }), 'package-votes')).toBe(false)
    const told = problemsOf(() => mustPlay('med', votes, 'alternating-offers', 'study.yaml'))
    expect(told[0]!.expected).toMatch(/^one of time-dependent, .*frequency$/)
    expect(told[0]!.mend).toBe('choose a script that plays alternating-offers, or a model')
    expect(problemsOf(() => mustPlay('lin', spec, 'free-talk', 'study.yaml'))[0]!.expected).toMatch(
      /^one of claim-whole/,
    )
    expect(() => mustPlay('lin', spec, 'alternating-offers', 'study.yaml')).not.toThrow()
    expect(makeNegotiator('lin', spec).name).toBe('lin')
  })
})

function problemsOf(run: () => void): readonly Problem[] {
  try {
    run()
  } catch (error) {
    if (error instanceof UserError) return error.problems
    throw error
  }
  return []
}
