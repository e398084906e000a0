/**
 * The frame of a chart. The drawing's box is the plot alone, all in percent of it; ticks and names stand outside of
 * it, where the surrounding element keeps room. So text has its own size at any width, with no script and no style
 * in the markup.
 */
import type { ReactElement, ReactNode } from 'react'
import { classes } from '../components/look.ts'
import type { Scale } from './scale.ts'
import { Mark } from './shapes.tsx'

interface ChartProps {
  /** What a reader who cannot see it must know. */
  readonly label: string
  readonly shape: 'square' | 'flat' | 'low' | 'wide'
  readonly x: Scale
  readonly y: Scale
  readonly xName: string
  readonly yName: string
  /** Whose axis it is, where it is a party's. */
  readonly xClass?: string | undefined
  readonly yClass?: string | undefined
  /** Names stand at the ends of its lines: there is room for them at the right. */
  readonly named?: boolean
  /** Lines, in a box of 100 by 100 that is stretched. */
  readonly lines?: ReactNode
  /** Marks and words. */
  readonly children?: ReactNode
}

export const pct = (value: number): string => `${value}%`

export function Chart(props: ChartProps): ReactElement {
  const { label, shape, x, y, xName, yName, xClass, yClass, named, lines, children } = props
  return (
    <div className={classes('plot', shape, named && 'named')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a drawing. */}
      <svg className="chart" role="group" aria-label={label}>
        <g aria-hidden="true">
          {y.ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1="0" x2="100%" y1={pct(y.at(tick))} y2={pct(y.at(tick))} />
              <text x="-8" y={pct(y.at(tick))} dy="0.32em" textAnchor="end">
                {y.text(tick)}
              </text>
            </g>
          ))}
          {x.ticks.map((tick) => (
            <g key={tick}>
              <line className="axis" x1={pct(x.at(tick))} x2={pct(x.at(tick))} y1="100%" y2="101.2%" />
              <text x={pct(x.at(tick))} y="100%" dy="1.6em" textAnchor="middle">
                {x.text(tick)}
              </text>
            </g>
          ))}
          <line className="axis" x1="0" x2="100%" y1="100%" y2="100%" />
          <text className={classes('label', xClass)} x="100%" y="100%" dy="3.1em" textAnchor="end">
            {xName}
          </text>
          <text className={classes('label', yClass)} x="0" y="0" dx="-2.4em" dy="-0.9em">
            {yName}
          </text>
        </g>
        {lines !== undefined && <Stretched>{lines}</Stretched>}
        {children}
      </svg>
    </div>
  )
}

/** A box of 100 by 100 that fills the plot; strokes keep their width (styles/chart.css). */
export const Stretched = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <svg
    className="stretched"
    viewBox="0 0 100 100"
    preserveAspectRatio="none"
    width="100%"
    height="100%"
    aria-hidden="true"
  >
    {children}
  </svg>
)

/** `x,y x,y …` of points in percent. */
export const pointsOf = (points: readonly (readonly [number, number])[], x: Scale, y: Scale): string =>
  points.map((point) => `${x.at(point[0])},${y.at(point[1])}`).join(' ')

interface ToTurnProps {
  /** 0 for what stands before the first. */
  readonly turn: number
  readonly children: ReactNode
}

/** A mark that leads to its turn in the talk below: a shortcut for the mouse, since the talk is there to be read. */
export const ToTurn = ({ turn, children }: ToTurnProps): ReactNode =>
  turn === 0 ? (
    children
  ) : (
    <a href={`#turn-${turn}`} tabIndex={-1} {...HIDDEN}>
      {children}
    </a>
  )

/** Those who do not see the drawing have the table and the talk. */
const HIDDEN = { 'aria-hidden': true } as const

interface PlacedProps {
  readonly kind: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly className?: string | undefined
  readonly tip?: string | undefined
  /** What it stands for: one name or more, apart by spaces (charts/linked.ts). */
  readonly of?: string | undefined
}

/** A mark at a place in percent; its own size is in pixels. */
export const Placed = ({ kind, x, y, size, className, tip, of }: PlacedProps): ReactElement =>
  kind === 0 ? (
    <circle className={className} data-of={of} cx={pct(x)} cy={pct(y)} r={size}>
      {tip !== undefined && <title>{tip}</title>}
    </circle>
  ) : (
    <svg data-of={of} x={pct(x)} y={pct(y)} overflow="visible">
      <Mark kind={kind} x={0} y={0} size={size} className={className} tip={tip} />
    </svg>
  )
