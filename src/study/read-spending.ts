/** Reads what a record's calls have used, negotiation by negotiation, so that the whole record is never in memory. */
import { access } from 'node:fs/promises'
import { type NegotiatorSpec, negotiatorSpec } from '../negotiators/registry.ts'
import { openEvent } from '../record/chain.ts'
import type { NegotiationEvent, StudyCreated } from '../record/events.ts'
import type { RecordReader } from '../store/contract.ts'
import { openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import type { Played } from './plan.ts'
import type { Pricer } from './pricing.ts'
import { spentIn } from './spending.ts'
import { type Survey, surveyRecord } from './survey.ts'

/** Every negotiation that has begun, with its attempts at calls. */
export async function readPlayed(
  reader: RecordReader,
  survey: Survey,
  pricer: Pricer,
  specs: Readonly<Record<string, NegotiatorSpec>> = registeredSpecs(survey.created),
): Promise<Played[]> {
  const played: Played[] = []
  for (const { assignment, progress } of survey.places) {
    if (progress === 'planned') continue
    const stored = await reader.read(assignment.id)
    const events = stored.map((event) => openEvent(event).event as NegotiationEvent)
    const spent = spentIn(events, assignment.seats, specs, pricer)
    played.push({ assignment, closed: progress === 'closed', spent })
  }
  return played
}

/** The same from the record at `path`; nothing where there is none yet. */
export async function playedSoFar(
  path: string,
  pricer: Pricer,
  specs?: Readonly<Record<string, NegotiatorSpec>>,
): Promise<Played[]> {
  try {
    await access(path)
  } catch {
    return []
  }
  const reader = await openReader(path)
  try {
    return await readPlayed(reader, await surveyRecord(reader, path, nodeSha256), pricer, specs)
  } finally {
    await reader.close()
  }
}

/** The negotiators that this version can read, as they were registered. */
export function registeredSpecs(created: StudyCreated | undefined): Record<string, NegotiatorSpec> {
  return Object.fromEntries(
    Object.entries(created?.negotiators ?? {}).flatMap(([name, spec]) => {
      const { data } = negotiatorSpec.safeParse(spec)
      return data ? [[name, data] as const] : []
    }),
  )
}
