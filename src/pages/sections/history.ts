/** How the data came about: attempted, completed, interrupted and why, and everything that happened to the study. */
import { LIMITS } from '../../publication/results-text.ts'
import type { AttemptRow, Block } from '../types.ts'
import { count, type MakeBlocks } from './contract.ts'
import { happened } from './happened.ts'

/** More runs and looks than these are told by their number. */
const MOST = 60

export const historyBlocks: MakeBlocks = ({ index }) => {
  const rows = index.places.map(({ attempt }) => attempt.row)
  const of = (status: AttemptRow['status']): number => rows.filter((row) => row.status === status).length
  const reasons = tally(rows.flatMap((row) => (row.status === 'unknown' ? [row.outcomeText] : [])))
  const told = index.events.flatMap((event) => {
    const text = happened(event)
    return text === undefined ? [] : [{ at: event.at, text }]
  })
  const events = told.length <= MOST ? told : [...told.slice(0, MOST / 2), ...told.slice(-MOST / 2)]
  return [
    {
      type: 'text',
      text: `Of ${count(rows.length, 'planned negotiation')} ${of('completed')} were completed and ${of('unknown')} interrupted for good${of('running') > 0 ? `; ${of('running')} have begun and are not at their end` : ''}${of('planned') > 0 ? `; ${of('planned')} have not begun` : ''}. An interrupted attempt is never replaced: its outcome is unknown, and stays in every count.`,
    },
    ...(reasons.length > 0
      ? [
          {
            type: 'table' as const,
            table: {
              title: 'Interrupted attempts',
              caption: 'Why their outcome is unknown.',
              head: ['why', 'how many'],
              rows: reasons,
              align: 'lr',
            },
          },
        ]
      : []),
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

const tally = (words: readonly string[]): string[][] =>
  [...Map.groupBy(words, (word) => word)]
    .map(([word, list]) => [word, String(list.length)])
    .sort(([, a], [, b]) => Number(b) - Number(a))

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
