/** How the data came about: attempted, completed, interrupted and why, and everything that happened to the study. */
import { LIMITS } from '../../publication/results-text.ts'
import { cellsOf } from '../../study/results.ts'
import type { AttemptRow, Block, TableData } from '../types.ts'
import { count, type MakeBlocks } from './contract.ts'
import { happened } from './happened.ts'

/** More runs and looks than these are told by their number. */
const MOST = 60

export const historyBlocks: MakeBlocks = ({ index }) => {
  const rows = index.places.map(({ attempt }) => attempt.row)
  const of = (status: AttemptRow['status']): number => rows.filter((row) => row.status === status).length
  const unknown = rows.filter(({ status }) => status === 'unknown')
  const told = index.events.flatMap((event) => {
    const text = happened(event)
    return text === undefined ? [] : [{ at: event.at, text }]
  })
  const events = told.length <= MOST ? told : [...told.slice(0, MOST / 2), ...told.slice(-MOST / 2)]
  return [
    {
      type: 'text',
      text: `Of ${count(rows.length, 'planned negotiation')} ${rows.length - of('planned')} were attempted: ${of('completed')} were completed and ${of('unknown')} interrupted for good${of('running') > 0 ? `; ${of('running')} have begun and are not at their end` : ''}${of('planned') > 0 ? `; ${of('planned')} have not begun` : ''}. An interrupted attempt is never replaced: its outcome is unknown, and stays in every count.`,
    },
    { type: 'table', table: becameTable(rows, cellsOf(index.plan!.created).pairings) },
    ...(unknown.length > 0 ? [{ type: 'table' as const, table: interruptedTable(unknown) }] : []),
    ...(told.length > events.length
      ? [
          {
            type: 'text' as const,
            text: `${told.length - events.length} entries in between are left out here; registration-history.json holds all.`,
          },
        ]
      : []),
    { type: 'events', events },
  ]
}

/** What became of all that was planned, by pairing; what was added later is told apart. */
function becameTable(rows: readonly AttemptRow[], pairings: readonly string[]): TableData {
  const place = ([{ pairing, extension } = rows[0]!]: readonly AttemptRow[]): number =>
    pairings.indexOf(pairing) + (extension === undefined ? 0 : pairings.length)
  const groups = [
    ...Map.groupBy(rows, ({ extension = '', pairing }) => JSON.stringify([extension, pairing])).values(),
  ].sort((a, b) => place(a) - place(b))
  const extended = rows.some(({ extension }) => extension !== undefined)
  const cells = (own: readonly AttemptRow[]): string[] => {
    const of = (status: AttemptRow['status']): number => own.filter((row) => row.status === status).length
    const [completed, unknown, running, planned] = [
      of('completed'),
      of('unknown'),
      of('running'),
      of('planned'),
    ]
    return [own.length, own.length - planned, completed, unknown, running + planned].map(String)
  }
  return {
    title: 'What became of the plan',
    caption:
      'Negotiations that were planned, attempted (begun), completed, interrupted for good, and are not ended; what extensions added stands apart.',
    head: [
      ...(extended ? ['when'] : []),
      ...['pairing', 'planned', 'attempted', 'completed', 'interrupted', 'open'],
    ],
    rows: [
      ...groups.map((own) => [
        ...(extended
          ? [own[0]!.extension === undefined ? 'at first' : `extension ${own[0]!.extension}`]
          : []),
        own[0]!.pairing,
        ...cells(own),
      ]),
      [...(extended ? [''] : []), 'all', ...cells(rows)],
    ],
    align: `${extended ? 'l' : ''}lrrrrr`,
  }
}

/** Attempts that are named in a row; the list of all has the others. */
const NAMED = 6

function interruptedTable(unknown: readonly AttemptRow[]): TableData {
  const reasons = [...Map.groupBy(unknown, ({ outcomeText }) => outcomeText)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  return {
    title: 'Interrupted attempts',
    caption:
      'Why their outcome is unknown, how many there are, and which, by their number in the list of all attempts.',
    head: ['why', 'how many', 'which'],
    rows: reasons.map(([why, own]) => [
      why.replace(/^Interrupted: /, ''),
      String(own.length),
      `${own
        .slice(0, NAMED)
        .map(({ number }) => number)
        .join(', ')}${own.length > NAMED ? ', \u2026' : ''}`,
    ]),
    align: 'lrl',
  }
}

export const limitationsBlocks: MakeBlocks = ({ index, report }) => {
  const { plan } = index
  const own: string[] = []
  if (plan && !plan.registered)
    own.push('The study was not registered before it was played: all of this is exploratory.')
  if (report?.differences.length)
    own.push(
      `The record and the rules disagree in ${count(report.differences.length, 'place')}: parley replay tells which.`,
    )
  if (
    index.places.some(({ attempt }) => attempt.row.status === 'planned' || attempt.row.status === 'running')
  )
    own.push('The study is not finished: what is shown can still change.')
  return [{ type: 'list', items: [...own, ...LIMITS] } satisfies Block]
}
