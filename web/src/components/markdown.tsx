/**
 * An author's Markdown (CommonMark) as elements: read by a library, shown by us. Markup in it stays text, links lead
 * to the web, to mail or beside the page, and pictures are links, since a page loads nothing from elsewhere.
 * Only published pages have it: it is too heavy for a browser to load.
 */
import type { Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, type ReactElement, type ReactNode } from 'react'

interface MarkdownProps {
  readonly text: string
  /** The level of the page's own heading above it: `# Words` is one below. */
  readonly under?: 1 | 2 | 3
}

export function Markdown({ text, under = 2 }: MarkdownProps): ReactElement {
  const source = bounded(text)
  const tree = fromMarkdown(source)
  const links = new Map<string, string>()
  for (const node of tree.children) {
    // Of several with one name the first counts.
    if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node.url)
  }
  return <div className="prose">{children(tree, { source, under, links, depth: 0 })}</div>
}

interface At {
  readonly source: string
  readonly under: number
  /** Addresses by the names that they are referred to by. */
  readonly links: ReadonlyMap<string, string>
  readonly depth: number
}

/** Deeper nesting is told as text: nobody writes it, and it must not exhaust the stack. */
const DEEPEST = 16

const children = (parent: Parents, at: At): ReactNode =>
  parent.children.map((child, k) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their places.
    <Fragment key={k}>{nodeOf(child, { ...at, depth: at.depth + 1 })}</Fragment>
  ))

function nodeOf(node: Nodes, at: At): ReactNode {
  if (at.depth > DEEPEST) return written(node, at)
  switch (node.type) {
    case 'paragraph':
      return <p>{children(node, at)}</p>
    case 'heading': {
      const Heading = `h${Math.min(6, at.under + node.depth)}` as 'h3'
      return <Heading>{children(node, at)}</Heading>
    }
    case 'blockquote':
      return <blockquote>{children(node, at)}</blockquote>
    case 'list': {
      const loose = node.spread === true || node.children.some(({ spread }) => spread)
      const items = node.children.map((item, k) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text stay in their places.
        <li key={k}>{itemOf(item, loose, { ...at, depth: at.depth + 1 })}</li>
      ))
      return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      )
    case 'thematicBreak':
      return <hr />
    case 'text':
      return node.value
    case 'emphasis':
      return <em>{children(node, at)}</em>
    case 'strong':
      return <strong>{children(node, at)}</strong>
    case 'inlineCode':
      return <code>{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return linkTo(node.url, children(node, at), node, at)
    case 'linkReference':
      return linkTo(at.links.get(node.identifier), children(node, at), node, at)
    case 'image':
      return linkTo(node.url, node.alt || node.url, node, at)
    case 'imageReference':
      return linkTo(at.links.get(node.identifier), node.alt, node, at)
    case 'html':
      // A block of its own where it stands between blocks.
      return at.depth === 1 ? <p>{node.value}</p> : node.value
    case 'definition':
      return null
    default:
      return written(node, at)
  }
}

/** Items of a list without blank lines between them are no paragraphs. */
const itemOf = (item: Parents, loose: boolean, at: At): ReactNode =>
  item.children.map((child, k) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their places.
    <Fragment key={k}>
      {child.type === 'paragraph' && !loose
        ? children(child, at)
        : nodeOf(child, { ...at, depth: at.depth + 1 })}
    </Fragment>
  ))

/** An address of any other kind is shown, not followed. */
const linkTo = (address: string | undefined, words: ReactNode, node: Nodes, at: At): ReactNode =>
  address !== undefined && isSafe(address) ? <a href={address}>{words}</a> : written(node, at)

/** As its author wrote it. */
const written = ({ position }: Nodes, { source }: At): string =>
  source.slice(position?.start.offset, position?.end.offset)

/** The web, mail, and what lies beside or on the page. */
export const isSafe = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:|#)/i.test(address) || /^(?!\/)[^:\\]+$/.test(address)

/** Each sign of a quotation or list that begins a line opens a level, for which the reader takes time. */
const LEVELS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40,}/gm

/** A line that opens more levels than anybody means is told as it is. */
const bounded = (text: string): string => text.replace(LEVELS, (signs) => `\\${signs.trimStart()}`)
