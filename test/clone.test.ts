/** `parley clone` as a person runs it: a form, words, a pack that validates; what does not fit is told and nothing is written. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parley, ROOT } from './run-parley.ts'

const home = mkdtempSync(join(tmpdir(), 'parley-clone-'))
afterAll(() => rmSync(home, { recursive: true }))
cpSync(`${ROOT}/scenarios/orange`, join(home, 'scenarios/orange'), { recursive: true })
cpSync(`${ROOT}/scenarios/battery-pack`, join(home, 'scenarios/battery-pack'), { recursive: true })

const WORDS = `${ROOT}/scenarios/words/walnuts.yaml`
const run = (...args: string[]) => parley(['clone', ...args], { cwd: home })
const words = (name: string, ...changes: [string, string][]): string => {
  let text = readFileSync(WORDS, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`not in the words: ${from}`)
    text = text.replace(from, to)
  }
  writeFileSync(join(home, name), text)
  return name
}

describe('parley clone', () => {
  test('writes a pack beside the scenario, with its templates and other words; it validates and renders', () => {
    const { code, out, err } = run('scenarios/orange', '--vars', WORDS)
    expect([code, err]).toEqual([EXIT.ok, ''])
    expect(out.split('\n')[0]).toBe(
      'scenarios/walnuts: "The walnuts" (walnuts), 20 words of orange changed, with the templates of ../orange/prompts',
    )
    const valid = parley(['validate', 'scenarios/walnuts'], { cwd: home })
    expect([valid.code, valid.err]).toEqual([EXIT.ok, ''])
    const brief = (name: string) =>
      parley(['render', `scenarios/${name}`, '--party', 'b', '--raw', 'system'], { cwd: home }).out
    expect(brief('walnuts')).toContain('For that you need walnut shells.')
    expect(brief('walnuts')).not.toMatch(/orange|peel|flesh/)
    expect(brief('orange').split(/\s+/).length).toBeGreaterThan(150)
  })

  test('refuses to write over anything', () => {
    const before = readFileSync(join(home, 'scenarios/walnuts/scenario.yaml'), 'utf8')
    const again = run('scenarios/orange', '--vars', WORDS)
    expect(again.code).toBe(EXIT.invalid)
    expect(again.err).toContain('There is something here already; nothing was written.')
    expect(readFileSync(join(home, 'scenarios/walnuts/scenario.yaml'), 'utf8')).toBe(before)
    mkdirSync(join(home, 'notes'))
    writeFileSync(join(home, 'notes/mine.txt'), 'mine')
    expect(run('scenarios/orange', '--vars', WORDS, '--out', 'notes').code).toBe(EXIT.invalid)
    expect(existsSync(join(home, 'notes/scenario.yaml'))).toBe(false)
    expect(run('scenarios/orange', '--vars', WORDS, '--out', 'notes/mine.txt').err).toContain(
      'This is a file.',
    )
  })

  test('a clone of a clone shares the templates of the first; --out may be anywhere', () => {
    const { code, out } = run(
      'scenarios/battery-pack',
      '--vars',
      WORDS,
      '--out',
      'games/far/walnuts',
      '--json',
    )
    expect(code).toBe(EXIT.ok)
    expect(JSON.parse(out)).toEqual({
      id: 'walnuts',
      title: 'The walnuts',
      original: 'battery-pack',
      folder: 'games/far/walnuts',
      prompts: '../../../scenarios/orange/prompts',
      warnings: [],
    })
    expect(parley(['validate', 'games/far/walnuts'], { cwd: home }).code).toBe(EXIT.ok)
  })

  test('what is missing, empty or used by nothing is told with file and line, all at once', () => {
    const file = words(
      'odd.yaml',
      ['  short_a: kernels\n', ''],
      ['whole: intact walnuts', 'whole:'],
      ['    more: the more cake', '    mroe: the more cake'],
    )
    const { code, out, err } = run('scenarios/orange', '--vars', file, '--out', 'games/odd')
    expect([code, out]).toEqual([EXIT.invalid, ''])
    expect(err).toMatch(/^odd\.yaml:\d+:\d+: "short_a" is missing\.$/m)
    expect(err).toMatch(/^odd\.yaml:8:9: "whole" has no value\.$/m)
    expect(err).toMatch(/^odd\.yaml:\d+:\d+: "more" is missing\.$/m)
    expect(err).toMatch(/^odd\.yaml:19:5: No var of the party "a" of the original is called "mroe"/m)
    expect(err).toContain('did you mean "more"?')
    expect(err).toContain('4 problems')
    expect(existsSync(join(home, 'games/odd'))).toBe(false)
  })

  test('words in which a brief tells the other side’s need are told of, and written', () => {
    const file = words(
      'telling.yaml',
      ['id: walnuts', 'id: telling'],
      ['a single sack of walnuts', 'a single sack of walnut kernels'],
    )
    const { code, err } = run('scenarios/orange', '--vars', file)
    expect(code).toBe(EXIT.ok)
    expect(err).toContain(
      `warning: This tells "walnut kernels", which is Party A's own (in what is sent to Party B).`,
    )
  })

  test('--list-vars prints a form, and --json the words as data', () => {
    const { code, out } = run('scenarios/orange', '--list-vars')
    expect(code).toBe(EXIT.ok)
    expect(out).toContain('#   parley clone scenarios/orange --vars <this file>\n\nid: #')
    expect(out).toContain('\n  part_b: # orange peel\n')
    writeFileSync(join(home, 'form.yaml'), out)
    expect(run('scenarios/orange', '--vars', 'form.yaml').err).toContain('"part_b" has no value.')
    const data = JSON.parse(run('scenarios/orange', '--list-vars', '--json').out)
    expect(data.parties.b.need).toBe('orange peel')
  })

  test('a scenario without vars, and a command line without words', () => {
    const none = parley(['clone', 'scenarios/concert-tickets', '--vars', WORDS])
    expect([none.code, none.out]).toEqual([EXIT.invalid, ''])
    expect(none.err).toContain('This scenario has no vars')
    expect(run('scenarios/orange').code).toBe(EXIT.usage)
    expect(run('scenarios/orange', '--vars', 'nowhere.yaml').err).toContain('There is no such file.')
    expect(run('scenarios/plum', '--vars', WORDS).code).toBe(EXIT.invalid)
  })
})

describe('other commands on a game without points', () => {
  test('analyze says that its outcomes are kinds, and where to look', () => {
    const { code, out, err } = parley(['analyze', 'scenarios/orange'])
    expect([code, out]).toEqual([EXIT.invalid, ''])
    expect(err).toContain('This scenario has no points, so there is no outcome space to analyse.')
    expect(err).toContain(
      'its outcomes are kinds: integrative_full, integrative_partial, distributive, lopsided, none',
    )
    expect(err).toContain('parley report')
  })

  test('validate says how outcomes are coded, and warns of a twin that is not there', () => {
    expect(parley(['validate', 'scenarios/orange']).out).toContain('5 kinds of outcome')
    const alone = join(home, 'alone')
    cpSync(`${ROOT}/scenarios/orange`, join(alone, 'orange'), { recursive: true })
    const { code, err } = parley(['validate', join(alone, 'orange')])
    expect(code).toBe(EXIT.ok)
    expect(err).toContain('No scenario "battery-pack" stands beside this one.')
    const beside = parley(['validate', 'scenarios/orange'])
    expect(beside.err).toBe('')
  })
})
