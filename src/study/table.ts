/**
 * One assignment at its table: the game, the players in their seats, and its stream in the record from
 * `negotiation.started` to `negotiation.closed`.
 */
import type { Desk, Negotiator, Player } from '../negotiators/contract.ts'
import { makeNegotiator, type NegotiatorSpec } from '../negotiators/registry.ts'
import { baseSeat } from '../protocols/seats.ts'
import { type AssignmentRecord, FORMAT } from '../record/events.ts'
import { endRecord, pointsRecord } from '../record/read.ts'
import type { Replayed } from '../record/replay.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { scoreEnd } from '../scenario/score.ts'
import { negotiationSeed } from './design.ts'
import type { Journal } from './journal.ts'
import type { Study } from './load.ts'
import { type Halted, type PlayOptions, play } from './play.ts'
import { STUDY_STREAM } from './survey.ts'
import { everySeat } from './talk-seats.ts'

/** A negotiator threw instead of replying: a bug in it, told when the run ends. */
export interface Failure {
  readonly negotiation: string
  readonly seat: string
  readonly negotiator: string
  readonly error: unknown
}

export interface Sitting {
  readonly ended: boolean
  readonly failure?: Failure
  /** A negotiator waits for something outside: the next run goes on. */
  readonly halted?: Halted & { readonly negotiator: string }
}

/** Makes a negotiator of its name and its settings in the study, for an assignment. */
export type MakeNegotiator = (name: string, spec: NegotiatorSpec, assignment?: AssignmentRecord) => Negotiator

/** Seats each party's negotiator. Every draw comes from the study's seed, the assignment and the seat. */
export function seatPlayers(
  study: Study,
  assignment: AssignmentRecord,
  make: MakeNegotiator = (name, spec) => makeNegotiator(name, spec),
  desk?: Desk,
): Record<string, Player> {
  const seed = negotiationSeed(study.seed, assignment)
  const { brief, scenario } = study.variant(assignment)
  const players: Record<string, Player> = {}
  for (const seat of everySeat(scenario, assignment.seats)) {
    const name = assignment.seats[baseSeat(seat)]!
    players[seat] = make(name, study.negotiators[name]!, assignment).sit(brief(seat), seed, desk)
  }
  return players
}

/**
 * Plays an assignment into the journal; from `replayed` on where an earlier run had begun it. `run` is the id of
 * this run. Not ended where the pulse stopped it: the next run goes on.
 */
export async function playAssignment(
  study: Study,
  assignment: AssignmentRecord,
  journal: Journal,
  options: {
    readonly run: string
    readonly replayed?: Replayed
    readonly pulse?: PlayOptions['pulse']
    readonly watch?: PlayOptions['watch']
    readonly make?: MakeNegotiator
    /** What the record holds of it, for negotiators that ask for more than the state. */
    readonly history?: Desk['history']
  },
): Promise<Sitting> {
  const { run, replayed, pulse, watch } = options
  const { id } = assignment
  const { scenario, game: gameOf } = study.variant(assignment)
  const game = gameOf(assignment.opener)
  // The ending is on disk already and only the study's own stream does not know of it yet.
  if (replayed?.closed) {
    close(journal, id)
    return { ended: true }
  }
  const { protocol } = game
  if (replayed) journal.append(id, { type: 'negotiation.resumed', run })
  else {
    journal.append(id, {
      type: 'negotiation.started',
      format: FORMAT,
      study: study.id,
      negotiation: id,
      scenario: scenarioHash(scenario),
      protocol: protocol.name,
      version: protocol.version,
      opener: assignment.opener,
      seats: assignment.seats,
      seed: negotiationSeed(study.seed, assignment),
      ...(game.audit === undefined ? {} : { audit: game.audit }),
      ...(study.amendment === undefined ? {} : { amendment: study.amendment }),
    })
  }
  const desk: Desk = {
    negotiation: id,
    history: options.history ?? [],
    record: (event, sealed) => journal.append(id, event, sealed),
    commit: () => journal.commitTogether(),
  }
  const playing = play(game, seatPlayers(study, assignment, options.make, desk), {
    record: (event, sealed) => journal.append(id, event, sealed),
    ...(replayed ? { from: replayed.state } : {}),
    ...(pulse ? { pulse } : {}),
    ...(watch ? { watch } : {}),
  })
  const { state, failure, halted } = 'then' in playing ? await playing : playing
  if (halted)
    return { ended: false, halted: { ...halted, negotiator: assignment.seats[baseSeat(halted.seat)]! } }
  const end = protocol.outcome(state)
  if (!end) return { ended: false }
  const points = scoreEnd(scenario, end)
  journal.append(id, {
    type: 'negotiation.ended',
    end: endRecord(scenario.issues, end),
    ...(points ? { points: pointsRecord(points) } : {}),
  })
  close(journal, id)
  const negotiator = failure && assignment.seats[baseSeat(failure.seat)]!
  return {
    ended: true,
    ...(failure ? { failure: { negotiation: id, negotiator: negotiator!, ...failure } } : {}),
  }
}

function close(journal: Journal, negotiation: string): void {
  journal.append(STUDY_STREAM, { type: 'negotiation.closed', negotiation, ...journal.at(negotiation) })
}
