/** The finished free talks of a record, each replayed by the rules: what passes read. */
import { EXIT, UserError } from '../../core/problem.ts'
import type { End } from '../../protocols/contract.ts'
import type { State } from '../../protocols/free-talk/index.ts'
import { checkChain, openEvent } from '../../record/chain.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped, StudyEvent } from '../../record/events.ts'
import { type Pass, passesOf } from '../../record/passes/plan.ts'
import { replayNegotiation } from '../../record/replay.ts'
import { RecordScenarios } from '../../record/scenarios.ts'
import { type StudyPlan, studyPlan } from '../../record/study-plan.ts'
import type { Game } from '../../scenario/game.ts'
import type { RecordReader } from '../../store/contract.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import { STUDY_STREAM, type Survey, surveyRecord } from '../survey.ts'

/** A talk that has ended, whatever its end. */
export interface FinishedTalk {
  readonly assignment: AssignmentRecord
  readonly game: Game
  readonly state: State
  readonly end: End
  /** What was read: the length and the head of its stream. */
  readonly events: number
  readonly head: string
  /** The settings of everybody who played it. */
  readonly negotiators: Readonly<Record<string, unknown>>
}

/** A study's record as passes see it. */
export interface TalkRecord {
  readonly plan: StudyPlan
  readonly survey: Survey
  readonly passes: readonly Pass[]
  readonly talks: readonly FinishedTalk[]
}

/**
 * Reads every talk that is closed. `file` names the record for a person. Throws a UserError (EXIT.record) where the
 * record is empty or a talk is not what the rules make of it, and (EXIT.invalid) where the study is no free talk.
 */
export async function readTalks(reader: RecordReader, file: string): Promise<TalkRecord> {
  const survey = await surveyRecord(reader, file, nodeSha256)
  const stream = (await reader.read(STUDY_STREAM)).map((one) => openEvent(one).event as Stamped<StudyEvent>)
  const plan = studyPlan(stream)
  if (!plan) {
    const message = 'The record is empty: the study has not begun.'
    throw new UserError([{ file, message, mend: 'Play it first: parley run <study>.' }], EXIT.record)
  }
  if (plan.created.protocol !== 'free-talk') {
    const message = 'This study is no free talk: there are no talks to read.'
    throw new UserError([{ file, message, found: plan.created.protocol, expected: 'free-talk' }])
  }
  const scenarios = new RecordScenarios(plan, (name) => `${file}: ${name}`)
  const talks: FinishedTalk[] = []
  for (const { assignment, progress } of survey.places) {
    if (progress !== 'closed') continue
    const stored = await reader.read(assignment.id)
    const opened = stored.map((one) => openEvent(one))
    const events = opened.map(({ event }) => event as Stamped<NegotiationEvent>)
    const [first] = events
    const amendment = first?.type === 'negotiation.started' ? first.amendment : undefined
    const game = scenarios.game(assignment, amendment)
    const replayed =
      game &&
      replayNegotiation(
        events,
        game,
        opened.map(({ sealed }) => sealed),
      )
    const wrong = checkChain(stored, nodeSha256) ?? replayed?.differences[0]
    if (!game || !replayed?.end || wrong) {
      const message = `Negotiation ${assignment.id} cannot be read: ${wrong?.message ?? 'the rules know no end of it'}`
      const mend = 'parley replay tells more.'
      throw new UserError([{ file, message, mend }], EXIT.record)
    }
    talks.push({
      ...{ assignment, game, end: replayed.end, state: replayed.state as State },
      ...{ events: stored.length, head: stored.at(-1)!.hash },
      negotiators: plan.terms(amendment)!.negotiators,
    })
  }
  return { plan, survey, passes: passesOf(stream), talks }
}
