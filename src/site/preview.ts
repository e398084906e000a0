/**
 * The picture that stands beside a link to the site: the study's main figure without words, since the title stands
 * there already. A program that shows previews draws no SVG.
 */
import type { EndingsFigure, PlaneFigure, StripsFigure, StudyPage, XY } from '../pages/types.ts'
import { type Colour, colour, Raster } from './raster.ts'

export const PREVIEW = { width: 1200, height: 630 } as const

const PAPER = colour('#fdfcfa')
const INK = colour('#1d1c1a')
const RULE = colour('#dedad1')
/** The pairings' colours of web/src/tokens.css, in the light. */
const GROUPS: readonly Colour[] = ['#33475b', '#7c5f8f', '#4d6a3d', '#81592f', '#2f7071', '#8a5a66'].map(
  colour,
)
/** Endings that every protocol knows, as web/src/styles/chart.css colours them. */
const ENDINGS: Readonly<Record<string, Colour>> = {
  agreement: colour('#57524a'),
  settled: colour('#57524a'),
  'no-agreement': colour('#ece9e2'),
  interrupted: colour('#a3262b'),
  running: RULE,
  planned: colour('#f5f3ee'),
}
/** Kinds of agreement, which the pages tell apart by patterns: steps of the same grey. */
const KINDS: readonly Colour[] = ['#57524a', '#a8a295', '#7a7469', '#c9c4b9', '#8f897d', '#68635a'].map(
  colour,
)
const groupOf = (at: number): Colour => GROUPS[at % GROUPS.length]!

const FRAME = { left: 90, right: 1110, top: 60, bottom: 570 } as const

export function previewImage({ figures, progress }: Pick<StudyPage, 'figures' | 'progress'>): Uint8Array {
  const picture = new Raster(PREVIEW.width, PREVIEW.height, PAPER)
  if (figures.plane) drawPlane(picture, figures.plane)
  else if (figures.joint?.strips.some(({ values }) => values.length > 0)) drawStrips(picture, figures.joint)
  else if (figures.endings && progress.completed > 0) drawEndings(picture, figures.endings)
  else drawCounts(picture, progress)
  return picture.png()
}

/** A linear scale with a little air at both ends. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const size = most - least || 1
  return (value) => from + ((value - least + size * 0.04) / (size * 1.08)) * (to - from)
}

function drawPlane(picture: Raster, { space, groups }: PlaneFigure): void {
  const points = groups.flatMap((group) => group.points.map(([x, y]): XY => [x, y]))
  const all: XY[] = [...space.frontier.flat(), ...points, space.reservations]
  const x = scale([...all.map((one) => one[0]), ...space.extents[0]], FRAME.left, FRAME.right)
  const y = scale([...all.map((one) => one[1]), ...space.extents[1]], FRAME.bottom, FRAME.top)
  const [rx, ry] = space.reservations
  picture.line(x(rx), FRAME.top, x(rx), FRAME.bottom, 3, RULE)
  picture.line(FRAME.left, y(ry), FRAME.right, y(ry), 3, RULE)
  for (const [from, to] of space.frontier) {
    if (from[0] === to[0] && from[1] === to[1]) picture.disc(x(from[0]), y(from[1]), 5, INK)
    else picture.line(x(from[0]), y(from[1]), x(to[0]), y(to[1]), 4, INK)
  }
  for (const { at } of space.solutions) for (const [px, py] of at) picture.disc(x(px), y(py), 9, INK, 1, 3)
  for (const { points: own, colour: at } of groups) {
    for (const [px, py, count] of own) picture.disc(x(px), y(py), 9 + 3 * Math.sqrt(count), groupOf(at), 0.6)
  }
}

function drawStrips(picture: Raster, { strips }: StripsFigure): void {
  const shown = strips.filter(({ values }) => values.length > 0).slice(0, 12)
  const x = scale(
    shown.flatMap(({ values }) => values.map(([value]) => value)),
    FRAME.left,
    FRAME.right,
  )
  const lane = (FRAME.bottom - FRAME.top) / shown.length
  for (const [k, { values, mean, colour: at }] of shown.entries()) {
    const y = FRAME.top + lane * (k + 0.5)
    picture.line(FRAME.left, y, FRAME.right, y, 2, RULE)
    for (const [value, count] of values)
      picture.disc(x(value), y, 8 + 3 * Math.sqrt(count), groupOf(at), 0.55)
    if (mean) picture.line(x(mean.value), y - lane * 0.3, x(mean.value), y + lane * 0.3, 5, INK)
  }
}

/** Nothing has points: how the negotiations of each pairing ended, as parts of one bar each. */
function drawEndings(picture: Raster, { endings, rows }: EndingsFigure): void {
  let next = 0
  const inks = endings.map(({ code }) => ENDINGS[code] ?? KINDS[next++ % KINDS.length]!)
  const shown = rows.slice(0, 12)
  const lane = (FRAME.bottom - FRAME.top) / shown.length
  for (const [k, { counts }] of shown.entries()) {
    const all = counts.reduce((sum, count) => sum + count, 0) || 1
    const top = FRAME.top + lane * (k + 0.15)
    let from: number = FRAME.left
    for (const [i, count] of counts.entries()) {
      const to = from + (count / all) * (FRAME.right - FRAME.left)
      if (count > 0) picture.box(from, top, to - 2, top + lane * 0.7, inks[i]!)
      from = to
    }
  }
}

/** Nothing is known yet: how much of what was planned is completed, interrupted and open. */
function drawCounts(picture: Raster, { planned, completed, interrupted }: StudyPage['progress']): void {
  const many = Math.min(Math.max(planned, 1), 400)
  const columns = Math.ceil(Math.sqrt((many * (FRAME.right - FRAME.left)) / (FRAME.bottom - FRAME.top)))
  const step = (FRAME.right - FRAME.left) / columns
  for (let k = 0; k < many; k++) {
    const at = ((k + 0.5) / many) * Math.max(planned, 1)
    const x = FRAME.left + step * ((k % columns) + 0.5)
    const y = FRAME.top + step * (Math.floor(k / columns) + 0.5)
    const radius = step * 0.32
    if (at < completed) picture.disc(x, y, radius, groupOf(0))
    else picture.disc(x, y, radius, at < completed + interrupted ? INK : RULE, 1, 3)
  }
}
