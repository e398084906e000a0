/** Files of a study that can be had from its page without an export: what is cheap to make of what was read. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { csvText } from '../../publication/csv.ts'
import type { StudyPlace } from '../catalog.ts'
import type { RecordIndex } from '../record-index.ts'
import type { AttemptRow, DownloadData } from '../types.ts'

export interface FileOut {
  /** Its media type. */
  readonly type: string
  readonly text: string
}

export const STUDY = 'study.yaml'
export const ATTEMPTS = 'attempts.csv'
export const REPORT = 'report.json'

/** What there is of a study now. */
export function filesOf({ file }: StudyPlace, index: RecordIndex): DownloadData[] {
  const begun = !index.draft && index.places.some(({ state }) => state !== 'planned')
  return [
    ...(existsSync(file) ? [{ file: STUDY, about: 'The study as its file has it now.' }] : []),
    ...(begun || index.closed > 0
      ? [
          {
            file: ATTEMPTS,
            about: 'Every attempt a row, as in the list: begun or not; what is unknown is blank.',
          },
          { file: REPORT, about: 'Every figure of this page, exact where it can be, for programs.' },
        ]
      : []),
  ]
}

/** Undefined where there is no such file any more. */
export async function studyFile({ file }: StudyPlace): Promise<FileOut | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : { type: 'text/yaml; charset=utf-8', text }
}

/** The list of attempts. Undefined while it is still being read: half of it would pass for the whole. */
export function attemptsFile(index: RecordIndex): FileOut | undefined {
  const { done, all } = index.reading
  if (done < all) return undefined
  const rows = index.places.map(({ attempt }) => attempt.row)
  const named = (of: (row: AttemptRow) => object | undefined): string[] => [
    ...new Set(rows.flatMap((row) => Object.keys(of(row) ?? {}))),
  ]
  const parties = named((row) => row.seats)
  const factors = named((row) => row.levels).filter((name) => name !== 'opener')
  const head = [
    ...['negotiation', 'number', 'pairing', 'opener', ...parties.map((id) => `seat ${id}`)],
    ...factors.map((name) => `factor ${name}`),
    ...['extension', 'status', 'outcome', 'in words', 'turns'],
    ...parties.flatMap((id) => [`points ${id}`, `gain ${id}`]),
    ...['joint gain', 'efficiency', 'below reservation value', 'faults', 'kinds of faults'],
    ...['begun', 'ended', 'tokens', 'usd'],
  ]
  const cells = rows.map((row) => [
    ...[row.id, row.number, row.pairing, row.opener, ...parties.map((id) => row.seats[id])],
    ...factors.map((name) => row.levels[name]),
    ...[row.extension, row.status, row.outcome, row.outcomeText, row.turns],
    ...parties.flatMap((id) => [row.points?.[id]?.value, row.gains?.[id]?.value]),
    ...[row.joint?.value, row.efficiency, row.below.join(' '), row.faultCount, row.faults.join(' ')],
    ...[row.startedAt, row.endedAt, row.tokens, row.usd],
  ])
  return { type: 'text/csv; charset=utf-8', text: csvText([head, ...cells]) }
}
