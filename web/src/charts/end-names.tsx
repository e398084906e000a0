/** Names at the ends of lines, so that nobody has to go to the legend and back. */
import type { ReactElement } from 'react'
import type { XY } from '../../../src/pages/types.ts'
import { pct } from './chart.tsx'
import type { Scale } from './scale.ts'

export interface NamedLine {
  readonly key: string
  readonly name: string
  readonly className: string
  /** What marks it everywhere (charts/linked.ts). */
  readonly marks: string
  readonly points: readonly XY[]
}

/** A line of small type in percent of the height of a flat chart. */
const LINE = 7
/** Names that begin nearer than this, in percent of the width, stand below one another. */
const NEAR = 45
/** So many may stand within the plot. */
const MOST_WITHIN = 3
/** So many letters fit into the room at the right. */
const MOST = 12

interface EndName {
  readonly line: NamedLine
  readonly x: number
  readonly y: number
  /** Where its line ends. */
  readonly endX: number
  readonly endY: number
}

/**
 * Where each name stands: beside the end of its line, those that would cover each other one below the other. More than
 * a few would cover lines as well: they stand at the right edge.
 */
export function endNames(lines: readonly NamedLine[], x: Scale, y: Scale): EndName[] {
  const aside = lines.length > MOST_WITHIN
  const wanted = lines
    .flatMap((line): EndName[] => {
      const last = line.points.at(-1)
      if (!last) return []
      const [endX, endY] = [x.at(last[0]), y.at(last[1])]
      return [{ line, x: aside ? 100 : endX, y: endY, endX, endY }]
    })
    .sort((a, b) => a.y - b.y)
  const placed: EndName[] = []
  for (const one of wanted) {
    const above = placed.filter((other) => Math.abs(other.x - one.x) < NEAR)
    placed.push({ ...one, y: Math.max(one.y, ...above.map((other) => other.y + LINE)) })
  }
  const below = Math.max(0, ...placed.map((one) => one.y - 98))
  return below === 0 ? placed : lifted(placed, below)
}

/** Names that came to stand below the plot take those above them up with them. */
function lifted(placed: readonly EndName[], by: number): EndName[] {
  let free = Infinity
  return placed
    .toReversed()
    .map((one) => {
      const y = free === Infinity ? one.y - by : Math.min(one.y, free - LINE)
      free = y
      return { ...one, y }
    })
    .toReversed()
}

const round = (value: number): number => Math.round(value * 100) / 100

interface EndNamesProps {
  readonly lines: readonly NamedLine[]
  readonly x: Scale
  readonly y: Scale
}

/** The legend says the same to those who do not see it. */
export const EndNames = ({ lines, x, y }: EndNamesProps): ReactElement => (
  <g aria-hidden="true">
    {endNames(lines, x, y).map(
      ({ line: { key, name, className, marks }, x: across, y: down, endX, endY }) => (
        <g key={key} className={className} data-in={marks}>
          {across > endX && (
            <line
              className="leader"
              x1={pct(endX)}
              y1={pct(endY)}
              x2={pct(across + 1)}
              y2={pct(round(down))}
            />
          )}
          <text className="halo end-name" x={pct(across)} y={pct(round(down))} dx="0.6em" dy="0.34em">
            {name.length > MOST ? `${name.slice(0, MOST - 1).toWellFormed()}…` : name}
          </text>
        </g>
      ),
    )}
  </g>
)
