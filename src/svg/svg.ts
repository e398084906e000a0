/**
 * SVG as text, without a browser and with the same bytes each time: no ids that are drawn, two decimals. Colours are
 * told apart by people who see few of them (Okabe & Ito 2008), each with a shape of its own too; a dark page has its
 * own set, by a media query inside the picture (plain classes, since viewers outside browsers know no more).
 */
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
  element('text', { x, y, ...attributes }, escaped(text))

/** At most two decimals. */
export const digits = (value: number): string => String(Math.round(value * 100) / 100 + 0)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Names come from strangers: what XML does not allow becomes U+FFFD, and so does what turns text around. */
export const escaped = (text: string): string =>
  text
    .replace(
      /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu,
      '\ufffd',
    )
    .replace(/[&<>"]/g, (found) => ENTITIES[found]!)

export interface Picture {
  readonly width: number
  readonly height: number
  readonly title: string
  /** Read out by screen readers. */
  readonly about: string
  /** Rules beside those of colours and paper: for a light page, and what a dark one has otherwise. */
  readonly style: { readonly light: string; readonly dark: string }
}

export const picture = ({ width, height, title, about, style }: Picture, body: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${digits(height)}" width="${width}" height="${digits(height)}" style="max-width:100%;height:auto" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(about)}</desc>`,
    `<style>${sheet(style)}</style>`,
    element('rect', { class: 'paper', width, height }),
    ...body,
    '</svg>',
    '',
  ].join('\n')

const LIGHT = ['#0072b2', '#c44e00', '#007a59', '#a83279', '#7a5c00', '#444444']
const DARK = ['#56b4e9', '#ff8a3d', '#2fc79a', '#f090c8', '#f0e442', '#cccccc']

/** How many colours there are; pairings count up from the first, parties down from the last but two. */
export const COLOURS = LIGHT.length

const colours = (set: readonly string[]): string =>
  set.map((colour, k) => `.s${k}{stroke:${colour}}.f${k}{fill:${colour}}`).join('')

const sheet = ({ light, dark }: Picture['style']): string =>
  [
    'text{fill:#1f2328}.small{fill:#57606a}.paper{fill:#ffffff}',
    light,
    colours(LIGHT),
    '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9da7b1}.paper{fill:#0d1117}',
    dark,
    colours(DARK),
    '}',
  ].join('')

/** The typeface of every picture. */
export const FONT = 'system-ui,-apple-system,"Segoe UI",sans-serif'

/** A mark of its own shape for each colour: circle, square, triangle, diamond, triangle down, six corners. */
export function mark(kind: number, x: number, y: number, size: number, name = 'dot'): string {
  const k = kind % COLOURS
  const look = name === 'open' ? `open s${k}` : `${name} f${k}`
  const corners = SHAPES[k]!
  if (corners.length === 0) return element('circle', { class: look, cx: x, cy: y, r: size })
  const points = corners.map(([dx, dy]) => `${digits(x + dx * size)},${digits(y + dy * size)}`).join(' ')
  return element('polygon', { class: look, points })
}

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
  [0, 1, 2, 3, 4, 5].map(
    (k) => [Math.cos((k * Math.PI) / 3) * 1.1, Math.sin((k * Math.PI) / 3) * 1.1] as const,
  ),
]

export const line = (x1: number, y1: number, x2: number, y2: number, name: string): string =>
  element('line', { class: name, x1, y1, x2, y2 })

export const path = (points: readonly (readonly [number, number])[], name: string): string =>
  element('polyline', { class: name, points: points.map(([x, y]) => `${digits(x)},${digits(y)}`).join(' ') })

/** A sentence in lines of at most so many letters. */
export function lines(text: string, most: number): string[] {
  const out: string[] = []
  for (const word of text.split(' ')) {
    const last = out.at(-1)
    if (last !== undefined && last.length + word.length < most) out[out.length - 1] = `${last} ${word}`
    else out.push(word)
  }
  return out
}

/** Title and explanation from the top of a picture on; `height` is where the drawing may begin. */
export function heading(title: string, about: string): { readonly marks: string[]; readonly height: number } {
  const big = lines(title, 62).map((text) => cut(text, 62))
  const small = lines(about, 100)
  const below = 30 + big.length * 23
  return {
    marks: [
      ...big.map((text, i) => words(20, 30 + i * 23, text, { class: 'title' })),
      ...small.map((text, i) => words(20, below + i * 18, text, { class: 'small' })),
    ],
    height: below + small.length * 18,
  }
}

export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`
