/** Amends a study: what was changed on disk since is noted in its record, with the reason and what had been seen. */
import { UserError } from '../core/problem.ts'
import { openEvent } from '../record/chain.ts'
import type { NegotiationEvent, Stamped, StudyAmended } from '../record/events.ts'
import { endRecord, kept } from '../record/read.ts'
import { promptsHash } from '../record/registration.ts'
import { replayNegotiation } from '../record/replay.ts'
import { RecordScenarios } from '../record/scenarios.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { type Change, changesOf, digest, problemOf } from './changes.ts'
import type { Study } from './load.ts'
import { type ChangeOptions, changedWhen, changing, mustHavePlan, type Opened } from './open-change.ts'
import { registration } from './registration.ts'
import { type Place, STUDY_STREAM } from './survey.ts'

export interface Amended {
  readonly event: StudyAmended
  /** The negotiations that had begun and were interrupted by it. */
  readonly interrupted: readonly string[]
}

/** Why a seat's reply never came: the study was amended before it was its turn. */
const AMENDED = 'amended'

/**
 * Notes in the record in what the study on disk differs from it; negotiations that begin later are played so. Without
 * a difference the reason alone is noted. Throws a UserError where the design has changed, or where negotiations have
 * begun that could not be gone on with (`interrupt` ends them, their outcomes unknown).
 */
export const amendStudy = (
  study: Study,
  reason: string,
  options: ChangeOptions & { readonly interrupt?: boolean },
): Promise<Amended> =>
  changing(study, options, async (opened) => {
    const { survey, journal } = opened
    const plan = mustHavePlan(survey, study)
    const now = registration(study, options.versions)
    const changes = changesOf(study, plan, now)
    const since = plan.registered ? 'was registered' : 'began'
    const design = changes.filter(({ kind }) => kind === 'design')
    if (design.length > 0) {
      const mend =
        'A design is not amended: undo the change, then add assignments by parley extend; or make another study of it, in a folder of its own.'
      throw new UserError(design.map((change) => problemOf(change, since, mend)))
    }
    const begun = survey.places.filter(({ progress }) => progress === 'begun')
    const played = changes.some(({ kind }) => kind === 'play')
    if (played && begun.length > 0 && !options.interrupt) {
      const message = `${begun.length} negotiations have begun and are not at their end: they cannot go on by other rules, prompts or settings.`
      const mend =
        'Undo the change and let them end first; or add --interrupt, which ends them now, their outcomes unknown.'
      throw new UserError([{ file: study.record, message, found: begun[0]!.assignment.id, mend }])
    }
    const event: StudyAmended = {
      type: 'study.amended',
      ...changedWhen(plan, survey, reason),
      amendment: `m${plan.amendments.length + 1}`,
      changes: changes.map(({ what, before, after }) => ({
        what,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })),
      ...newTerms(study, plan, changes),
    }
    const ended = played ? begun : []
    for (const place of ended) await interrupt(place, plan, opened)
    journal.append(STUDY_STREAM, event)
    return { event, interrupted: ended.map(({ assignment }) => assignment.id) }
  })

/** The new values of what has changed, whole. */
function newTerms(
  study: Study,
  { now: terms }: StudyPlan,
  changes: readonly Change[],
): Partial<StudyAmended> {
  const now = registration(study, { parley: '', node: '' })
  const says = (what: string): boolean => changes.some((change) => change.what.startsWith(what))
  const packs = says("The scenario's file ")
  const rendered = packs || says('The set of templates')
  const scenarios = study.variants.map(({ scenario }) => scenario)
  return {
    ...(says('Its title') ? { title: now.title } : {}),
    ...(says('Negotiator ') ? { negotiators: now.negotiators } : {}),
    ...(says('The way in which') && now.calls ? { calls: now.calls } : {}),
    ...(says('The planned analysis') ? { analysis: now.analysis ?? {} } : {}),
    ...(packs ? { scenario: now.scenario, pack: now.pack } : {}),
    ...(packs && now.variants ? { variants: now.variants } : {}),
    ...(rendered && terms.prompts !== undefined ? { prompts: promptsHash(scenarios, nodeSha256) } : {}),
    ...(says('The digest of the rules')
      ? { rules: { version: now.version, digest: digest(now.protocol) } }
      : {}),
  }
}

/** Ends a negotiation that has begun: the reply that is due will never come, and its outcome is unknown. */
async function interrupt({ assignment }: Place, plan: StudyPlan, { journal, reader }: Opened): Promise<void> {
  const { id } = assignment
  const events = (await reader.read(id)).map((stored) => openEvent(stored).event as Stamped<NegotiationEvent>)
  const [start] = events
  const amendment = start?.type === 'negotiation.started' ? start.amendment : undefined
  const game = new RecordScenarios(plan).game(assignment, amendment)
  if (!game) throw new Error(`the scenario of ${id} cannot be read`)
  const { state, closed } = replayNegotiation(events, game)
  const { protocol, scenario } = game
  if (!closed) {
    let last = state
    // A talk goes on without its observer, so that it ends with the party whose turn it would be then.
    for (let seat = protocol.actor(last); seat !== undefined; seat = protocol.actor(last)) {
      journal.append(id, { type: 'seat.absent', seat, turn: kept(last).turn, code: AMENDED })
      last = protocol.absent(last, seat)
    }
    const end = protocol.outcome(last)
    if (!end) throw new Error(`the rules know no end of ${id}`)
    journal.append(id, { type: 'negotiation.ended', end: endRecord(scenario.issues, end) })
  }
  journal.append(STUDY_STREAM, { type: 'negotiation.closed', negotiation: id, ...journal.at(id) })
}
