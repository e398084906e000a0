/** `parley generate` as a person runs it: what is written validates and analyses, and what cannot be is told. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT } from './run-parley.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-generate-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Games {
  readonly games: readonly {
    readonly id: string
    readonly seed: number
    readonly folder: string
    readonly acceptable: number
    readonly outcomes: number
    readonly opposition: number
  }[]
}

describe('games of votes', () => {
  const asked =
    '--parties 5 --issues 4 --options 3 --acceptable 5..12 --opposition 0.3..0.6 --vetoes 1'.split(' ')

  test('are written a folder each; each validates, analyses as it says, and is drawn again by its own command', () => {
    const out = join(folder, 'votes')
    const made = parley([
      'generate',
      'package-votes',
      ...asked,
      '--seed',
      '3',
      '--count',
      '3',
      '--out',
      out,
      '--json',
    ])
    expect(made.code).toBe(EXIT.ok)
    const { games } = JSON.parse(made.out) as Games
    expect(games.map(({ seed }) => seed)).toEqual([3, 4, 5])
    expect(readdirSync(out).sort()).toEqual(games.map(({ id }) => id).sort())
    for (const game of games) {
      expect(parley(['validate', game.folder]).code).toBe(EXIT.ok)
      const analysis = JSON.parse(parley(['analyze', game.folder, '--json']).out) as {
        outcomes: unknown
        opposition: { perParty: number }
      }
      expect(Number(analysis.outcomes)).toBe(game.outcomes)
      expect(analysis.opposition.perParty).toBeCloseTo(game.opposition, 6)
      const text = readFileSync(join(game.folder, 'scenario.yaml'), 'utf8')
      const [command, ...args] = text.split('\n')[0]!.replace(/^# /, '').split(' ')
      expect(command).toBe('parley')
      expect(parley(args).out.trimEnd()).toBe(text.trimEnd())
    }
  })

  test('one is printed where no folder is named; several need one', () => {
    const printed = parley(['generate', 'package-votes', ...asked, '--seed', '3'])
    expect(printed.out).toMatch(
      /^# parley generate package-votes .*\n# \d+ of 81 outcomes are acceptable to all/,
    )
    const several = parley(['generate', 'package-votes', '--count', '2'])
    expect(several.code).toBe(EXIT.usage)
    expect(several.err).toContain('--out <folder>')
  })

  test('what no draw had is told with the nearest, and nothing is written', () => {
    const out = join(folder, 'none')
    const args = ['generate', 'package-votes', '--opposition', '0.95..', '--tries', '30', '--out', out]
    const { code, err } = parley(args)
    expect(code).toBe(EXIT.invalid)
    expect(err).toMatch(/None of 30 draws had the asked-for opposition/)
    expect(err).toMatch(/at the nearest 0\.\d{3}/)
    expect(() => readdirSync(out)).toThrow()
  })

  test('options that are wrong, or of the other protocol, are told at once', () => {
    const { code, err } = parley([
      'generate',
      'package-votes',
      ...['--parties', '11', '--options', '1', '--acceptable', '9..3', '--accept', 'some'],
      '--joint-gain',
      '5',
    ])
    expect(code).toBe(EXIT.usage)
    for (const option of ['parties', 'options', 'acceptable', 'accept', 'joint-gain']) {
      expect(err).toContain(`--${option} is not`)
    }
    const huge = parley(['generate', 'package-votes', '--issues', '12', '--options', '10'])
    expect(huge.err).toContain('too many outcomes')
  })

  test('a theme of your own is read, and a broken or unknown one told', () => {
    const own = join(folder, 'own.yaml')
    const text = readFileSync(`${ROOT}/scenarios/themes/valley.yaml`, 'utf8')
    writeFileSync(own, text.replace('id: valley', 'id: mine'))
    expect(parley(['generate', 'package-votes', '--theme', own]).out).toMatch(/^id: mine-[0-9a-f]{10}$/m)
    writeFileSync(own, text.replace('id: valley', 'id: Mine'))
    expect(parley(['generate', 'package-votes', '--theme', own]).err).toMatch(/own\.yaml:\d+:\d+/)
    expect(parley(['generate', 'package-votes', '--theme', 'vally']).err).toContain('did you mean "valley"?')
    expect(parley(['generate', 'package-votes', '--theme', './no.yaml']).err).toContain('no such file')
  })
})

describe('games of two', () => {
  test.each(['--continuous', '--discrete'])('%s: the largest joint gain is met exactly', (kind) => {
    const out = join(folder, kind)
    const made = parley([
      'generate',
      'alternating-offers',
      kind,
      '--joint-gain',
      '73',
      '--out',
      out,
      '--json',
    ])
    const { games } = JSON.parse(made.out) as Games
    expect(parley(['validate', games[0]!.folder]).code).toBe(EXIT.ok)
    expect(parley(['analyze', games[0]!.folder]).out).toMatch(/^joint gain .*\b73\.00\b/m)
  })
})
