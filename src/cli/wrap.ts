/** Running text in lines that fit a terminal; wide characters are counted as wide. */
import widthOf from 'string-width'

/**
 * Breaks text at white space so that no line is wider than `columns`; a word that is wider than a line is broken
 * inside. Line breaks of the text stay. `first` stands before the first line, `rest` before every other; both
 * count. The text must be safe for a terminal already (text.ts).
 */
export function wrap(text: string, columns: number, first = '', rest = first): string {
  const lines: string[] = []
  const lead = (): string => (lines.length === 0 ? first : rest)
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/[ \t]+/).filter((part) => part !== '')) {
      const joined = line === '' ? word : `${line} ${word}`
      if (widthOf(lead() + joined) <= columns) {
        line = joined
        continue
      }
      if (line !== '') lines.push(lead() + line)
      line = word
      while (widthOf(lead() + line) > columns && line.length > 1) {
        const [head, tail] = breakWord(line, Math.max(1, columns - widthOf(lead())))
        lines.push(lead() + head)
        line = tail
      }
    }
    lines.push((lead() + line).trimEnd())
  }
  return lines.join('\n')
}

/**
 * As much of a word as fits, at least one character of it, and what is left. A name of parts (`claude-haiku-4-5`,
 * `integrative_full`) is broken behind one of them where that fills at least half of the room.
 */
function breakWord(word: string, room: number): [head: string, tail: string] {
  let head = ''
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    if (head !== '' && widthOf(head + segment) > room) break
    head += segment
  }
  const part = Math.max(...[...'_-/'].map((sign) => head.lastIndexOf(sign))) + 1
  if (part < head.length && 2 * widthOf(head.slice(0, part)) >= room) head = head.slice(0, part)
  return [head, word.slice(head.length)]
}
