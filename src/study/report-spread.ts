/** Tables of spread and of place: quartiles of every figure, and where agreements lie in the outcome space. */
import { printed, type Rational, rational } from '../core/rational.ts'
import type { Cell } from './analysis.ts'
import type { Moments } from './moments.ts'
import type { ReportTable } from './report.ts'

/** Stands where a figure is unknown or has no meaning. */
export const NONE = '–'

export const points = (value: Rational | undefined): string => (value === undefined ? NONE : printed(value))

export const percent = (value: Rational | undefined): string =>
  value === undefined ? NONE : `${printed(value.mul(rational(100)))}%`

type Print = (value: Rational) => string

/** Every figure of every pairing with its quartiles; undefined where nothing is completed. */
export function spreadTable(pairings: readonly Cell[], parties: readonly string[]): ReportTable | undefined {
  const rows = pairings.flatMap((cell) => {
    const figures: [name: string, of: Moments | undefined, print: Print][] = [
      ['joint gain', cell.joint, points],
      ...parties.map((party): [string, Moments | undefined, Print] => [party, cell.gains[party], points]),
      ['efficiency', cell.efficiencies, percent],
      ['turns', cell.turns, points],
      ['tokens', cell.tokens, (value) => printed(value, 0)],
      ['cost ($)', cell.usd, (value) => printed(value, 4)],
    ]
    return figures
      .filter(([, of]) => of !== undefined)
      .map(([name, of, print], i) => [i === 0 ? cell.pairing : '', name, ...spread(of!, print)])
  })
  if (rows.length === 0) return undefined
  return {
    title: 'Spread',
    caption:
      'Of the completed: how many, mean, sample standard deviation (SD), least, lower quartile, median, upper quartile, most. Quartiles by linear interpolation (type 7 of Hyndman and Fan).',
    head: ['pairing', 'figure', 'n', 'mean', 'SD', 'least', 'lower', 'median', 'upper', 'most'],
    rows,
    align: 'llrrrrrrrr',
  }
}

const spread = ({ n, mean, sd, least, lower, median, upper, most }: Moments, print: Print): string[] => [
  String(n),
  print(mean),
  // The standard deviation is a float; it is printed to the decimals of its figure.
  sd === undefined ? NONE : print(rational(BigInt(Math.round(sd * 1e9)), 10n ** 9n)),
  ...[least, lower, median, upper, most].map(print),
]

/** Where agreements lie, a row each of `lines`; undefined where it is known of none. */
export function placesTable(
  lines: readonly { readonly cell: Cell; readonly names: readonly [string, string] }[],
  parties: readonly string[],
): ReportTable | undefined {
  if (!lines.some(({ cell }) => cell.places)) return undefined
  const of = (n: number | undefined, cell: Cell): string =>
    n === undefined || !cell.agreements ? NONE : `${n} (${percent(rational(n, cell.agreements))})`
  return {
    title: 'Agreements in the outcome space',
    caption:
      "On the frontier: agreements on the Pareto frontier, and their share. To frontier, to Nash: mean distance to it and to the Nash point, each party's points scaled from its worst outcome (0) to its best (1), so that 1 is the whole space. Below: agreements that leave the party under its reservation value, and their share.",
    head: [
      ...['pairing', 'level', 'agreed', 'on the frontier', 'to frontier', 'to Nash'],
      ...parties.map((party) => `${party} below`),
    ],
    rows: lines.map(({ cell, names }) => [
      ...names,
      cell.agreements === undefined ? NONE : String(cell.agreements),
      of(cell.places?.onFrontier, cell),
      cell.places ? cell.places.toFrontier.mean.toFixed(3) : NONE,
      cell.places?.toNash ? cell.places.toNash.mean.toFixed(3) : NONE,
      ...parties.map((party) => of(cell.belowOf[party], cell)),
    ]),
    align: `ll${'r'.repeat(4 + parties.length)}`,
  }
}
