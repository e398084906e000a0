/** What the calls of passes have used: they count against the caps of a record like those of the talks. */
import { openEvent } from '../../record/chain.ts'
import type { NegotiationEvent, ReadingEvent, Stamped, StudyEvent } from '../../record/events.ts'
import { type Asked, askedIn } from '../../record/passes/asked.ts'
import { passStream } from '../../record/passes/names.ts'
import { type Pass, passesOf } from '../../record/passes/plan.ts'
import { type StudyPlan, studyPlan } from '../../record/study-plan.ts'
import type { RecordReader } from '../../store/contract.ts'
import type { Pricer } from '../pricing.ts'
import { type Spent, spentIn } from '../spending.ts'
import { STUDY_STREAM } from '../survey.ts'
import { specOf } from './task.ts'

export interface PassSpent {
  readonly pass: string
  readonly negotiation: string
  readonly spent: readonly Spent[]
}

/** Every attempt of every pass, stream by stream. */
export async function readPassSpending(
  reader: RecordReader,
  plan: StudyPlan,
  passes: readonly Pass[],
  pricer: Pricer,
): Promise<PassSpent[]> {
  const planned = new Map(plan.assignments.map((assignment) => [assignment.id, assignment]))
  const all: PassSpent[] = []
  for (const { started } of passes) {
    if (started.what === 'label') continue
    for (const negotiation of started.negotiations) {
      const assignment = planned.get(negotiation)
      const stored = await reader.read(passStream(started.pass, negotiation))
      if (!assignment || stored.length === 0) continue
      const events = stored.map((one) => openEvent(one).event as ReadingEvent)
      const calls = events.filter((event) => event.type.startsWith('call.')) as NegotiationEvent[]
      if (calls.length === 0) continue
      const asked = askedIn(started, { assignment, negotiators: plan.now.negotiators })
      all.push({ pass: started.pass, negotiation, spent: spentByPass(asked, calls, pricer) })
    }
  }
  return all
}

/** Every attempt of a pass over one talk. `asked`: who was, by seat. */
export function spentByPass(
  asked: Readonly<Record<string, Asked>>,
  calls: readonly NegotiationEvent[],
  pricer: Pricer,
): Spent[] {
  const all = Object.entries(asked)
  const seats = Object.fromEntries(all.map(([seat, { name }]) => [seat, name]))
  const specs = Object.fromEntries(
    all.flatMap(([, { name, settings }]) => {
      const spec = specOf(settings)
      return spec ? [[name, spec] as const] : []
    }),
  )
  return spentIn(calls, seats, specs, pricer)
}

/** The same for whoever has not read the study's own stream. */
export async function spentByPasses(reader: RecordReader, pricer: Pricer): Promise<PassSpent[]> {
  const stored = await reader.read(STUDY_STREAM)
  const events = stored.map((one) => openEvent(one).event as Stamped<StudyEvent>)
  const plan = studyPlan(events)
  return plan ? readPassSpending(reader, plan, passesOf(events), pricer) : []
}
