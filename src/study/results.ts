/**
 * A study's results, from its record and nothing else: every negotiation is replayed by the scenario that the
 * record holds, and what the rules make of the replies is what counts.
 */
import { EXIT, UserError } from '../core/problem.ts'
import type { Rational } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import { isAgreed } from '../protocols/ends.ts'
import { openEvent } from '../record/chain.ts'
import type { Difference } from '../record/difference.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped, StudyCreated } from '../record/events.ts'
import { type Replayed, replayNegotiation } from '../record/replay.ts'
import { RecordScenarios } from '../record/scenarios.ts'
import { levelsOf, type StudyPlan } from '../record/study-plan.ts'
import type { Game } from '../scenario/game.ts'
import { belowReservation, gains, isScored } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import type { RecordReader } from '../store/contract.ts'
import type { Observation } from './analysis.ts'
import { CallTallier, type CallTally } from './call-tally.ts'
import { largestJointGain } from './frame.ts'
import { sum } from './moments.ts'
import { scorePlay } from './scores/play-scores.ts'
import { scoreTalk } from './scores/talk.ts'
import type { Survey } from './survey.ts'

export interface Results {
  readonly observations: readonly Observation[]
  /** Where the record does not say what the rules say; `parley replay` checks more. */
  readonly differences: readonly Difference[]
  /** How each negotiation with a known outcome ended, by its id. */
  readonly ends: ReadonlyMap<string, End>
  /** The calls to models; undefined where nobody made any. */
  readonly calls?: CallTally
}

/** The scenarios of a study by the assignment that plays them. All throw a UserError where one is not there. */
export interface Scenarios {
  /** What an assignment plays; under an amendment's terms where it began under one. */
  of(assignment: Pick<AssignmentRecord, 'variant' | 'id'>, amendment?: string): Scenario
  /** The game of it, under terms as above. */
  game(assignment: AssignmentRecord, amendment?: string): Game
  /** Every scenario that was asked for so far. */
  all(): Scenario[]
}

/** `file`: the record's name for a person. */
export function scenariosOf(plan: StudyPlan, file: string): Scenarios {
  const record = new RecordScenarios(plan, (name) => `${file}: ${name}`)
  // An amendment that the study does not tell of is for parley replay to report; here the last terms stand in.
  const told = (amendment?: string) => (plan.terms(amendment) ? amendment : plan.now.amendment)
  const of: Scenarios['of'] = (assignment, amendment) => {
    const { scenario, problems } = record.read(assignment, told(amendment))
    if (scenario) return scenario
    const message = `The record does not hold the scenario ${assignment.variant} that ${assignment.id} plays.`
    throw new UserError(problems.length > 0 ? problems : [{ file, message }], EXIT.record)
  }
  return {
    of,
    game: (assignment, amendment) => {
      of(assignment, amendment)
      return record.game(assignment, told(amendment))!
    },
    all: () => record.all(),
  }
}

/** Replays every negotiation that has begun, one at a time, so that the whole record is never in memory. */
export async function readResults(
  reader: RecordReader,
  survey: Survey,
  scenarios: Scenarios,
): Promise<Results> {
  const differences: Difference[] = []
  const observations: Observation[] = []
  const ends = new Map<string, End>()
  const tallier = new CallTallier()
  for (const place of survey.places) {
    const { assignment, progress } = place
    if (progress === 'planned') {
      scenarios.of(assignment)
      observations.push({ ...designOf(assignment), status: 'planned' })
      continue
    }
    const stored = await reader.read(assignment.id)
    const events = stored.map((event) => openEvent(event).event as Stamped<NegotiationEvent>)
    const [first] = events
    const amendment = first?.type === 'negotiation.started' ? first.amendment : undefined
    const scenario = scenarios.of(assignment, amendment)
    const replayed = replayNegotiation(events, scenarios.game(assignment, amendment))
    differences.push(...replayed.differences)
    observations.push(observe(assignment, replayed, scenario))
    if (replayed.end && replayed.end.kind !== 'interrupted') ends.set(assignment.id, replayed.end)
    tallier.take(assignment.pairing, assignment.seats, replayed.turns)
  }
  const { tally: calls } = tallier
  return { observations, differences, ends, ...(calls ? { calls } : {}) }
}

/** What an assignment is, before anything is known of it. */
export function designOf(assignment: AssignmentRecord): Omit<Observation, 'status'> {
  const { id, pairing, opener, block, extension } = assignment
  const { opener: _, ...levels } = levelsOf(assignment)
  return {
    ...{ id, pairing, opener, block },
    ...(Object.keys(levels).length > 0 ? { levels } : {}),
    // Each scenario of a study with several is a game.
    ...(levels.scenario === undefined ? {} : { game: levels.scenario }),
    ...(extension === undefined ? {} : { extension }),
  }
}

/**
 * What one replayed negotiation tells: the facts that every table of a report is made of. `score`: how much of how it
 * was played is worked out, all of it unless given.
 */
export function observe(
  assignment: AssignmentRecord,
  replayed: Replayed,
  scenario: Scenario,
  score: typeof scorePlay = scorePlay,
): Observation {
  const { end, points, turns } = replayed
  const readings = turns.flatMap((turn) => turn.readings ?? [])
  const tries = [...turns, ...readings].flatMap((one) => one.tries)
  const talk = scenario.protocol.type === 'free-talk' && scoreTalk(scenario, replayed, assignment.seats)
  const base = {
    ...designOf(assignment),
    faults: tries.filter(({ fault }) => fault !== undefined).length,
    changedTerms: turns.filter(({ changedTerms }) => changedTerms).length,
    passes: turns.filter(({ entry }) => entry?.action === 'PASS').length,
    ...(talk && { talk }),
    ...(isScored(scenario) && {
      scores: score(scenario, replayed),
      offers: offersOf(scenario, replayed),
    }),
  }
  if (!end) return { ...base, status: 'running' }
  if (talk && end.kind !== 'interrupted') {
    return {
      ...base,
      status: 'completed',
      agreement: isAgreed(end),
      turns: end.turn,
      transcript: transcriptOf(turns),
    }
  }
  if (end.kind === 'interrupted' || !points) {
    const absent = turns.at(-1)?.absent
    const reason = absent ?? ('reason' in end ? end.reason : 'not scored')
    return { ...base, status: 'unknown', reason }
  }
  const gained: Readonly<Record<string, Rational>> = gains(scenario, points)
  return {
    ...base,
    status: 'completed',
    agreement: end.kind === 'agreement',
    gains: gained,
    joint: sum(Object.values(gained)),
    ...largestOf(scenario),
    below: belowReservation(scenario, points),
    turns: end.turn,
    transcript: transcriptOf(turns),
    moves: JSON.stringify(turns.map(({ seat, entry }) => [seat, entry?.action, entry?.offer?.outcome])),
  }
}

/** What was said, word for word; readings are no part of a talk. */
const transcriptOf = (turns: Replayed['turns']): string =>
  JSON.stringify(turns.flatMap((turn) => turn.tries.map(({ text }) => [turn.seat, text])))

/** Every offer with its points for the party that made it. */
function offersOf({ parties }: Scenario, { turns }: Replayed): NonNullable<Observation['offers']> {
  const utilities = new Map(parties.map(({ id, utility }) => [id, utility!]))
  return turns.flatMap(({ turn, seat, entry }) => {
    const utility = utilities.get(seat)
    // An acceptance names the other's offer: only one's own is a concession.
    if (!utility || !entry?.offer || entry.offer.by !== seat || entry.offer.turn !== turn) return []
    return [{ turn, seat, points: utility.scaled(entry.offer.outcome) / Number(utility.denominator) }]
  })
}

/** What efficiency is measured against. */
function largestOf(scenario: Scenario): Pick<Observation, 'largestJoint'> {
  const known = largestJointGain(scenario)
  return known ? { largestJoint: known } : {}
}

/** The pairings and openers of a registered study, in the order in which the study names them. */
export function cellsOf(created: StudyCreated): { pairings: string[]; openers: string[] } {
  const { design, assignments } = created
  // Early drafts tell no order: blocks are shuffled, so that it is that of the cells' numbers, or of the alphabet.
  const cell = (id: string): number => Number(/-a(\d+)$/.exec(id)?.[1] ?? 0)
  const openers = new Map<string, number>()
  for (const { id, opener } of assignments) {
    openers.set(opener, Math.min(cell(id), openers.get(opener) ?? Infinity))
  }
  return {
    pairings: design
      ? [...design.pairings]
      : [...new Set(assignments.map(({ pairing }) => pairing))].toSorted(),
    openers: [...openers.keys()].toSorted((a, b) => openers.get(a)! - openers.get(b)!),
  }
}
