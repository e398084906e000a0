/** Drawn games: the same everywhere, with the properties that were asked for, in words that differ. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toNumber } from '../../core/rational.ts'
import { largestJointGain } from '../../core/space/analysis.ts'
import { analyzeMany } from '../../core/space/many/analysis.ts'
import { sha256 } from '../../record/hash.ts'
import { parsePack } from '../pack.ts'
import { manySpaceOf } from '../space.ts'
import type { Scenario } from '../types.ts'
import { type BilateralRequest, drawBilateral } from './bilateral.ts'
import { bilateralPack } from './bilateral-pack.ts'
import { countBounds, parseBounds } from './bounds.ts'
import { rooted } from './measure.ts'
import { holdsToId } from './pack-text.ts'
import { parseTheme, type Theme } from './theme.ts'
import { drawVotes, type VotesRequest } from './votes.ts'
import { votesPack } from './votes-pack.ts'
import { lacking } from './words.ts'

const THEMES = ['festival', 'harbour', 'valley'] as const

const themeText = (name: string): string =>
  readFileSync(new URL(`../../../scenarios/themes/${name}.yaml`, import.meta.url), 'utf8')

function theme(name: string): Theme {
  const { theme: found, problems } = parseTheme(themeText(name), name)
  expect(problems).toEqual([])
  return found!
}

const request = (more: Partial<VotesRequest> = {}): VotesRequest => ({
  parties: 6,
  issues: 5,
  options: { least: 3, most: 3 },
  seed: 7,
  tries: 2000,
  ...more,
})

function votes(more: Partial<VotesRequest> = {}, words = 'harbour', vetoes = 1) {
  const drawn = drawVotes(request(more))
  if (!('game' in drawn)) throw new Error('nothing was found')
  const dress = {
    theme: theme(words),
    seed: more.seed ?? 7,
    vetoes,
    rounds: 4,
    accept: 'all',
    information: 'private',
    command: 'a command',
  } as const
  return { game: drawn.game, ...votesPack(drawn.game, dress, sha256) }
}

function two(more: Partial<BilateralRequest> = {}, words = 'valley') {
  const asked: BilateralRequest = {
    kind: 'continuous',
    issues: 3,
    options: { least: 5, most: 5 },
    jointGain: 90,
    seed: 7,
    tries: 2000,
    ...more,
  }
  const drawn = drawBilateral(asked)
  if (!('game' in drawn)) throw new Error('nothing was found')
  const dress = { theme: theme(words), seed: asked.seed, turns: 12, jointGain: asked.jointGain, command: 'c' }
  return { game: drawn.game, ...bilateralPack(drawn.game, dress, sha256) }
}

function scenarioOf(text: string): Scenario {
  const { scenario, problems } = parsePack({ 'scenario.yaml': text })
  expect(problems).toEqual([])
  return scenario!
}

const bounds = (text: string) => parseBounds(text)!

describe('games of votes', () => {
  test('the same seed gives the same game on every machine', () => {
    const asked = { acceptable: bounds('20..60'), opposition: bounds('0.3..0.6') }
    expect(THEMES.map((name) => votes(asked, name).id)).toMatchInlineSnapshot(`
      [
        "festival-03302e75d1",
        "harbour-fe0d86d7fc",
        "valley-786964b50c",
      ]
    `)
    expect([1, 2, 3].map((seed) => votes({ seed, parties: 3, issues: 2 }).id)).toMatchInlineSnapshot(`
      [
        "harbour-c8836ecb19",
        "harbour-b0509c9fed",
        "harbour-a005f1eb65",
      ]
    `)
    expect(votes({ parties: 10, issues: 8, options: { least: 2, most: 3 } }).id).toMatchInlineSnapshot(
      `"harbour-9598a7043a"`,
    )
    expect(votes(asked)).toEqual(votes(asked))
  })

  test('what was asked for holds by the analysis of the written pack, opposition by the same definition', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(100_000),
          parties: fc.integer({ min: 2, max: 7 }),
          issues: fc.integer({ min: 2, max: 5 }),
          options: fc.constantFrom({ least: 3, most: 3 }, { least: 2, most: 4 }),
          acceptable: fc.constantFrom(bounds('5%..30%'), bounds('10%..50%')),
          opposition: fc.constantFrom(bounds('0.15..0.45'), bounds('0.2..')),
        }),
        (asked) => {
          const drawn = drawVotes(request(asked))
          fc.pre('game' in drawn)
          const { game, text } = votes(asked, 'festival', 2)
          const scenario = scenarioOf(text)
          const analysis = analyzeMany(manySpaceOf(scenario)!)
          const { least, most } = countBounds(asked.acceptable, game.outcomes)
          expect(analysis.acceptable.count).toBe(game.acceptable)
          expect(game.acceptable).toBeGreaterThanOrEqual(least)
          expect(game.acceptable).toBeLessThanOrEqual(most)
          expect(rooted(game.squaredOpposition)).toBeCloseTo(analysis.opposition.perParty, 9)
          expect(rooted(game.squaredOpposition)).toBeGreaterThanOrEqual(toNumber(asked.opposition.least!))
          expect(scenario.parties.filter(({ veto }) => veto)).toHaveLength(2)
        },
      ),
      { numRuns: 40 },
    )
  })

  test("every party's best is worth 100, its worst 0, and it has a stake in two issues at least; each issue matters", () => {
    for (let seed = 0; seed < 50; seed++) {
      const { sheets, reservations } = votes({ seed }).game
      sheets.forEach((sheet, p) => {
        expect(sheet.reduce((sum, issue) => sum + Math.max(...issue), 0)).toBe(100)
        expect(sheet.every((issue) => Math.min(...issue) === 0)).toBe(true)
        expect(sheet.filter((issue) => Math.max(...issue) > 0).length).toBeGreaterThan(1)
        expect(reservations[p]).toBeGreaterThan(0)
      })
      const matters = sheets[0]!.map((_, i) => sheets.some((sheet) => Math.max(...sheet[i]!) > 0))
      expect(matters).not.toContain(false)
    }
  })

  test('what cannot be met is told, with how near it came', () => {
    const far = drawVotes(request({ tries: 50, acceptable: bounds('20..60'), opposition: bounds('0.9..') }))
    if ('game' in far) throw new Error('that cannot be')
    expect(far.misses.map(({ property, met }) => [property, met])).toEqual([
      ['acceptable', true],
      ['opposition', false],
    ])
    expect(rooted(far.misses[1]!.nearest)).toBeGreaterThan(0.2)
    expect(rooted(far.misses[1]!.nearest)).toBeLessThan(0.9)
    expect(far.tries).toBe(50)
    const few = drawVotes(request({ tries: 5, issues: 1, acceptable: bounds('3') }))
    if ('game' in few) throw new Error('three outcomes of three cannot suit all')
    expect(few.misses[0]).toMatchObject({ property: 'acceptable', met: false })
  })
})

describe('games of two', () => {
  test('the same seed gives the same game on every machine', () => {
    expect([1, 2].map((seed) => two({ seed }).id)).toMatchInlineSnapshot(`
      [
        "valley-012a9b95b9",
        "valley-42ca837134",
      ]
    `)
    expect([1, 2].map((seed) => two({ seed, kind: 'discrete' }).id)).toMatchInlineSnapshot(`
      [
        "valley-26721cd178",
        "valley-e9111e282e",
      ]
    `)
  })

  test('the largest joint gain is exactly what was asked for, and reservation values are not below zero', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(100_000),
          kind: fc.constantFrom('continuous' as const, 'discrete' as const),
          issues: fc.integer({ min: 1, max: 4 }),
          jointGain: fc.integer({ min: 1, max: 400 }),
          opposition: fc.constant(bounds('0..')),
        }),
        (asked) => {
          const { text, game } = two(asked)
          const { issues, parties } = scenarioOf(text)
          const [a, b] = parties.map(({ id, utility, reservation }) => ({
            id,
            utility: utility!,
            reservation: reservation.value,
          }))
          const found = largestJointGain({ issues, parties: [a!, b!] })
          expect(found?.equals(asked.jointGain)).toBe(true)
          expect(Math.min(...game.reservations)).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('opposition is that of the analysis', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { text, game } = two({ seed, kind: 'discrete', opposition: bounds('0.2..0.5') })
      const { opposition } = analyzeMany(manySpaceOf(scenarioOf(text))!)
      expect(rooted(game.squaredOpposition)).toBeCloseTo(opposition.perParty, 9)
      expect(opposition.perParty).toBeGreaterThanOrEqual(0.2)
      expect(opposition.perParty).toBeLessThanOrEqual(0.5)
    }
    // Over numbers, between the marks too: no grid of values is nearer, and a fine one is nearly as near.
    for (let seed = 0; seed < 5; seed++) {
      const { game } = two({ seed, issues: 2, opposition: bounds('0.1..') })
      let least = Number.POSITIVE_INFINITY
      for (let x = 0; x <= 200; x++) {
        for (let y = 0; y <= 200; y++) {
          const lack = [0, 1].map((p) => {
            const at = ([x / 100, y / 100] as const).map((place, i) => {
              const marks = game.issues[i]![p as 0 | 1]
              const low = Math.min(1, Math.floor(place))
              return marks[low]! + (place - low) * (marks[low + 1]! - marks[low]!)
            })
            return 1 - (at[0]! + at[1]!) / game.best
          })
          least = Math.min(least, Math.sqrt((lack[0]! ** 2 + lack[1]! ** 2) / 2))
        }
      }
      expect(rooted(game.squaredOpposition)).toBeLessThanOrEqual(least + 1e-9)
      expect(least - rooted(game.squaredOpposition)).toBeLessThan(0.01)
    }
  })
})

describe('packs', () => {
  test("the id's digits are those of the content, and of nothing else", () => {
    const { text, id } = votes()
    expect(id).toMatch(/^harbour-[0-9a-f]{10}$/)
    expect(holdsToId(text, sha256)).toBe(true)
    expect(holdsToId(text.replace('reservation: ', 'reservation: 1'), sha256)).toBe(false)
    expect(holdsToId(text.replace('a command', 'another'), sha256)).toBe(true)
  })

  test('a hundred games of one theme read differently', () => {
    const games = Array.from({ length: 100 }, (_, seed) => parse(votes({ seed }).text) as Scenario)
    const different = (of: (scenario: Scenario) => unknown) =>
      new Set(games.map((game) => String(of(game)))).size
    expect(different((game) => game.situation)).toBeGreaterThan(90)
    expect(different((game) => game.parties.map(({ name }) => name))).toBe(100)
    expect(different((game) => game.issues.map(({ id }) => id))).toBe(100)
  })
})

describe('themes', () => {
  test.each(THEMES)(
    '%s has words enough for ten parties and eight issues, and no braces are left',
    (name) => {
      const found = theme(name)
      expect(found.id).toBe(name)
      expect(lacking(found, 10, new Array(8).fill(6))).toBeUndefined()
      expect(found.numbers.length).toBeGreaterThanOrEqual(4)
      for (let seed = 0; seed < 30; seed++) {
        expect(votes({ seed, parties: 10, tries: 1, acceptable: bounds('0..') }, name).text).not.toMatch(
          /\{[a-z]+\}/,
        )
        expect(two({ seed, opposition: bounds('0..') }, name).text).not.toMatch(/\{[a-z]+\}/)
        expect(two({ seed, kind: 'discrete', opposition: bounds('0..') }, name).text).not.toMatch(
          /\{[a-z]+\}/,
        )
      }
    },
  )

  test('what is wrong with one is told with its place', () => {
    const slips: readonly [from: string, to: string, message: RegExp][] = [
      ['The {place} waterfront', 'The {plaice} waterfront', /No list of words is called "plaice"/],
      ['  - id: town', '  - id: port', /"port" stands here twice/],
      ['[100, 300]', '[300, 100]', /ends before it begins/],
      ['titles:', 'title:', /"title" is not known/],
    ]
    for (const [from, to, message] of slips) {
      const { theme: found, problems } = parseTheme(themeText('harbour').replace(from, to), 'harbour.yaml')
      expect(found).toBeUndefined()
      expect(problems.some((problem) => message.test(problem.message) && (problem.line ?? 0) > 1)).toBe(true)
    }
  })

  test('too few words are told', () => {
    const found = theme('harbour')
    expect(lacking(found, 13, [3])).toMatch(/has 12 parties, and 13 are asked for/)
    expect(lacking(found, 3, new Array(11).fill(2))).toMatch(/has 10 issues, and 11 are asked for/)
    expect(lacking(found, 3, [7])).toMatch(/as many options as are asked for/)
  })
})

describe('bounds', () => {
  test('are read as a person writes them', () => {
    const read = (text: string) => {
      const found = parseBounds(text)
      return found && [found.least?.toString(), found.most?.toString(), found.percent]
    }
    expect(read('20..60')).toEqual(['20', '60', false])
    expect(read('0.3..')).toEqual(['0.3', undefined, false])
    expect(read('..0.6')).toEqual([undefined, '0.6', false])
    expect(read('40')).toEqual(['40', '40', false])
    expect(read('10%..25%')).toEqual(['10', '25', true])
    for (const wrong of ['', '..', '60..20', 'many', '1..2..3', '10%..25', '-1..2']) {
      expect(parseBounds(wrong)).toBeUndefined()
    }
    expect(countBounds(parseBounds('10%..25%')!, 243)).toEqual({ least: 25, most: 60 })
  })
})
