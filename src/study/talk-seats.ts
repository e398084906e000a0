/**
 * What free talk adds to the seats of a study: its observer at every pairing's table, and what is usual for models that
 * talk or observe. All of it is registered, so that what was in force stands in the record.
 */
import { isModel, type ModelSpec } from '../negotiators/registry.ts'
import type { Seat } from '../protocols/contract.ts'
import type { Settings } from '../protocols/free-talk/settings.ts'
import { OBSERVER, observerSeat } from '../protocols/seats.ts'
import type { Scenario } from '../scenario/types.ts'
import { isObserved } from './check.ts'
import type { StudyFile } from './schema.ts'

/** Every seat of a table: the parties', and one for each reading of a message that can come. */
export function everySeat(scenario: Scenario, seats: Readonly<Record<Seat, string>>): Seat[] {
  const { confirm } = scenario.protocol.settings as Partial<Settings>
  const readings = Array.from({ length: confirm?.readings ?? 1 }, (_, k) => observerSeat(k + 1))
  return Object.keys(seats).flatMap((seat) => (seat === OBSERVER ? readings : seat))
}

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
