/** Distributions one below the other: a dot a negotiation (bars where there are many), quartiles below, means. */
import type { ReactElement } from 'react'
import type { StripData, StripsFigure } from '../../../src/pages/types.ts'
import { Figure } from '../components/figure.tsx'
import { classes, groupClass, pairingMark, partyClass } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { pct } from './chart.tsx'
import { type Drawing, drawingOf, isNumbered, type Pile, pilesOf } from './piles.ts'
import { linear, plain, type Scale, span } from './scale.ts'

/** In pixels, below the floor that piles stand on: the box, and the strip's end. */
const BOX = 10
const END = 18

/** What is drawn, after what it says. */
const MARKS = {
  dots: 'A dot is a completed negotiation; the bar below spans the quartiles, its tick is the median.',
  bars: 'Columns count completed negotiations; the bar below spans the quartiles, its tick is the median.',
} as const

const colourOf = ({ of, colour }: StripData): string =>
  of === 'party' ? partyClass(colour) : groupClass(colour)

export function Strips({ figure }: { readonly figure: StripsFigure }): ReactElement {
  const { title, caption, axis, strips, range } = figure
  const all = span(
    strips.flatMap(({ values, box }) => [...values.map(([v]) => v), ...(box ? [box.least, box.most] : [])]),
  )
  const whole = strips.every(({ values }) => values.every(([value]) => Number.isInteger(value)))
  // Whole numbers have half a step of room at both ends: one value alone stands in the middle.
  const scale =
    whole && all
      ? linear([all[0] - 0.5, all[1] + 0.5], { room: 0.02, ticks: 6, whole })
      : linear(all ?? [0, 1], { room: 0.05, ticks: 6 })
  const piles = strips.map(({ values }) => pilesOf(values, scale, whole))
  const drawing = drawingOf(piles)
  return (
    <Figure
      title={title}
      caption={`${caption} ${MARKS[drawing.kind]}`}
      table={<StripsTable figure={figure} />}
    >
      <div className="strips">
        <div className="strip head-row small muted" aria-hidden="true">
          <span className="mean">mean</span>
        </div>
        {strips.map((strip, k) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and keep their order.
            key={k}
            strip={strip}
            group={strips.slice(0, k + 1).findLast(({ label }) => label !== '')?.label ?? ''}
            piles={piles[k]!}
            drawing={drawing}
            scale={scale}
            range={range}
          />
        ))}
        <div className="strip axis-row" aria-hidden="true">
          <svg className="chart" height="40">
            {scale.ticks.map((tick) => (
              <text key={tick} x={pct(scale.at(tick))} y="14" textAnchor="middle">
                {scale.text(tick)}
              </text>
            ))}
            <text className="label" x="100%" y="34" textAnchor="end">
              {axis}
            </text>
          </svg>
        </div>
      </div>
    </Figure>
  )
}

interface RowProps {
  readonly strip: StripData
  /** The label of the group of rows that it belongs to. */
  readonly group: string
  readonly piles: readonly Pile[]
  readonly drawing: Drawing
  readonly scale: Scale
  readonly range: StripsFigure['range']
}

function Row({ strip, group, piles, drawing, scale, range }: RowProps): ReactElement {
  const { label, more, mean, box, n, unknown, first } = strip
  const at = (value: number): string => pct(scale.at(value))
  const { floor } = drawing
  const middle = floor + BOX
  return (
    <div
      className={classes('strip', colourOf(strip), first && 'first')}
      data-in={strip.pairing === undefined ? undefined : pairingMark(strip.pairing)}
    >
      <div className="name">
        {label !== '' && <bdi className="chip">{label}</bdi>}
        <span className="muted">
          <bdi>{more}</bdi>
          {unknown > 0 && `, ${unknown} unknown`}
        </span>
      </div>
      <svg className="chart" height={floor + END} role="img" aria-label={toldOf(strip, group)}>
        {scale.ticks.map((tick) => (
          <line key={tick} className="grid" x1={at(tick)} x2={at(tick)} y1="0" y2={floor + END} />
        ))}
        {unknown > 0 && range && (
          <line className="reservation" x1={at(range[0])} x2={at(range[1])} y1={middle} y2={middle} />
        )}
        {drawing.kind === 'dots' ? <Dots piles={piles} {...drawing} /> : <Bars piles={piles} {...drawing} />}
        {box && n > 1 && (
          <>
            <line className="whisker" x1={at(box.least)} x2={at(box.most)} y1={middle} y2={middle} />
            {box.upper > box.lower && (
              <rect
                className="bar"
                x={at(box.lower)}
                width={pct(scale.at(box.upper) - scale.at(box.lower))}
                y={middle - 4}
                height="8"
              />
            )}
            <line
              className="median"
              x1={at(box.median)}
              x2={at(box.median)}
              y1={middle - 6}
              y2={middle + 6}
            />
          </>
        )}
      </svg>
      <div className="mean number">{mean ? mean.text : '\u2013'}</div>
    </div>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10

type DotsProps = { readonly piles: readonly Pile[] } & Extract<Drawing, { kind: 'dots' }>

const Dots = ({ piles, radius, step, floor }: DotsProps): ReactElement => (
  <>
    {piles.flatMap(({ x, count, numbers }) =>
      Array.from({ length: count }, (_, k) => {
        const y = round(floor - radius - k * step)
        return (
          <circle
            key={`${x} ${y}`}
            className="dot"
            data-of={numbers.length === count ? numbers[k] : undefined}
            cx={pct(x)}
            cy={y}
            r={radius}
          />
        )
      }),
    )}
  </>
)

type BarsProps = { readonly piles: readonly Pile[] } & Extract<Drawing, { kind: 'bars' }>

const Bars = ({ piles, most, room, floor }: BarsProps): ReactElement => (
  <>
    {piles.map(({ x, count, numbers }) => {
      const height = round(Math.max(1, (count / most) * room))
      return (
        <g key={x} data-of={numbers.length === count ? numbers.join(' ') : undefined}>
          <rect className="dot" x={pct(round(x - 0.6))} width="1.2%" y={floor - height} height={height}>
            <title>{`${count} of them`}</title>
          </rect>
          {isNumbered(piles) && (
            <text x={pct(x)} y={floor - height - 4} textAnchor="middle" aria-hidden="true">
              {count}
            </text>
          )}
        </g>
      )
    })}
  </>
)

/** The row in words, for those who do not see it. */
function toldOf({ label, more, n, mean, box, unknown }: StripData, group: string): string {
  const name = label === '' ? group : label
  const figures = mean ? [`mean ${mean.text}`] : ['no figures yet']
  if (box && n > 1)
    figures.push(`from ${plain(box.least)} to ${plain(box.most)}, median ${plain(box.median)}`)
  if (unknown > 0) figures.push(`${unknown} unknown`)
  return `${[name, more].filter((words) => words !== '').join(', ')}: ${figures.join(', ')}`
}

const StripsTable = ({ figure: { title, strips } }: { readonly figure: StripsFigure }): ReactElement => (
  <Table
    title={title}
    quiet
    heads={[
      { key: 'label', text: 'row' },
      { key: 'more', text: 'of' },
      ...['n', 'unknown', 'mean', 'least', 'lower quartile', 'median', 'upper quartile', 'most'].map(
        (text) => ({
          key: text,
          text,
          right: true,
        }),
      ),
    ]}
    rows={strips.map(({ label, more, n, unknown, mean, box }, k) => ({
      key: String(k),
      cells: [
        label,
        more,
        String(n),
        String(unknown),
        mean?.text ?? '\u2013',
        ...(box
          ? [box.least, box.lower, box.median, box.upper, box.most].map(plain)
          : Array.from({ length: 5 }, () => '\u2013')),
      ],
    }))}
  />
)
