/** per-assignment-data.csv and assignment-log.csv: every assignment a row, begun or not. */
import { outcomeRecord } from '../core/issue.ts'
import type { Usage } from '../models/wire/contract.ts'
import { OBSERVER } from '../protocols/seats.ts'
import type { AssignmentRecord } from '../record/events.ts'
import type { Replayed } from '../record/replay.ts'
import { levelsOf } from '../record/study-plan.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Observation } from '../study/analysis.ts'
import { type Column, column, float, part, type Table } from './column.ts'
import { FILES } from './names.ts'
import { attemptColumns, type TalkNames } from './talk-columns.ts'

/** What is known of one assignment. */
export interface Attempt {
  /** Its place in the plan, from 1. */
  readonly number: number
  readonly assignment: AssignmentRecord
  readonly scenario: Scenario | undefined
  readonly observation: Observation
  /** Missing where it has not begun, or could not be replayed. */
  readonly replayed?: Replayed | undefined
  readonly largestJoint?: Observation['joint']
  readonly startedAt?: string
  readonly endedAt?: string
  readonly amendment?: string
  readonly events: number
  readonly head?: string
  readonly calls: CallSums | undefined
}

export interface CallSums {
  readonly attempts: number
  readonly answered: number
  readonly usage: Usage
}

/** All names that the study's tables have columns for. */
export interface Names {
  readonly factors: readonly string[]
  readonly parties: readonly string[]
  readonly issues: readonly string[]
  /** Free talk: there are no points then. */
  readonly talk?: TalkNames
}

const STATUS = {
  planned: 'not started',
  running: 'running',
  unknown: 'interrupted',
  completed: 'completed',
} as const

const plan = ({ factors, parties, talk }: Names): Column<Attempt>[] => [
  column('negotiation', 'text', 'The id of the negotiation.', ({ assignment }) => assignment.id),
  column('number', 'integer', 'Its place in the plan, from 1.', ({ number }) => number),
  column('block', 'integer', 'Its block.', ({ assignment }) => assignment.block),
  column('position', 'integer', 'Its place in the block.', ({ assignment }) => assignment.position),
  column('pairing', 'text', 'The pairing.', ({ assignment }) => assignment.pairing),
  column('assignment', 'text', 'Its cell within the pairing (a1, a2, …).', (a) => cellName(a.assignment)),
  column('opener', 'text', 'The party with the first turn.', ({ assignment }) => assignment.opener),
  ...factors.map((factor) =>
    column<Attempt>(
      `factor_${part(factor)}`,
      'text',
      `The level of the factor "${factor}".`,
      ({ assignment }) => levelsOf(assignment)[factor],
    ),
  ),
  column(
    'extension',
    'text',
    'The extension that added it; blank where it was planned at first.',
    (a) => a.assignment.extension,
  ),
  ...parties.map((party) =>
    column<Attempt>(
      `seat_${part(party)}`,
      'text',
      `Who played ${party}.`,
      ({ assignment }) => assignment.seats[party],
    ),
  ),
  ...(talk
    ? [column<Attempt>('seat_observer', 'text', 'Who observed.', (a) => a.assignment.seats[OBSERVER])]
    : []),
]

/** The cell's name, from the id where an early draft of the format does not say it. */
const cellName = ({ assignment, id }: AssignmentRecord): string | undefined =>
  assignment ?? /-(a\d+)$/.exec(id)?.[1]

const times: Column<Attempt>[] = [
  column(
    'status',
    'text',
    'not started, running, interrupted or completed.',
    ({ observation }) => STATUS[observation.status],
  ),
  column('started_at', 'time', 'When it began, by the clock of the machine that ran it.', (a) => a.startedAt),
  column('ended_at', 'time', 'When it ended.', (a) => a.endedAt),
]

/** The assignment log: what was planned in which order, when each was begun and how its stream ended. */
export const logTable = (names: Names): Table<Attempt> => ({
  file: FILES.log,
  says: 'Every assignment in the order of the plan, with when it was played and where its record ends.',
  columns: [
    ...plan(names),
    ...times,
    column('amendment', 'text', 'The amendment that was in force when it began.', (a) => a.amendment),
    column('events', 'integer', 'How many events its record has.', (a) => a.events),
    column('head', 'text', 'The hash of its last event.', (a) => a.head),
  ],
})

export const attemptsTable = (names: Names): Table<Attempt> => ({
  file: FILES.attempts,
  says: 'Every assignment and what came of it. What is unknown is blank, and never zero.',
  columns: [
    ...plan(names),
    ...times,
    column('interrupted_by', 'text', 'Why the outcome is unknown.', ({ observation }) => observation.reason),
    column(
      'agreement',
      'boolean',
      'Whether it ended with an agreement.',
      ({ observation }) => observation.agreement,
    ),
    column(
      'end',
      'text',
      'agreement, no-agreement or interrupted, and a reason where there is one.',
      endText,
    ),
    ...(names.talk ? [] : [agreedOffer]),
    column('turns', 'integer', 'The turn in which it ended.', ({ replayed }) => replayed?.end?.turn),
    ...names.issues.map((issue) =>
      column<Attempt>(
        `term_${part(issue)}`,
        'text',
        `The agreed value of ${issue}.`,
        (a) => terms(a)?.[issue],
      ),
    ),
    ...(names.talk ? attemptColumns<Attempt>(names.talk) : pointColumns(names)),
    column('faults', 'integer', 'Replies with a fault.', ({ observation }) => observation.faults),
    column(
      'repairs_with_other_terms',
      'integer',
      'Repairs that changed the terms.',
      ({ observation }) => observation.changedTerms,
    ),
    column('passes', 'integer', 'Turns lost to faults.', ({ observation }) => observation.passes),
    column('calls', 'integer', 'Requests that were sent to models.', ({ calls }) => calls?.attempts),
    column('calls_answered', 'integer', 'Those that were answered.', ({ calls }) => calls?.answered),
    ...tokenColumns<Attempt>(({ calls }) => calls?.usage),
  ],
})

const agreedOffer: Column<Attempt> = column(
  'offer',
  'text',
  'The offer that was agreed on.',
  ({ replayed }) => (replayed?.end?.kind === 'agreement' ? replayed.end.offer : undefined),
)

/** What an outcome is worth. */
const pointColumns = (names: Names): Column<Attempt>[] => [
  ...names.parties.map((party) =>
    column<Attempt>(`points_${part(party)}`, 'number', `The points of ${party}.`, ({ replayed }) =>
      float(replayed?.points?.[party]),
    ),
  ),
  ...names.parties.map((party) =>
    column<Attempt>(
      `gain_${part(party)}`,
      'number',
      `The points of ${party} over its reservation value.`,
      ({ observation }) => float(observation.gains?.[party]),
    ),
  ),
  column('joint_gain', 'number', "The sum of all parties' gains.", ({ observation }) =>
    float(observation.joint),
  ),
  column(
    'efficiency',
    'number',
    'Joint gain over the largest that leaves no party below its reservation value.',
    ({ observation: { joint }, largestJoint }) =>
      joint && largestJoint && largestJoint.compare(0) > 0 ? float(joint.div(largestJoint)) : undefined,
  ),
  column(
    'below_reservation',
    'text',
    'The parties with fewer points than without an agreement.',
    ({ observation }) =>
      observation.below === undefined || observation.below.length === 0
        ? undefined
        : observation.below.join(' '),
  ),
]

/** Tokens by kind, as far as providers told them. */
export const tokenColumns = <Row>(of: (row: Row) => Usage | undefined): Column<Row>[] => [
  column(
    'tokens_input',
    'integer',
    'Input tokens outside of caches, as far as they were told.',
    (row) => of(row)?.input,
  ),
  column('tokens_cache_read', 'integer', 'Input tokens read from a cache.', (row) => of(row)?.cacheRead),
  column('tokens_cache_write', 'integer', 'Input tokens written to a cache.', (row) => of(row)?.cacheWrite),
  column('tokens_output', 'integer', 'Output tokens, thinking included.', (row) => of(row)?.output),
  column('tokens_thinking', 'integer', 'Those of them that were thinking.', (row) => of(row)?.thinking),
]

function endText({ replayed }: Attempt): string | undefined {
  const end = replayed?.end
  if (!end) return undefined
  return 'reason' in end ? `${end.kind}: ${end.reason}` : end.kind
}

const terms = ({ replayed, scenario }: Attempt): Record<string, string> | undefined =>
  replayed?.end?.kind === 'agreement' && scenario
    ? outcomeRecord(scenario.issues, replayed.end.outcome)
    : undefined
