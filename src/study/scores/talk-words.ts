/**
 * What a party's message tells, found by its words alone: whether it names what the party needs, whether it asks what
 * the other side needs. Mechanical, and in English: a message can tell a need in other words, or name it in passing.
 * docs/studies.md says so wherever the figures stand.
 */
import type { Party, Scenario } from '../../scenario/types.ts'

/**
 * The words that tell what a party needs: its `need`, and where that is one of the pack's parts (`part_a`, `part_b`)
 * that part's short name (`short_a`, `short_b`). None where the pack does not say.
 */
export function needWords({ vars }: Scenario, party: Party): string[] {
  const { need } = party.vars
  if (!need) return []
  const names = ['a', 'b'].filter((letter) => {
    const part = vars[`part_${letter}`]
    return part !== undefined && plain(part) === plain(need)
  })
  return [need, ...names.flatMap((letter) => vars[`short_${letter}`] ?? [])]
}

/** Whether a message holds one of these as whole words, capital letters aside. */
export const names = (message: string, words: readonly string[]): boolean =>
  words.some((word) =>
    new RegExp(`(?<![\\p{L}\\p{N}])${escaped(plain(word))}(?![\\p{L}\\p{N}])`, 'u').test(plain(message)),
  )

/** A question to the other side about what it is after. */
const TO_YOU = /\byou(?:r|rs|'re|'d)?\b/
const PURPOSE =
  /\b(?:why|need(?:s|ed)?|want(?:s|ed)?|us(?:e|es|ed|ing)|purposes?|plan(?:s|ned|ning)?|goals?|matters?|important|interested|looking for|hoping|what\b.*\bfor)\b/

/** Whether a message holds a sentence that ends in a question mark, speaks to the other side, and has a word of purpose. */
export const asksPurpose = (message: string): boolean =>
  questions(plain(message)).some((question) => TO_YOU.test(question) && PURPOSE.test(question))

const questions = (message: string): string[] =>
  message.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.includes('?'))

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim()
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
