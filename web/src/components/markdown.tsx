/** An author's Markdown as elements. Markup in it stays text, and links lead to the web, to mail or beside the page. */
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { type MarkdownBlock, markdownBlocks } from './markdown-blocks.ts'

interface MarkdownProps {
  readonly text: string
  /** The level of the page's own heading above it: `# Words` is one below. */
  readonly under?: 1 | 2 | 3
}

export const Markdown = ({ text, under = 2 }: MarkdownProps): ReactElement => (
  <div className="prose">{markdownBlocks(text).map((block, k) => blockOf(block, `${k}`, under))}</div>
)

function blockOf(block: MarkdownBlock, key: string, under: number): ReactElement {
  if (block.type === 'paragraph') return <p key={key}>{inline(block.text)}</p>
  if (block.type === 'rule') return <hr key={key} />
  if (block.type === 'quote') {
    return <blockquote key={key}>{block.blocks.map((one, k) => blockOf(one, `${k}`, under))}</blockquote>
  }
  if (block.type === 'code') {
    return (
      <pre key={key}>
        <code>{block.text}</code>
      </pre>
    )
  }
  if (block.type === 'heading') {
    const Heading = `h${Math.min(6, under + block.level)}` as 'h3'
    return <Heading key={key}>{inline(block.text)}</Heading>
  }
  const items = block.items.map((item, k) => {
    const [only, ...more] = item
    const tight = only?.type === 'paragraph' && more.every(({ type }) => type === 'list')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text stay in their places.
      <li key={k}>
        {tight
          ? [inline(only.text), ...more.map((one, i) => blockOf(one, `${i}`, under))]
          : item.map((one, i) => blockOf(one, `${i}`, under))}
      </li>
    )
  })
  return block.ordered ? (
    <ol key={key} start={block.start}>
      {items}
    </ol>
  ) : (
    <ul key={key}>{items}</ul>
  )
}

/** Code, links, bare addresses in angle brackets, strong and emphasised words, escaped signs, hard line ends. */
const INLINE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\[(?<text>(?:\\.|[^\]\\])+)\]\((?<to>[^\s()]+)(?:\s+"[^"]*")?\)|<(?<bare>https?:\/\/[^\s<>]+)>|\*\*(?<strong>(?=\S).+?(?<=\S))\*\*|(?<![\w*])[*_](?<em>(?=\S)[^*_]+?(?<=\S))[*_](?![\w*])|\\(?<sign>[!-/:-@[-`{-~])|(?<end> {2,}\n|\\\n)/gs

/** Longer ones are shown as they are: looking for emphasis in them takes time that grows with their length. */
const LONGEST = 20_000

function inline(text: string): ReactNode {
  if (text.length > LONGEST) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push(text.slice(at, match.index))
    parts.push(partOf(match))
    at = match.index + match[0].length
  }
  parts.push(text.slice(at))
  return parts.map((part, k) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their places.
    <Fragment key={k}>{part}</Fragment>
  ))
}

function partOf(match: RegExpExecArray): ReactNode {
  const { code, text, to, bare, strong, em, sign, end } = match.groups!
  if (code !== undefined) return <code>{code.trim() === '' ? code : code.replace(/^ (.*) $/s, '$1')}</code>
  if (strong !== undefined) return <strong>{inline(strong)}</strong>
  if (em !== undefined) return <em>{inline(em)}</em>
  if (sign !== undefined) return sign
  if (end !== undefined) return <br />
  if (bare !== undefined) return <a href={bare}>{bare}</a>
  // An address of any other kind is shown, not followed.
  return isSafe(to!) ? <a href={to}>{inline(text!)}</a> : match[0]
}

/** The web, mail, and what lies beside or on the page. */
export const isSafe = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:|#)/i.test(address) || /^(?!\/)[^:\\]+$/.test(address)
