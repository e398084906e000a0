import { expect, test } from 'vitest'
import { type Attempt, plannedAttempt } from './attempt.ts'
import { fold, searcher } from './search.ts'

const said = (...texts: string[]): Attempt => ({
  ...plannedAttempt({ id: 'n', block: 1, position: 1, pairing: 'p', opener: 'a', seats: {} }, 1),
  words: texts.map((text, i) => ({ turn: i + 1, seat: i % 2 ? 'b' : 'a', text, folded: fold(text) })),
})

test('finds words whatever their case, and shows what stands around them', () => {
  const attempt = said(
    'Good evening.',
    `${'x'.repeat(100)} We could agree on ÉTOILE seats ${'y'.repeat(100)}`,
  )
  const search = searcher('étoile')
  expect(search.has(attempt)).toBe(true)
  const { found } = search.found(attempt.row, attempt)
  expect(found).toMatchObject({ turn: 2, seat: 'b', hit: 'ÉTOILE' })
  expect(found!.before).toMatch(/^…x+ We could agree on $/)
  expect(found!.after).toMatch(/^ seats y+…$/)
})

test('never cuts a character in half, and shows what it can where folding changes a length', () => {
  const attempt = said(`${'😀'.repeat(40)}needle${'😀'.repeat(40)}`, 'İstanbul needle')
  const first = searcher('needle').found(attempt.row, attempt).found!
  expect((first.before + first.after).isWellFormed()).toBe(true)
  const other = said('İstanbul needle')
  expect(searcher('needle').found(other.row, other).found!.hit).toBe('needle')
})

test('what nobody said is nowhere', () => {
  expect(searcher('price').has(said('terms', ''))).toBe(false)
  expect(searcher('a').has(said())).toBe(false)
})
