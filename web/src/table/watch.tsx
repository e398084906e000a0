/** A table as its owner watches it, turn by turn, the words of models as they come; and as spectators see it at the end. */
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { TableLine, TablePage, TableWords, WatchAnswer } from '../../../src/pages/table-types.ts'
import type { OfferData, PartyTag } from '../../../src/pages/types.ts'
import { SpaceChart, spaceLegend } from '../charts/plane.tsx'
import { Chip } from '../components/chip.tsx'
import { Figure, Legend } from '../components/figure.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Command, State } from '../components/states.tsx'
import { Num } from '../components/words.tsx'
import { Terms, Worth } from '../talk/offer.tsx'
import { NOTHING, send, wordsOf } from './ask.ts'
import { addressOf } from './kept-links.ts'
import { Copy, LinkOf } from './links.tsx'
import { Loading } from './loading.tsx'
import { Sitter, StateTag, seatWords, standing } from './row.tsx'
import { Said } from './said.tsx'
import { useToken } from './seat.tsx'
import { useLive } from './use-live.ts'

export function OwnTable({ table }: { readonly table: string }): ReactElement {
  const { page, line, more, take } = useLive<TablePage>(
    `/api/tables/${encodeURIComponent(table)}/live`,
    NOTHING,
  )
  if (line === 'refused') {
    return (
      <State title="There is no such table here" failed whole>
        <p>Tables are for whoever opened the link that parley serve printed: open it here first.</p>
      </State>
    )
  }
  if (!page) return <Loading what="the table" />
  const words = (more.words ?? []) as readonly TableWords[]
  return (
    <Whole page={page} words={words} lost={line === 'lost'}>
      <Owner page={page} take={take} />
    </Whole>
  )
}

export function Spectator(): ReactElement {
  const token = useToken()
  const headers = useMemo(() => ({ authorization: `Seat ${token}` }), [token])
  const [answer, setAnswer] = useState<WatchAnswer | 'refused'>()
  useEffect(() => {
    let over = false
    const look = async (): Promise<void> => {
      const response = await fetch('/api/watch', { headers, cache: 'no-store' }).catch(() => undefined)
      if (over) return
      if (response?.status === 401) return setAnswer('refused')
      const told = response?.ok ? ((await response.json()) as WatchAnswer) : undefined
      if (told) setAnswer(told)
      if (!told?.page) window.setTimeout(() => void look(), 5000)
    }
    void look()
    return () => {
      over = true
    }
  }, [headers])
  if (answer === 'refused') {
    return (
      <State title="This link opens no table" failed whole>
        <p>It may not be whole, or it was taken back.</p>
      </State>
    )
  }
  if (!answer) return <Loading what="the table" />
  if (!answer.page) {
    return (
      <State title="It is still being played" whole>
        <p>
          What was said is shown here once it has ended, so that nobody at the table learns more than they
          may.
        </p>
      </State>
    )
  }
  return <Whole page={answer.page} words={[]} lost={false} />
}

interface WholeProps {
  readonly page: TablePage
  readonly words: readonly TableWords[]
  readonly lost: boolean
  readonly children?: ReactElement
}

function Whole({ page, words, lost, children }: WholeProps): ReactElement {
  const { row, parties, lines, offers } = page
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  useEffect(() => {
    document.title = `${row.title} · Parley`
  }, [row.title])
  return (
    <div className="page">
      <header className="opening">
        <h1>
          <bdi>{row.title}</bdi>
        </h1>
        <p className="row">
          {row.seats.map((seat) => (
            <Sitter key={seat.seat} seat={seat} parties={parties} />
          ))}
        </p>
        <p className="row" role="status">
          <StateTag state={row.state} /> <bdi>{standing(row, parties)}</bdi>
          {lost && <span className="below">The connection is lost; it comes back by itself.</span>}
        </p>
        {row.message !== undefined && (
          <p className="note warn">
            <bdi>{row.message}</bdi>
          </p>
        )}
        {row.end?.points && <Points parties={parties} row={row} reservations={page.reservations} />}
      </header>
      {children}
      <section className="section" aria-labelledby="talk">
        <h2 id="talk">The talk</h2>
        {lines.length === 0 && words.length === 0 && <p className="muted">Nothing has been said yet.</p>}
        <ol className="talk">
          {lines.map((line) => (
            <LineOf
              key={`${line.turn} ${line.seat} ${line.offer ?? ''}`}
              line={line}
              parties={parties}
              offer={line.offer === undefined ? undefined : byId.get(line.offer)}
            />
          ))}
          {words.map(({ seat, text }) => (
            <Coming key={`words ${seat}`} seat={seat} text={text} parties={parties} />
          ))}
        </ol>
      </section>
      {page.space && <Where page={page} />}
    </div>
  )
}

const rightOf = (parties: readonly PartyTag[], seat: string): boolean =>
  parties.findIndex(({ id }) => id === seat) % 2 === 1

interface LineProps {
  readonly line: TableLine
  readonly parties: readonly PartyTag[]
  readonly offer: OfferData | undefined
}

function LineOf({ line, parties, offer }: LineProps): ReactElement {
  const party = parties.find(({ id }) => id === line.seat)
  return (
    <li className={classes('turn', rightOf(parties, line.seat) && 'right', partyClass(party?.colour))}>
      <header>
        <Chip index={party?.colour} label={party?.label ?? line.seat} />
        <span className="muted">turn {line.turn}</span>
      </header>
      {line.message !== '' && (
        <div className="bubble">
          <Said>{line.message}</Said>
        </div>
      )}
      {line.actionText !== undefined && (
        <div className={classes('action', !line.binding && 'light')}>
          <span className="verb">{line.actionText}</span>
          {offer && (
            <>
              <Terms terms={offer.terms} />
              <Worth parties={parties} points={offer.points} below={offer.below} />
            </>
          )}
        </div>
      )}
    </li>
  )
}

interface ComingProps {
  readonly seat: string
  readonly text: string
  readonly parties: readonly PartyTag[]
}

/** A reply that is coming in, as the model writes it; nothing of it counts before it is whole. */
function Coming({ seat, text, parties }: ComingProps): ReactElement {
  const party = parties.find(({ id }) => id === seat)
  return (
    <li
      className={classes('turn', rightOf(parties, seat) && 'right', partyClass(party?.colour))}
      aria-busy="true"
    >
      <header>
        <Chip index={party?.colour} label={party?.label ?? 'The observer'} />
        <span className="muted">is writing</span>
      </header>
      <div className="bubble coming">
        <Said>{text}</Said>
      </div>
    </li>
  )
}

function Points({
  row,
  parties,
  reservations,
}: Pick<TablePage, 'row' | 'parties' | 'reservations'>): ReactElement {
  return (
    <p className="worth">
      {parties.map(({ id, label, colour }) => (
        <span key={id} className="pairs">
          <Chip index={colour} label={label} /> <Num figure={row.end?.points?.[id]} />
          {reservations[id] && <span className="muted"> (no deal {reservations[id].text})</span>}
        </span>
      ))}
    </p>
  )
}

/** The deal, and every offer on the way, in the points of both. */
function Where({ page }: { readonly page: TablePage }): ReactElement | null {
  const { space, offers, row } = page
  if (!space) return null
  const [a, b] = space.parties
  const points = row.end?.points
  const deal =
    points?.[a.id] && points[b.id] ? ([points[a.id]!.value, points[b.id]!.value] as const) : undefined
  const made = offers.flatMap(({ id, by, points }) =>
    points[a.id] && points[b.id] ? [{ id, by, at: [points[a.id]!.value, points[b.id]!.value] as const }] : [],
  )
  return (
    <section className="section" aria-labelledby="where">
      <h2 id="where">Where it lies</h2>
      <Figure
        title="Offers in the points of both sides"
        caption="Each offer in the colour of the one who made it; a ring where it ended. Up and to the right both have more."
        legend={<Legend entries={spaceLegend(space)} />}
      >
        <SpaceChart
          space={space}
          label={`Offers of this table in the points of ${a.label} and ${b.label}`}
          also={made.map(({ at }) => at)}
          marks={(x, y) => (
            <>
              {made.map(({ id, by, at }) => (
                <circle
                  key={id}
                  className={classes(
                    'play',
                    partyClass(space.parties.find((party) => party.id === by)?.colour),
                  )}
                  cx={`${x.at(at[0])}%`}
                  cy={`${y.at(at[1])}%`}
                  r="4"
                >
                  <title>{id}</title>
                </circle>
              ))}
              {deal && (
                <circle className="deal-ring" cx={`${x.at(deal[0])}%`} cy={`${y.at(deal[1])}%`} r="8">
                  <title>where it ended</title>
                </circle>
              )}
            </>
          )}
        />
      </Figure>
    </section>
  )
}

interface OwnerProps {
  readonly page: TablePage
  readonly take: (page: TablePage) => void
}

/** What the owner alone can do: links, stop, go on. */
function Owner({ page, take }: OwnerProps): ReactElement {
  const { row, parties, folder } = page
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
    act(async () => {
      const told = await send<TablePage>('POST', `${address}/${action}`, {})
      if (told) take(told)
    })
  const spectators = (): Promise<void> =>
    act(async () => {
      const made = await send<{ readonly path: string }>('POST', `${address}/watch`, {})
      if (made) setWatch(addressOf(made))
    })
  const going = row.state === 'playing' || row.state === 'waiting'
  return (
    <section className="section" aria-labelledby="owner">
      <h2 id="owner">Seats and links</h2>
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
      <p className="muted small">
        A link opens its seat alone, for whoever has it. It is shown in this tab only; the server keeps its
        hash.
      </p>
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
      </div>
      {watch !== undefined && <Copy text={watch} whose="spectators, who see it once it has ended" />}
      {problem !== undefined && (
        <p className="note bad" role="alert">
          <bdi>{problem}</bdi>
        </p>
      )}
      <details className="details">
        <summary>Its record</summary>
        <Command>{`parley show ${folder} table\nparley replay ${folder}\nparley report ${folder}`}</Command>
      </details>
    </section>
  )
}
