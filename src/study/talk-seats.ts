/**
 * What free talk adds to the seats of a study: its observer at every pairing's table, and what is usual for models that
 * talk or observe. All of it is registered, so that what was in force stands in the record.
 */
import { isModel, type ModelSpec } from '../negotiators/registry.ts'
import { OBSERVER } from '../protocols/seats.ts'
import type { Scenario } from '../scenario/types.ts'
import { isObserved } from './check.ts'
import type { StudyFile } from './schema.ts'

/** The study with its observer among the seats; as it is where its scenario is no free talk. `data`: the file as written. */
export function seatedForTalk(study: StudyFile, scenario: Scenario, data: unknown): StudyFile {
  if (scenario.protocol.type !== 'free-talk') return study
  const written = (data as { negotiators: Record<string, Record<string, unknown>> }).negotiators
  const pairings = Object.entries(study.pairings).map(([name, seats]) => {
    const observer = seats[OBSERVER] ?? study.observer
    const { [OBSERVER]: _, ...parties } = seats
    return [
      name,
      isObserved(scenario) && observer !== undefined ? { ...parties, [OBSERVER]: observer } : parties,
    ]
  })
  const negotiators = Object.entries(study.negotiators).map(([name, spec]) => [
    name,
    isModel(spec) ? usual(spec, written[name] ?? {}) : spec,
  ])
  return { ...study, pairings: Object.fromEntries(pairings), negotiators: Object.fromEntries(negotiators) }
}

/** A model in free talk sees its talk as a thread, and its readings have a schema where that is known to work. */
function usual(spec: ModelSpec, written: Readonly<Record<string, unknown>>): ModelSpec {
  // The providers' own servers have structured outputs; of other servers nothing is known.
  const structured = spec.base_url === undefined
  return {
    ...spec,
    ...(written.context === undefined ? { context: 'thread' } : {}),
    ...(written.structured === undefined ? { structured } : {}),
  }
}
