/**
 * Several parties' points side by side: one upright axis a party, from its worst to its best (parallel coordinates;
 * Inselberg 1985). An outcome is a line across all of them. Floats only.
 */
import { COLOURS, element, mark, picture, words } from '../../svg/svg.ts'
import { cut } from '../text.ts'
import { legend, STYLE } from './style.ts'

export interface Axis {
  readonly label: string
  readonly worst: string
  readonly best: string
  readonly reservation: string
  /** Where the reservation value lies between worst (0) and best (1); it may lie outside. */
  readonly bar: number
}

export interface Parallel {
  readonly title: string
  readonly about: string
  readonly axes: readonly Axis[]
  /** What the thin lines are, and their heights from 0 to 1, one an axis. */
  readonly thin: { readonly name: string; readonly lines: readonly (readonly number[])[] }
  readonly solutions: readonly { readonly names: string; readonly heights: readonly number[] }[]
}

const TOP = 116
const HEIGHT = 380
const SIDE = 84
const WIDTH = 960
/** Where the legend's second column begins: right of the longest list of names. */
const SECOND = 580

export function parallelSvg({ title, about, axes, thin, solutions }: Parallel): string {
  const gap = (WIDTH - 2 * SIDE) / (axes.length - 1)
  const x = (p: number): number => SIDE + p * gap
  const y = (height: number): number => TOP + HEIGHT * (1 - Math.min(1.04, Math.max(-0.04, height)))
  const path = (heights: readonly number[], name: string): string =>
    element('polyline', {
      class: name,
      points: heights
        .map((height, p) => `${Math.round(x(p) * 10) / 10},${Math.round(y(height) * 10) / 10}`)
        .join(' '),
    })
  const longest = Math.floor(gap / 8.2)
  const middle = { 'text-anchor': 'middle' }
  const bottom = TOP + HEIGHT
  const body = [
    words(24, 34, title, { class: 'title' }),
    words(24, 56, about, { class: 'small' }),
    ...thin.lines.map((heights) => path(heights, 'thin')),
    ...axes.flatMap((axis, p) => [
      element('line', { class: 'axis', x1: x(p), y1: TOP, x2: x(p), y2: bottom }),
      ...twoLines(axis.label, longest).map((text, k, all) =>
        words(x(p), TOP - 26 - 16 * (all.length - 1 - k), text, middle),
      ),
      words(x(p), TOP - 9, axis.best, { ...middle, class: 'small' }),
      words(x(p), bottom + 17, axis.worst, { ...middle, class: 'small' }),
    ]),
    ...solutions.map(({ heights }, k) => path(heights, `solution s${k % COLOURS}`)),
    ...solutions.flatMap(({ heights }, k) => heights.map((height, p) => mark(k, x(p), y(height), 6, 'mark'))),
    ...axes.flatMap(({ bar, reservation }, p) => [
      element('line', { class: 'stop', x1: x(p) - 11, y1: y(bar), x2: x(p) + 11, y2: y(bar) }),
      words(x(p) + 15, y(bar) + 4, reservation, { class: 'small' }),
    ]),
    ...legend(
      40,
      bottom + 50,
      solutions.map(({ names }) => names),
    ),
    element('line', { class: 'thin', x1: SECOND, y1: bottom + 50, x2: SECOND + 22, y2: bottom + 50 }),
    words(SECOND + 32, bottom + 54, thin.name),
    element('line', { class: 'stop', x1: SECOND, y1: bottom + 72, x2: SECOND + 22, y2: bottom + 72 }),
    words(SECOND + 32, bottom + 76, 'reservation value'),
    words(SECOND, bottom + 98, 'Each axis runs from the worst to the best points of its party.', {
      class: 'small',
    }),
  ]
  const rows = Math.max(3, solutions.length)
  const height = bottom + 50 + rows * 22 + 20
  return picture({ width: WIDTH, height, title, about, style: STYLE }, body)
}

/** A name on one line, or on two where it is long and has a blank to break it at; what is too long still is cut. */
function twoLines(name: string, longest: number): string[] {
  if (name.length <= longest) return [name]
  const at = name.lastIndexOf(' ', longest)
  return at < 1 ? [cut(name, longest)] : [name.slice(0, at), cut(name.slice(at + 1), longest)]
}
