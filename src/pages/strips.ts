/** Distributions as page data: every completed negotiation counts, quartiles as in the report, the unknown in sight. */
import { toNumber } from '../core/rational.ts'
import type { Analysis, Cell, Range } from '../study/analysis.ts'
import type { Moments } from '../study/moments.ts'
import { figure, given } from './figure.ts'
import { type Row, toldApart, withNumbers } from './numbers.ts'
import type { PartyTag, StripData, StripsFigure } from './types.ts'

/** More places than these are drawn over each other anyway. */
const MOST_VALUES = 160

/** The place of each pairing in the palette of pairings, in the study's order. */
export const pairingColour = (pairings: readonly string[], pairing: string): number =>
  Math.max(0, pairings.indexOf(pairing))

/** Equal figures counted together; where they are too many, those that would be drawn in one place. */
export function counted(values: readonly number[]): (readonly [value: number, count: number])[] {
  const exact = tally(values)
  if (exact.length <= MOST_VALUES) return exact
  const least = exact[0]![0]
  const step = (exact.at(-1)![0] - least) / (MOST_VALUES - 1)
  return tally(values.map((value) => least + Math.round((value - least) / step) * step))
}

function tally(values: readonly number[]): (readonly [number, number])[] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a - b)
}

/** The negotiations that a cell is made of. */
const rowsOf = (rows: readonly Row[], { pairing, opener, factor, level }: Cell): readonly Row[] =>
  toldApart(rows).filter(
    (row) =>
      row.pairing === pairing &&
      (opener === undefined || row.opener === opener) &&
      (level === undefined || factor === undefined || row.levels[factor] === level),
  )

export const openOf = ({ unknown, running, notStarted }: Cell): number => unknown + running + notStarted

export const boxOf = (of: Moments | undefined): Pick<StripData, 'box' | 'mean'> =>
  given({
    mean: of && figure(of.mean),
    box:
      of && of.n > 1
        ? {
            least: toNumber(of.least),
            lower: toNumber(of.lower),
            median: toNumber(of.median),
            upper: toNumber(of.upper),
            most: toNumber(of.most),
          }
        : undefined,
  })

const rangeOf = (ranges: readonly Range[]): StripsFigure['range'] =>
  ranges.length === 0
    ? undefined
    : [
        Math.min(...ranges.map(({ least }) => toNumber(least))),
        Math.max(...ranges.map(({ most }) => toNumber(most))),
      ]

/** Joint gain by pairing, and by opener where several open. */
export function jointStrips(
  { pairings, openers, frame }: Analysis,
  label: Label,
  played: readonly Row[] = [],
): StripsFigure | undefined {
  if (!pairings.some(({ joint }) => joint)) return undefined
  const names = pairings.map(({ pairing }) => pairing)
  const strips = pairings.flatMap((whole) => {
    const parts = openers.filter(({ pairing }) => pairing === whole.pairing)
    const rows = parts.length > 1 ? parts : [whole]
    return rows.map(
      (cell, k): StripData => ({
        label: k === 0 ? whole.pairing : '',
        more:
          cell.opener === undefined || parts.length < 2
            ? `${cell.completed} completed`
            : `${label(cell.opener)} opens, ${cell.completed}`,
        of: 'pairing',
        colour: pairingColour(names, whole.pairing),
        values: withNumbers(
          counted(cell.figures?.joint ?? []),
          rowsOf(played, cell),
          ({ joint }) => joint?.value,
        ),
        pairing: cell.pairing,
        n: cell.completed,
        ...boxOf(cell.joint),
        unknown: openOf(cell),
        first: k === 0,
      }),
    )
  })
  return given({
    title: 'Joint gain of each negotiation',
    caption:
      'Joint gain: points over the reservation values, of all parties together; no agreement is 0. The further right, the more there was to share.',
    axis: 'joint gain in points',
    strips,
    range: rangeOf([frame.joint]),
  })
}

type Label = (party: string) => string

/** Each party's own gain, a row a pairing. */
export function gainStrips(
  analysis: Analysis,
  parties: readonly PartyTag[],
  played: readonly Row[] = [],
): StripsFigure | undefined {
  const { pairings } = analysis
  return partyStrips({ analysis, parties, played }, pairings, ({ pairing }) => pairing, {
    title: 'Who gained what',
    caption:
      "Each party's own gain: its points over its reservation value, a row for each pairing; no agreement is 0.",
  })
}

/** The same by the levels of each factor, the opener among them. */
export function factorStrips(
  analysis: Analysis,
  parties: readonly PartyTag[],
  label: Label,
  played: readonly Row[] = [],
): StripsFigure[] {
  const { pairings, openers, levels } = analysis
  const several = pairings.length > 1
  const named = (cell: Cell, level: string): string => (several ? `${level}, ${cell.pairing}` : level)
  const factors: [string, readonly Cell[], (cell: Cell) => string][] = [
    ['opener', openers, (cell) => named(cell, `${label(cell.opener!)} opens`)],
    ...[...Map.groupBy(levels, ({ factor }) => factor!)].map(
      ([factor, cells]): [string, readonly Cell[], (cell: Cell) => string] => [
        factor,
        cells,
        (cell) => named(cell, cell.level!),
      ],
    ),
  ]
  return factors.flatMap(([factor, cells, name]) => {
    if (new Set(cells.map(({ opener, level }) => level ?? opener)).size < 2) return []
    const found = partyStrips({ analysis, parties, played }, cells, name, {
      title: factor === 'opener' ? 'Gains by who opens' : `Gains by ${factor}`,
      caption: `Each party's own gain, a row for each ${factor === 'opener' ? 'opener' : `level of ${factor}`}${several ? ' in each pairing' : ''}.`,
    })
    return found ? [found] : []
  })
}

interface Drawn {
  readonly analysis: Analysis
  readonly parties: readonly PartyTag[]
  readonly played: readonly Row[]
}

function partyStrips(
  { analysis: { frame }, parties, played }: Drawn,
  cells: readonly Cell[],
  name: (cell: Cell) => string,
  words: Pick<StripsFigure, 'title' | 'caption'>,
): StripsFigure | undefined {
  const told = parties.filter(({ id }) => cells.some(({ gains }) => gains[id]))
  if (told.length === 0) return undefined
  const strips = told.flatMap(({ id, label, colour }) =>
    cells.map(
      (cell, i): StripData => ({
        label: i === 0 ? label : '',
        more: name(cell),
        of: 'party',
        colour,
        values: withNumbers(
          counted(cell.figures?.gains[id] ?? []),
          rowsOf(played, cell),
          ({ gains }) => gains?.[id]?.value,
        ),
        pairing: cell.pairing,
        n: cell.gains[id]?.n ?? 0,
        ...boxOf(cell.gains[id]),
        unknown: openOf(cell),
        first: i === 0,
      }),
    ),
  )
  return given({
    ...words,
    axis: 'gain in points over the reservation value',
    strips,
    range: rangeOf(told.flatMap(({ id }) => frame.gains[id] ?? [])),
  })
}

/** How many turns each pairing took. */
export function turnStrips(
  { pairings }: Analysis,
  turnsOf: (pairing: string) => readonly number[],
  played: readonly Row[] = [],
): StripsFigure | undefined {
  const names = pairings.map(({ pairing }) => pairing)
  if (!pairings.some(({ turns }) => turns)) return undefined
  return {
    title: 'How many turns it took',
    caption: 'Turns until the end, by agreement or without one.',
    axis: 'turns',
    strips: pairings.map((cell) => ({
      label: cell.pairing,
      more: `${cell.completed} completed`,
      of: 'pairing',
      colour: pairingColour(names, cell.pairing),
      values: withNumbers(counted(turnsOf(cell.pairing)), rowsOf(played, cell), ({ turns }) => turns),
      pairing: cell.pairing,
      n: cell.turns?.n ?? 0,
      ...boxOf(cell.turns),
      unknown: openOf(cell),
      first: true,
    })),
  }
}
