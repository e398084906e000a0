/** The plane of two parties' points: outcomes, frontier, reservation values, solution points. Floats only. */
import { makeScale } from '../../svg/scale.ts'
import { COLOURS, digits, element, mark, picture, words } from '../../svg/svg.ts'
import { legend, STYLE } from './style.ts'

export type Point = readonly [x: number, y: number]

export interface Plane {
  readonly title: string
  readonly about: string
  readonly labels: readonly [string, string]
  readonly reservations: Point
  /** Every outcome's points, or some of them. */
  readonly dots: readonly Point[]
  /** The frontier as outcomes and as straight lines. */
  readonly front: readonly Point[]
  readonly lines: readonly (readonly [Point, Point])[]
  readonly solutions: readonly { readonly names: string; readonly points: readonly Point[] }[]
  /** Each two points of a solution are the ends of a stretch, all of which ties. */
  readonly stretches?: boolean
}

const SIZE = 460
const LEFT = 76
const TOP = 64

export function planeSvg(plane: Plane): string {
  const { reservations, dots, front, lines, solutions } = plane
  const all = [reservations, ...dots, ...front, ...lines.flat(), ...solutions.flatMap(({ points }) => points)]
  const across = makeScale(
    all.map(([x]) => x),
    LEFT,
    LEFT + SIZE,
  )
  const up = makeScale(
    all.map(([, y]) => y),
    TOP + SIZE,
    TOP,
  )
  const place = ([x, y]: Point): Point => [across.at(x), up.at(y)]
  const circle = (point: Point, name: string, r: number): string => {
    const [cx, cy] = place(point)
    return element('circle', { class: name, cx, cy, r })
  }
  const line = (from: Point, to: Point, name: string): string =>
    element('line', { class: name, x1: from[0], y1: from[1], x2: to[0], y2: to[1] })
  const bottom = TOP + SIZE
  const right = LEFT + SIZE
  const [rx, ry] = place(reservations)
  const middle = TOP + SIZE / 2
  const shown = solutions.filter(({ points }) => points.length > 0)
  const body = [
    words(LEFT, 32, plane.title, { class: 'title' }),
    ...across.ticks.flatMap((value) => [
      line([across.at(value), TOP], [across.at(value), bottom], 'grid'),
      words(across.at(value), bottom + 20, digits(value), { 'text-anchor': 'middle', class: 'small' }),
    ]),
    ...up.ticks.flatMap((value) => [
      line([LEFT, up.at(value)], [right, up.at(value)], 'grid'),
      words(LEFT - 8, up.at(value) + 4, digits(value), { 'text-anchor': 'end', class: 'small' }),
    ]),
    line([LEFT, bottom], [right, bottom], 'axis'),
    line([LEFT, TOP], [LEFT, bottom], 'axis'),
    words(LEFT + SIZE / 2, bottom + 44, `points of ${plane.labels[0]}`, { 'text-anchor': 'middle' }),
    words(22, middle, `points of ${plane.labels[1]}`, {
      'text-anchor': 'middle',
      transform: `rotate(-90 22 ${middle})`,
    }),
    ...distinct(dots).map((point) => circle(point, 'dot', 2.5)),
    ...lines.map(([from, to]) => line(place(from), place(to), 'frontline')),
    ...distinct(front).map((point) => circle(point, 'front', 4)),
    line([rx, TOP], [rx, bottom], 'bar'),
    line([LEFT, ry], [right, ry], 'bar'),
    ...(plane.stretches
      ? shown.flatMap(({ points }, k) =>
          points.flatMap((from, i) =>
            i % 2 === 0 ? [line(place(from), place(points[i + 1]!), `solution s${k % COLOURS}`)] : [],
          ),
        )
      : []),
    ...shown.flatMap(({ points }, k) => points.map((point) => mark(k, ...place(point), 7, 'mark'))),
    ...legend(
      right + 32,
      TOP + 12,
      shown.map(({ names }) => names),
    ),
    ...key(right + 24, TOP + 12 + shown.length * 22 + 16, plane),
  ]
  const { title, about } = plane
  return picture({ width: right + 500, height: bottom + 66, title, about, style: STYLE }, body)
}

/** What is not a solution point. */
function key(x: number, y: number, { dots, front, lines }: Plane): string[] {
  const rows: [string, string][] = []
  const at = (): number => y + rows.length * 22
  if (front.length > 0 || lines.length > 0) {
    const sign =
      lines.length > 0
        ? element('line', { class: 'frontline', x1: x, y1: at(), x2: x + 16, y2: at() })
        : element('circle', { class: 'front', cx: x + 8, cy: at(), r: 4 })
    rows.push([sign, words(x + 24, at() + 4, 'Pareto frontier')])
  }
  if (dots.length > 0) {
    rows.push([
      element('circle', { class: 'dot', cx: x + 8, cy: at(), r: 2.5 }),
      words(x + 24, at() + 4, 'outcomes'),
    ])
  }
  rows.push([
    element('line', { class: 'bar', x1: x, y1: at(), x2: x + 16, y2: at() }),
    words(x + 24, at() + 4, 'reservation values'),
  ])
  return rows.flat()
}

/** Points that fall on one another are drawn once. */
function distinct(points: readonly Point[]): Point[] {
  const seen = new Map(points.map((point) => [`${point[0]} ${point[1]}`, point]))
  return [...seen.values()]
}
