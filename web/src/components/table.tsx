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
  /** Cells in the order of the heads; the first of a row names it. */
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
  return (
    <div className="table" id={number === undefined ? undefined : `table-${number}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard as well. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in. */}
      <div className="scroll" role="group" tabIndex={0} aria-label={title ?? 'table'}>
        <table className={classes(full && 'full', heads.length > DENSE && 'dense')}>
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
              {heads.map(({ key, text, right, sort }) =>
                text === '' ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col" className={classes(right && 'r')} aria-sort={sort}>
                    {text}
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
                  const style = classes(head.right && 'r')
                  return k === 0 ? (
                    <th key={head.key} scope="row" className={style}>
                      {cell === '' ? <span className="hidden">{above(rows, at)}</span> : cell}
                    </th>
                  ) : (
                    <td key={head.key} className={style}>
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
    return party ? <Chip index={party.colour} label={party.label} /> : text
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
