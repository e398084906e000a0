import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shellWord } from './shell-word.ts'

describe('a path in a command that is copied', () => {
  test.each([
    ['studies/concert-tickets', 'studies/concert-tickets'],
    ['Prüfung/研究', 'Prüfung/研究'],
    ['.', '.'],
    ['my study', '"my study"'],
    ["Ann's", `"Ann's"`],
    ['C:\\Users\\ann\\study', '"C:\\Users\\ann\\study"'],
    ['a (copy)', '"a (copy)"'],
    ['costs $5', "'costs $5'"],
    [`"a" & Ann's`, `'"a" & Ann'\\''s'`],
    ['', '""'],
  ])('%j is %s', (path, word) => {
    expect(shellWord(path)).toBe(word)
  })

  test.skipIf(process.platform === 'win32')('a shell reads each as it was', () => {
    const paths = fc.array(
      fc.string({ unit: fc.constantFrom(...'aé研 \'"$`!\\~*?;&|<>(){}[]#-=.\t'.split('')), maxLength: 12 }),
      { minLength: 50, maxLength: 50 },
    )
    fc.assert(
      fc.property(paths, (list) => {
        const words = list.filter((path) => !path.startsWith('~')).map(shellWord)
        const read = execFileSync('sh', [
          '-c',
          `for word in ${words.join(' ')}; do printf '%s\\n' "$word"; done`,
        ])
        expect(read.toString()).toBe(
          list.flatMap((path) => (path.startsWith('~') ? [] : `${path}\n`)).join(''),
        )
      }),
      { numRuns: 20 },
    )
  })
})
