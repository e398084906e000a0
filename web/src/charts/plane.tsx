/** Two parties' points: the frontier, solution points, reservation values, each negotiation a mark, concession paths. */
import type { ReactElement, ReactNode } from 'react'
import type { PlaneFigure, SpaceData, XY } from '../../../src/pages/types.ts'
import { Figure, Legend, type LegendEntry } from '../components/figure.tsx'
import { classes, groupClass, pairingMark, partyClass } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { shortName } from '../components/words.tsx'
import { MarkLink } from '../links.tsx'
import { Chart, Placed, pct, pointsOf } from './chart.tsx'
import { linear, plain, type Scale, span } from './scale.ts'
import { listed, namePlaces, solutionPoints } from './solutions.ts'

/** Each solution concept has the same mark everywhere. */
export const SOLUTION_MARKS = { nash: 7, 'kalai-smorodinsky': 3, egalitarian: 1, utilitarian: 2 } as const

/** More solution points than these are named by the legend alone. */
const MOST_NAMED = 6

interface SpaceChartProps {
  readonly space: SpaceData
  readonly label: string
  /** Points that have to be in sight beside the space itself. */
  readonly also?: readonly XY[]
  readonly lines?: (x: Scale, y: Scale) => ReactNode
  readonly marks?: (x: Scale, y: Scale) => ReactNode
}

/** The plane itself; whatever is drawn in it is given by the caller. */
export function SpaceChart({ space, label, also = [], lines, marks }: SpaceChartProps): ReactElement {
  const { parties, reservations, extents, frontier } = space
  const points = solutionPoints(space)
  const scaleOf = (axis: 0 | 1): Scale =>
    linear(
      span([
        ...extents[axis],
        reservations[axis],
        ...also.map((point) => point[axis]),
        ...frontier.flat().map((point) => point[axis]),
      ])!,
      { down: axis === 1, ticks: 8 },
    )
  const x = scaleOf(0)
  const y = scaleOf(1)
  const single = frontier.filter(([from, to]) => from[0] === to[0] && from[1] === to[1])
  const pieces = frontier.filter((piece) => !single.includes(piece))
  return (
    <Chart
      label={label}
      shape="square"
      x={x}
      y={y}
      xName={`points of ${parties[0].label}`}
      yName={`points of ${parties[1].label}`}
      xClass={partyClass(parties[0].colour)}
      yClass={partyClass(parties[1].colour)}
      lines={
        <>
          <line
            className="reservation"
            x1={x.at(reservations[0])}
            x2={x.at(reservations[0])}
            y1="0"
            y2="100"
          />
          <line
            className="reservation"
            x1="0"
            x2="100"
            y1={y.at(reservations[1])}
            y2={y.at(reservations[1])}
          />
          {joined(pieces).map((points) => (
            <polyline key={points.join(' ')} className="frontier" points={pointsOf(points, x, y)} />
          ))}
          {lines?.(x, y)}
        </>
      }
    >
      <g aria-hidden="true">
        <text className="halo" x={pct(x.at(reservations[0]))} y="0" dx="0.4em" dy="0.9em">
          reservation {plain(reservations[0])}
        </text>
        <text className="halo" x="100%" y={pct(y.at(reservations[1]))} dy="-0.4em" textAnchor="end">
          reservation {plain(reservations[1])}
        </text>
      </g>
      {single.map(([at]) => (
        <circle
          key={at.join(' ')}
          className="frontier-point"
          cx={pct(x.at(at[0]))}
          cy={pct(y.at(at[1]))}
          r="2.5"
        />
      ))}
      {marks?.(x, y)}
      {points.map(({ name, labels, at }) => (
        <Placed
          key={at.join(' ')}
          kind={SOLUTION_MARKS[name]}
          x={x.at(at[0])}
          y={y.at(at[1])}
          size={5}
          className="solution"
          tip={`${listed(labels)}: ${parties[0].label} ${plain(at[0])}, ${parties[1].label} ${plain(at[1])}`}
        />
      ))}
      {points.length <= MOST_NAMED &&
        namePlaces(points, x, y).map(({ words, x: across, y: down, end }) => (
          <text
            key={`${words} ${across} ${down}`}
            className="halo solution-name"
            x={pct(across)}
            y={pct(down)}
            dx={end ? undefined : '0.9em'}
            textAnchor={end ? 'end' : undefined}
          >
            {words}
          </text>
        ))}
    </Chart>
  )
}

/** Pieces that meet become one line. */
function joined(pieces: readonly (readonly [XY, XY])[]): XY[][] {
  const lines: XY[][] = []
  for (const [from, to] of pieces) {
    const last = lines.at(-1)
    const end = last?.at(-1)
    if (last && end && end[0] === from[0] && end[1] === from[1]) last.push(to)
    else lines.push([from, to])
  }
  return lines
}

/** What stands in every plane. */
export const spaceLegend = (space: SpaceData): LegendEntry[] => [
  {
    key: 'frontier',
    sign: <line className="frontier" x1="0" x2="18" y1="7" y2="7" />,
    text: 'Pareto frontier',
  },
  {
    key: 'reservation',
    sign: <line className="reservation" x1="0" x2="18" y1="7" y2="7" />,
    text: 'reservation values',
  },
  ...marksOf(space),
]

/** Marks with all that any place of theirs stands for; hidden where the drawing has room for names. */
function marksOf(space: SpaceData): LegendEntry[] {
  const points = solutionPoints(space)
  const byWords = new Map(points.map((point) => [listed(point.labels), point.name]))
  return [...byWords].map(([words, name]) => ({
    key: words,
    className: points.length <= MOST_NAMED ? 'named' : undefined,
    sign: (
      <svg x="9" y="7" overflow="visible">
        <Placed kind={SOLUTION_MARKS[name]} x={0} y={0} size={5} className="solution" />
      </svg>
    ),
    text: words,
  }))
}

interface PlaneProps {
  readonly figure: PlaneFigure
  readonly study: string
  readonly title?: string
}

/** Each negotiation of a study as a mark. */
export function Plane({ figure, study, title = 'Where agreements lie' }: PlaneProps): ReactElement {
  const { space, groups, binned, caption } = figure
  const [a, b] = space.parties
  const drawn = groups.reduce((sum, { points }) => sum + points.reduce((n, [, , count]) => n + count, 0), 0)
  const legend: LegendEntry[] = [
    ...groups.map(({ pairing, colour }) => ({
      key: `pairing ${pairing}`,
      className: groupClass(colour),
      sign: (
        <svg x="9" y="7" overflow="visible">
          <Placed kind={colour} x={0} y={0} size={4.5} className="play" />
        </svg>
      ),
      text: pairing,
      marks: groups.length > 1 ? pairingMark(pairing) : undefined,
    })),
    ...spaceLegend(space),
  ]
  return (
    <Figure
      title={title}
      caption={caption}
      beside
      legend={<Legend entries={legend} />}
      table={
        <Table
          title={title}
          quiet
          heads={[
            { key: 'pairing', text: 'pairing' },
            { key: 'a', text: a.label, right: true },
            { key: 'b', text: b.label, right: true },
            { key: 'n', text: 'negotiations', right: true },
          ]}
          rows={groups.flatMap(({ pairing, points }) =>
            points.slice(0, 500).map(([px, py, count, id, numbers], k) => ({
              key: `${pairing} ${id ?? k}`,
              of: numbers?.join(' '),
              cells: [pairing, plain(px), plain(py), String(count)],
            })),
          )}
        />
      }
    >
      <SpaceChart
        space={space}
        label={`${drawn} negotiations in the points of ${a.label} and ${b.label}`}
        also={groups.flatMap(({ points }) => points.map(([px, py]): XY => [px, py]))}
        marks={(x, y) =>
          groups.map(({ pairing, colour, points }) => (
            <g key={pairing} className={classes('plays', groupClass(colour))} data-in={pairingMark(pairing)}>
              {points.map(([px, py, count, id, numbers], k) => (
                <MarkLink
                  key={id ?? k}
                  to={id === undefined ? undefined : { page: 'negotiation', study, id }}
                >
                  <Placed
                    kind={colour}
                    x={x.at(px)}
                    y={y.at(py)}
                    size={binned || count > 1 ? Math.min(11, 3 + Math.sqrt(count)) : 4.5}
                    className="play"
                    of={numbers?.join(' ')}
                    tip={`${count > 1 ? `${count} negotiations` : shortName(id ?? pairing)}, ${pairing}: ${a.label} ${plain(px)}, ${b.label} ${plain(py)}`}
                  />
                </MarkLink>
              ))}
            </g>
          ))
        }
      />
    </Figure>
  )
}
