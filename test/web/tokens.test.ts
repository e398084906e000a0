/** Colours can be read and told apart: measured from the one file that names them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../web/src/tokens.css', import.meta.url), 'utf8')
const at = css.indexOf('@media (prefers-color-scheme: dark)')

const coloursOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )

type Rgb = readonly [number, number, number]

/** Linear light, 0 to 1. */
const linear = (hex: string): Rgb =>
  [1, 3, 5].map((k) => {
    const part = Number.parseInt(hex.slice(k, k + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** How those see who lack one kind of cone (Machado, Oliveira & Fernandes 2009, severity 1). */
const SEEN: Readonly<Record<string, readonly Rgb[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

/** OKLab (Ottosson 2020). */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const seen = (hex: string, matrix: readonly Rgb[]): Rgb => {
  const rgb = linear(hex)
  return oklab(
    matrix.map((row) => Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])) as unknown as Rgb,
  )
}

const apart = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

describe.each([
  ['light', coloursOf(css.slice(0, at))],
  ['dark', coloursOf(css.slice(at))],
])('%s', (_, colours) => {
  const names = Object.keys(colours)

  test('names the same colours in both', () => {
    expect(names).toEqual(Object.keys(coloursOf(css.slice(0, at))))
  })

  test.each(names.filter((name) => !/^(paper|panel|rule|rule-strong)$/.test(name)))(
    '%s is read on paper and panel',
    (name) => {
      expect(contrast(colours[name]!, colours.paper!)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colours[name]!, colours.panel!)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(['rule-strong'])('%s is seen on paper', (name) => {
    expect(contrast(colours[name]!, colours.paper!)).toBeGreaterThanOrEqual(3)
  })

  test.each(Object.entries(SEEN))('the first six parties are told apart with %s', (_name, matrix) => {
    const six = [0, 1, 2, 3, 4, 5].map((k) => seen(colours[`party-${k}`]!, matrix))
    const least = Math.min(...six.flatMap((a, i) => six.slice(i + 1).map((b) => apart(a, b))))
    expect(least).toBeGreaterThan(0.05)
    // Two sides are what most talks have: they are far apart.
    expect(apart(six[0]!, six[1]!)).toBeGreaterThan(0.12)
  })
})
