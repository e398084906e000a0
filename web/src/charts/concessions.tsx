/** What each offer was worth to the one who made it, turn by turn: thin lines are negotiations, thick ones means. */
import type { ReactElement } from 'react'
import type { ConcessionsFigure } from '../../../src/pages/types.ts'
import { Figure, Legend } from '../components/figure.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { Chart, pointsOf } from './chart.tsx'
import { linear, plain, span } from './scale.ts'

export function Concessions({ figure }: { readonly figure: ConcessionsFigure }): ReactElement {
  const { caption, parties, panels } = figure
  const look = new Map(parties.map((party) => [party.id, partyClass(party.colour)]))
  const points = panels.flatMap(({ curves, means }) => [...curves, ...means].flatMap((curve) => curve.points))
  const reservations = parties.flatMap(({ reservation }) => (reservation === undefined ? [] : [reservation]))
  const x = linear(span(points.map(([turn]) => turn)) ?? [1, 2], { room: 0.02, whole: true })
  const y = linear(span([...points.map(([, value]) => value), ...reservations]) ?? [0, 1], { down: true })
  return (
    <Figure
      title="How offers changed along the turns"
      caption={caption}
      legend={
        <Legend
          entries={[
            ...parties.map(({ id, label, colour }) => ({
              key: id,
              className: partyClass(colour),
              sign: <line className="line" x1="0" x2="18" y1="7" y2="7" />,
              text: label,
            })),
            {
              key: 'reservation',
              sign: <line className="reservation" x1="0" x2="18" y1="7" y2="7" />,
              text: 'reservation values',
            },
          ]}
        />
      }
      table={
        <Table
          title="Means by turn"
          quiet
          heads={[
            { key: 'panel', text: 'pairing' },
            { key: 'party', text: 'party' },
            { key: 'turn', text: 'turn', right: true },
            { key: 'mean', text: 'mean points of its own offer', right: true },
          ]}
          rows={panels.flatMap(({ name, means }) =>
            means.flatMap(({ party, points: along }) =>
              along.map(([turn, value]) => ({
                key: `${name} ${party} ${turn}`,
                cells: [name, party, String(turn), plain(value)],
              })),
            ),
          )}
        />
      }
    >
      <div className="panels">
        {panels.map(({ name, curves, means, of, drawn, unknown }) => (
          <div key={name} className="panel">
            <p className="panel-title">
              <bdi>{name}</bdi>{' '}
              <span className="muted small">
                {drawn < of ? `${drawn} of ${of} drawn` : `${of} negotiations`}
                {unknown > 0 && `, ${unknown} unknown`}
              </span>
            </p>
            <Chart
              label={`${name}: points of each party's own offers by turn`}
              shape="flat"
              x={x}
              y={y}
              xName="turn"
              yName="points to its maker"
              lines={
                <>
                  {parties.map(
                    ({ id, reservation }) =>
                      reservation !== undefined && (
                        <line
                          key={id}
                          className={classes('reservation', look.get(id))}
                          x1="0"
                          x2="100"
                          y1={y.at(reservation)}
                          y2={y.at(reservation)}
                        />
                      ),
                  )}
                  {curves.map((curve) => (
                    <polyline
                      key={`${curve.id} ${curve.party}`}
                      className={classes('path', look.get(curve.party), curve.unknown && 'broken')}
                      points={pointsOf(curve.points, x, y)}
                    />
                  ))}
                  {means.map((mean) => (
                    <polyline
                      key={mean.party}
                      className={classes('line', look.get(mean.party))}
                      points={pointsOf(mean.points, x, y)}
                    />
                  ))}
                </>
              }
            />
          </div>
        ))}
      </div>
    </Figure>
  )
}
