/** The blocks that the sections of a study's page are made of. */
import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import type { Block, DownloadData, SectionData, StripsFigure, StudyPage } from '../../../src/pages/types.ts'
import { Concessions } from '../charts/concessions.tsx'
import { Endings } from '../charts/endings.tsx'
import { Plane } from '../charts/plane.tsx'
import { Strips } from '../charts/strips.tsx'
import { Chip } from '../components/chip.tsx'
import { FigureNumber, useFigureNumber } from '../components/figure.tsx'
import { Pre } from '../components/pre.tsx'
import { Command } from '../components/states.tsx'
import { ReportTable } from '../components/table.tsx'
import { bytes, Facts, Time, Words } from '../components/words.tsx'
import { To } from '../links.tsx'
import { arrange } from './arrangement.ts'

interface SectionProps {
  readonly section: SectionData
  readonly page: StudyPage
  /** The author's own words (Markdown) as elements; only published pages read them. */
  readonly own?: ReactNode
  /** What belongs to this section beside its own blocks: the list of attempts, say. */
  readonly children?: ReactNode
}

/** One section of the paper; the author's own words come first and are marked as theirs. */
export const Section = ({ section, page, own, children }: SectionProps): ReactElement => (
  <section className="section" aria-labelledby={section.id}>
    <h2 id={section.id}>{section.title}</h2>
    {own !== undefined && (
      <div className="own-words">
        {own}
        <p className="small muted">In the author's words.</p>
      </div>
    )}
    <Blocks blocks={section.blocks} page={page} />
    {children}
  </section>
)

interface BlocksProps {
  readonly blocks: readonly Block[]
  readonly page: StudyPage
}

function Blocks({ blocks, page }: BlocksProps): ReactElement {
  const { before, folded, after } = arrange(blocks)
  const numbers = useContext(Numbers)
  const view = (block: Block, k: number): ReactElement => <BlockView key={k} block={block} page={page} />
  return (
    <>
      {before.map(view)}
      {folded.length > 0 && (
        <details className="details more">
          <summary>
            {furtherTables(folded.map((block) => numbers.get(block)))}:{' '}
            <bdi>{folded.map(({ table }) => table.title).join(', ')}</bdi>
          </summary>
          {folded.map(view)}
        </details>
      )}
      {after.map(view)}
    </>
  )
}

/** Folded tables have numbers that follow one another. */
function furtherTables(numbers: readonly (number | undefined)[]): string {
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined)
    return numbers.length === 1 ? 'A further table' : `${numbers.length} further tables`
  return first === last ? `Table ${first}` : `Tables ${first} to ${last}`
}

/** The number of each figure and table of the page. */
const Numbers = createContext<ReadonlyMap<Block, number>>(new Map())
export const NumbersProvider = Numbers.Provider

interface BlockProps {
  readonly block: Block
  readonly page: StudyPage
}

function BlockView({ block, page }: BlockProps): ReactNode {
  const number = useContext(Numbers).get(block)
  switch (block.type) {
    case 'text':
      return (
        <p>
          <bdi>{block.text}</bdi>
        </p>
      )
    case 'part':
      return (
        <div className="part">
          <h3>
            <bdi>{block.title}</bdi>
          </h3>
          <Blocks blocks={block.blocks} page={page} />
        </div>
      )
    case 'list':
      return <Items items={block.items} />
    case 'facts':
      return <Facts facts={block.facts} />
    case 'table':
      return <ReportTable table={block.table} parties={page.parties} number={number} />
    case 'quote':
      return <Quote block={block} page={page} />
    case 'figure':
      return (
        <FigureNumber value={number}>
          <FigureOf page={page} figure={block.figure} at={block.at} />
        </FigureNumber>
      )
    case 'events':
      return (
        <ol className="timeline">
          {block.events.map(({ at, text }) => (
            <li key={`${at} ${text}`}>
              <Time at={at} />
              <bdi>{text}</bdi>
            </li>
          ))}
        </ol>
      )
    case 'command':
      return <Command>{block.command}</Command>
    case 'link':
      return (
        <p>
          <To to={block.to}>{block.text}</To>
        </p>
      )
  }
}

/** Of a long list the first few are in sight. */
const FIRST_ITEMS = 4

function Items({ items }: { readonly items: readonly string[] }): ReactElement {
  const first = items.length > FIRST_ITEMS + 3 ? items.slice(0, FIRST_ITEMS) : items
  const rest = items.slice(first.length)
  const list = (some: readonly string[]): ReactElement => (
    <ul className="prose">
      {some.map((item) => (
        <li key={item}>
          <bdi>{item}</bdi>
        </li>
      ))}
    </ul>
  )
  if (rest.length === 0) return list(first)
  return (
    <>
      {list(first)}
      <details className="details">
        <summary>{rest.length} further notes</summary>
        {list(rest)}
      </details>
    </>
  )
}

function Quote({
  block,
  page,
}: {
  readonly block: Extract<Block, { type: 'quote' }>
  readonly page: StudyPage
}): ReactElement {
  const party = page.parties.find(({ id }) => id === block.party)
  const body = <Pre>{block.text}</Pre>
  if (block.title === undefined && !party) return body
  const title = (
    <>
      {party && <Chip index={party.colour} label={party.label} />} {block.title}
    </>
  )
  return block.text.length > 600 ? (
    <details className="details">
      <summary>{title}</summary>
      {body}
    </details>
  ) : (
    <div className="stack tight">
      <h3 className="minor">{title}</h3>
      <Words>{block.text}</Words>
    </div>
  )
}

interface FigureOfProps {
  readonly page: StudyPage
  readonly figure: keyof StudyPage['figures']
  readonly at?: number | undefined
}

/** A figure of the study by its name; nothing where the study has no data for it. */
export function FigureOf({ page, figure, at = 0 }: FigureOfProps): ReactNode {
  const { figures, study } = page
  switch (figure) {
    case 'plane':
      return figures.plane && <Plane figure={figures.plane} study={study} />
    case 'concessions':
      return figures.concessions && <Concessions figure={figures.concessions} />
    case 'endings':
      return figures.endings && <Endings figure={figures.endings} />
    case 'byFactor':
      return figures.byFactor[at] && <LongStrips figure={figures.byFactor[at]} />
    default:
      return figures[figure] && <LongStrips figure={figures[figure]} />
  }
}

/** More rows than fit a window are for those who look something up. */
const MOST_ROWS = 30

function LongStrips({ figure }: { readonly figure: StripsFigure }): ReactElement {
  const number = useFigureNumber()
  if (figure.strips.length <= MOST_ROWS) return <Strips figure={figure} />
  return (
    <details className="details more">
      <summary>
        {number !== undefined && `Figure ${number}. `}
        <bdi>{figure.title}</bdi>, {figure.strips.length} rows
      </summary>
      <Strips figure={figure} />
    </details>
  )
}

interface DownloadsProps {
  readonly study: string
  readonly downloads: readonly DownloadData[]
}

export const Downloads = ({ study, downloads }: DownloadsProps): ReactElement => (
  <ul className="cards">
    {downloads.map(({ file, about, bytes: size }) => (
      <li key={file}>
        <h3>
          <To to={{ page: 'download', study, file }}>
            <bdi>{file}</bdi>
          </To>
        </h3>
        <p>
          <bdi>{about}</bdi>
        </p>
        <div className="aside">{size !== undefined && bytes(size)}</div>
      </li>
    ))}
  </ul>
)
