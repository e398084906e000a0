/** All attempts of a study as a table: one row each, the interrupted ones too, sorted by any of their figures. */
import type { ReactElement, ReactNode } from 'react'
import type { AttemptRow, AttemptsPage, AttemptsQuery, Target } from '../../../src/pages/types.ts'
import { To } from '../links.tsx'
import { Chip, Tag } from './chip.tsx'
import { classes, groupClass, pairingMark } from './look.ts'
import { type Head, Table } from './table.tsx'
import { grouped, Num, shortName } from './words.tsx'

export const OUTCOME_TONES: Readonly<Record<string, 'good' | 'bad' | 'warn' | undefined>> = {
  agreement: 'good',
  settled: 'good',
  interrupted: 'bad',
}

const OUTCOME_WORDS: Readonly<Record<string, string>> = {
  agreement: 'agreement',
  'no-agreement': 'no agreement',
  settled: 'settled',
  interrupted: 'interrupted',
  running: 'running',
  planned: 'not begun',
}

interface AttemptsTableProps {
  readonly page: AttemptsPage
  /** The colours of pairings; a pairing that is not there has none. */
  readonly pairings?: ReadonlyMap<string, number> | undefined
  /** Heads are links that sort, where the list is asked for anew. */
  readonly sortable?: boolean
}

interface Column extends Head {
  /** The name by which the list is sorted. */
  readonly name?: string
  readonly cell: (row: AttemptRow) => ReactNode
}

export function AttemptsTable({ page, pairings, sortable = true }: AttemptsTableProps): ReactElement {
  const { study, parties, query, rows, sorts, matching, total } = page
  const columns = columnsOf(page, pairings)
  const known = new Set(sorts.map(({ name }) => name))
  return (
    <Table
      title="All attempts"
      quiet
      full
      caption={`${grouped(matching)} of ${grouped(total)} attempts, ${parties.length} parties`}
      heads={columns.map(({ key, text, right, name, names, spare }) => {
        const head = { key, text, right: right ?? false, names, spare }
        if (name === undefined || !sortable || !known.has(name)) return head
        const { next, sort } = nextSort(query, name)
        const to: Target = { page: 'attempts', study, query: next }
        const sign = sort === 'ascending' ? ' ↑' : sort === 'descending' ? ' ↓' : ''
        return {
          ...head,
          sort,
          text: (
            <To to={to}>
              {text}
              {sign}
            </To>
          ),
        }
      })}
      rows={rows.map((row) => ({
        key: row.id,
        cells: columns.map(({ cell }) => cell(row)),
        className: row.status === 'planned' ? 'muted' : undefined,
        of: String(row.number),
        group: pairingMark(row.pairing),
      }))}
      empty="No attempt matches these filters."
    />
  )
}

/** What a press on a head asks for: first rising, then falling, then the plan's own order. */
function nextSort(
  query: AttemptsQuery,
  name: string,
): { next: AttemptsQuery; sort: 'ascending' | 'descending' | undefined } {
  const { page: _, sort: now, ...rest } = query
  if (now === name) return { next: { ...rest, sort: `-${name}` }, sort: 'ascending' }
  if (now === `-${name}`) return { next: rest, sort: 'descending' }
  return { next: { ...rest, sort: name }, sort: undefined }
}

function columnsOf(
  { study, parties, rows }: AttemptsPage,
  pairings: ReadonlyMap<string, number> | undefined,
): Column[] {
  const levels = [...new Set(rows.flatMap((row) => Object.keys(row.levels)))].filter(
    (name) => name !== 'opener',
  )
  const scored = parties.filter(({ id }) => rows.some(({ gains }) => gains?.[id]))
  const party = (id: string): ReactNode => {
    const found = parties.find((one) => one.id === id)
    return found ? <Chip index={found.colour} label={found.label} /> : <bdi>{id}</bdi>
  }
  const some = (has: (row: AttemptRow) => unknown): boolean => rows.some((row) => has(row))
  return [
    {
      key: 'number',
      name: 'number',
      text: '#',
      spare: true,
      cell: ({ number }) => <span className="number">{number}</span>,
    },
    {
      key: 'id',
      text: 'attempt',
      names: true,
      cell: ({ id }) => (
        <To to={{ page: 'negotiation', study, id }}>
          <bdi className="nowrap">{shortName(id)}</bdi>
        </To>
      ),
    },
    {
      key: 'pairing',
      name: 'pairing',
      text: 'pairing',
      spare: true,
      cell: ({ pairing, extension }) => (
        <span className={classes('chip', pairings?.has(pairing) && groupClass(pairings.get(pairing)!))}>
          <bdi>{pairing}</bdi>
          {extension !== undefined && <span className="of">{extension}</span>}
        </span>
      ),
    },
    { key: 'opener', name: 'opener', text: 'opener', cell: ({ opener }) => party(opener) },
    ...levels.map(
      (name): Column => ({ key: `level ${name}`, text: name, cell: (row) => <bdi>{row.levels[name]}</bdi> }),
    ),
    {
      key: 'outcome',
      name: 'outcome',
      text: 'ended in',
      cell: ({ outcome, outcomeText, kindText, found }) => (
        <>
          <span title={outcomeText}>
            <Tag tone={OUTCOME_TONES[outcome]}>{kindText ?? OUTCOME_WORDS[outcome] ?? outcome}</Tag>
          </span>
          {found && <Found found={found} />}
        </>
      ),
    },
    { key: 'turns', name: 'turns', text: 'turns', right: true, cell: ({ turns }) => turns ?? '' },
    ...(some(({ joint }) => joint)
      ? [
          {
            key: 'joint',
            name: 'joint',
            text: 'joint gain',
            right: true,
            cell: (row: AttemptRow) => <Known row={row} figure={row.joint} />,
          },
        ]
      : []),
    ...scored.map(
      ({ id, label, colour }): Column => ({
        key: `gain ${id}`,
        name: `gain.${id}`,
        text: <Chip index={colour} label={label} />,
        right: true,
        cell: (row) => <Known row={row} figure={row.gains?.[id]} below={row.below.includes(id)} />,
      }),
    ),
    ...(some(({ faultCount }) => faultCount > 0)
      ? [{ key: 'faults', name: 'faults', text: 'faults', right: true, cell: faultsOf }]
      : []),
    ...(some(({ usd }) => usd !== undefined)
      ? [
          {
            key: 'cost',
            name: 'cost',
            text: 'cost',
            right: true,
            cell: ({ usd }: AttemptRow) => (usd === undefined ? '' : `$${usd.toFixed(4)}`),
          },
        ]
      : []),
  ]
}

const faultsOf = ({ faultCount, faults }: AttemptRow): ReactNode =>
  faultCount === 0 ? '' : <span title={faults.join(', ')}>{faultCount}</span>

interface KnownProps {
  readonly row: AttemptRow
  readonly figure: Parameters<typeof Num>[0]['figure']
  readonly below?: boolean
}

/** An unknown outcome is not a zero, and not an empty cell either. */
function Known({ row, figure, below }: KnownProps): ReactNode {
  if (figure) {
    return (
      <span className={classes(below && 'below')} title={below ? 'below its reservation value' : undefined}>
        <Num figure={figure} />
      </span>
    )
  }
  return row.status === 'unknown' ? <span className="muted">unknown</span> : ''
}

const Found = ({ found }: { readonly found: NonNullable<AttemptRow['found']> }): ReactElement => (
  <div className="found small" dir="auto">
    turn {found.turn}: {found.before}
    <mark>{found.hit}</mark>
    {found.after}
  </div>
)
