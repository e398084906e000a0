/** A table as a whole: who sits there, how it stands, the talk, and where it lies. */
import type { ReactElement } from 'react'
import type { TableLine, TablePage, TableWords } from '../../../src/pages/table-types.ts'
import type { OfferData, PartyTag } from '../../../src/pages/types.ts'
import { SpaceChart, spaceLegend } from '../charts/plane.tsx'
import { Chip } from '../components/chip.tsx'
import { Figure, Legend } from '../components/figure.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Num } from '../components/words.tsx'
import { Terms, Worth } from '../talk/offer.tsx'
import { Sitter, StateTag, standing } from './row.tsx'
import { Said } from './said.tsx'
import { useTitle } from './use-title.ts'

interface WholeProps {
  readonly page: TablePage
  readonly words: readonly TableWords[]
  readonly lost: boolean
  readonly children?: ReactElement
}

export function Whole({ page, words, lost, children }: WholeProps): ReactElement {
  const { row, parties, lines, offers } = page
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  useTitle(row.title)
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

/** The words to the other side in a reply that is coming in; none of JSON that has not come to them yet. */
function wordsSoFar(text: string): string {
  if (!text.trimStart().startsWith('{')) return text
  const found = /"message"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text)?.[1]
  if (found === undefined) return ''
  try {
    return JSON.parse(`"${found}"`) as string
  } catch {
    return found
  }
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
        <span className="muted">{party ? 'is writing' : 'is reading'}</span>
      </header>
      {party && (
        <div className="bubble coming">
          <Said>{wordsSoFar(text) || '…'}</Said>
        </div>
      )}
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
        beside
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
