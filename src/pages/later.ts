/**
 * What was read of free talks afterwards, as pages show it: other observers, people, the question whether the story
 * was known, and one clone of a scenario against the others.
 */
import { UserError } from '../core/problem.ts'
import type { Stamped, StudyEvent } from '../record/events.ts'
import { passesOf } from '../record/passes/plan.ts'
import { kindsOf } from '../record/passes/readings.ts'
import type { RecordReader } from '../store/contract.ts'
import { cloneNotes, cloneTables, reportClones } from '../study/clones/clone-report.ts'
import { clonesOf, endsOf, referenceOf } from '../study/passes/clone-ends.ts'
import { type LaterReadings, laterReadings } from '../study/passes/later.ts'
import { readProbes } from '../study/passes/probes.ts'
import { readersOf, readPasses } from '../study/passes/readers.ts'
import { type FinishedTalk, readTalks } from '../study/passes/talks.ts'
import type { Pricer } from '../study/pricing.ts'
import { readLaterCalls } from './later-calls.ts'
import { laterOfTalk } from './later-talk.ts'
import type { LaterData, TableData } from './types.ts'

/** What a study's page says of it. */
export interface LaterOfStudy {
  /** Undefined where there were no passes. */
  readonly readings?: LaterReadings
  /** Clones side by side, where the study plays several. */
  readonly clones: readonly TableData[]
  readonly cloneNotes: readonly string[]
}

export interface Later extends LaterOfStudy {
  /** Of one talk; undefined where nobody has read it again. */
  of(id: string): Promise<LaterData | undefined>
}

/** Undefined where the study is no free talk. `stream`: of the study; `file`: the record's name for a person. */
export async function readLater(
  reader: RecordReader,
  stream: readonly Stamped<StudyEvent>[],
  file: string,
  pricer: Pricer,
): Promise<Later | undefined> {
  if (!stream.some((event) => event.type === 'study.created' && event.protocol === 'free-talk')) return
  try {
    const readings = await laterReadings(reader, stream, file, pricer)
    const record = await readTalks(reader, file)
    const talks = new Map(record.talks.map((talk) => [talk.assignment.id, talk]))
    const read = Map.groupBy(readings?.observers?.read ?? [], ({ talk }) => talk.assignment.id)
    const probes = Map.groupBy(readings?.probes ?? [], ({ negotiation }) => negotiation)
    return {
      ...(readings ? { readings } : {}),
      ...clonesIn(record),
      async of(id) {
        const talk = talks.get(id)
        if (!talk) return undefined
        const askedBy = await readLaterCalls(reader, talk, stream, file, pricer)
        return laterOfTalk(talk, read.get(id) ?? [], probes.get(id) ?? [], askedBy)
      },
    }
  } catch (error) {
    // A record that is not what it says is told of by the check; its talks are shown without what was read of them.
    if (error instanceof UserError) return
    throw error
  }
}

/** Of one talk alone, from the streams that are about it; undefined where nobody has read it again. */
export async function readLaterOf(
  reader: RecordReader,
  talk: FinishedTalk,
  stream: readonly Stamped<StudyEvent>[],
  file: string,
  pricer: Pricer,
): Promise<LaterData | undefined> {
  const record = { talks: [talk], passes: passesOf(stream) }
  try {
    const askedBy = await readLaterCalls(reader, talk, stream, file, pricer)
    const read = await readPasses(reader, record, file)
    return laterOfTalk(talk, read, await readProbes(reader, record, file), askedBy)
  } catch (error) {
    if (error instanceof UserError) return
    throw error
  }
}

/** By the readings in the talks themselves; the first kind of agreement of the observer's is the one compared. */
function clonesIn(record: Awaited<ReturnType<typeof readTalks>>): Omit<LaterOfStudy, 'readings'> {
  const clones = clonesOf(record)
  const kinds = [...new Set(record.talks.flatMap(({ game }) => kindsOf(game)))]
  const [reference, kind] = [referenceOf(clones), kinds[0]]
  if (clones.length < 2 || reference === undefined || kind === undefined)
    return { clones: [], cloneNotes: [] }
  const readers = readersOf(record, []).filter(({ as }) => as === 'first')
  const ends = endsOf(record, readers, () => clones[0]!)
  const report = reportClones(ends, { clones, kinds, reference, kind })
  const by = readers.map(({ name }) => name).join(', ')
  return { clones: cloneTables(report, by), cloneNotes: cloneNotes(report) }
}
