/** Every message of a published study, for the search: they stand in its table of turns, which is fetched once. */
import { parse } from 'csv-parse/browser/esm/sync'
import type { Words } from '../../../src/pages/attempt.ts'
import { fold } from '../../../src/pages/search.ts'

/** By attempt. */
export type WordsOf = ReadonlyMap<string, readonly Words[]>

interface Turn {
  readonly negotiation: string
  readonly turn: string
  readonly party: string
  readonly message: string
}

/** `table`: the address of turns.csv. Throws where it cannot be fetched. */
export async function allWords(table: string): Promise<WordsOf> {
  const response = await fetch(table)
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const turns = parse(await response.text(), { columns: true }) as Turn[]
  const words = new Map<string, Words[]>()
  for (const { negotiation, turn, party, message: text } of turns) {
    if (text === '') continue
    const own = words.get(negotiation) ?? []
    words.set(negotiation, own)
    own.push({ turn: Number(turn), seat: party, text, folded: fold(text) })
  }
  return words
}
