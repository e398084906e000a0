/** Distributions one below the other: a dot a negotiation, quartiles as a box below, the mean in figures. */
import type { ReactElement } from 'react'
import type { StripData, StripsFigure } from '../../../src/pages/types.ts'
import { Figure } from '../components/figure.tsx'
import { classes, groupClass, partyClass } from '../components/look.ts'
import { Table } from '../components/table.tsx'
import { pct } from './chart.tsx'
import { linear, plain, type Scale, span } from './scale.ts'

/** In pixels: the line that dots stand on, and the box below it. */
const FLOOR = 34
const BOX = 44
const HEIGHT = 52
const DOT = 3
/** Dots within this many percent of the width stand on one another. */
const BIN = 1.4

interface Dot {
  readonly x: number
  readonly y: number
}

/** Where the dots of a strip stand, lowest of each pile first. Piles that are too high are pressed together. */
export function piles(values: StripData['values'], scale: Scale): Dot[] {
  const bins = Map.groupBy(values, ([value]) => Math.round(scale.at(value) / BIN))
  const counts = [...bins.values()].map((pairs) => pairs.reduce((n, [, count]) => n + count, 0))
  const highest = Math.max(1, ...counts)
  const step = Math.min(2 * DOT + 0.5, (FLOOR - 2 * DOT) / Math.max(1, highest - 1))
  // Many dots on one place are drawn no denser than the eye can tell apart.
  const each = Math.max(1, Math.ceil(highest / 40))
  return [...bins].flatMap(([bin, pairs]) => {
    const n = Math.ceil(pairs.reduce((sum, [, count]) => sum + count, 0) / each)
    const [only] = pairs
    const x = pairs.length === 1 ? scale.at(only![0]) : bin * BIN
    return Array.from({ length: n }, (_, k) => ({ x, y: FLOOR - DOT - k * step * each }))
  })
}

const colourOf = ({ of, colour }: StripData): string =>
  of === 'party' ? partyClass(colour) : groupClass(colour)

export function Strips({ figure }: { readonly figure: StripsFigure }): ReactElement {
  const { title, caption, axis, strips, range } = figure
  const all = span(
    strips.flatMap(({ values, box }) => [...values.map(([v]) => v), ...(box ? [box.least, box.most] : [])]),
  )
  const whole = strips.every(({ values }) => values.every(([value]) => Number.isInteger(value)))
  const scale = linear(all ?? [0, 1], { room: 0.05, ticks: 6, whole })
  return (
    <Figure title={title} caption={caption} table={<StripsTable figure={figure} />}>
      <div className="strips">
        {strips.map((strip, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and keep their order.
          <Row key={k} strip={strip} scale={scale} range={range} />
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
  readonly scale: Scale
  readonly range: StripsFigure['range']
}

function Row({ strip, scale, range }: RowProps): ReactElement {
  const { label, more, values, n, mean, box, unknown, first } = strip
  const told = mean ? `mean ${mean.text}` : 'no figures yet'
  const at = (value: number): string => pct(scale.at(value))
  // What is unknown may lie far from all that is known: its line ends where the figure does.
  const within = (value: number): string => pct(Math.min(100, Math.max(0, scale.at(value))))
  return (
    <div className={classes('strip', colourOf(strip), first && 'first')}>
      <div className="name">
        <bdi className="chip">{label}</bdi>
        <span className="muted">
          <bdi>{more}</bdi>
          {unknown > 0 && `, ${unknown} unknown`}
        </span>
      </div>
      <svg className="chart" height={HEIGHT} role="img" aria-label={`${label}: ${n} negotiations, ${told}`}>
        {scale.ticks.map((tick) => (
          <line key={tick} className="grid" x1={at(tick)} x2={at(tick)} y1="0" y2={HEIGHT} />
        ))}
        {unknown > 0 && range && (
          <line className="reservation" x1={within(range[0])} x2={within(range[1])} y1={BOX} y2={BOX} />
        )}
        {piles(values, scale).map(({ x, y }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike.
          <circle key={k} className="dot" cx={pct(x)} cy={Math.round(y * 10) / 10} r={DOT} />
        ))}
        {box && n > 1 && (
          <>
            <line className="whisker" x1={at(box.least)} x2={at(box.most)} y1={BOX} y2={BOX} />
            <rect
              className="bar"
              x={at(box.lower)}
              width={pct(Math.max(0.3, scale.at(box.upper) - scale.at(box.lower)))}
              y={BOX - 4}
              height="8"
            />
            <line className="median" x1={at(box.median)} x2={at(box.median)} y1={BOX - 6} y2={BOX + 6} />
          </>
        )}
      </svg>
      <div className="mean number">
        {mean ? mean.text : '\u2013'}
        <small>mean</small>
      </div>
    </div>
  )
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
