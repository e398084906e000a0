/** A page of a published list: filtered, sorted and searched by the function that the app's server uses. */
import type { Attempt } from '../../../src/pages/attempt.ts'
import { attemptsPage } from '../../../src/pages/attempts-page.ts'
import type { AttemptsPage, AttemptsQuery } from '../../../src/pages/types.ts'
import type { WordsOf } from './all-words.ts'

/** `all`: a list with every row. `words`: of every attempt; undefined where they were not fetched. */
export function answer(all: AttemptsPage, query: AttemptsQuery, words: WordsOf | undefined): AttemptsPage {
  const { study, title, parties, filters, size, rows } = all
  const of = { study, title, parties, filters, pairings: [], factors: [] }
  // Nothing else is asked of an attempt here.
  const attempts = rows.map((row) => ({ row, words: words?.get(row.id) ?? [] }) as unknown as Attempt)
  return attemptsPage({ ...of, attempts }, query, size)
}
