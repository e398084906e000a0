/** How far a study is, from its record: cheap, and right while another process writes. */
import { callSettings } from '../record/call-settings.ts'
import { openEvent } from '../record/chain.ts'
import type { NegotiationEvent, RunHaltRecord, RunStopped, Stamped } from '../record/events.ts'
import type { Pass } from '../record/passes/plan.ts'
import { type Holder, lockHolder, openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { readPassSpending } from './passes/spending.ts'
import { makePricer, type Pricer } from './pricing.ts'
import { readPlayed } from './read-spending.ts'
import { elsewhereNotes, type Spending, sumUp } from './spending.ts'
import { STUDY_STREAM, surveyRecord } from './survey.ts'

export interface StudyStatus {
  readonly study: string
  readonly title: string
  readonly planned: number
  readonly completed: number
  /** Begun, and not at their end: being played now where a run holds the study. */
  readonly running: number
  /** Ended without a known outcome. */
  readonly interrupted: number
  readonly notStarted: number
  readonly runs: number
  /** How the last run ended; `lost`: it left no word, and no process holds the study. */
  readonly lastRun: 'running' | RunStopped['reason'] | 'lost' | 'none'
  /** What was halted in the last run, and waits. */
  readonly halts?: readonly RunHaltRecord[]
  /** Calls that a lost run left without an answer, and what the next run makes of them. */
  readonly leftInFlight?: { readonly calls: number; readonly lostReplies: 'unknown' | 'redraw' }
  readonly holder?: Holder
  /** The time of the newest event, ISO 8601. */
  readonly lastEvent?: string
  readonly events: number
  /** What its calls have used and cost so far; missing where no model plays. */
  readonly spending?: Spending
  /** What the calls of later passes have used and cost: a cap counts them with the others. */
  readonly passSpending?: Spending
  /** Calls that a variable sent to another server than the provider's own, in words; missing where there were none. */
  readonly elsewhere?: readonly string[]
  /** Later passes over talks, and whether each is done. */
  readonly passes?: readonly PassStatus[]
  /** The hash of the study's own stream: with every negotiation closed, it stands for the whole record. */
  readonly head: string
}

export interface PassStatus {
  readonly pass: string
  readonly what: 'observe' | 'label' | 'probe'
  readonly reader: string
  readonly talks: number
  readonly done: boolean
}

/**
 * The status of the record at `path`; undefined where it holds no study yet. Throws a UserError where it cannot
 * be read.
 */
export async function studyStatus(
  path: string,
  pricer: Pricer = makePricer(),
): Promise<StudyStatus | undefined> {
  const holder = lockHolder(path)
  const reader = await openReader(path)
  try {
    const survey = await surveyRecord(reader, path, nodeSha256)
    const { created, places, streams } = survey
    if (!created) return undefined
    let interrupted = 0
    let ended = 0
    let unanswered = 0
    let lastEvent = survey.lastAt ?? ''
    for (const { assignment, progress, events } of places) {
      if (progress === 'planned') continue
      const [stored] = await reader.read(assignment.id, events - 1)
      const event = stored && (openEvent(stored).event as Stamped<NegotiationEvent>)
      if (!event) continue
      if (event.at > lastEvent) lastEvent = event.at
      if (event.type === 'call.sent') unanswered++
      if (event.type !== 'negotiation.ended') continue
      ended++
      if (event.end.kind === 'interrupted') interrupted++
    }
    const notStarted = places.filter(({ progress }) => progress === 'planned').length
    const models = Object.values(created.negotiators).some((spec) => callSettings(spec) !== undefined)
    const played = models ? await readPlayed(reader, survey, pricer) : []
    const spending = models ? { spending: sumUp(played.flatMap(({ spent }) => spent)) } : {}
    const asked = survey.passes ? await readPassSpending(reader, survey.plan!, survey.passes, pricer) : []
    const passSpending = asked.length > 0 ? { passSpending: sumUp(asked.flatMap(({ spent }) => spent)) } : {}
    const elsewhere = elsewhereNotes([...played, ...asked].flatMap(({ spent }) => spent))
    const open = survey.openRun === undefined ? (survey.stopped ?? 'none') : holder ? 'running' : 'lost'
    const lostReplies = survey.plan!.now.calls?.lost_replies === 'redraw' ? 'redraw' : 'unknown'
    return {
      study: created.study,
      title: created.title,
      planned: places.length,
      completed: ended - interrupted,
      running: places.length - notStarted - ended,
      interrupted,
      notStarted,
      runs: survey.runs,
      lastRun: open,
      ...(survey.halts ? { halts: survey.halts } : {}),
      ...(open === 'lost' && unanswered > 0 ? { leftInFlight: { calls: unanswered, lostReplies } } : {}),
      ...(holder ? { holder } : {}),
      lastEvent,
      events: streams.reduce((n, { events }) => n + events, 0),
      ...spending,
      ...passSpending,
      ...(elsewhere.length > 0 ? { elsewhere } : {}),
      ...(survey.passes ? { passes: survey.passes.map(passStatus) } : {}),
      head: streams.find(({ stream }) => stream === STUDY_STREAM)!.head,
    }
  } finally {
    await reader.close()
  }
}

const passStatus = ({ started: { pass, what, reader, negotiations }, closed }: Pass): PassStatus => ({
  ...{ pass, what, reader },
  ...{ talks: negotiations.length, done: closed !== undefined },
})
