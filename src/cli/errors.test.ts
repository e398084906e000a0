import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EXIT, type Problem } from '../core/problem.ts'
import { problemsJson, problemsText, problemText } from './errors.ts'

const PROBLEM: Problem = {
  file: 'scenarios/x/scenario.yaml',
  line: 12,
  column: 5,
  path: 'parties[0].points.price',
  message: 'The points leave a part of the range uncovered.',
  found: '50 to 80',
  expected: '50 to 90',
  mend: 'List points for 90.',
}

describe('problemText', () => {
  test('place, message, then what is known', () => {
    expect(problemText(PROBLEM)).toBe(
      [
        'scenarios/x/scenario.yaml:12:5: The points leave a part of the range uncovered.',
        '  in        parties[0].points.price',
        '  found     50 to 80',
        '  expected  50 to 90',
        '  to mend   List points for 90.',
      ].join('\n'),
    )
  })

  test('what is not known is left out; a warning says so', () => {
    expect(problemText({ file: 'a.yaml', message: 'Odd.', severity: 'warning' })).toBe(
      'a.yaml: warning: Odd.',
    )
  })

  test('colour only where it is asked for, and never from the text itself', () => {
    const loud = { ...PROBLEM, found: '\u001b[31m' }
    expect(problemText(loud)).not.toContain('\u001b')
    expect(stripVTControlCharacters(problemText(loud, { color: true }))).toBe(problemText(loud))
    expect(problemText(loud, { color: true })).toContain('\u001b[')
  })

  test('a huge find is cut', () => {
    expect(problemText({ ...PROBLEM, found: 'x'.repeat(1_000_000) }).length).toBeLessThan(700)
  })
})

describe('problemsText', () => {
  test('sorted by line inside a file, files in their order, counted at the end', () => {
    const text = problemsText([
      { file: 'b', line: 9, message: 'second' },
      { file: 'a', line: 1, message: 'third' },
      { file: 'b', line: 2, message: 'first' },
      { file: 'a', line: 4, message: 'fourth', severity: 'warning' },
    ])
    expect(text).toBe(
      'b:2: first\nb:9: second\na:1: third\na:4: warning: fourth\n\n3 problems and 1 warning in 2 files',
    )
  })

  test('many in one file are counted, not all told', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ file: 'a', line: i + 1, message: 'wrong' }))
    const lines = problemsText(many).split('\n')
    expect(lines).toHaveLength(23)
    expect(lines[20]).toBe('a: and 280 more (--json names them all)')
    expect(lines.at(-1)).toBe('300 problems')
  })
})

test('problemsJson keeps every field of every problem', () => {
  expect(JSON.parse(problemsJson([PROBLEM], EXIT.invalid))).toEqual({
    ok: false,
    exit: 3,
    problems: [PROBLEM],
  })
})
