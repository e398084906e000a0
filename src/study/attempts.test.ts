import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { UserError } from '../core/problem.ts'
import { rational, toNumber } from '../core/rational.ts'
import { loadScenario } from '../scenario/folder.ts'
import { analyse, type Cell, type Frame } from './analysis.ts'
import { parseAttempts } from './attempts.ts'
import { reportAttempts } from './attempts-report.ts'

const HEAD = 'assignment_id,pairing,opener,status,joint_gain_2dp,extension'

const problemsOf = (text: string) => {
  try {
    parseAttempts(text, 'list.csv')
  } catch (error) {
    if (error instanceof UserError) return error.problems
    throw error
  }
  return []
}

describe('reading a list of attempts', () => {
  test('quotes, a byte order mark, CRLF, blank lines and further columns are no matter', () => {
    const text = `\ufeff${HEAD}\r\n"one, two",A,x,completed,"84.75",no\r\n\r\nlast,A,x,interrupted,,no\r\n`
    const [first, second] = parseAttempts(text, 'list.csv').observations
    expect(first).toMatchObject({ id: 'one, two', status: 'completed' })
    expect(first!.joint!.equals(rational(8475, 100))).toBe(true)
    expect(second).toMatchObject({ id: 'last', status: 'unknown' })
    expect(second).not.toHaveProperty('joint')
  })

  test('everything wrong is told at once, with line and column', () => {
    const rows = [
      HEAD,
      'a,A,x,completed,84.75,no',
      'a,A,x,completed,12,no',
      'b,A,x,finished,1,no',
      'c,A,x,completed,,no',
      'd,,x,completed,many,no',
      'e,A,x,interrupted,3,no',
      'f,A,x,completed,3',
    ]
    const problems = problemsOf(rows.join('\n'))
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 1],
      [4, 7],
      [5, 17],
      [6, 3],
      [6, 16],
      [7, 19],
      [8, 1],
    ])
    expect(problems.every(({ file }) => file === 'list.csv')).toBe(true)
  })

  test('a missing column, an empty file and a broken quote are told', () => {
    expect(problemsOf('')[0]?.message).toMatch(/empty/)
    expect(problemsOf(`${HEAD}\n`)[0]?.message).toMatch(/no attempt/)
    expect(problemsOf('assignment_id,pairing,opener,state,joint_gain_2dp\n')[0]).toMatchObject({
      message: 'The column status is missing.',
      mend: 'did you mean "state"?',
    })
    expect(problemsOf(`${HEAD}\na,"A,x\n`)[0]).toMatchObject({ line: 2 })
  })
})

describe('further columns', () => {
  const head =
    'assignment_id,pairing,opener,status,joint_gain,gain_x,gain_y,extension,block,agreement,turns,tokens,cost_usd,factor_tone,reason'
  test('gains, factors, blocks, extensions, costs', () => {
    const rows = [
      head,
      'a,A,x,completed,30,40,-10,,3,yes,7,1200,0.05,warm,',
      'b,A,x,interrupted,,,,second wave,3,,,,,cool,refusal',
      'c,A,x,not-started,,,,yes,4,,,,,cool,',
    ]
    const { observations, parties, rounded } = parseAttempts(rows.join('\n'), 'list.csv')
    expect([parties, rounded]).toEqual([['x', 'y'], false])
    const [a, b, c] = observations
    expect(a).toMatchObject({
      block: 3,
      agreement: true,
      turns: 7,
      tokens: 1200,
      below: ['y'],
      levels: { tone: 'warm' },
    })
    expect(a!.usd!.equals(rational(1, 20))).toBe(true)
    expect(a).not.toHaveProperty('extension')
    expect(b).toMatchObject({ status: 'unknown', reason: 'refusal', extension: 'second wave' })
    expect(c).toMatchObject({ status: 'planned', extension: 'extension' })
  })

  test('columns as our own exports call them, with decimals that were cut', () => {
    const own =
      'negotiation,pairing,opener,status,joint_gain,gain_x,gain_y,extension,block,agreement,turns,interrupted_by'
    const rows = [
      own,
      'a,A,x,completed,66.25,30.383333333333333,35.86666666666667,,1,true,12,',
      'b,A,x,interrupted,,,,,1,,,refusal',
      'c,A,x,not started,,,,,2,,,',
    ]
    const { observations } = parseAttempts(rows.join('\n'), 'per-assignment-data.csv')
    expect(observations.map(({ id, status }) => [id, status])).toEqual([
      ['a', 'completed'],
      ['b', 'unknown'],
      ['c', 'planned'],
    ])
    expect(observations[0]).toMatchObject({ agreement: true, turns: 12, block: 1, below: [] })
    expect(observations[1]).toMatchObject({ reason: 'refusal' })
    const [twice] = problemsOf([own, rows[2], rows[2]].join('\n'))
    expect(twice).toMatchObject({ line: 3, column: 1, found: 'b', expected: 'each once' })
  })

  test('gains that do not add up, counts that are none', () => {
    const problems = problemsOf([head, 'a,A,x,completed,31,40,-10,,3,perhaps,7.5,,,warm,'].join('\n'))
    expect(problems.map(({ message }) => message)).toEqual([
      "The joint gain is not the sum of the parties' gains.",
      'It is not said whether there was one.',
      'The turns is no whole number.',
    ])
  })
})

const CONCERT = await loadScenario(fileURLToPath(new URL('../../scenarios/concert-tickets', import.meta.url)))

const PUBLISHED = fileURLToPath(new URL('../../../shared/reference/concert/attempts.csv', import.meta.url))

describe.skipIf(!existsSync(PUBLISHED))('the published study (needs the reference folder)', () => {
  const zeroTo90 = { least: rational(0), most: rational(90) }
  const frame: Frame = { parties: [], largestJoint: rational(90), joint: zeroTo90, gains: {} }
  const analysis = () =>
    analyse(
      parseAttempts(readFileSync(PUBLISHED, 'utf8'), PUBLISHED).observations,
      frame,
      ['HH', 'OO'],
      ['buyer', 'seller'],
    )
  const figures = ({ joint }: Cell) => [toNumber(joint!.mean), toNumber(joint!.median), joint!.sd!]

  test('mean, median and SD of both pairings', () => {
    const [hh, oo] = analysis().pairings
    const expected = [
      [57.74, 57.84, 3.51],
      [83.59, 83.91, 2.49],
    ]
    for (const [i, cell] of [hh!, oo!].entries()) {
      expect(cell).toMatchObject({ planned: 21, completed: 20, unknown: 1 })
      for (const [k, figure] of figures(cell).entries()) {
        expect(Math.abs(figure - expected[i]![k]!)).toBeLessThanOrEqual(0.01)
      }
    }
    expect(toNumber(hh!.efficiency!)).toBeCloseTo(0.6415, 3)
    expect(toNumber(oo!.efficiency!)).toBeCloseTo(0.9287, 3)
  })

  test('mean joint gain by opener', () => {
    const means = analysis().openers.map(({ joint }) => toNumber(joint!.mean))
    for (const [i, published] of [56.74, 58.73, 83.36, 83.81].entries()) {
      expect(Math.abs(means[i]! - published)).toBeLessThanOrEqual(0.01)
    }
  })

  test('the bounds of the difference over all 42', () => {
    const [joint] = analysis().contrasts
    expect(joint).toMatchObject({ of: 'OO', minus: 'HH', unknown: 2 })
    expect(toNumber(joint!.least!).toFixed(2)).toBe('20.33')
    expect(toNumber(joint!.most!).toFixed(2)).toBe('28.90')
  })

  test('the 40 registered come first and alone, then all 42 with the two extensions, descriptive', () => {
    const attempts = parseAttempts(readFileSync(PUBLISHED, 'utf8'), PUBLISHED)
    const { report, data, sets } = reportAttempts(attempts, CONCERT, {
      file: 'attempts.csv',
      which: 'a scenario',
      inference: true,
    })
    const [first, extended] = sets
    expect(first.analysis.pairings.map(({ planned, completed }) => [planned, completed])).toEqual([
      [20, 19],
      [20, 19],
    ])
    expect(extended!.analysis.pairings.map(({ planned, completed }) => [planned, completed])).toEqual([
      [21, 20],
      [21, 20],
    ])
    const [joint] = extended!.analysis.contrasts
    expect([joint!.least!, joint!.most!].map((value) => toNumber(value).toFixed(2))).toEqual([
      '20.33',
      '28.90',
    ])
    expect(report.about[0]).toBe(
      '42 attempts from attempts.csv, 2 of them added later: 40 completed, 2 with an unknown outcome.',
    )
    const titles = report.tables.map(({ title }) => title)
    expect(titles[0]).toBe('Negotiations, as registered')
    expect(titles.at(-1)).toBe('Comparisons and chance (descriptive), with the later attempts, descriptive')
    expect(extended!.comparisons!.every(({ confirmatory }) => !confirmatory)).toBe(true)
    expect(JSON.parse(JSON.stringify(data))).toMatchObject({ extended: { descriptive: true } })
  })

  test('pairings that never overlap: no rearrangement of the 38 within block and opener reaches as far', () => {
    const attempts = parseAttempts(readFileSync(PUBLISHED, 'utf8'), PUBLISHED)
    const { sets } = reportAttempts(attempts, CONCERT, {
      file: 'attempts.csv',
      which: 'a scenario',
      inference: true,
    })
    const [comparison] = sets[0].comparisons!
    // Eight strata of two and two (6 ways each) and two of which one attempt is unknown (3 ways each).
    expect(comparison!.permutation).toMatchObject({ method: 'exact', rearrangements: 6 ** 8 * 3 ** 2 })
    expect(comparison!.permutation!.p).toBeCloseTo(1 / (6 ** 8 * 9), 12)
    expect(comparison!.pRange!.most).toBeGreaterThan(comparison!.permutation!.p)
    expect(comparison!.pRange!.tried).toBe(25)
  })
})
