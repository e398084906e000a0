/** One negotiation: what each offer was worth to every party along the turns, and its path in the points plane. */
import type { ReactElement } from 'react'
import type { NegotiationPage, OfferData, XY } from '../../../src/pages/types.ts'
import { Figure, Legend } from '../components/figure.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { Chart, Placed, pct, pointsOf } from './chart.tsx'
import { SpaceChart, spaceLegend } from './plane.tsx'
import { linear, plain, span } from './scale.ts'

type Told = Pick<
  NegotiationPage,
  'parties' | 'offers' | 'reservations' | 'end' | 'space' | 'turnsAtMost' | 'turns'
>

/** Points of all parties along the turns. */
export function AlongTurns({ page }: { readonly page: Told }): ReactElement | null {
  const { parties, offers, reservations, end } = page
  const scored = parties.filter(({ id }) => offers.some(({ points }) => points[id]))
  if (scored.length === 0 || offers.length === 0) return null
  const lastTurn = Math.max(...offers.map(({ turn }) => turn), end?.turn ?? 0, page.turns.at(-1)?.turn ?? 1)
  const x = linear([Math.min(1, ...offers.map(({ turn }) => turn)), Math.max(2, lastTurn)], {
    room: 0.02,
    whole: true,
    ticks: 8,
  })
  const values = offers.flatMap(({ points }) => Object.values(points).map(({ value }) => value))
  const bars = scored.flatMap(({ id }) => (reservations[id] ? [reservations[id].value] : []))
  const y = linear(span([...values, ...bars])!, { down: true })
  const lineOf = (id: string, own: boolean): XY[] =>
    offers.flatMap(({ turn, by, points }): XY[] =>
      points[id] && (by === id) === own ? [[turn, points[id].value]] : [],
    )
  return (
    <Figure
      title="Points along the turns"
      caption="Filled marks: what a party's own offers would give it. Open marks: what the others' offers would. A deal is near where the two meet; dashed lines are reservation values."
      legend={
        <Legend
          entries={scored.map(({ id, label, colour }) => ({
            key: id,
            className: partyClass(colour),
            sign: (
              <>
                <line className="line" x1="0" x2="18" y1="7" y2="7" />
                <svg x="9" y="7" overflow="visible">
                  <Placed kind={colour} x={0} y={0} size={4} className="own" />
                </svg>
              </>
            ),
            text: label,
          }))}
        />
      }
      table={<OffersTable page={page} />}
    >
      <Chart
        label="Points of each offer to every party, by turn"
        shape="wide"
        x={x}
        y={y}
        xName="turn"
        yName="points"
        lines={scored.map(({ id, colour }) => (
          <g key={id} className={partyClass(colour)}>
            {reservations[id] && (
              <line
                className="reservation"
                x1="0"
                x2="100"
                y1={y.at(reservations[id].value)}
                y2={y.at(reservations[id].value)}
              />
            )}
            <polyline className="line thin" points={pointsOf(lineOf(id, true), x, y)} />
            <polyline className="line faint" points={pointsOf(lineOf(id, false), x, y)} />
          </g>
        ))}
      >
        {end?.kind === 'agreement' && (
          <line className="closing" x1={pct(x.at(end.turn))} x2={pct(x.at(end.turn))} y1="0" y2="100%" />
        )}
        {scored.map(({ id, label, colour }) => (
          <g key={id} className={partyClass(colour)}>
            {offers.map(
              (offer) =>
                offer.points[id] && (
                  <Placed
                    key={offer.id}
                    kind={colour}
                    x={x.at(offer.turn)}
                    y={y.at(offer.points[id].value)}
                    size={4}
                    className={offer.by === id ? 'own' : 'others'}
                    tip={`${offer.id}, turn ${offer.turn}: ${offer.points[id].text} to ${label}`}
                  />
                ),
            )}
          </g>
        ))}
      </Chart>
    </Figure>
  )
}

/** The offers of both sides as paths in the plane of their points. */
export function ConcessionPath({ page }: { readonly page: Told }): ReactElement | null {
  const { space, offers, parties, end } = page
  if (!space || offers.length === 0) return null
  const [a, b] = space.parties
  const at = ({ points }: OfferData): XY | undefined =>
    points[a.id] && points[b.id] ? [points[a.id]!.value, points[b.id]!.value] : undefined
  const agreed =
    end?.points?.[a.id] && end.points[b.id]
      ? ([end.points[a.id]!.value, end.points[b.id]!.value] as const)
      : undefined
  const paths = parties.map((party) => ({
    party,
    points: offers
      .filter(({ by }) => by === party.id)
      .flatMap((offer) => {
        const point = at(offer)
        return point ? [{ offer, point }] : []
      }),
  }))
  return (
    <Figure
      title="Concessions in the points plane"
      caption={`Each side's offers in their order, in the points of both.${agreed ? ' The ring is where it ended.' : ''}`}
      legend={
        <Legend
          entries={[
            ...paths.map(({ party }) => ({
              key: party.id,
              className: partyClass(party.colour),
              sign: (
                <>
                  <line className="line thin" x1="0" x2="18" y1="7" y2="7" />
                  <svg x="9" y="7" overflow="visible">
                    <Placed kind={party.colour} x={0} y={0} size={4} className="own" />
                  </svg>
                </>
              ),
              text: `offers of ${party.label}`,
            })),
            ...spaceLegend(space),
          ]}
        />
      }
    >
      <SpaceChart
        space={space}
        label={`Offers in the points of ${a.label} and ${b.label}`}
        also={[
          ...paths.flatMap(({ points }) => points.map(({ point }) => point)),
          ...(agreed ? [agreed] : []),
        ]}
        lines={(x, y) =>
          paths.map(({ party, points }) => (
            <polyline
              key={party.id}
              className={classes('line', 'thin', partyClass(party.colour))}
              points={pointsOf(
                points.map(({ point }) => point),
                x,
                y,
              )}
            />
          ))
        }
        marks={(x, y) => (
          <>
            {paths.map(({ party, points }) => (
              <g key={party.id} className={partyClass(party.colour)}>
                {points.map(({ offer, point }) => (
                  <Placed
                    key={offer.id}
                    kind={party.colour}
                    x={x.at(point[0])}
                    y={y.at(point[1])}
                    size={4}
                    className="own"
                    tip={`${offer.id} of ${party.label}, turn ${offer.turn}: ${a.label} ${plain(point[0])}, ${b.label} ${plain(point[1])}`}
                  />
                ))}
              </g>
            ))}
            {agreed && end?.kind === 'agreement' && (
              <circle className="agreed" cx={pct(x.at(agreed[0]))} cy={pct(y.at(agreed[1]))} r="9">
                <title>{`agreement: ${a.label} ${plain(agreed[0])}, ${b.label} ${plain(agreed[1])}`}</title>
              </circle>
            )}
          </>
        )}
      />
    </Figure>
  )
}

const OffersTable = ({ page: { parties, offers } }: { readonly page: Told }): ReactElement => (
  <Table
    title="Offers and what they were worth"
    quiet
    heads={[
      { key: 'offer', text: 'offer' },
      { key: 'turn', text: 'turn', right: true },
      { key: 'by', text: 'by' },
      ...parties.map(({ id, label }) => ({ key: id, text: label, right: true })),
    ]}
    rows={offers.map(({ id, turn, by, points }) => ({
      key: id,
      cells: [
        id,
        turn === 0 ? 'start' : String(turn),
        parties.find((party) => party.id === by)?.label ?? by,
        ...parties.map((party) => points[party.id]?.text ?? '\u2013'),
      ],
    }))}
  />
)
