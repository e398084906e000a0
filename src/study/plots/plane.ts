/** Who gained what: each negotiation in the plane of two parties' points, with the frontier and the Nash point. */

import { makeScale } from '../../svg/scale.ts'
import { cut, heading, line, mark, path, picture, words } from '../../svg/svg.ts'
import { STYLE } from './style.ts'

export type Point = readonly [x: number, y: number]

export interface Plane {
  readonly title: string
  readonly about: string
  readonly labels: readonly [string, string]
  readonly reservations: Point
  readonly frontier: readonly (readonly [Point, Point])[]
  readonly nash: readonly Point[]
  readonly groups: readonly {
    readonly name: string
    readonly colour: number
    readonly points: readonly Point[]
    readonly unknown: number
  }[]
}

const SIZE = 470
const LEFT = 84
const WIDTH = 700

export function planeSvg({ title, about, labels, reservations, frontier, nash, groups }: Plane): string {
  const { marks, height: top } = heading(title, about)
  const [bottom, right] = [top + SIZE, LEFT + SIZE]
  const points = [reservations, ...frontier.flat(), ...nash, ...groups.flatMap((group) => group.points)]
  const x = makeScale(
    points.map(([a]) => a),
    LEFT,
    right,
  )
  const y = makeScale(
    points.map(([, b]) => b),
    bottom,
    top,
  )
  const at = ([a, b]: Point): Point => [x.at(a), y.at(b)]
  const [rx, ry] = at(reservations)
  const middle = top + SIZE / 2
  const keyX = right + 18
  let keyY = top + 16
  const key: string[] = []
  const next = (sign: string, text: string, more?: string): void => {
    key.push(sign, words(keyX + 24, keyY + 5, cut(text, 15)))
    if (more !== undefined) key.push(words(keyX + 24, keyY + 22, more, { class: 'small' }))
    keyY += more === undefined ? 26 : 44
  }
  for (const { name, colour, points: own, unknown } of groups) {
    next(mark(colour, keyX + 8, keyY, 5), name, `${own.length}${unknown > 0 ? `, ${unknown} unknown` : ''}`)
  }
  next(line(keyX, keyY, keyX + 16, keyY, 'front'), 'Pareto frontier')
  if (nash.length > 0) next(cross(keyX + 8, keyY), 'Nash point')
  next(line(keyX, keyY, keyX + 16, keyY, 'bar'), 'reservation', 'values')
  const lost = groups.filter(({ unknown }) => unknown > 0)
  const body = [
    ...marks,
    ...x.ticks.flatMap((tick) => [
      line(x.at(tick), top, x.at(tick), bottom, 'grid'),
      words(x.at(tick), bottom + 20, tidy(tick), { class: 'small mid' }),
    ]),
    ...y.ticks.flatMap((tick) => [
      line(LEFT, y.at(tick), right, y.at(tick), 'grid'),
      words(LEFT - 8, y.at(tick) + 4, tidy(tick), { class: 'small end' }),
    ]),
    line(LEFT, bottom, right, bottom, 'axis'),
    line(LEFT, top, LEFT, bottom, 'axis'),
    line(rx, top, rx, bottom, 'bar'),
    line(LEFT, ry, right, ry, 'bar'),
    ...frontier.map(([from, to]) => path([at(from), at(to)], 'front')),
    ...groups.flatMap(({ colour, points: own }) => own.map((point) => mark(colour, ...at(point), 5))),
    ...nash.map((point) => cross(...at(point))),
    words(LEFT + SIZE / 2, bottom + 44, `points of ${cut(labels[0], 40)}`, { class: 'mid' }),
    words(24, middle, `points of ${cut(labels[1], 40)}`, {
      class: 'mid',
      transform: `rotate(-90 24 ${middle})`,
    }),
    ...key,
    ...lost.flatMap(({ name, colour, unknown }, i) => [
      mark(colour, LEFT + 8, bottom + 66 + i * 22, 5, 'open'),
      words(
        LEFT + 22,
        bottom + 71 + i * 22,
        `${cut(name, 24)}: ${unknown} with an unknown outcome, which may lie at any point that the rules allow`,
        { class: 'small' },
      ),
    ]),
  ]
  const height = bottom + 60 + lost.length * 22
  return picture({ width: WIDTH, height, title, about, style: STYLE }, body)
}

const tidy = (value: number): string => String(Number(value.toPrecision(12)))

const cross = (x: number, y: number): string =>
  path(
    [
      [x - 7, y - 7],
      [x, y],
      [x - 7, y + 7],
      [x, y],
      [x + 7, y - 7],
      [x, y],
      [x + 7, y + 7],
    ],
    'nash',
  )
