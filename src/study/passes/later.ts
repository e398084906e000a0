/** What passes add to a study's report: readers against each other, and what the probe found. */

import { costText } from '../../models/cost.ts'
import type { Stamped, StudyEvent } from '../../record/events.ts'
import { passesOf } from '../../record/passes/plan.ts'
import type { RecordReader } from '../../store/contract.ts'
import type { Pricer } from '../pricing.ts'
import type { ReportTable } from '../report.ts'
import { elsewhereNotes, sumUp } from '../spending.ts'
import { type ObserverReport, observerJson, observerReport } from './observers.ts'
import { probeTables, type Recognition, readProbes } from './probes.ts'
import { type PassSpent, readPassSpending } from './spending.ts'
import { readTalks } from './talks.ts'

export interface LaterReadings {
  readonly observers?: ObserverReport
  readonly probes: readonly Recognition[]
  readonly tables: readonly ReportTable[]
  readonly notes: readonly string[]
}

/** Reads the passes that a study's stream tells of; undefined where there is none. `file` names the record. */
export async function laterReadings(
  reader: RecordReader,
  stream: readonly Stamped<StudyEvent>[],
  file: string,
  pricer: Pricer,
): Promise<LaterReadings | undefined> {
  const passes = passesOf(stream)
  if (passes.length === 0) return undefined
  const record = await readTalks(reader, file)
  const observers = await observerReport(reader, record, file)
  const probes = await readProbes(reader, record, file)
  const open = passes
    .filter(({ closed }) => !closed)
    .map(({ started }) => `${started.pass} (${started.reader})`)
  const spending = await readPassSpending(reader, record.plan, passes, pricer)
  return {
    ...(observers ? { observers } : {}),
    probes,
    tables: [...(observers?.tables ?? []), ...probeTables(probes)],
    notes: [
      ...(open.length === 0 ? [] : [`Not every pass over the talks is done: ${open.join(', ')}.`]),
      ...(spending.length === 0 ? [] : [spendingNote(spending)]),
      ...elsewhereNotes(spending.flatMap(({ spent }) => spent)).map((note) => `In later passes: ${note}`),
    ],
  }
}

/** What passes have used stands in no table of the talks' own calls. */
function spendingNote(all: readonly PassSpent[]): string {
  const { attempts, answered, cost } = sumUp(all.flatMap(({ spent }) => spent))
  const names = [...new Set(all.map(({ pass }) => pass))].join(', ')
  return `Calls of later passes (${names}), counted in no table above: ${attempts} attempts, ${answered} answered, ${costText(cost)}.`
}

/** The same as JSON data. */
export const laterJson = ({ observers, probes }: LaterReadings) => ({
  ...(observers ? { readers: observerJson(observers) } : {}),
  ...(probes.length > 0 ? { probes: probes.map(({ said: _, ...answer }) => answer) } : {}),
})
