/**
 * A report as data: a few tables in the order a reader wants them, each with a caption that says what its columns
 * are, and notes on whatever a reader must not miss. How it is laid out is the command line's business.
 */
import { printed } from '../core/rational.ts'
import { type Analysis, type Cell, type Contrast, JOINT } from './analysis.ts'
import type { Moments } from './moments.ts'
import { inferenceTables } from './report-inference.ts'
import { NONE, percent, placesTable, points, spreadTable } from './report-spread.ts'
import type { AnalysisSet, Extension } from './sets.ts'
import { talkTables } from './talk-report.ts'

export interface ReportTable {
  readonly title: string
  /** One line: what each column is. */
  readonly caption: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** One letter a column: `l` or `r`. */
  readonly align: string
}

export interface Report {
  readonly title: string
  /** What the report is of, a line each. */
  readonly about: readonly string[]
  readonly tables: readonly ReportTable[]
  readonly notes: readonly string[]
}

export interface ReportAbout {
  readonly title: string
  readonly about: readonly string[]
  /** Further notes, before those of the analysis. */
  readonly notes?: readonly string[]
  /** Further tables, after those of the analysis. */
  readonly tables?: readonly ReportTable[]
  /** The study was registered before it was played. */
  readonly registered?: boolean
}

/**
 * Lays an analysis out. Points and shares are rounded to two decimals; `reportJson` keeps them whole. Of two sets the
 * registered one comes first and whole, and the extended one is marked in every title.
 */
export function makeReport(
  sets: readonly [AnalysisSet, AnalysisSet?],
  { title, about, notes = [], tables: more = [], registered = false }: ReportAbout,
): Report {
  const [first, extended] = sets
  const planned = extended ? 'as registered' : ''
  const with_ = extended && `with ${extended.extensions.map(({ name }) => name).join(', ')}, descriptive`
  return {
    title,
    about,
    tables: [
      ...tablesOf(first, planned, registered),
      ...more,
      ...(extended ? tablesOf(extended, with_!, registered) : []),
    ],
    notes: [
      ...notes,
      ...remarks(first.analysis),
      ...(extended ? extended.extensions.map(extensionNote) : []),
    ],
  }
}

const extensionNote = ({ name, told }: Extension): string =>
  `Added after registration: ${name}${told === '' ? '' : `, ${told}`}. Tables with it are descriptive; what was registered is reported first and alone.`

function tablesOf({ analysis, comparisons }: AnalysisSet, mark: string, registered: boolean): ReportTable[] {
  const rows = rowsOf(analysis)
  const { pairings, frame } = analysis
  const parties = toldParties(analysis)
  const { talk } = frame
  const tables = [
    counts(rows, analysis, registered),
    ...(talk
      ? [['opener', rows] as const, ...levelLines(analysis)].flatMap(([by, lines]) =>
          talkTables(lines, by, talk.parties),
        )
      : [gainsTable(rows, analysis), ...levelTables(analysis)]),
    spreadTable(pairings, parties),
    frame.parties.length > 0 ? placesTable(rows, parties) : undefined,
    conduct(rows),
    differences(analysis),
    ...inferenceTables(comparisons ?? []),
  ].filter((table) => table !== undefined)
  return mark === '' ? tables : tables.map((table) => ({ ...table, title: `${table.title}, ${mark}` }))
}

const toldParties = ({ frame, pairings }: Analysis): string[] =>
  frame.parties.filter((party) => pairings.some(({ gains }) => gains[party]))

/** Each factor beside the opener that was varied: the same figures by its levels. */
function levelTables(analysis: Analysis): ReportTable[] {
  return levelLines(analysis).map(([factor, lines]) => {
    const table = gainsTable(lines, analysis)
    const { head, rows } = table
    const counted = lines.map(({ cell }) => [String(cell.planned), String(cell.completed)])
    return {
      ...table,
      title: `Joint gain by ${factor}`,
      head: [head[0]!, factor, 'all', 'completed', ...head.slice(2)],
      rows: rows.map((row, i) => [...row.slice(0, 2), ...counted[i]!, ...row.slice(2)]),
      align: `llrr${table.align.slice(2)}`,
    }
  })
}

/** The rows of each such factor. */
const levelLines = ({ levels }: Analysis): [factor: string, lines: Line[]][] =>
  [...Map.groupBy(levels, ({ factor }) => factor!)].map(([factor, cells]) => [
    factor,
    cells.map((cell, i) => ({
      cell,
      names: [cell.pairing === cells[i - 1]?.pairing ? '' : cell.pairing, cell.level!],
    })),
  ])

interface Line {
  readonly cell: Cell
  /** The first two columns. */
  readonly names: readonly [string, string]
}

/** Each pairing as a whole, then by opener where there is more than one. */
const rowsOf = ({ pairings, openers }: Analysis): Line[] =>
  pairings.flatMap((cell) => {
    const parts = openers.filter(({ pairing }) => pairing === cell.pairing)
    const [only] = parts
    if (parts.length < 2) return [{ cell, names: [cell.pairing, only?.opener ?? 'all'] as const }]
    const whole: Line = { cell, names: [cell.pairing, 'all'] }
    return [whole, ...parts.map((part): Line => ({ cell: part, names: ['', part.opener ?? ''] }))]
  })

type Column = readonly [head: string, of: (cell: Cell) => string]

function tableOf(
  title: string,
  caption: string,
  lines: readonly Line[],
  columns: readonly Column[],
): ReportTable {
  return {
    title,
    caption,
    head: ['pairing', 'opener', ...columns.map(([head]) => head)],
    rows: lines.map(({ cell, names }) => [...names, ...columns.map(([, of]) => of(cell))]),
    align: `ll${'r'.repeat(columns.length)}`,
  }
}

function counts(lines: readonly Line[], { pairings, frame }: Analysis, registered: boolean): ReportTable {
  const all = registered ? 'registered' : 'planned'
  const open = pairings.some(({ running, notStarted }) => running + notStarted > 0)
  const scored = pairings.some(({ agreements }) => agreements !== undefined)
  const pointed = scored && !frame.talk
  const openWords = open ? 'running: begun, not at their end; not started; ' : ''
  const scoredWords = scored
    ? `agreed: agreements, and their share of the completed; ${pointed ? 'below: agreements that leave a party under its reservation value; ' : ''}turns: mean of the completed.`
    : ''
  const caption = `${registered ? 'Registered' : 'Planned'}; completed; interrupted: ended with an outcome that is not known; ${openWords}${scoredWords}`
  return tableOf('Negotiations', caption.replace(/; $/, '.'), lines, [
    [all, (cell) => String(cell.planned)],
    ['completed', (cell) => String(cell.completed)],
    ['interrupted', (cell) => String(cell.unknown)],
    ...(open
      ? ([
          ['running', (cell) => String(cell.running)],
          ['not started', (cell) => String(cell.notStarted)],
        ] satisfies Column[])
      : []),
    ...(scored
      ? ([
          ['agreed', (cell) => count(cell.agreements)],
          ['share', (cell) => percent(cell.share)],
          ...(pointed ? ([['below', (cell) => count(cell.below)]] satisfies Column[]) : []),
          ['turns', (cell) => points(cell.turns?.mean)],
        ] satisfies Column[])
      : []),
  ])
}

function gainsTable(lines: readonly Line[], { frame, pairings }: Analysis): ReportTable {
  const parties = toldParties({ frame, pairings } as Analysis)
  const each = parties.length > 0 ? `${parties.join(', ')}: each party's own mean; ` : ''
  const of = frame.largestJoint
    ? `efficiency: mean joint gain over the largest that leaves no party under its reservation value (${printed(frame.largestJoint)}).`
    : ''
  const caption = `Points of ${parties.length > 2 ? 'all' : 'both'} parties over their reservation values, no agreement counted as 0: mean, median and sample standard deviation (SD) of the completed; ${each}${of}`
  return tableOf('Joint gain', caption, lines, [
    ['mean', (cell) => points(cell.joint?.mean)],
    ['median', (cell) => points(cell.joint?.median)],
    ['SD', (cell) => deviation(cell.joint)],
    ...parties.map((party): Column => [party, (cell) => points(cell.gains[party]?.mean)]),
    ['efficiency', (cell) => percent(cell.efficiency)],
  ])
}

/** Left out where there is nothing to see: a note says so then. */
function conduct(lines: readonly Line[]): ReportTable | undefined {
  const told = lines.some(({ cell }) =>
    [cell.faults, cell.passes, cell.repeats, cell.sameMoves].some((n) => n !== undefined && n > 0),
  )
  if (!told) return undefined
  const caption =
    'Faults: replies that could not be read or were not allowed; changed: repairs that changed the terms; passes: turns lost to faults; same words: completed negotiations that repeat an earlier one of their row word for word; same moves: those with its actions and terms, in whatever words.'
  return tableOf('Conduct', caption, lines, [
    ['faults', (cell) => count(cell.faults)],
    ['changed', (cell) => count(cell.changedTerms)],
    ['passes', (cell) => count(cell.passes)],
    ['same words', (cell) => count(cell.repeats)],
    ['same moves', (cell) => count(cell.sameMoves)],
  ])
}

/** Up to this many pairs of pairings each party's gain is compared as well. */
const FEW_PAIRS = 3

function differences({ contrasts, frame }: Analysis): ReportTable | undefined {
  const known = contrasts.filter(({ estimate }) => estimate !== undefined)
  const pairs = known.filter(({ figure }) => figure === JOINT).length
  const told = pairs > FEW_PAIRS ? known.filter(({ figure }) => figure === JOINT) : known
  if (told.length === 0) return undefined
  const unknown = told.some((contrast) => contrast.unknown > 0)
  const range = `${printed(frame.joint.least)} to ${printed(frame.joint.most)}`
  const own = told.some(({ figure }) => figure !== JOINT) ? " (a party's gain: in its own range)" : ''
  const bounds = unknown
    ? `; at least, at most: worst-case bounds over all, those with an unknown outcome (interrupted, running or not started) included, each unknown joint gain anywhere from ${range}${own}. Bounds are no confidence intervals`
    : ''
  return {
    title: 'Differences of mean gain',
    caption: `Difference: of the means of the completed${bounds}.`,
    head: ['pairings', 'gain', 'difference', ...(unknown ? ['at least', 'at most'] : [])],
    rows: told.map((contrast, i) => [
      i > 0 && samePair(contrast, told[i - 1]!) ? '' : `${contrast.of} − ${contrast.minus}`,
      contrast.figure,
      points(contrast.estimate),
      ...(unknown ? [points(contrast.least), points(contrast.most)] : []),
    ]),
    align: unknown ? 'llrrr' : 'llr',
  }
}

const samePair = (a: Contrast, b: Contrast): boolean => a.of === b.of && a.minus === b.minus

function remarks({ pairings, openers, contrasts, frame }: Analysis): string[] {
  const notes: string[] = []
  const all = (of: (cell: Cell) => number): number => pairings.reduce((n, cell) => n + of(cell), 0)
  const open = all((cell) => cell.running + cell.notStarted)
  if (open > 0)
    notes.push(
      `The study is not finished: ${open} of ${all((cell) => cell.planned)} negotiations are still to be played or ended.`,
    )
  if (pairings.some(({ faults }) => faults !== undefined) && conduct(pairings.map(bare)) === undefined) {
    notes.push(
      frame.talk
        ? 'No reply had a fault, no turn was lost, and no talk repeats another word for word.'
        : 'No reply had a fault, no turn was lost, and no completed negotiation repeats the moves of another.',
    )
  }
  const never = frame.talk ? 'not a talk without agreement' : 'not a gain of zero'
  for (const { pairing, reasons } of pairings) {
    const told = Object.entries(reasons).map(([reason, n]) => `${n} (${reason})`)
    if (told.length > 0)
      notes.push(`Unknown in ${pairing}: ${told.join(', ')}. An unknown outcome is ${never}.`)
  }
  for (const cell of openers) {
    for (const group of cell.identical) notes.push(sameText(cell, group, 'replies, word for word'))
    // A group whose words are the same was told of already.
    const told = new Set(cell.identical.map(String))
    for (const group of cell.identicalMoves.filter((ids) => !told.has(String(ids)))) {
      notes.push(sameText(cell, group, 'actions and terms, not all in the same words'))
    }
  }
  const lost = contrasts.find(({ figure, unknown, least, most }) => {
    return figure === JOINT && unknown > 0 && least && most && least.compare(0) <= 0 && most.compare(0) >= 0
  })
  if (lost)
    notes.push(`What is unknown could turn the difference ${lost.of} − ${lost.minus} in joint gain around.`)
  return notes
}

function sameText({ pairing, opener, completed }: Cell, group: readonly string[], what: string): string {
  const all = group.length === completed
  const some = all ? `All ${completed}` : `${group.length} of the ${completed}`
  return `${some} completed negotiations of ${pairing} opened by ${opener} have the same ${what} (${group[0]} is the first): they are no independent replications.`
}

const bare = (cell: Cell): Line => ({ cell, names: [cell.pairing, ''] })

const count = (value: number | undefined): string => (value === undefined ? NONE : String(value))
const deviation = (value: Moments | undefined): string =>
  value?.sd === undefined ? NONE : value.sd.toFixed(2)
