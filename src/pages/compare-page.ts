/** Two sides next to each other: negotiations, pairings, or a pairing at two levels of a factor. */
import { type Rational, toNumber } from '../core/rational.ts'
import type { Cell, Frame, Observation } from '../study/analysis.ts'
import { cellOf } from '../study/cell.ts'
import type { Moments } from '../study/moments.ts'
import { figure, given } from './figure.ts'
import { planeFigure } from './plane.ts'
import { boxOf, counted, openOf } from './strips.ts'
import type {
  AttemptRow,
  ComparePage,
  CompareRow,
  CompareSide,
  CompareWhat,
  Figure,
  NegotiationPage,
  PartyTag,
  SpaceData,
  StripsFigure,
} from './types.ts'

/** One side, with what its figures are made of. */
export interface Side {
  readonly what: CompareWhat
  readonly label: string
  readonly negotiation?: NegotiationPage
  readonly cell?: Cell
  readonly rows: readonly AttemptRow[]
  readonly parties: readonly PartyTag[]
  readonly space?: SpaceData
}

/** The negotiations that a side stands for, added up. `observations`: of the whole study. */
export function sideCell(
  observations: readonly Observation[],
  frame: Frame,
  { pairing = '', factor, level }: CompareWhat,
): { readonly cell: Cell; readonly ids: ReadonlySet<string> } {
  const own = observations.filter(
    (o) =>
      o.pairing === pairing &&
      (factor === undefined || (factor === 'opener' ? o.opener : o.levels?.[factor]) === level),
  )
  return { cell: cellOf(own, frame, { pairing }), ids: new Set(own.map(({ id }) => id)) }
}

export function comparePage(
  left: Side | undefined,
  right: Side | undefined,
  choices: ComparePage['choices'],
): ComparePage {
  const both = left && right
  return given({
    kind: 'compare' as const,
    title: both ? `${left.label} beside ${right.label}` : 'Compare',
    left: left && told(left),
    right: right && told(right),
    rows: rowsOf(left, right),
    figures: both ? figuresOf(left, right) : {},
    choices,
    notes: both ? notesOf(left, right) : [],
  })
}

const told = ({ what, label, negotiation, cell }: Side): CompareSide =>
  given({
    what,
    label,
    negotiation,
    planned: cell?.planned,
    completed: cell?.completed,
    unknown: cell?.unknown,
  })

type Value = { readonly text: string; readonly exact?: Rational | number }

function rowsOf(left: Side | undefined, right: Side | undefined): CompareRow[] {
  const parties = [
    ...new Map([...(left?.parties ?? []), ...(right?.parties ?? [])].map((one) => [one.id, one])).values(),
  ]
  const names: readonly (readonly [name: string, of: (side: Side) => Value | undefined, party?: string])[] = [
    ['Outcome', ({ negotiation }) => words(negotiation?.row.outcomeText)],
    ['Completed', ({ cell }) => cell && number(cell.completed, `${cell.completed} of ${cell.planned}`)],
    ['Outcome unknown', ({ cell }) => cell && number(cell.unknown)],
    ['Agreements', ({ cell }) => (cell?.agreements === undefined ? undefined : number(cell.agreements))],
    ['Share of agreements', ({ cell }) => cell?.share && percent(toNumber(cell.share))],
    ['Joint gain', (side) => mean(side.cell?.joint) ?? one(side.negotiation?.row.joint)],
    ['Efficiency', ({ cell, negotiation }) => efficiency(cell?.efficiency, negotiation?.row.efficiency)],
    ...parties.map(
      ({ id, label }) =>
        [
          `Gain of ${label}`,
          (side: Side) => mean(side.cell?.gains[id]) ?? one(side.negotiation?.row.gains?.[id]),
          id,
        ] as const,
    ),
    ['Turns', ({ cell, negotiation }) => mean(cell?.turns) ?? turns(negotiation?.row.turns)],
    ['Faulty replies', ({ cell, negotiation }) => count(cell?.faults ?? negotiation?.row.faultCount)],
    ['Cost', ({ cell, negotiation }) => dollars(cell?.usd && toNumber(cell.usd.mean), negotiation?.row.usd)],
  ]
  return names.flatMap(([name, of, party]): CompareRow[] => {
    const [a, b] = [left && of(left), right && of(right)]
    if (!a && !b) return []
    return [given({ name, left: a?.text, right: b?.text, difference: difference(a, b), party })]
  })
}

const words = (text: string | undefined): Value | undefined => (text === undefined ? undefined : { text })
const number = (value: number, text = String(value)): Value => ({ text, exact: value })
const count = (value: number | undefined): Value | undefined =>
  value === undefined ? undefined : number(value)
const turns = count
const percent = (share: number): Value => ({ text: `${(100 * share).toFixed(1)}%` })
const one = (of: Figure | undefined): Value | undefined => of && { text: of.text, exact: of.value }
const mean = (of: Moments | undefined): Value | undefined =>
  of && { text: `${figure(of.mean).text}${of.n > 1 ? ' on average' : ''}`, exact: of.mean }
const efficiency = (of: Rational | undefined, single: number | undefined): Value | undefined => {
  const share = of ? toNumber(of) : single
  return share === undefined ? undefined : percent(share)
}
const dollars = (...amounts: readonly (number | undefined)[]): Value | undefined => {
  const usd = amounts.find((amount) => amount !== undefined)
  return usd === undefined ? undefined : { text: `$${usd.toFixed(2)}` }
}

/** Right minus left, where both are numbers of the same kind. */
function difference(a: Value | undefined, b: Value | undefined): string | undefined {
  if (a?.exact === undefined || b?.exact === undefined) return undefined
  if (typeof a.exact === 'number' || typeof b.exact === 'number') {
    const change = value(b.exact) - value(a.exact)
    // As many places as the two figures have.
    const places = [a, b].some(({ text }) => text.includes('.'))
    return signed(Number.isInteger(change) && !places ? String(change) : change.toFixed(2), change)
  }
  const change = b.exact.sub(a.exact)
  return signed(figure(change).text, toNumber(change))
}

const value = (of: Rational | number): number => (typeof of === 'number' ? of : toNumber(of))
const signed = (text: string, change: number): string => (change > 0 ? `+${text}` : text.replace(/^-/, '−'))

function figuresOf(left: Side, right: Side): ComparePage['figures'] {
  const sides = [left, right]
  const cells = sides.flatMap(({ cell }) => cell ?? [])
  if (cells.length < 2) return {}
  const strips = (
    title: string,
    axis: string,
    of: (cell: Cell) => Moments | undefined,
    values: (side: Side) => readonly number[],
  ): StripsFigure | undefined =>
    cells.some(of)
      ? {
          title,
          caption: `${title} of both sides.`,
          axis,
          strips: sides.map((side, i) => ({
            label: side.label,
            more: `${cells[i]!.completed} completed`,
            of: 'pairing' as const,
            colour: i,
            values: counted(values(side)),
            n: of(cells[i]!)?.n ?? 0,
            ...boxOf(of(cells[i]!)),
            unknown: openOf(cells[i]!),
            first: true,
          })),
        }
      : undefined
  const same =
    left.space && JSON.stringify(left.space) === JSON.stringify(right.space) ? left.space : undefined
  const rows = sides.flatMap(({ rows: own, label }) => own.map((row) => ({ ...row, pairing: label })))
  return given({
    joint: strips(
      'Joint gain',
      'joint gain in points',
      ({ joint }) => joint,
      ({ cell }) => cell?.figures?.joint ?? [],
    ),
    turns: strips(
      'Turns',
      'turns',
      (cell) => cell.turns,
      ({ rows: own }) =>
        own.flatMap((row) => (row.status === 'completed' && row.turns !== undefined ? [row.turns] : [])),
    ),
    plane:
      same &&
      planeFigure(same, { pairings: cells.map((cell, i) => ({ ...cell, pairing: sides[i]!.label })) }, rows),
  })
}

function notesOf(left: Side, right: Side): string[] {
  const notes: string[] = []
  if (left.negotiation || right.negotiation)
    notes.push(
      'Single negotiations differ by chance too: that these two differ says nothing of what they are examples of.',
    )
  else
    notes.push(
      'Differences here are of means, without a test; what was planned to be compared stands in the report.',
    )
  if (left.what.study !== right.what.study)
    notes.push(
      'The two sides are of different studies, so that more than the named condition may differ between them.',
    )
  const unknown = (left.cell?.unknown ?? 0) + (right.cell?.unknown ?? 0)
  if (unknown > 0)
    notes.push(`${unknown} outcomes are unknown and in no mean; an unknown outcome is not a gain of zero.`)
  if (left.space && right.space && JSON.stringify(left.space) !== JSON.stringify(right.space))
    notes.push('The two sides are of different games: points are not on one scale.')
  return notes
}
