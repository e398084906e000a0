/** Readers, their comparison and its tables in one: what a report and `parley observe` tell. */
import { kindsOf } from '../../record/passes/readings.ts'
import type { RecordReader } from '../../store/contract.ts'
import { compareReaders, type Readers, type TalkReader } from '../agreement/compare-readers.ts'
import type { ReportTable } from '../report.ts'
import { readerTables } from './reader-tables.ts'
import { type ReadTalk, readersOf, readPasses } from './readers.ts'
import type { TalkRecord } from './talks.ts'

export interface ObserverReport {
  readonly readers: readonly TalkReader[]
  readonly compared: Readers
  readonly read: readonly ReadTalk[]
  readonly tables: readonly ReportTable[]
}

/** Reads all passes of a record and compares who has read. Undefined where nobody but the talks' own observer has. */
export async function observerReport(
  reader: RecordReader,
  record: TalkRecord,
  file: string,
): Promise<ObserverReport | undefined> {
  const read = await readPasses(reader, record, file)
  if (read.length === 0) return undefined
  // Talks that nobody has read again say nothing of agreement, and what is published does without them.
  const again = new Set(read.map(({ talk }) => talk.assignment.id))
  const talks = record.talks.filter(({ assignment }) => again.has(assignment.id))
  const readers = readersOf({ talks, passes: record.passes }, read)
  const kinds = [...new Set(record.talks.flatMap(({ game }) => kindsOf(game)))]
  const compared = compareReaders(readers, kinds, record.plan.created.seed)
  return { readers, compared, read, tables: readerTables(readers, compared) }
}

/** The same as JSON data, without the single readings. */
export const observerJson = ({ readers, compared }: ObserverReport) => ({
  readers: readers.map(({ name, as, talks, messages }) => ({
    ...{ name, as, talks: talks.size },
    messages: [...messages.values()].reduce((sum, one) => sum + one.size, 0),
  })),
  ...compared,
})
