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
      const longer = line === '' ? word : `${line} ${word}`
      if (widthOf(lead() + longer) <= columns) {
        line = longer
        continue
      }
      if (line !== '') lines.push(lead() + line)
      const pieces = breakWord(word, () => Math.max(1, columns - widthOf(lead())))
      for (;;) {
        const { value, done } = pieces.next()
        line = value
        if (done) break
        lines.push(lead() + line)
      }
    }
    lines.push((lead() + line).trimEnd())
  }
  return lines.join('\n')
}

/**
 * A word in pieces that fit, each at least one character; the last one is returned. `room` is asked for anew after each.
 * A name of parts (`claude-haiku-4-5`, `integrative_full`) is broken behind one of them where that fills at least half
 * of the room. Takes time in proportion to the word: a stranger's may be a megabyte long.
 */
function* breakWord(word: string, room: () => number): Generator<string, string> {
  let head: { segment: string; width: number }[] = []
  let used = 0
  let left = room()
  const widths = new Map<string, number>()
  for (const { segment } of new Intl.Segmenter('en').segment(word)) {
    const width = widths.get(segment) ?? widthOf(segment)
    widths.set(segment, width)
    while (head.length > 0 && used + width > left) {
      const end = endOfPart(head, left) ?? head.length
      yield joined(head.slice(0, end))
      head = head.slice(end)
      used = widthOfAll(head)
      left = room()
    }
    head.push({ segment, width })
    used += width
  }
  return joined(head)
}

type Segments = readonly { readonly segment: string; readonly width: number }[]

const joined = (segments: Segments): string => segments.map(({ segment }) => segment).join('')
const widthOfAll = (segments: Segments): number => segments.reduce((sum, { width }) => sum + width, 0)

/** Where the last part of a name ends that fills at least half of the room; undefined where none does. */
function endOfPart(head: Segments, room: number): number | undefined {
  const end = head.findLastIndex(({ segment }) => '_-/'.includes(segment)) + 1
  return end > 0 && 2 * widthOfAll(head.slice(0, end)) >= room ? end : undefined
}
