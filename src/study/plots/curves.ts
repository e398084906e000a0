/** Concession curves: what each offer was worth to the party that made it, turn by turn; one panel a pairing. */

import { makeScale } from '../../svg/scale.ts'
import { cut, heading, line, mark, path, picture, words } from '../../svg/svg.ts'
import { STYLE } from './style.ts'

export interface Curve {
  readonly party: string
  /** Turn and the offer's points for its maker. */
  readonly points: readonly (readonly [turn: number, points: number])[]
  /** The negotiation's outcome is unknown: it breaks off. */
  readonly unknown: boolean
}

export interface Curves {
  readonly title: string
  readonly about: string
  readonly parties: readonly {
    readonly id: string
    readonly label: string
    readonly colour: number
    readonly reservation: number
  }[]
  readonly panels: readonly {
    readonly name: string
    readonly curves: readonly Curve[]
    readonly unknown: number
  }[]
}

const WIDTH = 700
const LEFT = 64
const RIGHT = 20
const HEIGHT = 200

export function curvesSvg({ title, about, parties, panels }: Curves): string {
  const { marks, height } = heading(title, about)
  const keyTop = height + 10
  const keyRows = Math.ceil((parties.length + 1) / 3)
  const top = keyTop + keyRows * 24 + 6
  const all = panels.flatMap(({ curves }) => curves.flatMap(({ points }) => points))
  const turns = Math.max(1, ...all.map(([turn]) => turn))
  const values = [...all.map(([, value]) => value), ...parties.map(({ reservation }) => reservation)]
  const body = [
    ...marks,
    ...parties.flatMap(({ label, colour }, i) => {
      const [kx, ky] = [LEFT + (i % 3) * 205, keyTop + Math.floor(i / 3) * 24]
      return [
        line(kx, ky, kx + 22, ky, `mean s${colour}`),
        mark(colour, kx + 11, ky, 4),
        words(kx + 30, ky + 5, cut(label, 22)),
      ]
    }),
    ...(() => {
      const i = parties.length
      const [kx, ky] = [LEFT + (i % 3) * 205, keyTop + Math.floor(i / 3) * 24]
      return [line(kx, ky, kx + 22, ky, 'bar'), words(kx + 30, ky + 5, 'reservation value')]
    })(),
    ...panels.flatMap((panel, i) => panelOf(panel, top + i * (HEIGHT + 62), turns, values, parties)),
  ]
  return picture(
    { width: WIDTH, height: top + panels.length * (HEIGHT + 62) + 8, title, about, style: STYLE },
    body,
  )
}

function panelOf(
  { name, curves, unknown }: Curves['panels'][number],
  start: number,
  turns: number,
  values: readonly number[],
  parties: Curves['parties'],
): string[] {
  const [top, bottom] = [start + 24, start + HEIGHT]
  const x = makeScale([1, turns], LEFT, WIDTH - RIGHT, { room: 0.02, ticks: 12 })
  const y = makeScale(values, bottom, top)
  const whole = x.ticks.filter((tick) => Number.isInteger(tick) && tick >= 1 && tick <= turns)
  const lost = unknown > 0 ? `, ${unknown} unknown (dashed, × where it breaks off)` : ''
  const count = new Set(curves.map((curve) => curve.points)).size
  return [
    words(LEFT, start + 14, `${cut(name, 40)}${lost}`),
    ...y.ticks.flatMap((tick) => [
      line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), 'grid'),
      words(LEFT - 8, y.at(tick) + 4, String(Number(tick.toPrecision(12))), { class: 'small end' }),
    ]),
    line(LEFT, bottom, WIDTH - RIGHT, bottom, 'axis'),
    ...whole.map((tick) => words(x.at(tick), bottom + 18, String(tick), { class: 'small mid' })),
    words(WIDTH - RIGHT, bottom + 36, 'turn', { class: 'small end' }),
    // Of many parties each has its own line; two that share one share a plain one.
    ...(parties.length > 2
      ? parties.map(({ reservation, colour }) =>
          line(LEFT, y.at(reservation), WIDTH - RIGHT, y.at(reservation), `bar s${colour}`),
        )
      : [...new Set(parties.map(({ reservation }) => reservation))].map((value) =>
          line(LEFT, y.at(value), WIDTH - RIGHT, y.at(value), 'bar'),
        )),
    ...parties.flatMap(({ id, colour }) => {
      const own = curves.filter(({ party, points }) => party === id && points.length > 0)
      return own.flatMap((curve) => {
        const at = curve.points.map(([turn, value]) => [x.at(turn), y.at(value)] as const)
        const [ex, ey] = at.at(-1)!
        return [
          path(at, `${curve.unknown ? 'unknown' : 'thin'} s${colour}`),
          ...(curve.unknown
            ? [
                path(
                  [
                    [ex - 5, ey - 5],
                    [ex + 5, ey + 5],
                  ],
                  `open s${colour}`,
                ),
                path(
                  [
                    [ex - 5, ey + 5],
                    [ex + 5, ey - 5],
                  ],
                  `open s${colour}`,
                ),
              ]
            : []),
        ]
      })
    }),
    ...parties.flatMap(({ id, colour }, k) => {
      const mean = means(curves.filter(({ party, unknown: broken }) => party === id && !broken))
      if (mean.length === 0) return []
      const at = mean.map(([turn, value]) => [x.at(turn), y.at(value)] as const)
      // The first is drawn wider, so that it shows where the parties concede alike.
      const wide = k === 0 && parties.length === 2
      return [
        path(at, `mean ${wide ? 'wide ' : ''}s${colour}`),
        ...at.map(([mx, my]) => mark(colour, mx, my, wide ? 7 : 4)),
      ]
    }),
    ...(count === 0 ? [words(LEFT + 12, (top + bottom) / 2, 'no offer was made', { class: 'small' })] : []),
  ]
}

/** The mean over the offers of each turn, where at least half of the negotiations that made offers made one. */
function means(curves: readonly Curve[]): [turn: number, value: number][] {
  const byTurn = new Map<number, number[]>()
  for (const { points } of curves) {
    for (const [turn, value] of points) byTurn.set(turn, [...(byTurn.get(turn) ?? []), value])
  }
  return [...byTurn]
    .filter(([, list]) => list.length * 4 >= curves.length)
    .sort(([a], [b]) => a - b)
    .map(([turn, list]) => [turn, list.reduce((sum, value) => sum + value, 0) / list.length])
}
