/**
 * The author's Markdown as blocks: headings, paragraphs, lists, quotations, code, rules. Whatever is none of these
 * stays the text that it is, markup above all.
 */

export type MarkdownBlock =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' }
  | { readonly type: 'quote'; readonly blocks: readonly MarkdownBlock[] }
  | {
      readonly type: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly MarkdownBlock[])[]
    }

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( +)(.*)|())$/
const QUOTE = /^ {0,3}> ?/
const BLANK = /^\s*$/
/** Deeper nesting is told as text: nobody writes it, and it must not exhaust the stack. */
const DEEPEST = 8

export function markdownBlocks(markdown: string): MarkdownBlock[] {
  const text = markdown.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ')
  return blocksOf(text.split('\n'), 0)
}

function blocksOf(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  let words: string[] = []
  const endParagraph = (): void => {
    if (words.length > 0) blocks.push({ type: 'paragraph', text: words.join('\n').trimEnd() })
    words = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const heading = HEADING.exec(line)
    const fence = FENCE.exec(line)
    const item = ITEM.exec(line)
    if (BLANK.test(line)) {
      endParagraph()
      at++
    } else if (fence) {
      endParagraph()
      const from = at + 1
      for (at++; at < lines.length && !lines[at]!.trim().startsWith(fence[1]!); ) at++
      blocks.push({ type: 'code', text: lines.slice(from, at).join('\n') })
      at++
    } else if (heading) {
      endParagraph()
      blocks.push({ type: 'heading', level: heading[1]!.length, text: heading[2] ?? '' })
      at++
    } else if (RULE.test(line)) {
      endParagraph()
      blocks.push({ type: 'rule' })
      at++
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      endParagraph()
      const from = at
      while (at < lines.length && QUOTE.test(lines[at]!)) at++
      const inner = lines.slice(from, at).map((one) => one.replace(QUOTE, ''))
      blocks.push({ type: 'quote', blocks: blocksOf(inner, depth + 1) })
    } else if (item && depth < DEEPEST && (words.length === 0 || isBullet(item))) {
      endParagraph()
      const { list, next } = listFrom(lines, at, depth)
      blocks.push(list)
      at = next
    } else {
      // Two spaces at its end break a line.
      words.push(line.trimStart())
      at++
    }
  }
  endParagraph()
  return blocks
}

/** A number in the middle of a paragraph is no list: `in the year\n1999. It was …`. */
const isBullet = (item: RegExpExecArray): boolean => !/^\d/.test(item[2]!) || item[2]!.slice(0, -1) === '1'

function listFrom(
  lines: readonly string[],
  from: number,
  depth: number,
): { list: MarkdownBlock; next: number } {
  const first = ITEM.exec(lines[from]!)!
  const ordered = /^\d/.test(first[2]!)
  const items: MarkdownBlock[][] = []
  let at = from
  for (let item: RegExpExecArray | null = first; item && /^\d/.test(item[2]!) === ordered; ) {
    const indent = item[1]!.length + item[2]!.length + Math.min(item[3]?.length ?? 1, 4)
    const own = [item[4] ?? '']
    for (at++; at < lines.length; at++) {
      const line = lines[at]!
      const inner = /^ */.exec(line)![0].length >= indent
      const lazy = !BLANK.test(line) && !BLANK.test(own.at(-1)!) && !ITEM.test(line) && !HEADING.test(line)
      if (!inner && !BLANK.test(line) && !lazy) break
      own.push(inner ? line.slice(indent) : line.trim())
    }
    items.push(blocksOf(own, depth + 1))
    item = at < lines.length ? ITEM.exec(lines[at]!) : null
  }
  const start = ordered ? Number.parseInt(first[2]!, 10) : 1
  return { list: { type: 'list', ordered, start, items }, next: at }
}
