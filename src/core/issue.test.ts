import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ChoiceIssue,
  countOutcomes,
  countValues,
  type Issue,
  isAllowed,
  type NumberIssue,
  outcomeRecord,
  parseOutcome,
  readValue,
  valueNumber,
  valueText,
} from './issue.ts'
import { exactText, parseRational } from './rational.ts'

const numberIssues: fc.Arbitrary<NumberIssue> = fc
  .record({
    min: fc.integer({ min: -100_000, max: 100_000 }),
    width: fc.integer({ min: 0, max: 500 }),
    step: fc.integer({ min: 1, max: 30 }),
    decimals: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ min, width, step, decimals }) => ({
    type: 'number',
    id: 'n',
    min,
    max: min + width,
    step,
    decimals,
  }))
const choiceIssues: fc.Arbitrary<ChoiceIssue> = fc
  .uniqueArray(fc.string(), { minLength: 1, maxLength: 5 })
  .map((options) => ({ type: 'choice', id: 'c', options }))
const issues: fc.Arbitrary<Issue> = fc.oneof(numberIssues, choiceIssues)

/** All allowed values, one by one. */
const valuesOf = (issue: Issue): number[] => {
  const [from, to] = issue.type === 'choice' ? [0, issue.options.length - 1] : [issue.min, issue.max]
  return Array.from({ length: to - from + 1 }, (_, k) => from + k).filter((value) => isAllowed(issue, value))
}

describe('values', () => {
  test('their number is what counting gives', () => {
    fc.assert(
      fc.property(issues, (issue) => {
        expect(countValues(issue)).toBe(valuesOf(issue).length)
      }),
    )
  })

  test('text is read back as the same value', () => {
    fc.assert(
      fc.property(issues, (issue) => {
        for (const value of valuesOf(issue)) expect(readValue(issue, valueText(issue, value))).toBe(value)
      }),
    )
  })

  test('text says the number', () => {
    fc.assert(
      fc.property(numberIssues, (issue) => {
        for (const value of valuesOf(issue)) {
          const said = parseRational(valueText(issue, value))!
          expect(exactText(said)).toBe(exactText(valueNumber(issue, value)))
        }
      }),
    )
  })

  test('what lies beside a step, outside the range or between units is not allowed', () => {
    const price: NumberIssue = { type: 'number', id: 'p', min: 6000, max: 10_000, step: 50, decimals: 2 }
    expect(['60.00', '60.5', '60', '100.00', '99.50'].map((text) => readValue(price, text))).toEqual([
      6000, 6050, 6000, 10_000, 9950,
    ])
    const wrong = [
      '59.50',
      '100.50',
      '60.01',
      '60.000',
      '60.',
      '.5',
      '',
      ' 60',
      '6e1',
      '+60',
      '0x3c',
      '60,50',
    ]
    for (const text of wrong) expect(readValue(price, text)).toBeUndefined()
    for (const value of [6000.5, Number.NaN, 5950, 10_050, 6001]) expect(isAllowed(price, value)).toBe(false)
  })

  test('zero has one form', () => {
    const issue: NumberIssue = { type: 'number', id: 'n', min: -5, max: 5, step: 1, decimals: 0 }
    expect(Object.is(readValue(issue, '-0'), 0)).toBe(true)
  })

  test('an option must be named exactly', () => {
    const issue: ChoiceIssue = { type: 'choice', id: 'c', options: ['Red', 'constructor'] }
    expect(readValue(issue, 'constructor')).toBe(1)
    for (const text of ['red', 'Red ', '__proto__', '0']) expect(readValue(issue, text)).toBeUndefined()
    for (const value of [-1, 2, 0.5]) expect(isAllowed(issue, value)).toBe(false)
  })
})

describe('outcomes', () => {
  const spaces = fc
    .array(issues, { minLength: 1, maxLength: 4 })
    .map((list) => list.map((issue, i) => ({ ...issue, id: `issue ${i}` })))

  test('are read back from their record', () => {
    fc.assert(
      fc.property(spaces, fc.infiniteStream(fc.nat()), (list, draws) => {
        const outcome = list.map((issue) => {
          const values = valuesOf(issue)
          return values[(draws.next().value as number) % values.length]!
        })
        const record = outcomeRecord(list, outcome)
        expect(parseOutcome(list, record)).toEqual(outcome)
        expect(parseOutcome(list, { ...record, more: '1' })).toBeUndefined()
        const { [list[0]!.id]: _, ...less } = record
        expect(parseOutcome(list, less)).toBeUndefined()
      }),
    )
  })

  test('their number is the product', () => {
    fc.assert(
      fc.property(spaces, (list) => {
        expect(countOutcomes(list)).toBe(list.reduce((n, issue) => n * BigInt(valuesOf(issue).length), 1n))
      }),
    )
  })

  test('an issue called like a built-in property is an issue', () => {
    const list: Issue[] = [{ type: 'choice', id: '__proto__', options: ['a'] }]
    expect(parseOutcome(list, outcomeRecord(list, [0]))).toEqual([0])
    expect(parseOutcome([{ type: 'choice', id: 'toString', options: ['a'] }], {})).toBeUndefined()
  })
})
