/**
 * SVG as text: elements, escaped words, and the one style sheet. Colours are told apart by people who see few of
 * them (Okabe & Ito 2008), each mark has a shape of its own too, and a dark page gets its own set. Plain classes
 * with a media query, since viewers outside browsers know no more.
 */
import { safeLine } from '../text.ts'

export type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with what is in it, already text. */
export function element(name: string, attributes: Attributes, ...inside: readonly string[]): string {
  const own = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? digits(value) : escaped(value!)}"`)
    .join('')
  return inside.length === 0 ? `<${name}${own}/>` : `<${name}${own}>${inside.join('')}</${name}>`
}

/** Words that are text and nothing else. */
export const words = (x: number, y: number, text: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escaped(safeLine(text)))

/** At most two decimals. */
export const digits = (value: number): string => String(Math.round(value * 100) / 100)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (found) => ENTITIES[found]!)

/** A whole picture; `title` and `about` are read out by screen readers. */
export const picture = (
  width: number,
  height: number,
  title: string,
  about: string,
  body: readonly string[],
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">`,
    `<title id="title">${escaped(safeLine(title))}</title>`,
    `<desc id="about">${escaped(safeLine(about))}</desc>`,
    `<style>${STYLE}</style>`,
    element('rect', { class: 'paper', width, height }),
    ...body,
    '</svg>',
    '',
  ].join('\n')

/** How many sets of colour and shape there are. */
export const MARKS = 6

const LIGHT = ['#0072b2', '#d55e00', '#007a59', '#a83279', '#7a5c00', '#444444']
const DARK = ['#56b4e9', '#ff8a3d', '#2fc79a', '#f090c8', '#f0e442', '#cccccc']

const colours = (set: readonly string[]): string =>
  set.map((colour, k) => `.line${k}{stroke:${colour}}.mark${k}{fill:${colour}}`).join('')

const STYLE = [
  'text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}',
  '.title{font-size:17px;font-weight:600}.small{font-size:11px;fill:#57606a}',
  '.paper{fill:#ffffff}.axis{stroke:#57606a;stroke-width:1}.grid{stroke:#d8dee4;stroke-width:1}',
  '.dot{fill:#8c959f;fill-opacity:.45}.front{fill:#57606a}.frontline{stroke:#57606a;stroke-width:2;fill:none}',
  '.thin{stroke:#8c959f;stroke-opacity:.55;stroke-width:1;fill:none}',
  '.bar{stroke:#1f2328;stroke-width:1.5;stroke-dasharray:5 4}.stop{stroke:#1f2328;stroke-width:3}',
  '.solution{stroke-width:2.5;fill:none;stroke-linejoin:round}.mark{stroke:#ffffff;stroke-width:1.5}',
  colours(LIGHT),
  '@media (prefers-color-scheme:dark){',
  'text{fill:#e6edf3}.small{fill:#9da7b1}.paper{fill:#0d1117}.axis{stroke:#9da7b1}.grid{stroke:#262c36}',
  '.dot{fill:#7d8590}.front{fill:#b1bac4}.frontline{stroke:#b1bac4}.thin{stroke:#7d8590}',
  '.bar,.stop{stroke:#e6edf3}.mark{stroke:#0d1117}',
  colours(DARK),
  '}',
].join('')

/** A mark of its own shape: circle, square, triangle, diamond, triangle down, ring of six. */
export function mark(kind: number, x: number, y: number, size = 6): string {
  const k = kind % MARKS
  const corners = SHAPES[k]!
  const name = `mark mark${k}`
  if (corners.length === 0) return element('circle', { class: name, cx: x, cy: y, r: size })
  const points = corners.map(([dx, dy]) => `${digits(x + dx * size)},${digits(y + dy * size)}`).join(' ')
  return element('polygon', { class: name, points })
}

const turn = (angle: number): readonly [number, number] => [Math.cos(angle) * 1.1, Math.sin(angle) * 1.1]

const SHAPES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  [
    [0, -1.2],
    [1.1, 0.9],
    [-1.1, 0.9],
  ],
  [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  [
    [0, 1.2],
    [1.1, -0.9],
    [-1.1, -0.9],
  ],
  [0, 1, 2, 3, 4, 5].map((k) => turn((k * Math.PI) / 3)),
]

/** The legend: one line a mark, from (x, y) down. */
export const legend = (x: number, y: number, names: readonly string[]): string[] =>
  names.flatMap((name, k) => [mark(k, x, y + k * 22), words(x + 16, y + k * 22 + 4, name)])
