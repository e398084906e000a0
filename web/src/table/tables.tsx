/** All tables of this server. */
import { type ReactElement, useEffect, useState } from 'react'
import type { TableList } from '../../../src/pages/table-types.ts'
import { State } from '../components/states.tsx'
import { Table } from '../components/table.tsx'
import { counted, Time } from '../components/words.tsx'
import { fetchJson } from '../live/fetch.ts'
import { wordsOf } from './ask.ts'
import { Loading } from './loading.tsx'
import { tablePath } from './place.ts'
import { StateTag, seatWords } from './row.tsx'
import { useTitle } from './use-title.ts'

export function Tables(): ReactElement {
  const [list, setList] = useState<TableList>()
  const [problem, setProblem] = useState<string>()
  useTitle('Play')
  useEffect(() => {
    fetchJson<TableList>('/api/tables').then(setList, (error) => setProblem(wordsOf(error)))
  }, [])
  if (problem !== undefined) {
    return (
      <State title="The tables could not be read" failed whole>
        <p>
          <bdi>{problem}</bdi>
        </p>
      </State>
    )
  }
  if (!list) return <Loading what="the tables" />
  const { tables, classes } = list
  const alone = tables.filter((row) => row.class === undefined)
  return (
    <div className="page">
      <header className="opening">
        <h1>Play</h1>
        <p>
          At a table people sit, against each other, a script or a model. Each table is kept as a record like
          that of any study.
        </p>
        <p>
          <a className="button primary" href={tablePath({ page: 'new' })}>
            Make a table or a class
          </a>
        </p>
      </header>
      {list.problems.length > 0 && (
        <div className="note bad">
          <p>These tables could not be opened:</p>
          <ul>
            {list.problems.map(({ where, message }) => (
              <li key={where}>
                <bdi>{where}</bdi>: <bdi>{message}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {classes.length > 0 && (
        <section className="section" aria-labelledby="classes">
          <h2 id="classes">Classes</h2>
          <ul>
            {classes.map((one) => (
              <li key={one.class}>
                <a href={tablePath({ page: 'class', class: one.class })}>
                  <bdi>{one.title}</bdi>
                </a>
                , {counted(one.tables, 'table')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {list.tables.length === 0 && list.problems.length === 0 && (
        <State title="No table yet">
          <p>
            A table seats one negotiation: each person gets a link that opens their seat, in a browser or on a
            phone. A class has a table for each pair of a list of names.
          </p>
        </State>
      )}
      {alone.length > 0 && (
        <section className="section" aria-labelledby="tables">
          <h2 id="tables">Single tables</h2>
          <Table
            title="Tables"
            quiet
            heads={[
              { key: 'title', text: 'table' },
              { key: 'who', text: 'who sits there' },
              { key: 'state', text: 'state' },
              { key: 'at', text: 'made' },
            ]}
            rows={alone.map((row) => ({
              key: row.table,
              cells: [
                <a key="a" href={tablePath({ page: 'table', table: row.table })}>
                  <bdi>{row.title.startsWith(`${row.scenario}: `) ? row.scenario : row.title}</bdi>
                </a>,
                <bdi key="w">{row.seats.map(seatWords).join(', ')}</bdi>,
                <StateTag key="s" state={row.state} />,
                <span key="t" className="nowrap">
                  <Time at={row.created} />
                </span>,
              ],
            }))}
          />
        </section>
      )}
    </div>
  )
}
