/** `parley play` as a person's shell runs it: through a pipe, left in the middle, gone on with, checked at the end. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shellWord } from '../src/core/shell-word.ts'
import { type Outcome, parley, ROOT, TRACE } from './run-parley.ts'

const fresh = (): string => join(mkdtempSync(join(tmpdir(), 'parley-play-')), 'play')

/** Runs `parley play` with these lines typed into a pipe. */
function play(args: readonly string[], lines: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${ROOT}/bin/parley.js`, 'play', ...args], {
    cwd: ROOT,
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, PARLEY_DEBUG: undefined },
  })
  return { code: status, out: stdout, err: stderr }
}

const OFFER = ['offer', '70', '20', '24', 'Good evening.']

describe('a whole play', () => {
  test('left after a turn, gone on with to a deal; the record replays and reports', () => {
    const folder = fresh()
    const first = play(
      ['concert-tickets', '--as', 'buyer', '--against', 'conceder', '--folder', folder],
      OFFER,
    )
    expect(first.code).toBe(130)
    expect(first.out).toContain('You are Buyer.')
    expect(first.out).toContain('70.00: 37.50 points to you; 37.50 so far')
    expect(first.err).toContain(`parley play --folder ${shellWord(folder)}`)

    const rest = play(
      ['--folder', folder],
      [...OFFER.slice(0, 1), '', '', '', 'The same again.', 'nothing', '', 'accept', 'Done.'],
    )
    expect(rest.out).toContain('Good evening.')
    expect(rest.out).toMatch(/accepts O\d+/)
    expect(rest.out).toMatch(/The end: O\d+ was accepted on turn 7 /)
    expect(rest.out).toMatch(/You have \d+\.\d\d points: /)
    expect(rest.out).toMatch(/the frontier \d\.\d+/)
    expect(rest.code).toBe(0)

    const replay = parley(['replay', folder, '--json'])
    expect(replay.code).toBe(0)
    expect(parley(['show', folder, 'table']).out).toContain('The same again.')
    expect(parley(['report', folder]).code).toBe(0)
    const study = readFileSync(join(folder, 'study.yaml'), 'utf8')
    expect(study).toContain('person: true')
  })

  test('prints the result as JSON, and nothing else to standard output', () => {
    const { code, out } = play(
      ['concert-tickets', '--as', 'seller', '--opener', 'buyer', '--json', '--folder', fresh()],
      ['accept', ''],
    )
    expect(code).toBe(0)
    const told = JSON.parse(out) as { seat: string; end: { kind: string }; points: Record<string, string> }
    expect(told.seat).toBe('seller')
    expect(told.end.kind).toBe('agreement')
    expect(Object.keys(told.points)).toEqual(['buyer', 'seller'])
  })

  test('a deal that is worth less than none is told before and after', () => {
    const { out, code } = play(
      ['concert-tickets', '--as', 'buyer', '--against', 'boulware', '--folder', fresh()],
      ['nothing', '', 'accept', ''],
    )
    expect(out).toContain('That is below what you have with no deal: 20.')
    expect(out).toContain('You have 0.00 points: 20.00 below what no deal gives you.')
    expect(code).toBe(0)
  })

  test('package votes, many parties, each with a script of its own', () => {
    const { out, code } = play(
      ['northgate', '--as', 'avery', '--against', 'acceptance', 'blake=walker', '--folder', fresh()],
      ['propose', '1', '1', '1', '1', '1', 'Let us start.', 'leave', 'Goodbye.'],
    )
    expect(out).toContain('points to you; ')
    expect(out).toContain('leaves for good')
    expect(out).toContain('The end: ')
    expect(code).toBe(0)
  })

  test('free talk is words alone', () => {
    const { out, code } = play(
      ['orange', '--as', 'a', '--folder', fresh()],
      ['Good morning to you. I would like to talk about what each of us needs.'],
    )
    expect(out).toContain('You say, at most 100 words, 2 to 4 sentences')
    expect(out).toContain('Turn 2  Party B')
    expect(code).toBe(130)
  })
})

describe('what is wrong is told in words', () => {
  test.each([
    [['concert-tickets'], 'Which party are you?', 2],
    [['concert-tickets', '--as', 'bayer'], 'did you mean "buyer"', 2],
    [['concert-tickets', '--as', 'buyer', '--against', 'person'], 'parley serve', 2],
    [['concert-tickets', '--as', 'buyer', '--against', 'walker'], 'cannot play alternating-offers', 2],
    [['concert-tickets', '--as', 'buyer', '--against', '{ script: ['], 'study.yaml', 2],
    [['concert-tickets', '--as', 'buyer', '--against', 'nobody:x'], 'no provider', 2],
    [['no-such-place', '--as', 'buyer'], 'no such file', 3],
    [[], 'No scenario is named', 2],
  ] as const)('%j', (args, words, exit) => {
    const { code, err } = play(args, [])
    expect(err).toContain(words)
    expect(err).not.toMatch(TRACE)
    expect(code).toBe(exit)
  })

  test('a line that is no answer stops a pipe; what was played is kept', () => {
    const folder = fresh()
    const start = ['concert-tickets', '--as', 'buyer', '--folder', folder]
    const { code, err } = play(start, [...OFFER, 'offer', '62.555'])
    expect(code).toBe(3)
    expect(err).toContain('"62.555" is no value of unit price (USD)')
    expect(err).not.toMatch(TRACE)
    expect(play(['--folder', folder], []).out).toContain('Good evening.')
    expect(play(start, []).code).toBe(2)
  })

  test('without the key of a model, or its file, no folder is left behind', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'parley-play-'))
    const env = { ANTHROPIC_API_KEY: undefined, OPENAI_API_KEY: undefined }
    const told = (...more: string[]) =>
      parley(
        ['play', 'concert-tickets', '--as', 'buyer', '--against', 'anthropic:claude-haiku-4-5', ...more],
        {
          cwd,
          env,
        },
      )
    const { code, out, err } = told()
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain('the environment variable ANTHROPIC_API_KEY is not set')
    expect(err).not.toContain('Kept in')
    expect(told('--keys', 'nowhere.env').err).toContain('There is no such file of keys.')
    expect(told('--prices', 'nowhere.yaml').code).not.toBe(0)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('parley run says where a person can sit', () => {
    const folder = fresh()
    play(['concert-tickets', '--as', 'buyer', '--folder', folder], OFFER)
    const { code, err } = parley(['run', folder])
    expect(code).toBe(2)
    expect(err).toContain('parley play --folder')
  })
})

test('a kill in the middle of a turn loses nothing that was said', async () => {
  const folder = fresh()
  const child = spawn(
    process.execPath,
    [`${ROOT}/bin/parley.js`, 'play', 'concert-tickets', '--as', 'buyer', '--folder', folder],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  child.stdin.write(OFFER.map((line) => `${line}\n`).join(''))
  await expect.poll(() => out, { timeout: 300_000 }).toContain('Turn 3: your move')
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  expect(existsSync(join(folder, 'record.sqlite'))).toBe(true)
  const { out: again } = play(['--folder', folder], [])
  expect(again).toContain('Good evening.')
  expect(again).toContain('Turn 3: your move')
  expect(parley(['replay', folder]).code).toBe(0)
})
