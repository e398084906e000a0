/** `parley import llm-deliberation` on two published games, counted again by hand, and on broken copies of one. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT, TRACE } from './run-parley.ts'

const GAMES = `${ROOT}/../shared/reference/llm-deliberation`
const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Json {
  readonly outcomes: string
  readonly rule: { readonly needed: number; readonly vetoes: readonly string[] }
  readonly acceptable: {
    readonly toAll: number
    readonly toAllButOne: number
    readonly passing: number
  }
  readonly parties: readonly { readonly id: string; readonly accepts: number; readonly best: string }[]
  readonly frontier: { readonly outcomes: number; readonly acceptable: number; readonly passing: number }
  readonly solutions: Record<'acceptable' | 'passing', Record<string, { readonly jointGain: string }>>
}

/** The game's files, read in the plainest way and counted outcome by outcome. */
function counted(game: string) {
  const read = (path: string) =>
    readFileSync(join(GAMES, game, path), 'utf8')
      .trim()
      .split('\n')
  const config = read('config.txt').map((line) => line.split(','))
  const sheets = config.map(([, file]) => {
    const rows = read(`scores_files/${file}.txt`).map((line) => line.split(',').map(Number))
    return { threshold: rows.at(-1)![0]!, rows: rows.slice(0, -1) }
  })
  let outcomes: number[][] = [[]]
  for (const row of sheets[0]!.rows) outcomes = outcomes.flatMap((start) => row.map((_, k) => [...start, k]))
  const gains = outcomes.map((outcome) =>
    sheets.map(({ threshold, rows }) => outcome.reduce((sum, k, i) => sum + rows[i]![k]!, -threshold)),
  )
  const vetoes = config.flatMap(([, , role], p) => (role === 'player' ? [] : [p]))
  const n = sheets.length
  const atLeast = (k: number) => gains.filter((own) => own.filter((gain) => gain >= 0).length >= k)
  const passing = atLeast(n - 1).filter((own) => vetoes.every((p) => own[p]! >= 0))
  const dominated = (own: number[]) =>
    gains.some((other) => other.every((g, p) => g >= own[p]!) && other.some((g, p) => g > own[p]!))
  const sum = (own: number[]) => own.reduce((a, b) => a + b, 0)
  return {
    outcomes: String(outcomes.length),
    needed: n - 1,
    vetoes: vetoes.map((p) => config[p]![1]),
    toAll: atLeast(n).length,
    toAllButOne: atLeast(n - 1).length,
    passing: passing.length,
    accepts: sheets.map((_, p) => gains.filter((own) => own[p]! >= 0).length),
    frontier: gains.filter((own) => !dominated(own)).length,
    frontierAcceptable: atLeast(n).filter((own) => !dominated(own)).length,
    frontierPassing: passing.filter((own) => !dominated(own)).length,
    most: String(Math.max(...atLeast(n).map(sum))),
    mostPassing: String(Math.max(...passing.map(sum))),
  }
}

describe.skipIf(!existsSync(GAMES))(
  'the published games (skipped where the reference material is missing)',
  () => {
    test.each(['base', 'base_7players'])(
      '%s: read as it is, valid, and analysed as counted by hand',
      (game) => {
        const made = join(folder, game)
        const { code, out, err } = parley(['import', 'llm-deliberation', join(GAMES, game), made])
        expect([code, err]).toEqual([0, ''])
        expect(out).toContain('SportCo and Department of Tourism among them')
        const valid = parley(['validate', made])
        expect([valid.code, valid.err]).toEqual([0, ''])
        const analysis = parley(['analyze', made, '--json'])
        expect([analysis.code, analysis.err]).toEqual([0, ''])
        const json = JSON.parse(analysis.out) as Json
        const hand = counted(game)
        expect({
          outcomes: json.outcomes,
          needed: json.rule.needed,
          vetoes: json.rule.vetoes,
          toAll: json.acceptable.toAll,
          toAllButOne: json.acceptable.toAllButOne,
          passing: json.acceptable.passing,
          accepts: json.parties.map(({ accepts }) => accepts),
          frontier: json.frontier.outcomes,
          frontierAcceptable: json.frontier.acceptable,
          frontierPassing: json.frontier.passing,
          most: json.solutions.acceptable.utilitarian!.jointGain,
          mostPassing: json.solutions.passing.utilitarian!.jointGain,
        }).toEqual(hand)
        expect(hand.toAll).toBeGreaterThan(0)
        expect(json.parties.map(({ best }) => best)).toEqual(json.parties.map(() => '100'))
      },
    )

    test('base has the numbers that its authors publish: 720 deals, 55 that pass, 12 that suit all', () => {
      expect(counted('base')).toMatchObject({ outcomes: '720', passing: 55, toAll: 12 })
    })

    test('the scenario says what the game does', () => {
      const text = readFileSync(join(folder, 'base', 'scenario.yaml'), 'utf8')
      expect(text).toContain('opening_package: { A: A1, B: B1, C: C4, D: D1, E: E5 }')
      expect(text).toContain('accept: all-but-one')
      expect(text).toContain('agreement: sheets')
      expect(text.match(/veto: true/g)).toHaveLength(2)
    })

    test('a scenario that is there already is kept', () => {
      const before = readFileSync(join(folder, 'base', 'scenario.yaml'), 'utf8')
      const { code, err } = parley(['import', 'llm-deliberation', join(GAMES, 'base'), join(folder, 'base')])
      expect(code).toBe(EXIT.invalid)
      expect(err).toContain('There is a scenario already.')
      expect(readFileSync(join(folder, 'base', 'scenario.yaml'), 'utf8')).toBe(before)
    })

    let copies = 0
    /** A copy of the base game with one file changed. */
    function broken(path: string, change: (text: string) => string): string {
      const copy = join(folder, `copy-${copies++}`)
      // By its bytes: what is copied as it is cannot be changed where the original may not be.
      for (const entry of readdirSync(join(GAMES, 'base'), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const from = join(entry.parentPath, entry.name)
        const to = join(copy, relative(join(GAMES, 'base'), from))
        mkdirSync(dirname(to), { recursive: true })
        writeFileSync(to, readFileSync(from))
      }
      writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')))
      return copy
    }

    function imported(copy: string) {
      const made = `${copy}-scenario`
      const { code, out, err } = parley(['import', 'llm-deliberation', copy, made, '--json'])
      expect(err).not.toMatch(TRACE)
      const json = JSON.parse(out) as {
        problems: {
          file: string
          line?: number
          column?: number
          message: string
          severity?: string
          mend?: string
        }[]
      }
      return {
        code,
        made,
        problems: json.problems.map((one) => ({ ...one, file: one.file.slice(copy.length + 1) })),
      }
    }

    test.each<[string, string, (text: string) => string]>([
      [
        'Windows line ends and a byte order mark',
        'scores_files/mayor.txt',
        (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
      ],
      ['blank lines and tabs', 'config.txt', (text) => `\n${text.replaceAll(',', '\t,  ')}\n\n  \n`],
      ['a final newline', 'initial_deal.txt', (text) => `  ${text.replaceAll(',', ' , ').toLowerCase()}\n`],
    ])('odd spacing is read without a word: %s', (_, path, change) => {
      const { code, made, problems } = imported(broken(path, change))
      expect([code, problems]).toEqual([0, []])
      const same = (text: string) => text.replaceAll(/^(id|title): .*$/gm, '')
      expect(same(readFileSync(join(made, 'scenario.yaml'), 'utf8'))).toBe(
        same(readFileSync(join(folder, 'base', 'scenario.yaml'), 'utf8')),
      )
    })

    test.each<[string, string, (text: string) => string, number, string]>([
      ['an unknown incentive', 'config.txt', (t) => t.replace('p2,greedy', 'p2,greedey'), 5, 'incentive'],
      ['a comma at the end', 'scores_files/DoT.txt', (t) => t.replace('0, 11, 5', '0, 11, 5,'), 1, 'comma'],
    ])('a warning for %s', (_, path, change, line, words) => {
      const { code, made, problems } = imported(broken(path, change))
      expect(code).toBe(0)
      expect(problems).toMatchObject([{ file: path, line, severity: 'warning' }])
      expect(problems[0]!.message).toContain(words)
      expect(parley(['validate', made]).code).toBe(0)
    })

    test.each<[string, string, (text: string) => string, number | undefined, string]>([
      [
        'a word among points',
        'scores_files/union.txt',
        (t) => t.replace('42, 35', '42, many'),
        3,
        'no number',
      ],
      [
        'nothing between commas',
        'scores_files/union.txt',
        (t) => t.replace('42, 35', '42, ,35'),
        3,
        'between two commas',
      ],
      [
        'a threshold left out',
        'scores_files/mayor.txt',
        (t) => t.replace(/\n30 *$/, ''),
        5,
        'threshold alone',
      ],
      [
        'an issue left out',
        'scores_files/mayor.txt',
        (t) => t.replace('24, 18, 12, 0\n', ''),
        undefined,
        'number of issues',
      ],
      [
        'an option left out',
        'scores_files/DoT.txt',
        (t) => t.replace('10, 26, 40, 0', '10, 26, 40'),
        4,
        'Issue D has another',
      ],
      ['an empty file', 'scores_files/DoT.txt', () => '\n', undefined, 'empty'],
      [
        'an unknown role',
        'config.txt',
        (t) => t.replace(',player,greedy', ',palyer,greedy'),
        6,
        'role is not known',
      ],
      ['a veto left out', 'config.txt', (t) => t.replace(',p2,', ',player,'), undefined, 'role p2'],
      ['two of one role', 'config.txt', (t) => t.replace(',p2,', ',p1,'), 5, 'Two parties have the role p1'],
      [
        'a line cut short',
        'config.txt',
        (t) => t.replace('union,player,cooperative,gpt-4-low', 'union'),
        3,
        'does not describe',
      ],
      [
        'a file that is not there',
        'config.txt',
        (t) => t.replace(',union,', ',unoin,'),
        3,
        'no scores_files/unoin.txt',
      ],
      ['an option that is not there', 'initial_deal.txt', (t) => t.replace('C4', 'C5'), 1, 'no such option'],
      ['an issue settled twice', 'initial_deal.txt', (t) => t.replace('C4', 'B1'), 1, 'settled twice'],
      ['an issue left open', 'initial_deal.txt', (t) => t.replace('C4,', ''), 1, 'leaves issues open'],
      ['a party twice', 'config.txt', (t) => `${t}\nMayor,mayor,player,greedy,x`, 7, 'has this'],
    ])('%s is told with its file and line', (_, path, change, line, words) => {
      const { code, made, problems } = imported(broken(path, change))
      expect(code).toBe(EXIT.invalid)
      expect(problems.length).toBeGreaterThan(0)
      const told = problems.find(({ file, message }) => file === path && message.includes(words))
      expect(told).toBeDefined()
      expect(told!.line).toBe(line)
      expect(existsSync(made)).toBe(false)
    })

    test('several mistakes are told at once', () => {
      const copy = broken('scores_files/union.txt', (text) => text.replace('42', 'x'))
      writeFileSync(join(copy, 'initial_deal.txt'), 'A9')
      writeFileSync(join(copy, 'scores_files', 'spare.txt'), '1\n2')
      const { problems } = imported(copy)
      expect(problems.map(({ file }) => file)).toEqual(
        expect.arrayContaining(['scores_files/union.txt', 'initial_deal.txt', 'scores_files/spare.txt']),
      )
    })

    test('no opening deal is a warning, and the game then opens with none', () => {
      const copy = broken('config.txt', (text) => text)
      rmSync(join(copy, 'initial_deal.txt'))
      const { code, made, problems } = imported(copy)
      expect(code).toBe(0)
      expect(problems).toMatchObject([{ file: 'initial_deal.txt', severity: 'warning' }])
      expect(readFileSync(join(made, 'scenario.yaml'), 'utf8')).not.toContain('opening_package')
      expect(parley(['validate', made]).code).toBe(0)
    })
  },
)

test('a folder that is no game is told plainly', () => {
  const { code, err } = parley(['import', 'llm-deliberation', folder, join(folder, 'none')])
  expect(code).toBe(EXIT.invalid)
  expect(err).toContain('config.txt')
  expect(err).toContain('game folder of LLM-Deliberation')
  expect(err).not.toMatch(TRACE)
  expect(readdirSync(folder)).not.toContain('none')
})
