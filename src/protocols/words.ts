/** What counts as a word, for every protocol that limits a message's length. */

const SPACE = /\s/

/**
 * How many words a text has: runs of characters that are not white space. White space is what ECMAScript calls
 * so (`\s`): blanks, tabs and line breaks, and also the non-breaking space and the other blanks of Unicode.
 */
export function countWords(text: string): number {
  let words = 0
  let inside = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const space = code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && SPACE.test(text[i]!)
    if (!space && !inside) words++
    inside = !space
  }
  return words
}

/** Whether a text has more words than `most`; most messages are short enough to tell by their length. */
export const isLonger = (text: string, most: number): boolean =>
  text.length >= 2 * most && countWords(text) > most
