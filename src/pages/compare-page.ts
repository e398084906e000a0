/** Two sides next to each other: negotiations, pairings, or a pairing at two levels of a factor. */
import type { Cell, Frame, Observation } from '../study/analysis.ts'
import { cellOf } from '../study/cell.ts'
import type { Moments } from '../study/moments.ts'
import { rowsOf } from './compare-rows.ts'
import { given } from './figure.ts'
import { type Row, toldApart, withNumbers } from './numbers.ts'
import { planeFigure } from './plane.ts'
import { boxOf, counted, openOf } from './strips.ts'
import type {
  AttemptRow,
  ComparePage,
  CompareSide,
  CompareWhat,
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
  /** How many were added to the study later, and are left out. */
  readonly later?: number
  /** What its talks were settled as, in the words for readers. */
  readonly kinds?: readonly { readonly name: string; readonly count: number }[]
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

function figuresOf(left: Side, right: Side): ComparePage['figures'] {
  const sides = [left, right]
  const cells = sides.flatMap(({ cell }) => cell ?? [])
  if (cells.length < 2) return {}
  // A number stands for one negotiation within one study.
  const apart = left.what.study === right.what.study && toldApart([...left.rows, ...right.rows]).length > 0
  const strips = (
    title: string,
    axis: string,
    of: (cell: Cell) => Moments | undefined,
    values: (side: Side) => readonly number[],
    ofRow: (row: Row) => number | undefined,
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
            values: withNumbers(counted(values(side)), apart ? side.rows : [], ofRow),
            pairing: side.label,
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
      ({ joint }) => joint?.value,
    ),
    turns: strips(
      'Turns',
      'turns',
      (cell) => cell.turns,
      ({ rows: own }) =>
        own.flatMap((row) => (row.status === 'completed' && row.turns !== undefined ? [row.turns] : [])),
      ({ turns }) => turns,
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
    notes.push(
      `${unknown} ${unknown === 1 ? 'outcome is' : 'outcomes are'} unknown and in no mean; an unknown outcome is not a gain of zero.`,
    )
  const later = (left.later ?? 0) + (right.later ?? 0)
  if (later > 0)
    notes.push(
      `${later} ${later === 1 ? 'negotiation that was' : 'negotiations that were'} added later ${later === 1 ? 'is' : 'are'} left out.`,
    )
  if (left.space && right.space && JSON.stringify(left.space) !== JSON.stringify(right.space))
    notes.push('The two sides are of different games: points are not on one scale.')
  return notes
}
