/** How many sentences a message has: at least and at most, since where one ends is not always certain. */

/** Ends of sentences, with what may close after them. */
const END = /[.!?…。！？]+["'”’)\]»*_]*/gu

/** Words before a full stop that seldom end a sentence. */
const SHORT = new Set(
  'mr mrs ms dr prof st jr sr vs etc eg ie e.g i.e cf ca approx vol fig pp inc ltd co dept est min max hr hrs lb lbs oz kg km cm mm ft sq a.m p.m u.s u.k'.split(
    ' ',
  ),
)

export interface Sentences {
  /** Only ends that are certain are counted. */
  readonly least: number
  /** Every place where a sentence may end is counted, line ends too. */
  readonly most: number
}

/**
 * Counts sentences. An end is one or more of `. ! ? …` (or `。！？`), closing quotes and brackets with it, before white
 * space or the end of the text. It is certain where what follows begins with a capital letter, a quote or a letter of
 * a script without capitals, and the full stop stands neither behind an abbreviation, an initial or a number nor is an
 * ellipsis. Text after the last end is a sentence too. `3.5`, `p.m.` and `www.example.org` thus end nothing for sure.
 */
export function countSentences(text: string): Sentences {
  let [least, most] = [0, 0]
  let [certain, possible] = [0, 0]
  const letters = [lettersOf(text), lettersOf(text)] as const
  for (const match of text.matchAll(END)) {
    const from = match.index
    const to = from + match[0].length
    const wide = /[。！？]/.test(match[0])
    const after = text.slice(to)
    if (!wide && !/^(?:\s|$)/.test(after)) continue
    if (letters[0](possible) < from) {
      most += 1 + lineBreaks(text.slice(possible, from))
      possible = to
    }
    if (letters[1](certain) < from && isCertain(match[0], lastWord(text, from), after, wide)) {
      least++
      certain = to
    }
  }
  if (letters[1](certain) < text.length) least++
  if (letters[0](possible) < text.length) most += 1 + lineBreaks(text.slice(possible))
  return { least, most: Math.max(least, most) }
}

/** Where the next letter or digit stands from a place on; places are asked for in rising order, so all is read once. */
function lettersOf(text: string): (from: number) => number {
  const letter = /[\p{L}\p{N}]/gu
  let next = -1
  return (from) => {
    if (next >= from) return next
    letter.lastIndex = from
    next = letter.exec(text)?.index ?? text.length
    return next
  }
}

/** Longer words are no abbreviations. */
const LONGEST = 24

/** What stands before a place back to white space, or as much of it as may matter, without what opens it. */
function lastWord(text: string, to: number): string {
  let from = to
  while (from > 0 && to - from < LONGEST && !/\s/.test(text[from - 1]!)) from--
  return text
    .slice(from, to)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
}

/** Line ends between words: each may end a sentence that lacks its full stop. */
const lineBreaks = (text: string): number =>
  text.split(/[\n\r\u2028\u2029]+/).filter((line) => /[\p{L}\p{N}]/u.test(line)).length - 1

function isCertain(end: string, word: string, after: string, wide: boolean): boolean {
  if (wide || /^\s*$/.test(after)) return true
  if (!/^\s+["'“‘«([*_]*[\p{Lu}\p{Lt}\p{Lo}]/u.test(after)) return false
  if (/[!?]/.test(end)) return true
  if (/\.\.|…/.test(end)) return false
  return !SHORT.has(word) && !/^\p{L}$/u.test(word) && !/^\p{N}+$/u.test(word)
}
