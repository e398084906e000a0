/** What programs that use Parley as a library need beside the rooms' own functions: a play in one call. */
import type { z } from 'zod'
import type { Rational } from './core/rational.ts'
import type { Negotiator } from './negotiators/contract.ts'
import { negotiatorSpec, makeNegotiator as seated } from './negotiators/registry.ts'
import type { End, Seat } from './protocols/contract.ts'
import { baseSeat, OBSERVER } from './protocols/seats.ts'
import type { NegotiationEvent } from './record/events.ts'
import { makeBrief } from './scenario/brief.ts'
import type { Game } from './scenario/game.ts'
import { scoreEnd } from './scenario/score.ts'
import type { RecordReader } from './store/contract.ts'
import { openReader } from './store/index.ts'
import { isObserved } from './study/check.ts'
import { play } from './study/play.ts'
import { everySeat } from './study/talk-seats.ts'

/** What study.yaml may say of a negotiator; what is left out has its default. */
export type NegotiatorSettings = z.input<typeof negotiatorSpec>

/**
 * A scripted negotiator by its settings, `{ script: 'time-dependent', exponent: 0.2 }` for instance.
 * Throws a ZodError that names what is wrong with them.
 */
export const makeNegotiator = (name: string, settings: NegotiatorSettings): Negotiator =>
  seated(name, negotiatorSpec.parse(settings))

export interface PlayedNegotiation {
  readonly end: End
  /** Each party's points; left out where the outcome is unknown or the scenario scores nothing. */
  readonly points?: Readonly<Record<Seat, Rational>>
  /** What happened, in order: replies with their texts, and seats that never replied. */
  readonly events: readonly NegotiationEvent[]
}

/**
 * Plays one negotiation in memory. `negotiators` holds one for each party, and one called `observer` where a free talk
 * is observed; the same seed and the same negotiators give the same replies. Throws what a negotiator threw, and a
 * RangeError where a seat has no negotiator.
 */
export async function playNegotiation(
  game: Game,
  negotiators: Readonly<Record<Seat, Negotiator>>,
  seed: string,
): Promise<PlayedNegotiation> {
  const { scenario, protocol } = game
  const parties = scenario.parties.map(({ id }) => [id, id] as const)
  const sitting = [...parties, ...(isObserved(scenario) ? [[OBSERVER, OBSERVER] as const] : [])]
  const players = Object.fromEntries(
    everySeat(scenario, Object.fromEntries(sitting)).map((seat) => {
      const who = baseSeat(seat)
      if (!Object.hasOwn(negotiators, who)) {
        throw new RangeError(`no negotiator for ${who === OBSERVER ? 'the observer' : `the party "${who}"`}`)
      }
      return [seat, negotiators[who]!.sit(makeBrief(scenario, seat), seed)]
    }),
  )
  const events: NegotiationEvent[] = []
  const { state, failure } = await play(game, players, { record: (event) => void events.push(event) })
  if (failure) throw failure.error
  const end = protocol.outcome(state)
  if (!end) throw new Error('the negotiation stopped before its end')
  const points = scoreEnd(scenario, end)
  return points ? { end, points, events } : { end, events }
}

/**
 * Opens a study's record (`record.sqlite`) to read it, also while a run writes it. The study's own stream is
 * called `study`, each negotiation's has its id. Throws a UserError where there is none, or it cannot be read.
 */
export const openRecord = (path: string): Promise<RecordReader> => openReader(path)
