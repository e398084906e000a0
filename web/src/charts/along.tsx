/** One negotiation: what each offer was worth to every party along the turns. */
import type { ReactElement } from 'react'
import type { NegotiationPage, OfferData, XY } from '../../../src/pages/types.ts'
import { Chip } from '../components/chip.tsx'
import { Figure, Legend, type LegendEntry } from '../components/figure.tsx'
import { partyClass, partyMark } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { Chart, Placed, pct, pointsOf, ToTurn } from './chart.tsx'
import { EndNames, type NamedLine } from './end-names.tsx'
import { linear, type Scale, span } from './scale.ts'

export type Told = Pick<
  NegotiationPage,
  'parties' | 'offers' | 'reservations' | 'end' | 'space' | 'turnsAtMost' | 'turns'
>

/** More parties than these have a drawing each: lines of six in one cannot be followed. */
const MOST_TOGETHER = 3

type Scored = Told['parties'][number]

interface AlongProps {
  readonly page: Told
  /** The talk stands on the same page: marks lead to their turns. */
  readonly linked?: boolean
}

/** Points of all parties along the turns. */
export function AlongTurns({ page, linked = false }: AlongProps): ReactElement | null {
  const { parties, offers, reservations, end } = page
  const scored = parties.filter(({ id }) => offers.some(({ points }) => points[id]))
  if (scored.length === 0 || offers.length === 0) return null
  const apart = scored.length > MOST_TOGETHER
  const lastTurn = Math.max(...offers.map(({ turn }) => turn), end?.turn ?? 0, page.turns.at(-1)?.turn ?? 1)
  const x = linear([Math.min(1, ...offers.map(({ turn }) => turn)), Math.max(2, lastTurn)], {
    room: 0.02,
    whole: true,
    ticks: apart ? 5 : 8,
  })
  const values = offers.flatMap(({ points }) => Object.values(points).map(({ value }) => value))
  const bars = scored.flatMap(({ id }) => (reservations[id] ? [reservations[id].value] : []))
  const y = linear(span([...values, ...bars])!, { down: true, ticks: apart ? 3 : 5 })
  const agreed = end?.kind === 'agreement' ? end.turn : undefined
  const told = [
    apart
      ? 'Filled marks: what a party\u2019s own offers would give it. Open marks: what the offers of the others would.'
      : 'Filled marks: what a party\u2019s own offers would give it. Open marks: what the other side\u2019s offers would. Where both concede, the two come closer.',
    'Dashed: the reservation value.',
    ...(agreed === undefined ? [] : ['The green line: the turn of the agreement.']),
  ].join(' ')
  const chart = (of: readonly Scored[], label: string): ReactElement => (
    <Chart
      label={label}
      shape={apart ? 'low' : 'wide'}
      x={x}
      y={y}
      xName="turn"
      yName="points"
      named={!apart}
      lines={of.map((party) => <Lines key={party.id} page={page} party={party} x={x} y={y} apart={apart} />)}
    >
      {agreed !== undefined && (
        <line className="closing" x1={pct(x.at(agreed))} x2={pct(x.at(agreed))} y1="0" y2="100%" />
      )}
      {of.map((party) => (
        <Marks key={party.id} page={page} party={party} x={x} y={y} linked={linked} />
      ))}
      {!apart && <EndNames lines={of.map((party) => namedLine(party, offers))} x={x} y={y} />}
    </Chart>
  )
  return (
    <Figure
      title="Points along the turns"
      caption={told}
      legend={apart ? undefined : <Legend entries={scored.map(entryOf)} />}
      table={<OffersTable page={page} />}
    >
      {apart ? (
        <div className="panels many">
          {scored.map((party) => (
            <div key={party.id} className="panel">
              <p className="panel-title">
                <Chip index={party.colour} label={party.label} />
              </p>
              {chart([party], `Points of each offer to ${party.label}, by turn`)}
            </div>
          ))}
        </div>
      ) : (
        chart(scored, 'Points of each offer to every party, by turn')
      )}
    </Figure>
  )
}

/** A party's own offers. */
const namedLine = ({ id, label, colour }: Scored, offers: Told['offers']): NamedLine => ({
  key: id,
  name: label,
  className: partyClass(colour),
  marks: partyMark(id),
  points: offers.flatMap(({ by, turn, points }): XY[] =>
    by === id && points[id] ? [[turn, points[id].value]] : [],
  ),
})

const entryOf = ({ id, label, colour }: Scored): LegendEntry => ({
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
  marks: partyMark(id),
})

interface PartProps {
  readonly page: Told
  readonly party: Scored
  readonly x: Scale
  readonly y: Scale
}

/** What offers give to one party: its own joined, the others' joined, or (in a drawing of its own) all in their order. */
function Lines({ page, party, x, y, apart }: PartProps & { readonly apart: boolean }): ReactElement {
  const { offers, reservations } = page
  const { id, colour } = party
  const bar = reservations[id]
  const lineOf = (some: (offer: OfferData) => boolean): XY[] =>
    offers.filter(some).flatMap(({ turn, points }): XY[] => (points[id] ? [[turn, points[id].value]] : []))
  return (
    <g className={partyClass(colour)} data-in={partyMark(id)}>
      {bar && <line className="reservation" x1="0" x2="100" y1={y.at(bar.value)} y2={y.at(bar.value)} />}
      {apart ? (
        <polyline
          className="line faint"
          points={pointsOf(
            lineOf(() => true),
            x,
            y,
          )}
        />
      ) : (
        <>
          <polyline
            className="line thin"
            points={pointsOf(
              lineOf(({ by }) => by === id),
              x,
              y,
            )}
          />
          <polyline
            className="line faint"
            points={pointsOf(
              lineOf(({ by }) => by !== id),
              x,
              y,
            )}
          />
        </>
      )}
    </g>
  )
}

const Marks = ({
  page: { offers },
  party: { id, label, colour },
  x,
  y,
  linked,
}: PartProps & { readonly linked: boolean }): ReactElement => (
  <g className={partyClass(colour)} data-in={partyMark(id)}>
    {offers.map(
      (offer) =>
        offer.points[id] && (
          <ToTurn key={offer.id} turn={linked ? offer.turn : 0}>
            <Placed
              kind={colour}
              x={x.at(offer.turn)}
              y={y.at(offer.points[id].value)}
              size={4}
              className={offer.by === id ? 'own' : 'others'}
              of={offer.id}
              tip={`${offer.id}, turn ${offer.turn}: ${offer.points[id].text} to ${label}`}
            />
          </ToTurn>
        ),
    )}
  </g>
)

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
      of: id,
      cells: [
        id,
        turn === 0 ? 'start' : String(turn),
        parties.find((party) => party.id === by)?.label ?? by,
        ...parties.map((party) => points[party.id]?.text ?? '\u2013'),
      ],
    }))}
  />
)
