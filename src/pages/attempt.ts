/** One assignment as the pages of a whole study know it: its row, what the analysis takes of it, its words. */
import { type Rational, toNumber, ZERO } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import type { PlayedBy } from '../publication/played.ts'
import type { Difference } from '../record/difference.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped } from '../record/events.ts'
import type { Replayed } from '../record/replay.ts'
import { levelsOf } from '../record/study-plan.ts'
import { isScored } from '../scenario/score.ts'
import type { Observation } from '../study/analysis.ts'
import { designOf, observe } from '../study/results.ts'
import { scorePlay } from '../study/scores/play-scores.ts'
import type { Spent } from '../study/spending.ts'
import { withSpending } from '../study/study-report.ts'
import { figure, figures, given } from './figure.ts'
import { kindName } from './kinds.ts'
import { fold } from './search.ts'
import type { AttemptRow } from './types.ts'
import { endingText, outcomeOf } from './words.ts'

export interface Attempt {
  readonly row: AttemptRow
  readonly observation: Observation
  /** How it ended, where its outcome is known. */
  readonly end?: End
  readonly differences: readonly Difference[]
  /** Its attempts at calling models; undefined where nobody called one. */
  readonly spent?: readonly Spent[]
  /** Every message, for the search: by turn and seat. */
  readonly words: readonly Words[]
}

export interface Words {
  readonly turn: number
  readonly seat: string
  readonly text: string
  /** The same without its case. */
  readonly folded: string
}

/** What is known of an assignment before it has begun. `number`: its place in the plan, from 1. */
export function plannedAttempt(assignment: AssignmentRecord, number: number): Attempt {
  return {
    row: { ...rowHead(assignment, number), status: 'planned', outcome: 'planned', outcomeText: 'Not begun' },
    observation: { ...designOf(assignment), status: 'planned' },
    differences: [],
    words: [],
  }
}

const rowHead = (assignment: AssignmentRecord, number: number) => {
  const { id, pairing, seats, opener, extension } = assignment
  return {
    ...{ id, number, pairing, seats, opener },
    levels: levelsOf(assignment),
    ...(extension === undefined ? {} : { extension }),
    ...{ below: [], faults: [], faultCount: 0 },
  }
}

export interface AttemptOf {
  readonly assignment: AssignmentRecord
  readonly number: number
  readonly by: PlayedBy
  readonly replayed: Replayed
  readonly first: Stamped<NegotiationEvent> | undefined
  readonly last: Stamped<NegotiationEvent> | undefined
  readonly spent?: readonly Spent[]
  /** Shortens the texts by which negotiations are found to be the same. */
  readonly digest: (text: string) => string
  /** How it was played is not scored: that is for whoever analyses it, who reads it elsewhere. */
  readonly unscored?: boolean
}

const NO_SCORES: typeof scorePlay = () => ({ parties: {}, walks: [] })

/** What a replayed negotiation tells, finished or not. */
export function attemptOf(of: AttemptOf): Attempt {
  const { assignment, number, by, replayed, spent, digest, unscored } = of
  const { scenario } = by
  const observation = withSpending(
    observe(assignment, replayed, scenario, unscored ? NO_SCORES : scorePlay),
    spent,
  )
  const { end, turns } = replayed
  const {
    status,
    points,
    gains,
    joint,
    reason,
    tokens,
    usd,
    below = [],
  } = { points: replayed.points, ...observation }
  const scored = isScored(scenario) && status === 'completed'
  const codes = turns.flatMap(({ tries }) => tries.flatMap(({ fault }) => (fault ? [fault.code] : [])))
  const row = given({
    ...rowHead(assignment, number),
    status,
    outcome: end ? outcomeOf(end) : 'running',
    outcomeText: end ? endingText(end, scenario, reason) : 'Being played',
    kind: end?.kind === 'settled' ? end.type : undefined,
    kindText: end?.kind === 'settled' ? kindName(scenario, end.type) : undefined,
    turns: end ? end.turn : turns.at(-1)?.turn,
    points: scored && points ? figures(points) : undefined,
    gains: scored && gains ? figures(gains) : undefined,
    joint: scored && joint ? figure(joint) : undefined,
    efficiency: scored ? efficiencyOf(joint, by.largestJoint) : undefined,
    below,
    faults: [...new Set(codes)],
    faultCount: codes.length,
    startedAt: of.first?.at,
    endedAt: of.last?.type === 'negotiation.ended' ? of.last.at : undefined,
    usd: usd && toNumber(usd),
    tokens,
  })
  const { transcript, moves, ...rest } = observation
  return given({
    row,
    observation: given({
      ...rest,
      transcript: transcript === undefined ? undefined : digest(transcript),
      moves: moves === undefined ? undefined : digest(moves),
    }),
    end: end && end.kind !== 'interrupted' ? end : undefined,
    differences: replayed.differences,
    spent: spent && spent.length > 0 ? spent : undefined,
    words: turns.flatMap(({ turn, seat, entry }) =>
      entry && entry.message !== '' ? [{ turn, seat, text: entry.message, folded: fold(entry.message) }] : [],
    ),
  })
}

/** The joint gain over the largest individually rational one. */
const efficiencyOf = (joint: Rational | undefined, largest: Rational | undefined): number | undefined =>
  joint && largest && largest.compare(ZERO) > 0 ? toNumber(joint.div(largest)) : undefined
