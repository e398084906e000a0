/** What each offer was worth to the one who made it, turn by turn: thin lines are negotiations, thick ones means. */
import type { ReactElement } from 'react'
import type { ConcessionsFigure } from '../../../src/pages/types.ts'
import { Figure, Legend, type LegendEntry } from '../components/figure.tsx'
import { classes, groupClass, pairingMark, partyClass, partyMark } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { Chart, pointsOf } from './chart.tsx'
import { MOST_TOGETHER, type Panel, panelsOf } from './concession-panels.tsx'
import { EndNames } from './end-names.tsx'
import { linear, plain, type Scale, span } from './scale.ts'

export function Concessions({ figure }: { readonly figure: ConcessionsFigure }): ReactElement {
  const { caption, parties } = figure
  const panels = panelsOf(figure)
  const apart = parties.length > MOST_TOGETHER
  const points = figure.panels.flatMap(({ curves, means }) =>
    [...curves, ...means].flatMap((curve) => curve.points),
  )
  const reservations = parties.flatMap(({ reservation }) => (reservation === undefined ? [] : [reservation]))
  const x = linear(span(points.map(([turn]) => turn)) ?? [1, 2], { room: 0.02, whole: true })
  const y = linear(span([...points.map(([, value]) => value), ...reservations]) ?? [0, 1], { down: true })
  return (
    <Figure
      title="How offers changed along the turns"
      caption={apart ? `${caption} A drawing for each party, a colour for each pairing.` : caption}
      legend={<Legend entries={legendOf(figure)} />}
      table={<MeansTable figure={figure} />}
    >
      <div className={classes('panels', apart && 'third')}>
        {panels.map((panel) => (
          <div key={panel.key} className="panel" data-in={panel.marks}>
            <p className="panel-title">
              {panel.title} {panel.note !== '' && <span className="muted small">{panel.note}</span>}
            </p>
            <Drawn panel={panel} x={x} y={y} />
          </div>
        ))}
      </div>
    </Figure>
  )
}

interface DrawnProps {
  readonly panel: Panel
  readonly x: Scale
  readonly y: Scale
}

const Drawn = ({ panel, x, y }: DrawnProps): ReactElement => (
  <Chart
    label={panel.label}
    shape="flat"
    named
    x={x}
    y={y}
    xName="turn"
    yName="points to its maker"
    lines={
      <>
        {panel.reservations.map(({ key, className, at }) => (
          <line
            key={key}
            className={classes('reservation', className)}
            x1="0"
            x2="100"
            y1={y.at(at)}
            y2={y.at(at)}
          />
        ))}
        {panel.curves.map(({ key, className, of, points, unknown }) => (
          <polyline
            key={key}
            className={classes('path', className, unknown && 'broken')}
            data-of={of}
            points={pointsOf(points, x, y)}
          />
        ))}
        {panel.means.map(({ key, className, marks, points }) => (
          <polyline
            key={key}
            className={classes('line', className)}
            data-in={marks}
            points={pointsOf(points, x, y)}
          />
        ))}
      </>
    }
  >
    <EndNames lines={panel.means} x={x} y={y} />
  </Chart>
)

function legendOf({ parties, panels }: ConcessionsFigure): LegendEntry[] {
  const sign = <line className="line" x1="0" x2="18" y1="7" y2="7" />
  const lines =
    parties.length > MOST_TOGETHER
      ? panels.map(
          ({ name }, k): LegendEntry => ({
            key: name,
            className: groupClass(k),
            sign,
            text: name,
            marks: pairingMark(name),
          }),
        )
      : parties.map(
          ({ id, label, colour }): LegendEntry => ({
            key: id,
            className: partyClass(colour),
            sign,
            text: label,
            marks: partyMark(id),
          }),
        )
  return [
    ...lines,
    {
      key: 'reservation',
      sign: <line className="reservation" x1="0" x2="18" y1="7" y2="7" />,
      text: 'reservation values',
    },
  ]
}

const MeansTable = ({
  figure: { parties, panels },
}: {
  readonly figure: ConcessionsFigure
}): ReactElement => {
  const labels = new Map(parties.map(({ id, label }) => [id, label]))
  return (
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
            cells: [name, labels.get(party) ?? party, String(turn), plain(value)],
          })),
        ),
      )}
    />
  )
}
