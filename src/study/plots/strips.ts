/** Distributions side by side: each negotiation a dot in its row, quartiles as a box, and what is unknown in sight. */

import { makeScale } from '../../svg/scale.ts'
import { cut, element, heading, line, mark, picture, words } from '../../svg/svg.ts'
import { STYLE } from './style.ts'

export interface Strip {
  readonly label: string
  /** Under the label, smaller. */
  readonly more: string
  readonly colour: number
  readonly values: readonly number[]
  readonly box?: { readonly lower: number; readonly median: number; readonly upper: number }
  /** How many have an unknown figure; it may lie anywhere in the range. */
  readonly unknown: number
  /** Rows that belong together have no gap between them. */
  readonly first: boolean
}

export interface Strips {
  readonly title: string
  readonly about: string
  readonly axis: string
  readonly strips: readonly Strip[]
  /** Where an unknown figure may lie. */
  readonly range?: { readonly least: number; readonly most: number }
  readonly format?: (value: number) => string
}

const WIDTH = 700
const LEFT = 150
const RIGHT = 30
const ROW = 60
/** What a row with unknown figures has more. */
const MORE = 26
const GAP = 16

export function stripsSvg({ title, about, axis, strips, range, format = String }: Strips): string {
  const unknown = strips.some((strip) => strip.unknown > 0) ? range : undefined
  const all = [...strips.flatMap(({ values }) => values), ...(unknown ? [unknown.least, unknown.most] : [])]
  const { marks, height: top } = heading(title, about)
  const x = makeScale(all, LEFT, WIDTH - RIGHT)
  let y = top
  const rows = strips.map((strip, i) => {
    if (strip.first && i > 0) y += GAP
    const row = rowOf(strip, y, x.at, unknown)
    y += ROW + (strip.unknown > 0 && unknown ? MORE : 0)
    return row
  })
  const bottom = y + 6
  const body = [
    ...marks,
    ...x.ticks.flatMap((tick) => [
      line(x.at(tick), top, x.at(tick), bottom, 'grid'),
      words(x.at(tick), bottom + 20, format(tidy(tick)), { class: 'small mid' }),
    ]),
    line(LEFT, bottom, WIDTH - RIGHT, bottom, 'axis'),
    words((LEFT + WIDTH - RIGHT) / 2, bottom + 44, axis, { class: 'mid' }),
    ...rows.flat(),
  ]
  return picture({ width: WIDTH, height: bottom + 60, title, about, style: STYLE }, body)
}

const tidy = (value: number): number => Number(value.toPrecision(12))

function rowOf(strip: Strip, top: number, at: (value: number) => number, range: Strips['range']): string[] {
  const { label, more, colour, values, box, unknown } = strip
  const stroke = `s${colour}`
  const marks: string[] = [
    words(LEFT - 14, top + (more === '' ? 33 : 25), cut(label, 17), { class: 'end' }),
    words(LEFT - 14, top + (label === '' ? 33 : 42), cut(more, 21), { class: 'small end' }),
  ]
  if (box) {
    const [from, to] = [at(box.lower), at(box.upper)]
    const size = { x: from, y: top + 6, width: Math.max(1, to - from), height: 11, rx: 2 }
    marks.push(
      element('rect', { class: `box ${stroke}`, ...size }),
      line(at(box.median), top + 4, at(box.median), top + 19, `median ${stroke}`),
    )
  }
  marks.push(...swarm(values.map(at)).map(([x, dy]) => mark(colour, x, top + 38 + dy, 3.6)))
  if (unknown > 0 && range) {
    const y = top + ROW + 3
    const [from, to] = [at(range.least), at(range.most)]
    marks.push(
      line(from, y, to, y, `unknown ${stroke}`),
      line(from, y - 4, from, y + 4, `open ${stroke}`),
      line(to, y - 4, to, y + 4, `open ${stroke}`),
      words(from + 6, y + 15, `${unknown} unknown: anywhere along this line`, { class: 'small' }),
    )
  }
  return marks
}

const SIZE = 7.4
const MOST = 15

/** Dots that would cover each other move up and down in turn, by place alone and not by chance. */
export function swarm(places: readonly number[]): [x: number, dy: number][] {
  const sorted = [...places].sort((a, b) => a - b)
  const columns = new Map<number, number[]>()
  for (const x of sorted) {
    const column = Math.round(x / SIZE)
    columns.set(column, [...(columns.get(column) ?? []), x])
  }
  return [...columns.values()].flatMap((column) => {
    const step = Math.min(SIZE, (2 * MOST) / Math.max(1, column.length - 1))
    return column.map((x, i): [number, number] => [x, (i - (column.length - 1) / 2) * step])
  })
}
