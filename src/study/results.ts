/**
 * A study's results, from its record and nothing else: every negotiation is replayed by the scenario that the
 * record holds, and what the rules make of the replies is what counts.
 */
import type { Rational } from '../core/rational.ts'
import { openEvent } from '../record/chain.ts'
import type { Difference } from '../record/difference.ts'
import type { NegotiationEvent, Stamped, StudyCreated } from '../record/events.ts'
import { type Replayed, replayNegotiation } from '../record/replay.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { belowReservation, gains, isScored } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import type { RecordReader } from '../store/contract.ts'
import type { Observation } from './analysis.ts'
import { CallTallier, type CallTally } from './call-tally.ts'
import { sum } from './moments.ts'
import { scorePlay } from './scores/play-scores.ts'
import type { Place, Survey } from './survey.ts'

export interface Results {
  readonly observations: readonly Observation[]
  /** Where the record does not say what the rules say; `parley replay` checks more. */
  readonly differences: readonly Difference[]
  /** The calls to models; undefined where nobody made any. */
  readonly calls?: CallTally
}

/** Replays every negotiation that has begun, one at a time, so that the whole record is never in memory. */
export async function readResults(
  reader: RecordReader,
  survey: Survey,
  scenario: Scenario,
): Promise<Results> {
  const games = new Map<string, Game>()
  const differences: Difference[] = []
  const observations: Observation[] = []
  const tallier = new CallTallier()
  for (const place of survey.places) {
    const { assignment, progress } = place
    if (progress === 'planned') {
      observations.push(planned(place))
      continue
    }
    const game = games.get(assignment.opener) ?? makeGame(scenario, assignment.opener)
    games.set(assignment.opener, game)
    const stored = await reader.read(assignment.id)
    const events = stored.map((event) => openEvent(event).event as Stamped<NegotiationEvent>)
    const replayed = replayNegotiation(events, game)
    differences.push(...replayed.differences)
    observations.push(observe(place, replayed, scenario))
    tallier.take(assignment.pairing, assignment.seats, replayed.turns)
  }
  const { tally: calls } = tallier
  return { observations, differences, ...(calls ? { calls } : {}) }
}

/** What an assignment tells that has not begun. */
export const planned = ({ assignment: { id, pairing, opener } }: Place): Observation => ({
  ...{ id, pairing, opener },
  status: 'planned',
})

/** What one replayed negotiation tells. */
export function observe(place: Place, replayed: Replayed, scenario: Scenario): Observation {
  const { id, pairing, opener } = place.assignment
  const { end, points, turns } = replayed
  const tries = turns.flatMap((turn) => turn.tries)
  const base = {
    ...{ id, pairing, opener },
    faults: tries.filter(({ fault }) => fault !== undefined).length,
    changedTerms: turns.filter(({ changedTerms }) => changedTerms).length,
    passes: turns.filter(({ entry }) => entry?.action === 'PASS').length,
    ...(isScored(scenario) && { scores: scorePlay(scenario, replayed) }),
  }
  if (!end) return { ...base, status: 'running' }
  if (end.kind === 'interrupted' || !points) {
    const absent = turns.at(-1)?.absent
    const reason = absent ?? (end.kind === 'agreement' ? 'not scored' : end.reason)
    return { ...base, status: 'unknown', reason }
  }
  const gained: Readonly<Record<string, Rational>> = gains(scenario, points)
  return {
    ...base,
    status: 'completed',
    agreement: end.kind === 'agreement',
    gains: gained,
    joint: sum(Object.values(gained)),
    below: belowReservation(scenario, points),
    turns: end.turn,
    transcript: JSON.stringify(turns.flatMap((turn) => turn.tries.map(({ text }) => [turn.seat, text]))),
    moves: JSON.stringify(turns.map(({ seat, entry }) => [seat, entry?.action, entry?.offer?.outcome])),
  }
}

/** The pairings and openers of a registered study, in the order in which the study names them. */
export function cellsOf(created: StudyCreated): { pairings: string[]; openers: string[] } {
  // Blocks are shuffled; the names' own order is that of the assignment numbers, or of the alphabet.
  const level = (id: string): number => Number(/-a(\d+)$/.exec(id)?.[1] ?? 0)
  const openers = new Map(created.assignments.map(({ id, opener }) => [opener, level(id)]))
  return {
    pairings: [...new Set(created.assignments.map(({ pairing }) => pairing))].toSorted(),
    openers: [...openers.keys()].toSorted((a, b) => openers.get(a)! - openers.get(b)!),
  }
}
