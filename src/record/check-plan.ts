/** A study's own stream held to itself: its scenarios' hashes, its registration, its additions. */
import type { Contrast } from './claims.ts'
import type { PackRecord, Stamped, StudyEvent } from './events.ts'
import type { Sha256 } from './hash.ts'
import { registrationText } from './registration.ts'
import { packHash } from './scenario-hash.ts'
import { type StudyPlan, seenSoFar } from './study-plan.ts'

/** What is wrong with the event `seq` of the study's stream. */
export interface PlanFault {
  readonly seq: number
  readonly message: string
  readonly contrast?: Contrast
}

/** Everything in which the study's stream contradicts itself. Never throws on what the record holds. */
export function checkPlan(
  plan: StudyPlan,
  events: readonly Stamped<StudyEvent>[],
  sha256: Sha256,
): PlanFault[] {
  const { created, registered, amendments, extensions } = plan
  const faults: PlanFault[] = []
  const tell = (seq: number, message: string, found?: string, expected?: string): void => {
    const contrast = found === undefined || expected === undefined ? {} : { contrast: { found, expected } }
    faults.push({ seq, message, ...contrast })
  }
  const packs = (
    seq: number,
    own: PackRecord | undefined,
    variants: Readonly<Record<string, PackRecord>> = {},
  ): void => {
    for (const { scenario, pack } of [...(own ? [own] : []), ...Object.values(variants)]) {
      const hash = packHash(pack)
      if (hash !== scenario)
        tell(seq, 'The scenario in the record has another hash than the record says.', scenario, hash)
    }
  }
  packs(created.seq, created, created.variants)
  for (const { seq, scenario, pack, variants } of amendments)
    packs(seq, scenario !== undefined && pack ? { scenario, pack } : undefined, variants)

  if (registered) {
    const run = events.find(({ type }) => type === 'run.started')
    if (run && run.seq < registered.seq)
      tell(registered.seq, 'The study was registered after a run had begun.')
    const hash = registrationHash(plan, sha256)
    if (hash !== undefined && hash !== registered.registration)
      tell(
        registered.seq,
        'The registration is not the one that the record leads to.',
        registered.registration,
        hash,
      )
  }
  for (const again of events.filter(({ type }) => type === 'study.created' || type === 'study.registered')) {
    if (again.seq !== created.seq && again.seq !== registered?.seq)
      tell(again.seq, 'The study is registered twice.')
  }
  for (const { seq, seen, begun } of [...amendments, ...extensions]) {
    const expected = seenSoFar(plan, begun, seq)
    if (seen !== expected)
      tell(seq, 'What was known of outcomes is not what the record leads to.', seen, expected)
  }
  const known = new Map<string, number>()
  for (const { id } of created.assignments) {
    if (known.has(id)) tell(created.seq, `The assignment ${id} is there twice.`)
    known.set(id, created.seq)
  }
  for (const { seq, extension, assignments } of extensions) {
    for (const one of assignments) {
      if (known.has(one.id)) tell(seq, `The extension adds ${one.id}, which is there already.`)
      if (one.extension !== extension)
        tell(seq, `${one.id} does not say which extension added it.`, one.extension ?? 'none', extension)
      known.set(one.id, seq)
    }
  }
  return faults
}

/** SHA-256 of registration.json as the record leads to it; undefined where there is none. */
function registrationHash({ created, registered }: StudyPlan, sha256: Sha256): string | undefined {
  if (!registered) return undefined
  try {
    return sha256(registrationText(created, registered, sha256))
  } catch (error) {
    // Half a character: nothing that registers writes one.
    if (error instanceof RangeError) return 'none'
    throw error
  }
}

/** What is wrong with the end of a negotiation that was closed with so many events, of which some are missing. */
export const tailWords = (events: number, missing: number): string =>
  missing > 0
    ? `The negotiation was closed with ${events} events: ${missing === 1 ? 'its last one is' : `its last ${missing} are`} missing.`
    : missing < 0
      ? `The negotiation was closed with ${events} events: ${missing === -1 ? 'one was' : `${-missing} were`} added since.`
      : "Its last hash is not the one with which the study's own stream closed it: the whole of it was written anew."
