/** Tables of data: a caption that says what the columns are, heads with their scope, figures under figures. */
import type { ReactElement, ReactNode } from 'react'
import type { PartyTag } from '../../../src/pages/types.ts'
import { Chip } from './chip.tsx'
import { classes } from './look.ts'

export interface Head {
  readonly key: string
  readonly text: ReactNode
  /** Figures stand at the right. */
  readonly right?: boolean
  readonly sort?: 'ascending' | 'descending' | undefined
  /** Its cells name their rows; where no column says so, the first does. */
  readonly names?: boolean | undefined
  /** Left out on phones: it tells what another column tells as well. */
  readonly spare?: boolean | undefined
}

interface TableProps {
  readonly title?: string | undefined
  /** By which texts refer to it: `Table 2`, and `#table-2` as an address. */
  readonly number?: number | undefined
  readonly caption?: ReactNode
  /** The caption is for those who do not see what stands around the table. */
  readonly quiet?: boolean
  readonly full?: boolean
  readonly heads: readonly Head[]
  /** Cells in the order of the heads. */
  readonly rows: readonly {
    readonly key: string
    readonly cells: readonly ReactNode[]
    readonly className?: string | undefined
    /** What it tells of, and what that belongs to: marked in the page's figures (charts/linked.ts). */
    readonly of?: string | undefined
    readonly group?: string | undefined
  }[]
  /** Shown in place of rows where there are none. */
  readonly empty?: ReactNode
}

/** More columns than these stand closer. */
const DENSE = 9

export function Table({ title, number, caption, quiet, full, heads, rows, empty }: TableProps): ReactElement {
  const shape = shapeOf(heads, rows)
  const naming = Math.max(
    0,
    heads.findIndex(({ names }) => names),
  )
  return (
    <div className="table" id={number === undefined ? undefined : `table-${number}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard as well. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div className="scroll" role="group" tabIndex={0} aria-label={title ?? 'table'}>
        <table
          className={classes(full && 'full', heads.length > DENSE && 'dense', shape)}
          role={shape === 'of-words' ? 'table' : undefined}
        >
          {(title !== undefined || caption !== undefined) && (
            <caption className={classes(quiet && 'hidden')}>
              {title !== undefined && (
                <strong>
                  {number !== undefined && <span className="nth">{`Table ${number}. `}</span>}
                  {title}
                </strong>
              )}
              {caption !== undefined && <span>{caption}</span>}
            </caption>
          )}
          <thead>
            <tr>
              {heads.map(({ key, text, right, sort, spare }, k) =>
                text === '' ? (
                  <td key={key} />
                ) : (
                  <th
                    key={key}
                    scope="col"
                    className={classes(right && 'r', spare && 'spare')}
                    aria-sort={sort}
                  >
                    {text}
                    {shape === 'paired' && k === 0 && <span className="with">{heads[1]!.text}</span>}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={heads.length}>{empty ?? 'Nothing yet.'}</td>
              </tr>
            )}
            {rows.map(({ key, cells, className, of, group }, at) => (
              <tr
                key={key}
                className={classes(className, rows[at + 1]?.cells[0] === '' && 'goes-on')}
                data-of={of}
                data-in={group}
              >
                {cells.map((cell, k) => {
                  const head = heads[k]!
                  const style = classes(head.right && 'r', head.spare && 'spare')
                  return k === naming ? (
                    <th key={head.key} scope="row" className={style}>
                      {cell === '' ? <span className="hidden">{above(rows, at)}</span> : cell}
                      {shape === 'paired' && <span className="with">{cells[1]}</span>}
                    </th>
                  ) : (
                    <td
                      key={head.key}
                      className={style}
                      data-head={
                        shape === 'of-words' && typeof head.text === 'string' ? head.text : undefined
                      }
                    >
                      {cell}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/**
 * How a narrow window shows it (styles/narrow-table.css). `paired`: two columns name a row, the first of several rows;
 * they stand in one, which stays in sight. `of-words`: three columns of words or more; each row is a paragraph.
 */
function shapeOf(heads: TableProps['heads'], rows: TableProps['rows']): 'paired' | 'of-words' | undefined {
  const words = (k: number): boolean => heads[k]?.right !== true && typeof heads[k]?.text === 'string'
  if (heads.length > 2 && words(1) && rows.some(({ cells }) => cells[0] === '')) return 'paired'
  return heads.length > 2 && heads.every(({ right }) => !right) ? 'of-words' : undefined
}

/** What a head left empty repeats from the rows above it: said, not shown. */
function above(rows: TableProps['rows'], at: number): ReactNode {
  const named = rows.slice(0, at).findLast(({ cells }) => cells[0] !== '')
  return typeof named?.cells[0] === 'string' ? named.cells[0] : 'the same'
}

export interface TextTable {
  readonly title: string
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** One letter a column: `l` or `r`. */
  readonly align: string
}

interface ReportTableProps {
  readonly table: TextTable
  /** Reports name parties by their ids; readers know them by their labels and colours. */
  readonly parties?: readonly PartyTag[]
  readonly number?: number | undefined
}

/** A table of a report, which is words alone. Its first column names pairings and the like, never parties. */
export function ReportTable({ table, parties = [], number }: ReportTableProps): ReactElement {
  const byId = new Map(parties.map((party) => [party.id, party]))
  const headOf = (text: string, k: number): ReactNode => {
    const party = k === 0 ? undefined : byId.get(text)
    if (party) return <Chip index={party.colour} label={party.label} />
    // `buyer below`: a party and what is told of it.
    const [first = '', ...more] = text.split(' ')
    return k > 0 && byId.has(first) ? [byId.get(first)!.label, ...more].join(' ') : text
  }
  return (
    <Table
      title={table.title}
      number={number}
      caption={table.caption}
      heads={table.head.map((text, k) => ({
        key: `${k}`,
        text: headOf(text, k),
        right: table.align[k] === 'r',
      }))}
      rows={table.rows.map((cells, row) => ({
        key: `${row}`,
        cells: cells.map((cell, k) => (k === 0 ? cell : (byId.get(cell)?.label ?? cell))),
      }))}
    />
  )
}
