import { describe, expect, test } from 'vitest'
import { markdownTable, textTable } from './table.ts'

const HEAD = ['pairing', 'n', 'mean']
const ROWS = [
  ['hard', '20', '57.74'],
  ['open', '5', '-3.50'],
]

describe('textTable', () => {
  test('figures stand to the right, words to the left', () => {
    expect(textTable(HEAD, ROWS)).toBe(
      ['pairing   n   mean', '──────────────────', 'hard     20  57.74', 'open      5  -3.50'].join('\n'),
    )
  })

  test('an alignment that is given wins', () => {
    expect(textTable(['a', 'bb'], [['1', '2']], 'lr')).toBe(['a  bb', '─────', '1   2'].join('\n'))
  })

  test('wide characters count as wide', () => {
    const lines = textTable(
      ['who', 'n'],
      [
        ['買方', '1'],
        ['ab', '22'],
      ],
    ).split('\n')
    expect(lines[2]).toBe('買方   1')
    expect(lines[3]).toBe('ab    22')
  })

  test('too wide a table wraps its widest column and fits', () => {
    const words = 'a long sentence that has many words and would not fit'
    const lines = textTable(['id', 'text'], [['1', words]], undefined, 30).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30)
    expect(
      lines
        .slice(2)
        .map((line) => line.slice(4))
        .join(' ')
        .replace(/\s+/g, ' '),
    ).toBe(words)
  })

  test('a word wider than its column is broken, never cut short', () => {
    const word = 'negotiation-with-a-very-long-name-indeed'
    const lines = textTable(['id', 'text'], [['1', word]], undefined, 24).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(24)
    expect(
      lines
        .slice(2)
        .map((line) => line.slice(4))
        .join(''),
    ).toBe(word)
  })

  test('several wide columns share the loss, and a head of two lines has its rule below', () => {
    const row = ['1', 'one two three four five six', 'seven eight nine ten eleven twelve']
    const lines = textTable(['id', 'first column of words', 'second'], [row], undefined, 40).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
    expect(lines[1]!.trim()).toBe('words')
    expect(lines[2]).toMatch(/^─+$/)
    for (const word of row.flatMap((cell) => cell.split(' '))) expect(lines.join(' ')).toContain(word)
  })

  test('escapes in a cell never reach the terminal', () => {
    expect(textTable(['a'], [['\u001b[31mred']])).toContain('<U+001B>[31mred')
  })

  test('no rows leave a head', () => {
    expect(textTable(['a', 'b'], [])).toBe(['a  b', '────'].join('\n'))
  })
})

describe('markdownTable', () => {
  test('aligns figures and escapes bars and line breaks', () => {
    expect(markdownTable(['a|b', 'n'], [['x\ny', '10']])).toBe(
      ['| a\\|b |  n |', '| :--- | -: |', '| x y  | 10 |'].join('\n'),
    )
  })
})
