/** From what a person types to a study's record and one of its negotiations. */
import { EXIT, UserError } from '../core/problem.ts'
import type { RecordReader } from '../store/contract.ts'
import { openReader } from '../store/index.ts'
import { studyPlace } from '../study/load.ts'

export interface OpenRecord {
  readonly reader: RecordReader
  /** The record's file and its study's folder, as a person would type them. */
  readonly file: string
  readonly folder: string
}

/**
 * Opens the record at `path`: a study's folder, the study.yaml in it, or the record's own file.
 * Throws a UserError (EXIT.record) where there is none.
 */
export async function openRecord(path: string): Promise<OpenRecord> {
  const { folder, record } = await studyPlace(path)
  return { reader: await openReader(record), file: record, folder }
}

/**
 * The one negotiation whose id is `name` or holds it. Throws a UserError that lists what there is where none or
 * several do.
 */
export function pickNegotiation(ids: readonly string[], name: string, file: string): string {
  if (ids.includes(name)) return name
  const found = ids.filter((id) => id.toLowerCase().includes(name.toLowerCase()))
  if (found.length === 1) return found[0]!
  const message =
    found.length === 0
      ? `No negotiation in the record is called "${name}".`
      : `"${name}" stands in the ids of ${found.length} negotiations; more of the id is needed.`
  throw new UserError(
    [{ file, message, found: name, expected: listText(found.length > 0 ? found : ids) }],
    EXIT.usage,
  )
}

const MOST = 8

const listText = (ids: readonly string[]): string =>
  ids.length === 0
    ? 'the record holds no negotiation yet'
    : `one of ${ids.slice(0, MOST).join(', ')}${ids.length > MOST ? `, … (${ids.length} in all)` : ''}`
