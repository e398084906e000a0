/** How far a study is, and what it has cost so far. */
import { toNumber } from '../core/rational.ts'
import { costText } from '../models/cost.ts'
import { type Holder, lockHolder } from '../store/index.ts'
import { haltNote } from '../study/halt-text.ts'
import { inputSum, type Spending, sumBy, sumUp } from '../study/spending.ts'
import { given } from './figure.ts'
import type { RecordIndex } from './record-index.ts'
import { stateOf } from './runs.ts'
import type { CostData, ProgressData, StudyState } from './types.ts'

/** How many must have ended before a pace is told. */
const PACE = 3

export interface Progress {
  readonly state: StudyState
  readonly progress: ProgressData
}

/** `now`: milliseconds. */
export function progressOf(index: RecordIndex, now: number, holder = holderOf(index.file)): Progress {
  const counts = { completed: 0, unknown: 0, running: 0, planned: 0 }
  const { runs } = index
  let endedInRun = 0
  for (const { attempt, state } of index.places) {
    const { status, endedAt } = attempt.row
    // What is closed and was not read yet has ended all the same.
    if (state === 'planned' && index.isClosed(attempt.row.id)) counts.completed++
    else counts[status]++
    if (endedAt !== undefined && runs.startedAt !== undefined && endedAt >= runs.startedAt) endedInRun++
  }
  const left = counts.running + counts.planned
  const state = stateOf(runs, left, holder)
  const since = runs.startedAt === undefined ? undefined : now - Date.parse(runs.startedAt)
  const pace = state === 'running' && since !== undefined && since > 0 && endedInRun >= PACE
  return {
    state,
    progress: given({
      planned: index.places.length,
      completed: counts.completed,
      interrupted: counts.unknown,
      running: counts.running,
      notStarted: counts.planned,
      events: index.count,
      runs: runs.count,
      startedAt: runs.startedAt,
      lastAt: index.lastAt,
      leftMs: pace ? Math.round((since / endedInRun) * left) : undefined,
      halts: (state === 'halted' ? (runs.halts ?? []) : []).map(haltNote),
      holder: holder && `process ${holder.pid} on ${holder.host}, since ${holder.since}`,
    }),
  }
}

/** The state of a study of which something is left to be played. */
export const stateOfOpen = ({ runs, file }: Pick<RecordIndex, 'runs' | 'file'>): StudyState =>
  stateOf(runs, 1, holderOf(file))

function holderOf(file: string): Holder | undefined {
  try {
    return lockHolder(file)
  } catch {
    return undefined
  }
}

/** Undefined where nobody called a model. */
export function costOf(index: RecordIndex): CostData | undefined {
  const spent = index.places.flatMap(({ attempt }) => attempt.spent ?? [])
  if (spent.length === 0) return undefined
  const all = sumUp(spent)
  const { attempts, answered, retries, lost, unanswered, tokens, cost, most } = all
  return given({
    text: costText(cost),
    usd: cost.usd && toNumber(cost.usd),
    atLeastUsd: cost.usd || cost.atLeast.equals(0) ? undefined : toNumber(cost.atLeast),
    atMostUsd: most.usd && !cost.usd ? toNumber(most.usd) : undefined,
    calls: attempts,
    answered,
    retries,
    lost: lost + unanswered,
    inputTokens: inputSum(tokens),
    outputTokens: tokens.kinds.output ?? 0,
    untold: tokens.untold,
    byNegotiator: [...sumBy(spent, ({ negotiator }) => negotiator)].map(
      ([negotiator, own]: [string, Spending]) => ({
        negotiator,
        text: costText(own.cost),
        calls: own.attempts,
      }),
    ),
  })
}
