/** What the owner of a table alone can do: links, stop, go on. */
import { type ReactElement, useState } from 'react'
import { shellWord } from '../../../src/core/shell-word.ts'
import type { TablePage } from '../../../src/pages/table-types.ts'
import { Command } from '../components/states.tsx'
import { To } from '../links.tsx'
import { send, wordsOf } from './ask.ts'
import { addressOf } from './kept-links.ts'
import { Copy, LinkOf } from './links.tsx'
import { Reach } from './reach.tsx'
import { Sitter, seatWords } from './row.tsx'

interface OwnerProps {
  readonly page: TablePage
  readonly take: (ask: () => Promise<TablePage | undefined>) => Promise<void>
}

export function Owner({ page, take }: OwnerProps): ReactElement {
  const { row, parties, study } = page
  const folder = shellWord(page.folder)
  const [problem, setProblem] = useState<string>()
  const [watch, setWatch] = useState<string>()
  const people = row.seats.filter(({ who }) => who === 'person')
  const address = `/api/tables/${encodeURIComponent(row.table)}`
  const act = async (what: () => Promise<void>): Promise<void> => {
    setProblem(undefined)
    try {
      await what()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const change = (action: 'stop' | 'go-on'): Promise<void> =>
    act(() => take(() => send<TablePage>('POST', `${address}/${action}`, {})))
  const spectators = (): Promise<void> =>
    act(async () => {
      const made = await send<{ readonly path: string }>('POST', `${address}/watch`, {})
      if (made) setWatch(addressOf(made))
    })
  const noSpectators = (): Promise<void> =>
    act(async () => {
      await send('DELETE', `${address}/watch`)
      setWatch(undefined)
    })
  const going = row.state === 'playing' || row.state === 'waiting'
  return (
    <section className="section" aria-labelledby="owner">
      <h2 id="owner">{people.length > 0 ? 'Seats and links' : 'This table'}</h2>
      {people.length > 0 && (
        <ul className="seat-links">
          {people.map((seat) => {
            const label = parties.find(({ id }) => id === seat.seat)?.label ?? seat.seat
            return (
              <li key={seat.seat}>
                <Sitter seat={seat} parties={parties} />
                <LinkOf
                  table={row.table}
                  seat={seat}
                  whose={seat.name === undefined ? label : `${seatWords(seat)}, ${label}`}
                />
              </li>
            )
          })}
        </ul>
      )}
      {people.length > 0 && (
        <p className="muted small">
          A link opens its seat alone, for whoever has it. It is shown in this tab only; the server keeps its
          hash.
        </p>
      )}
      {people.length > 0 && row.state !== 'ended' && <Reach />}
      <div className="row">
        {going && (
          <button type="button" onClick={() => change('stop')}>
            Stop the table
          </button>
        )}
        {!going && row.state !== 'ended' && (
          <button type="button" className="primary" onClick={() => change('go-on')}>
            Go on
          </button>
        )}
        <button type="button" onClick={spectators}>
          {page.watch ? 'New link for spectators' : 'A link for spectators'}
        </button>
        {page.watch && (
          <button type="button" className="plain" onClick={noSpectators}>
            take the spectators' link back
          </button>
        )}
      </div>
      {watch !== undefined && <Copy text={watch} whose="spectators, who see it once it has ended" />}
      {problem !== undefined && (
        <p className="note bad" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
      {study !== undefined && (
        <p>
          <To to={{ page: 'study', study }}>The page of its study</To>: results, each reply, calls of models,
          how to check it.
        </p>
      )}
      <details className="details">
        <summary>Its record</summary>
        <Command>{`parley show ${folder} table\nparley replay ${folder}\nparley report ${folder}`}</Command>
      </details>
    </section>
  )
}
