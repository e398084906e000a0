/** Clones side by side: the kinds of agreement of each by model, and one of them against the others, as tables. */
import type { ReportTable } from '../report.ts'
import { NONE } from '../report-spread.ts'
import { type CloneContrast, contrastClones } from './contrast.ts'
import { type CloneCell, NO_AGREEMENT, shareBounds, shareOf, type TalkEnd, tally } from './taxonomy.ts'

/** What stands for the talks of all models together. */
export const ALL_MODELS = 'all'

export interface ModelClones {
  readonly model: string
  readonly cells: readonly CloneCell[]
  /** Undefined where the reference or all others have no known end. */
  readonly contrast?: CloneContrast
}

export interface CloneReport {
  readonly reference: string
  /** The kind whose share is contrasted. */
  readonly kind: string
  readonly kinds: readonly string[]
  readonly models: readonly ModelClones[]
}

/**
 * Sums up talks by model and clone. `clones`: in the study's order; `kinds`: in the observer's; models come by their
 * names, since the order of play is drawn. Several models are also taken together. Throws a RangeError where no clone is the reference.
 */
export function reportClones(
  talks: readonly TalkEnd[],
  {
    clones,
    kinds,
    reference,
    kind,
  }: { clones: readonly string[]; kinds: readonly string[]; reference: string; kind: string },
): CloneReport {
  const names = [...new Set(talks.map(({ model }) => model))].toSorted()
  const of = (model: string, own: readonly TalkEnd[]): ModelClones => {
    const cells = tally(own, clones)
    const contrast = contrastClones(cells, reference, kind)
    return { model, cells, ...(contrast ? { contrast } : {}) }
  }
  const each = names.map((name) =>
    of(
      name,
      talks.filter(({ model }) => model === name),
    ),
  )
  const models = names.length > 1 ? [...each, of(ALL_MODELS, talks)] : each
  return { reference, kind, kinds, models }
}

const share = (value: number | undefined): string =>
  value === undefined ? NONE : `${(value * 100).toFixed(1)}%`
const points = (value: number): string => `${value < 0 ? '−' : '+'}${(Math.abs(value) * 100).toFixed(1)}`

/** The report as tables. `by`: who read the talks. */
export function cloneTables({ reference, kind, kinds, models }: CloneReport, by: string): ReportTable[] {
  return [taxonomyTable(kinds, models, by), contrastTable(reference, kind, models)]
}

function taxonomyTable(kinds: readonly string[], models: readonly ModelClones[], by: string): ReportTable {
  const columns = [...kinds, NO_AGREEMENT]
  const rows = models.flatMap(({ model, cells }) =>
    cells.map((cell, i) => [
      i === 0 ? model : '',
      ...[cell.clone, String(cell.talks), String(cell.unknown)],
      ...columns.map((column) => share(shareOf(cell, column))),
    ]),
  )
  return {
    title: 'Kinds of agreement by clone',
    caption: `Share of each kind among the talks with a known end, as read by ${by}; unknown: talks that were interrupted, not read or not finished.`,
    head: ['model', 'clone', 'talks', 'unknown', ...columns],
    rows,
    align: `ll${'r'.repeat(columns.length + 2)}`,
  }
}

function contrastTable(reference: string, kind: string, models: readonly ModelClones[]): ReportTable {
  const ranged = models.some(({ cells, contrast }) => contrast && cells.some(({ unknown }) => unknown > 0))
  const rows = models.map(({ model, cells, contrast }) => {
    if (!contrast) return [model, ...Array.from({ length: 8 }, () => NONE)]
    const { interval, another, bounds } = contrast
    const own = cells.find(({ clone }) => clone === reference)
    const range = own && shareBounds(own, kind)
    const unknown = cells.some((cell) => cell.unknown > 0)
    return [
      model,
      `${share(contrast.share)}${unknown && range ? ` (${share(range[0])} to ${share(range[1])})` : ''}`,
      share(contrast.others),
      String(contrast.clones),
      points(contrast.difference),
      interval ? `${points(interval.low)} to ${points(interval.high)}` : 'none',
      unknown ? `${points(bounds[0])} to ${points(bounds[1])}` : NONE,
      another ? `${share(another.low)} to ${share(another.high)}` : NONE,
      another ? another.p.toFixed(3) : NONE,
    ]
  })
  return {
    title: `${kind}: ${reference} against the other clones`,
    caption: `Share of ${kind} in ${reference}${ranged ? ' (in brackets the least and the most that it can be over all its talks)' : ''}, mean share of the other clones (each counts once) and how many they are; difference in percentage points, with its 95 % interval for such clones at large (the clone is the random unit: Welch's interval over clone means); bounds: what talks with an unknown end could make of it, no confidence interval; another: where the share of one more such clone is expected, and p: how unusual ${reference} would be among them (Crawford & Howell 1998). none: with one other clone, or where nothing varies, no interval over clones is possible.`,
    head: ['model', reference, 'others', 'clones', 'difference', 'interval', 'bounds', 'another', 'p'],
    rows,
    align: 'lrrrrrrrr',
  }
}

/** What a reader must know before he believes a contrast. */
export function cloneNotes({ models, reference }: CloneReport): string[] {
  const few = models.some(({ contrast }) => contrast && contrast.clones === 1)
  const some = models.some(({ contrast }) => contrast && contrast.clones > 1 && contrast.clones < 6)
  const one = models.some(({ contrast }) => contrast?.interval && contrast.share % 1 === 0)
  return [
    ...(few
      ? [
          'There is one other clone, so that no interval over clones is possible: the difference is between two scenarios, and says nothing of clones at large.',
        ]
      : []),
    ...(some
      ? [
          'There are few other clones: the interval rests on how these differ among themselves, and is wide for that.',
        ]
      : []),
    ...(one
      ? [
          `Where all or none of the talks about ${reference} are of the kind, their own chance is taken for nothing, and the interval is too narrow.`,
        ]
      : []),
  ]
}
