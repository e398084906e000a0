/** From an index to what a report is made of. */
import type { Played } from '../study/plan.ts'
import { type Scenarios, scenariosOf } from '../study/results.ts'
import type { StudyFacts } from '../study/study-report.ts'
import { STUDY_STREAM } from '../study/survey.ts'
import type { RecordIndex } from './record-index.ts'

/** The scenarios of a plan are read once, until it is another; what is worked out of them stays with them. */
const known = new WeakMap<object, Scenarios>()

/** As far as the record was read. Throws a UserError where it does not hold a scenario that is played. */
export function factsOf(index: RecordIndex): StudyFacts {
  const plan = index.plan!
  const { settings } = index
  const scenarios = (settings && known.get(settings)) ?? scenariosOf(plan, index.file)
  if (settings) known.set(settings, scenarios)
  scenarios.of({ id: plan.created.study })
  for (const assignment of plan.assignments) if (assignment.variant) scenarios.of(assignment)
  const { count, halts } = index.runs
  const calls = index.tally()
  const attempts = index.places.map(({ attempt }) => attempt)
  const { head, lastAt } = index
  return {
    plan,
    scenarios,
    survey: {
      created: plan.created,
      plan,
      places: [],
      streams: head === undefined ? [] : [{ stream: STUDY_STREAM, events: index.studyEvents, head }],
      runs: count,
      ...(halts ? { halts } : {}),
      ...(lastAt === undefined ? {} : { lastAt }),
    },
    results: {
      observations: attempts.map(({ observation }) => observation),
      differences: attempts.flatMap(({ differences }) => differences),
      ends: new Map(attempts.flatMap(({ row, end }) => (end ? [[row.id, end] as const] : []))),
      ...(calls ? { calls } : {}),
    },
    played: calls ? playedOf(index) : [],
  }
}

/** What each negotiation that has begun has used. */
const playedOf = ({ plan, places }: RecordIndex): Played[] =>
  places.flatMap(({ attempt, state }, i) => {
    if (state === 'planned') return []
    return [{ assignment: plan!.assignments[i]!, closed: state === 'closed', spent: attempt.spent ?? [] }]
  })
