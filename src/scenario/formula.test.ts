import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, LOT } from '../../test/support/packs.ts'
import { compileUtility } from '../core/points.ts'
import { exactText, parseRational, rational } from '../core/rational.ts'
import { nameForm, readFormula } from './formula.ts'
import { parsePack } from './pack.ts'
import { scoringText } from './scoring-text.ts'

const NAMES = ['a', 'b', 'x', 'unit price']
const known = (name: string) => (NAMES.includes(name) ? nameForm(name) : undefined)

/** `constant; name factor, …` of a formula, or why and where it stopped. */
function form(text: string): string {
  const read = readFormula(text, known)
  if (!read.ok) return `${read.at}: ${read.why}`
  const factors = [...read.form.factors].map(([name, factor]) => `${name} ${exactText(factor)}`)
  return [exactText(read.form.constant), ...factors].join('; ')
}

describe('reading a formula', () => {
  test.each([
    ['50 x (1 - a/4) + 30 * b', '50; a -12.5; b 30'],
    ['2 × a − 3 · b ÷ 4', '0; a 2; b -0.75'],
    ['-a - -2', '2; a -1'],
    ['x x 2', '0; x 2'],
    ['2 x x', '0; x 2'],
    ['(1 + 2) x (a - a)', '0'],
    ['a / 3', '0; a 1/3'],
    ['[unit price] / 10', '0; unit price 0.1'],
    ['.5 x a', '0; a 0.5'],
    ['121.188', '121.188'],
  ])('%s', (text, expected) => expect(form(text)).toBe(expected))

  test.each([
    ['a x b', '2: two terms are multiplied with each other'],
    ['1 / a', '2: a term stands in a divisor'],
    ['1 / (2 - 2)', '2: it divides by zero'],
    ['a + c', '4: "c" is neither an issue nor explained'],
    ['a +', '3: the end is not expected here'],
    ['(a', '2: a closing parenthesis is missing'],
    ['a b', '2: "b" is not expected here'],
    ['a ^ 2', '2: "^" is no part of a formula'],
    ['the higher the better', '0: "the" is neither an issue nor explained'],
    ['', '0: the end is not expected here'],
    [`${'('.repeat(200)}a`, '100: nested too deeply'],
  ])('%s cannot be read, and why is said', (text, expected) => expect(form(text)).toBe(expected))
})

const withFormula = (formula: string) =>
  parsePack({
    'scenario.yaml': changed(
      LOT,
      ['      place: { north: 1 }\n', ''],
      ['label: Buyer', `label: Buyer\n    formula: ${formula}`],
    ),
  })

describe('checking a formula against the points (price 0 to 10 falls from 5 to 0)', () => {
  test.each([
    ['5 - price / 2', '5 - price / 2'],
    ['5 x (1 - price/10)', '5 x (1 - price/10)'],
    ['{ text: 5 - 2 x p, where: { p: price / 4 } }', '5 - 2 x p, where p = price / 4'],
    ['{ text: 5 x q, where: { p: price / 10, q: 1 - p } }', '5 x q, where p = price / 10, q = 1 - p'],
  ])('%s agrees', (formula, text) => {
    const { scenario, problems } = withFormula(formula)
    expect(problems).toEqual([])
    expect(scenario?.parties[0]?.formula).toEqual({ text, checked: true })
  })

  test.each([
    ['5 - price / 3', 'price 10.0, place north', '5/3', '0'],
    ['4 - price / 2', 'price 0.0, place north', '4', '5'],
    ['"5"', 'price 10.0, place north', '5', '0'],
  ])('%s disagrees at %s', (formula, at, gives, points) => {
    const { scenario, problems } = withFormula(formula)
    expect(scenario).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      line: 10,
      column: 14,
      message: `The formula disagrees with the points at ${at}.`,
      found: `the formula gives ${gives}`,
      expected: `${points}, by "points"`,
    })
  })

  test('a difference between the ends is found at the listed value that makes it', () => {
    const bent = changed(
      LOT,
      ['{ 0: 5, 10: 0 }', '{ 0: 5, 4: 4, 10: 0 }'],
      ['      place: { north: 1 }\n', ''],
    )
    const { problems } = parsePack({
      'scenario.yaml': changed(bent, ['label: Buyer', 'label: Buyer\n    formula: 5 - price / 2']),
    })
    expect(problems[0]).toMatchObject({ found: 'the formula gives 3', expected: '4, by "points"' })
    expect(problems[0]!.message).toContain('price 4.0')
  })

  test.each([
    ['best at low prices', 10, 14],
    ['5 - p / 2', 10, 14],
    ['5 - price x price', 10, 14],
    ['5 - place', 10, 14],
    ['{ text: 5 - p, where: { p: half the price } }', 10, 41],
  ])('%s is flagged as unchecked', (formula, line, column) => {
    const { scenario, problems } = withFormula(formula)
    expect(scenario?.parties[0]?.formula?.checked).toBe(false)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ severity: 'warning', line, column })
    expect(problems[0]!.message).toContain('not checked against the points')
  })
})

describe('the scoring text made from points', () => {
  const issue = (id: string, min: number, max: number) =>
    ({ type: 'number', id, min, max, step: 1, decimals: 0 }) as const
  const line = (at: readonly [number, string][]) =>
    ({
      type: 'linear',
      knots: at.map(([value, points]) => ({ at: rational(value), points: parseRational(points)! })),
    }) as const

  test('says straight lines as a formula and lists what is not one', () => {
    const issues = [
      issue('price', 60, 100),
      issue('fee', 0, 100),
      issue('lead time', 0, 10),
      issue('flat', 1, 2),
    ]
    const place = { type: 'choice', id: 'place', options: ['north', 'south'] } as const
    const tables = [
      line([
        [60, '50'],
        [100, '0'],
      ]),
      line([
        [0, '0'],
        [100, '30.5'],
      ]),
      line([
        [0, '2'],
        [4, '3'],
        [10, '0'],
      ]),
      line([
        [1, '-3'],
        [2, '-3'],
      ]),
      { type: 'options', points: [rational(0), rational(5, 2)] } as const,
    ]
    expect(scoringText(compileUtility([...issues, place], tables))).toBe(
      '50 x (100 - price) / 40 + 30.5 x fee / 100 + the points for lead time (0 gives 2, 4 gives 3, 10 gives 0; in between in proportion) - 3 + the points for place (north 0, south 2.5)',
    )
  })

  test('of straight lines, it reads back as exactly those points', () => {
    const figure = fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: 1, max: 12 }))
    const spec = fc.record({
      id: fc.constantFrom('price', 'x', 'lead time', 'Fee_2'),
      min: fc.integer({ min: -500, max: 500 }),
      width: fc.integer({ min: 1, max: 500 }),
      low: figure,
      high: figure,
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(spec, { selector: (one) => one.id, minLength: 1 }),
        fc.nat(),
        (list, draw) => {
          const issues = list.map((one) => issue(one.id, one.min, one.min + one.width))
          const tables = list.map((one) => ({
            type: 'linear' as const,
            knots: [
              { at: rational(one.min), points: rational(...one.low) },
              { at: rational(one.min + one.width), points: rational(...one.high) },
            ],
          }))
          const utility = compileUtility(issues, tables)
          const read = readFormula(scoringText(utility), (name) =>
            issues.some((one) => one.id === name) ? nameForm(name) : undefined,
          )
          if (!read.ok) throw new Error(`${scoringText(utility)}: ${read.why} at ${read.at}`)
          const outcome = list.map((one, i) => one.min + ((draw + i * 7) % (one.width + 1)))
          const value = issues.reduce(
            (sum, one, i) => sum.add((read.form.factors.get(one.id) ?? rational(0)).mul(outcome[i]!)),
            read.form.constant,
          )
          expect(exactText(value)).toBe(exactText(utility.points(outcome)))
        },
      ),
    )
  })
})
