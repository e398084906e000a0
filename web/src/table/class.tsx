/** A class as its teacher sees it: every table, every link, and all deals on one chart with the frontier. */
import type { ReactElement } from 'react'
import type { ClassPage, TableRow } from '../../../src/pages/table-types.ts'
import type { XY } from '../../../src/pages/types.ts'
import { SpaceChart, spaceLegend } from '../charts/plane.tsx'
import { Chip } from '../components/chip.tsx'
import { Figure, Legend } from '../components/figure.tsx'
import { groupClass } from '../components/look.ts'
import { State } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { BigFigures, counted, Num } from '../components/words.tsx'
import { NOTHING } from './ask.ts'
import { AllLinks } from './class-links.tsx'
import { LinkOf } from './links.tsx'
import { Loading } from './loading.tsx'
import { tablePath } from './place.ts'
import { Reach } from './reach.tsx'
import { Sitter, StateTag, seatWords, standing } from './row.tsx'
import { useLive } from './use-live.ts'
import { useTitle } from './use-title.ts'

const peopled = ({ seats }: TableRow): boolean => seats.some(({ who }) => who === 'person')

export function Class({ id }: { readonly id: string }): ReactElement {
  const { page, line } = useLive<ClassPage>(`/api/classes/${encodeURIComponent(id)}/live`, NOTHING)
  const title = page?.title
  useTitle(title)
  if (line === 'refused') {
    return (
      <State title="There is no such class here" failed whole>
        <p>
          Its address may not be whole, or its folder was moved. It may also be hidden: tables show themselves
          to whoever opened, in this browser, the link that <code>parley serve</code> printed.
        </p>
      </State>
    )
  }
  if (!page) return <Loading what="the class" />
  const { tables, parties } = page
  const ended = tables.filter(({ state }) => state === 'ended')
  const deals = ended.filter(({ end }) => end?.kind === 'agreement' || end?.kind === 'settled')
  return (
    <div className="page">
      <header className="opening">
        <h1>
          <bdi>{page.title}</bdi>
        </h1>
        <p className="muted">
          <bdi>{page.scenario.title}</bdi>, {counted(tables.length, 'table')}
          {line === 'lost' && '; the connection is lost and comes back by itself'}
        </p>
        <BigFigures
          figures={[
            { name: 'ended', value: `${ended.length} of ${tables.length}` },
            { name: 'deals', value: String(deals.length) },
          ]}
        />
      </header>
      {page.space && <Deals page={page} />}
      <section className="section" aria-labelledby="tables">
        <h2 id="tables">Tables</h2>
        <Table
          title="Tables"
          quiet
          full
          heads={[
            { key: 'table', text: 'table' },
            { key: 'who', text: 'who sits there' },
            { key: 'state', text: 'state' },
            { key: 'now', text: 'how it stands' },
            ...parties.map(({ id: party, label, colour }) => ({
              key: party,
              text: <Chip index={colour} label={label} />,
              right: true,
            })),
          ]}
          rows={tables.map((row, i) => ({
            key: row.table,
            cells: [
              <a key="t" href={tablePath({ page: 'table', table: row.table })}>
                {i + 1}
              </a>,
              <span key="w" className="stack tight">
                {row.seats.map((seat) => (
                  <Sitter key={seat.seat} seat={seat} parties={parties} />
                ))}
              </span>,
              <StateTag key="s" state={row.state} />,
              <bdi key="n">{row.message ?? standing(row, parties)}</bdi>,
              ...parties.map(({ id: party }) => <Num key={party} figure={row.end?.points?.[party]} />),
            ],
          }))}
        />
        <p>
          <a href={`/api/classes/${encodeURIComponent(page.class)}/results.csv`} download="">
            Results as a sheet
          </a>{' '}
          <span className="small muted">
            CSV: a table a row, with names, terms, points and gains; what is not known yet is blank
          </span>
        </p>
      </section>
      <section className="section" aria-labelledby="links">
        <h2 id="links">Links</h2>
        <p className="muted">
          Each opens one seat. They are shown in this tab only: send them out, and replace one that was lost.
        </p>
        <Reach />
        <AllLinks page={page} />
        <ul className="seat-links">
          {tables.flatMap((row, i) =>
            row.seats
              .filter(({ who }) => who === 'person')
              .map((seat) => {
                const label = parties.find(({ id: party }) => party === seat.seat)?.label ?? seat.seat
                return (
                  <li key={`${row.table} ${seat.seat}`}>
                    <span>
                      <strong>
                        <bdi>{seatWords(seat)}</bdi>
                      </strong>{' '}
                      <span className="muted small">
                        table {i + 1}, <bdi>{label}</bdi>
                      </span>
                    </span>
                    <LinkOf table={row.table} seat={seat} whose={`${seatWords(seat)}, table ${i + 1}`} />
                  </li>
                )
              }),
          )}
        </ul>
      </section>
    </div>
  )
}

/** All ends in the points of two parties: people's tables in one colour, those beside them in another. */
function Deals({ page }: { readonly page: ClassPage }): ReactElement | null {
  const { space, tables } = page
  if (!space) return null
  const [a, b] = space.parties
  const placed = tables.flatMap((row, i) => {
    const points = row.end?.points
    const at: XY | undefined =
      points?.[a.id] && points[b.id] ? [points[a.id]!.value, points[b.id]!.value] : undefined
    return at ? [{ row, at, number: i + 1, group: peopled(row) ? 0 : 1 }] : []
  })
  const beside = tables.some((row) => !peopled(row))
  const sign = (group: number): ReactElement => (
    <g className={groupClass(group)}>
      <circle className="play" cx="9" cy="7" r="5" />
    </g>
  )
  return (
    <section className="section" aria-labelledby="deals">
      <h2 id="deals">All deals</h2>
      <Figure
        title="Where each table ended"
        beside
        caption={`Each table that has ended, in the points of ${a.label} (across) and ${b.label} (up); no deal lies where the reservation values cross. On the frontier nobody could have had more without the other having less.`}
        legend={
          <Legend
            entries={[
              { key: 'people', sign: sign(0), text: 'tables of the class' },
              ...(beside ? [{ key: 'beside', sign: sign(1), text: 'played beside it without people' }] : []),
              ...spaceLegend(space),
            ]}
          />
        }
        table={
          <Table
            title="Points of each table"
            quiet
            heads={[
              { key: 't', text: 'table' },
              { key: 'a', text: a.label, right: true },
              { key: 'b', text: b.label, right: true },
            ]}
            rows={placed.map(({ row, number }) => ({
              key: row.table,
              cells: [
                number,
                <Num key="a" figure={row.end?.points?.[a.id]} />,
                <Num key="b" figure={row.end?.points?.[b.id]} />,
              ],
            }))}
            empty="No table has ended yet."
          />
        }
      >
        <SpaceChart
          space={space}
          label={`${placed.length} tables in the points of ${a.label} and ${b.label}`}
          also={placed.map(({ at }) => at)}
          marks={(x, y) =>
            placed.map(({ row, at, number, group }) => (
              <g key={row.table} className={groupClass(group)}>
                <circle className="play" cx={`${x.at(at[0])}%`} cy={`${y.at(at[1])}%`} r="5">
                  <title>{`table ${number}: ${row.seats.map(seatWords).join(', ')}`}</title>
                </circle>
              </g>
            ))
          }
        />
      </Figure>
    </section>
  )
}
